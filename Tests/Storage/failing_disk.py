"""Every open, write, allocation, cut and sync of a daemon's life fails, once, one after the other.

    failing_disk.py [STRIDE [FIRST]]     every STRIDE-th of them; the default is all

Three lives: one that begins with nothing, and two that begin with what a killed daemon left: a log so long
that a commit writes it back to the database, and one that is written back between two rounds.

What must hold each time: what was answered as done is there afterwards; the daemon goes on or ends
with 74; without the fault it starts again, and the database is in order.
"""

import base64
import concurrent.futures
import errno
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from daemon import STORAGE, Daemon, Ended, check, varlink

HERE = pathlib.Path(__file__).resolve().parent
NOTE = "x" * 4000


class Story:
    """What is asked of a daemon, and what it answered as done."""

    def __init__(self, daemon):
        self.daemon = daemon
        self.done = set()
        self.refused = set()

    def ask(self, what, method, **parameters):
        try:
            self.daemon.call(method, **parameters)
            self.done.add(what)
        except varlink.Refused as refused:
            assert refused.name.endswith(
                (".Unavailable", ".NoSuchUser", ".NoActiveAlert")
            ), refused
            if refused.name.endswith(".Unavailable"):
                self.refused.add(what)
        except OSError:
            pass

    def backup(self):
        try:
            pieces = self.daemon.list("Daemon.Backup", "data")
        except (varlink.Refused, OSError):
            return
        copy = self.daemon.home / "backup.db"
        copy.write_bytes(b"".join(base64.b64decode(piece) for piece in pieces))
        self.done.add("backup")

    def tell(self):
        for handle in ("ana", "ben"):
            self.ask(handle, "People.AddUser", handle=handle, name=handle, checkIn=True)
        self.ask("channel", "People.AddChannel", user="ben", address="mailto:ben@example.org")
        self.ask("edge", "People.AddResponder", dependent="ana", responder="ben")
        for number in range(3):
            self.ask(f"checkIn{number}", "People.CheckIn", user="ana")
        self.ask("note", "People.SetUser", user="ana", emergencyNote=NOTE)
        self.ask("alert", "People.RaiseAlert", user="ana", message="m")
        self.backup()
        self.ask("clear", "People.ClearAlert", user="ana")
        # The fault is over: a sign of life counts now, whatever happened.
        self.ask("last", "People.CheckIn", user="ana", source="hook")

    def found(self):
        """What of it is there now."""
        daemon = self.daemon
        users = {user["handle"]: user for user in daemon.list("People.ListUsers", "user")}
        found = set(users)
        if "ben" in users:
            if daemon.list("People.ListChannels", "channel", user="ben"):
                found.add("channel")
        if "ana" in users:
            if daemon.list("People.ListResponders", "contact", user="ana"):
                found.add("edge")
            sources = [
                record["source"]
                for record in daemon.list("People.ListCheckIns", "checkIn", user="ana")
            ]
            # The first came with the user.
            checked_in = {f"checkIn{number}" for number in range(3)} & self.done
            if sources.count("manual") - 1 >= len(checked_in):
                found |= checked_in
            if "hook" in sources:
                found.add("last")
            if users["ana"]["emergencyNote"] == NOTE:
                found.add("note")
            alerts = daemon.list("People.ListAlerts", "alert", user="ana")
            if alerts:
                found.add("alert")
                if alerts[0].get("endedAt"):
                    found.add("clear")
        return found


def library(directory):
    path = f"{directory}/faults.so"
    subprocess.run(
        ["gcc", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", path, HERE / "faults.c", "-ldl"],
        check=True,
    )
    return path


# Of the log: a commit that finds 500 writes them back, and 350 are when nobody waits.
LONG = 490
SHORTER = 400

LENGTHEN = """
import os, sqlite3, sys

def pages():
    # Of the log's file, those that bear the number of its header; behind them is what it is yet to be.
    with open(sys.argv[1] + "-wal", "rb") as file:
        log = file.read()
    frames = range(32, len(log), 24 + 4096)
    return next((n for n, at in enumerate(frames) if log[at + 8 : at + 16] != log[16:24]), len(frames))

database = sqlite3.connect(sys.argv[1], isolation_level=None)
database.execute("PRAGMA locking_mode = EXCLUSIVE")
database.execute("PRAGMA wal_autocheckpoint = 0")
while pages() < int(sys.argv[2]):
    database.execute(
        "INSERT INTO events (at, kind, by, detail) SELECT at, 'started', by, detail FROM events LIMIT 1")
os._exit(0)
"""


def leave_log(home, pages):
    """The state of a daemon that was killed with so many pages in its log."""
    with Daemon(home, home + f"/{pages}") as daemon:
        daemon.start()
        daemon.add("xaver", checkIn=True)
        daemon.kill(signal.SIGKILL)
    database = str(daemon.state / "lifesignal.db")
    subprocess.run([sys.executable, "-c", LENGTHEN, database, str(pages)], check=True)
    (daemon.state / "reserve").unlink()
    return daemon.state


def live(library_path, number, code, before=None):
    """One life with one fault, on a copy of the state `before`; how it ended, and what was counted."""
    with tempfile.TemporaryDirectory(prefix="lifesignal-fault-") as home:
        if before:
            shutil.copytree(before, home + "/state")
        with Daemon(home, home + "/state") as daemon:
            story = Story(daemon)
            ending = "went on"
            try:
                daemon.start(
                    LD_PRELOAD=library_path, FAULT_BELOW=home + "/state", FAULT_AT=str(number),
                    FAULT_ERRNO=str(code), FAULT_LOG=home + "/calls",
                )
                story.tell()
                # Nobody asks for anything for a moment.
                time.sleep(0.1)
                told = (pathlib.Path(home) / "calls").read_text().splitlines()
                status = daemon.kill(signal.SIGTERM)
            except Ended as ended:
                status = ended.status
            if status != 0:
                assert status == STORAGE, f"ended with {status}: {daemon.log()[-3000:]}"
                ending = "ended with 74"
            calls = (pathlib.Path(home) / "calls").read_text().splitlines()
            if number == 0 and before:
                # Closing does it too.
                writes = [call for call in told if call.endswith("write /lifesignal.db")]
                assert writes, "the log was not written back"
            judge(daemon, story, ending)
            return ending, calls


def judge(daemon, story, ending):
    daemon.start()
    found = story.found()
    lost = story.done - {"backup"} - found
    assert not lost, f"answered as done and lost: {lost}"
    if ending == "went on":
        assert "ana" not in story.done or "last" in story.done, "it took no check-in afterwards"
        kept = {name for name in story.refused if not name.startswith("checkIn")} & found
        assert not kept, f"refused and kept: {kept}"
    daemon.add("zoe", checkIn=True)
    daemon.stop()
    for state in [daemon.state] + ([restored(daemon)] if "backup" in story.done else []):
        status, said = check(state)
        assert status == 0, said


def restored(daemon):
    """A state directory with the backup that was answered as complete."""
    state = daemon.home / "restored"
    state.mkdir(mode=0o700)
    (state / "lock").touch()
    os.rename(daemon.home / "backup.db", state / "lifesignal.db")
    return state


def main():
    stride = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="lifesignal-faults-") as directory:
        path = library(directory)
        endings, lives, calls = {}, 0, 0
        for before in (None, leave_log(directory, LONG), leave_log(directory, SHORTER)):
            counted = fail_each(path, before, first, stride, endings)
            lives, calls = lives + counted[0], calls + counted[1]
    for (name, call, ending), times in sorted(endings.items()):
        print(f"{name} on {call}: {ending} {times} times")
    print(f"{lives} lives over {calls} calls, {time.monotonic() - began:.0f} s: all held")


def fail_each(path, before, first, stride, endings):
    """How many lives there were, and how many calls one has."""
    ending, calls = live(path, 0, 0, before)
    assert ending == "went on"
    cases = [
        (number, code)
        for code in (errno.EIO, errno.ENOSPC)
        for number in range(first, len(calls) + 1, stride)
    ]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        lives = {pool.submit(live, path, *case, before): case for case in cases}
        for life in concurrent.futures.as_completed(lives):
            number, code = lives[life]
            try:
                ending, _ = life.result()
            except Exception:
                print(f"failing call: {calls[number - 1]} ({errno.errorcode[code]})")
                pool.shutdown(cancel_futures=True)
                raise
            key = (errno.errorcode[code], calls[number - 1].split()[1], ending)
            endings[key] = endings.get(key, 0) + 1
    return len(cases), len(calls)


if __name__ == "__main__":
    main()
