"""A daemon under load is killed with SIGKILL at random instants, again and again.

    killing.py KILLS [SECONDS [SEED]]     ends after so many kills, or so many seconds

Whatever it answered as done must be in its audit trail after the next start, and no notice whose
delivery was acknowledged may be handed out again.
"""

import collections
import random
import sys
import tempfile
import threading
import time

from daemon import Daemon, Ended, check, varlink

CLIENTS = 4


class Record:
    """What was acknowledged and not yet found again, by what its event must say."""

    def __init__(self):
        self.lock = threading.Lock()
        self.acknowledged = collections.Counter()
        self.total = collections.Counter()
        self.reported = set()
        self.faults = []
        self.is_closed = False

    def done(self, kind, user, token):
        with self.lock:
            if self.is_closed:
                return
            self.acknowledged[(kind, user, token)] += 1
            self.total[kind] += 1

    def delivered(self, delivery):
        with self.lock:
            if not self.is_closed:
                self.reported.add(delivery)

    def ended(self, fault):
        """A client is through: it was cut off, or told that the daemon stops."""
        if isinstance(fault, varlink.Refused) and fault.name.endswith(".Unavailable"):
            return
        if not isinstance(fault, OSError):
            self.faults.append(fault)

    def close(self, is_closed=True):
        """From now on nothing counts."""
        with self.lock:
            self.is_closed = is_closed


class Client(threading.Thread):
    """Does one thing after the other for one user, until the connection is cut."""

    def __init__(self, daemon, record, number, seed):
        super().__init__(daemon=True)
        self.connection = daemon.client()
        self.record = record
        self.handle = f"user{number}"
        self.dice = random.Random(seed)

    def run(self):
        try:
            while True:
                self.act()
        except Exception as fault:
            self.record.ended(fault)

    def act(self):
        call = self.connection.call
        deed = self.dice.random()
        try:
            if deed < 0.6:
                user = call("People.CheckIn", user=self.handle)["user"]
                self.record.done("checkedIn", self.handle, user["lastCheckIn"])
            elif deed < 0.7:
                call("People.SetUser", user=self.handle, name=f"{deed}")
                self.record.done("userChanged", self.handle, None)
            elif deed < 0.8:
                alert = call("People.RaiseAlert", user=self.handle)["alert"]
                self.record.done("alertRaised", self.handle, alert["id"])
            elif deed < 0.9:
                alert = call("People.ClearAlert", user=self.handle)["alert"]
                self.record.done("alertCleared", self.handle, alert["id"])
            else:
                handle = f"n{self.dice.getrandbits(60):x}"
                call("People.AddUser", handle=handle, name=handle)
                self.record.done("userAdded", handle, None)
        except varlink.Refused as refused:
            if not refused.name.endswith((".AlertActive", ".NoActiveAlert")):
                raise


class Sender(threading.Thread):
    """Takes deliveries and reports each as made."""

    def __init__(self, daemon, record):
        super().__init__(daemon=True)
        self.stream = daemon.client()
        self.connection = daemon.client()
        self.record = record

    def run(self):
        try:
            self.stream._send(
                {"method": "io.lifesignal.Outbox.Take", "parameters": {}, "more": True}
            )
            while True:
                self.deliver(self.stream._receive()["parameters"]["job"]["delivery"])
        except Exception as fault:
            self.record.ended(fault)

    def deliver(self, delivery):
        assert delivery not in self.record.reported, f"{delivery} is handed out again"
        try:
            self.connection.call("Outbox.Begin", delivery=delivery)
            self.connection.call("Outbox.Report", delivery=delivery, delivered=True)
        except varlink.Refused as refused:
            if refused.name.endswith(".Withdrawn"):
                return
            raise
        self.record.delivered(delivery)


def token(event):
    if event["kind"] == "checkedIn":
        return event["at"]
    if event["kind"].startswith("alert"):
        return event["detail"]["alert"]
    return None


def compare(daemon, record, since):
    """What was acknowledged and is not in the audit trail; and the number of its last entry."""
    events = daemon.list("Daemon.ListEvents", "event", **({"since": since} if since else {}))
    for event in events:
        record.acknowledged[(event["kind"], event.get("user"), token(event))] -= 1
    lost = +record.acknowledged
    # What was done and not acknowledged may stand there, as may what the daemon did by itself.
    record.acknowledged.clear()
    return lost, events[-1]["sequence"] if events else since


def find_again(daemon, record, since):
    lost, since = compare(daemon, record, since)
    assert not lost, f"acknowledged and lost: {list(lost)[:5]}"
    return since


def prepare(daemon):
    daemon.start()
    for number in range(CLIENTS):
        daemon.add(f"user{number}", checkIn=True)
        daemon.call(
            "People.AddChannel", user=f"user{number}", address=f"mailto:u{number}@example.org"
        )
    for number in range(CLIENTS):
        daemon.call(
            "People.AddResponder", dependent=f"user{number}",
            responder=f"user{(number + 1) % CLIENTS}",
        )


def load(daemon, record, dice):
    threads = [
        Client(daemon, record, number, dice.getrandbits(32)) for number in range(CLIENTS)
    ] + [Sender(daemon, record)]
    for thread in threads:
        thread.start()
    return threads


def main():
    kills, seconds = int(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else 3600
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.SystemRandom().getrandbits(32)
    print(f"seed {seed}")
    dice = random.Random(seed)
    record, began, done, since = Record(), time.monotonic(), 0, None
    with tempfile.TemporaryDirectory(prefix="lifesignal-kill-") as home:
        with Daemon(home, home + "/state") as daemon:
            prepare(daemon)
            while done < kills and time.monotonic() - began < seconds:
                since = find_again(daemon, record, since)
                threads = load(daemon, record, dice)
                time.sleep(dice.uniform(0, 0.25))
                daemon.kill()
                for thread in threads:
                    thread.join(timeout=20)
                assert not record.faults, record.faults
                done += 1
                # Sometimes the start itself is killed.
                while dice.random() < 0.25 and done < kills:
                    daemon.launch()
                    time.sleep(dice.uniform(0, 0.15))
                    daemon.kill()
                    done += 1
                daemon.start()
            find_again(daemon, record, since)
            daemon.stop()
            status, said = check(daemon.state)
            assert status == 0, said
    total = sum(record.total.values()) + len(record.reported)
    print(
        f"{done} kills in {time.monotonic() - began:.0f} s: all of {total} acknowledged deeds found "
        f"again ({dict(record.total)}, {len(record.reported)} deliveries)"
    )


if __name__ == "__main__":
    main()
