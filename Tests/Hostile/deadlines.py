"""How long after a deadline it is told, while two hostile accounts flood calls.

People are written into the database who fall silent one after the other; a follower of events says when
that is told. With two accounts there are always more calls than one round takes.
"""

import json
import multiprocessing
import os
import socket
import sqlite3
import time

from attacks import DAEMON, Attack, become, frame, valid_calls

PEOPLE, SPACING = 100, 103
# From when they are written until the first is due, in milliseconds.
LEAD = 4000
CONNECTIONS = 48


def write_people(database, first):
    """Each falls silent SPACING milliseconds after the one before, the first at `first`."""
    hour = 3_600_000
    with sqlite3.connect(database) as connection:
        for number in range(PEOPLE):
            due = first + number * SPACING
            connection.execute(
                """INSERT INTO users (handle, name, foldedName, checkInInterval, reminders, grace,
                        dependentSort, addedAt, lastCheckIn, remindedLeads, deadlinePassed, noticeSent,
                        gapTold, waitingTold, status, earliestDeadline, emergencyNote)
                   VALUES (?, 'Due', 'due', 3600, '', 0, 'timeLeft', ?, ?, '', 0, 0, 0, 0, 'active', ?,
                        '')""", (f"d{number}", first - hour, due - hour, due))
        connection.execute(
            """INSERT OR IGNORE INTO deadlines (at, handle, user)
               SELECT earliestDeadline, handle, id FROM users WHERE earliestDeadline IS NOT NULL""")
        # Nobody was away: it begins without a gap.
        connection.execute(
            """UPDATE daemon SET markBootID = NULL, markWall = NULL, markBoot = NULL, gapNumber = NULL,
                   gapStart = NULL, gapEnd = NULL, gapFirstEnd = NULL, sweepUntil = NULL""")
    connection.close()


def flood(path, account, seconds):
    os.setsid()
    become(account)
    Attack(path, CONNECTIONS, valid_calls()).run(seconds)


def measure(path, first, accounts):
    """How many milliseconds after their deadlines people were told of, the shortest first."""
    seconds = first / 1000 - time.time() + PEOPLE * SPACING / 1000 + 1
    floods = [
        multiprocessing.Process(target=flood, args=(path, account, seconds)) for account in accounts]
    late, unread = {}, b""
    with socket.socket(socket.AF_UNIX) as follower:
        follower.connect(path)
        follower.settimeout(30)
        follower.sendall(frame(DAEMON + "ListEvents", {"follow": True}, more=True))
        for process in floods:
            process.start()
        while len(late) < PEOPLE:
            piece = follower.recv(1 << 18)
            now = time.time() * 1000
            if not piece:
                raise ConnectionError("the follower was thrown out")
            *frames, unread = (unread + piece).split(b"\0")
            for event in (json.loads(text)["parameters"].get("event", {}) for text in frames):
                if event.get("kind") == "becameNonResponsive":
                    late[event["user"]] = now - first - int(event["user"][1:]) * SPACING
    for process in floods:
        process.join()
    return sorted(late.values())
