"""Writes the dump of a database of this version, with rows in every table, to standard output.

Once for each version of the schema, when it is released:
    python3 -B Tests/Storage/dump.py >Tests/lifesignaldTests/Store/Versions/N.sql
"""

import sqlite3
import sys
import tempfile
import time

from daemon import Daemon, varlink


def live(daemon):
    """Something of everything there is."""
    daemon.configuration.write_text(
        'operators: [dora]\nnotify: { heartbeat: { url: "https://example.org/h", every: 1min } }\n'
    )
    daemon.start()
    for handle, interval in [("ana", 3600), ("ben", 86400), ("carla", 86400), ("dora", 86400)]:
        daemon.add(
            handle, checkInInterval=interval, reminders=[600], checkIn=True, account=None,
            phoneNumber="+49 30 1234567", emergencyNote="Key at the neighbour's.",
        )
        daemon.call("People.AddChannel", user=handle, address=f"mailto:{handle}@example.org")
    daemon.add("emil", checkInInterval=1, reminders=[], checkIn=True)
    daemon.add("fritz")
    for dependent, responder in [("ana", "ben"), ("ana", "carla"), ("emil", "ana")]:
        daemon.call("People.AddResponder", dependent=dependent, responder=responder)
    daemon.call("People.SendPing", recipient="ana", sender="ben")
    ping = daemon.call("People.SendPing", recipient="ana", sender="carla")["ping"]
    daemon.call("People.RespondPing", id=ping["id"])
    daemon.call("People.RaiseAlert", user="ben", message="Fell on the stairs.")
    daemon.call("People.ClearAlert", user="ben")
    daemon.call("People.RaiseAlert", user="ana", message="Please come.")
    daemon.call("People.RemoveUser", user="fritz")
    # So often that a run of her check-ins ends.
    for _ in range(40):
        daemon.call("People.CheckIn", user="dora")
    # Emil falls silent; a sender fails for one of the notices, and another is given up.
    time.sleep(2.5)
    with daemon.client() as sender:
        sender._send({"method": "io.lifesignal.Outbox.Take", "parameters": {}, "more": True})
        jobs = [sender._receive()["parameters"]["job"] for _ in range(6)]
        for number, job in enumerate(jobs):
            daemon.call("Outbox.Begin", delivery=job["delivery"])
            daemon.call(
                "Outbox.Report", delivery=job["delivery"], delivered=number % 3 == 0,
                detail="250 OK" if number % 3 == 0 else "451 later", permanent=number % 3 == 2,
            )
    daemon.stop()


def main():
    with tempfile.TemporaryDirectory() as home, Daemon(home, home + "/state") as daemon:
        live(daemon)
        database = sqlite3.connect(home + "/state/lifesignal.db")
        (application,) = database.execute("PRAGMA application_id").fetchone()
        print(f"PRAGMA application_id = {application};")
        for line in database.iterdump():
            print(line)
        for (table,) in database.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        ):
            if not database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]:
                sys.exit(f"no row in {table}")


main()
