"""1,000 notifications over 50 channels, a third of them failing, and the daemon and two senders killed
throughout.

    storm.py [NOTIFICATIONS [SEED]]

Every notification must end delivered or failed with a reason, each at its receiver under its own id
as often as it was tried and never under another's; or withdrawn, where another one says the opposite
later. There are so many besides those that are withdrawn.
"""

import collections
import json
import os
import pathlib
import random
import sys
import threading
import time

import servers
from world import World, wait

PEOPLE, CHANNELS_EACH = 10, 5
# Of each person's five channels; what can only fail is among them, and what fails now and then.
WAYS = ["ok", "hook", "mixed", "500", "404"]
FEW_WAYS_MORE = ["garble", "close", "redirect", "slow", "mail", "mail-refused"]
FEW_WAYS_MORE += ["hook-dies", "hook-loud", "hook-forks", "https", "https-untrusted", "ntfy", "apprise"]
# Each attempt takes as long as an attempt may: 30 s.
ENDLESS_WAYS = ["hang", "hook-hangs", "mail-hangs"]
GOOD_WAYS = ["ok", "hook", "mail", "slow", "hook-forks", "https", "ntfy"]
# Of these the receiver sees no id of each notification.
NAMELESS_WAYS = ["apprise"]
SENDERS = ["lifesignal-notify", "lifesignal-notify-2"]
# The mail server wants TLS and a login.
CONFIGURATION = """
notify:
  retryFor: {retry}s
  smtp:
    url: "smtp://localhost:{port}"
    from: "lifesignal@home.example"
    user: u
    passwordFile: {directory}/password
"""


OPPOSITES = {
    "now looks out for you": "no longer looks out for you",
    "no longer looks out for you": "now looks out for you",
    "now look out for": "no longer look out for",
    "no longer look out for": "now look out for",
}


def words(title):
    """What a notice about an edge says of it."""
    return next(words for words in OPPOSITES if words in title)


class Storm:
    def __init__(self, count, seed):
        self.count = count
        self.random = random.Random(seed)
        self.http = servers.HTTP()
        self.mailbox = servers.Mailbox()
        self.world = World()
        directory = self.world.directory
        trusted = servers.Authority(directory, "trusted")
        certificate = trusted.issue()
        self.https = servers.HTTP(certificate)
        self.untrusted = servers.HTTP(servers.Authority(directory, "mallory").issue())
        self.mail = servers.mail_server(self.mailbox, certificate=certificate, auth=True)
        (directory / "password").write_text("pa ssü\n")
        # Long enough for some retries, short enough for a test.
        retry = 60 if count > 300 else 20
        self.world.configuration.write_text(
            CONFIGURATION.format(retry=retry, port=self.mail.port, directory=directory)
        )
        self.world.environment["SSL_CERT_FILE"] = str(trusted.path)
        self.world.environment["PATH"] = (
            str(pathlib.Path(sys.executable).parent) + ":" + os.environ["PATH"]
        )
        self.hooked = self.world.directory / "hooked"
        self.hooked.mkdir()
        keep = f"cat > $(mktemp {self.hooked}/$(basename $0).XXXXXXXXXX)\n"
        self.world.hook("hook", f"#!/bin/sh\nexec {keep}")
        self.world.hook("hook-forks", f"#!/bin/sh\n{keep}sleep 100 &\n")
        self.world.hook("hook-hangs", "#!/bin/sh\nsleep 100\n")
        self.world.hook("hook-dies", "#!/bin/sh\nkill -9 $$\n")
        self.world.hook("hook-loud", "#!/bin/sh\nhead -c 3000000 /dev/zero; exit 3\n")
        self.ways = {}
        self.written = 0
        self.merged = 0
        self.kills = collections.Counter()
        self.is_over = threading.Event()

    def address(self, person, way):
        if way.startswith("hook"):
            return f"exec:{way}"
        if way == "mail":
            return f"mailto:{person}@example.org"
        if way == "mail-refused":
            return f"mailto:nobody@{person}.example.org"
        if way == "mail-hangs":
            return f"mailto:hang@{person}.example.org"
        if way == "ntfy":
            return f"ntfy://127.0.0.1:{self.http.port}/{person}"
        if way == "apprise":
            return f"apprise+json://user:word@127.0.0.1:{self.http.port}/apprise/{person}"
        if way.startswith("https"):
            port = (self.untrusted if way == "https-untrusted" else self.https).port
            return f"https://localhost:{port}/{way}/{person}"
        return f"http://127.0.0.1:{self.http.port}/{way}/{person}"

    def people(self):
        for number in range(PEOPLE):
            person = f"p{number}"
            self.world.user(person)
            ways = WAYS + FEW_WAYS_MORE + (ENDLESS_WAYS if self.count > 300 else [])
            chosen = [ways[(number * CHANNELS_EACH + each) % len(ways)] for each in range(CHANNELS_EACH)]
            for way in dict.fromkeys(chosen + WAYS):
                if len([c for c in self.ways.values() if c[0] == person]) < CHANNELS_EACH:
                    self.ways[self.world.channel(person, self.address(person, way))] = (person, way)

    def write_notices(self):
        """Edges that come and go: each tells both sides, on all of their channels. On channels that fail what was
        said of an edge before is withdrawn, so a fifth more are written than are counted."""
        pairs = [(a, b) for a in range(PEOPLE) for b in range(PEOPLE) if a != b]
        tied = set()
        while self.written * 5 < self.count * 3:
            a, b = pair = self.random.choice(pairs)
            method = "RemoveResponder" if pair in tied else "AddResponder"
            try:
                self.world.call(f"People.{method}", dependent=f"p{a}", responder=f"p{b}")
            # Carried out before the daemon died, and not answered.
            except servers_refusals():
                pass
            tied ^= {pair}
            self.written += 1
            time.sleep(self.random.random() * 0.05)

    def kill_at_random(self):
        while not self.is_over.wait(self.random.uniform(0.3, 4.0)):
            name = self.random.choice(["lifesignald"] + SENDERS)
            self.world.kill(name)
            self.kills[name] += 1
            time.sleep(self.random.uniform(0, 0.3))
            self.world.start(name, waits=False)

    def open_count(self):
        """Counted by the daemon: listing thousands again and again would be a storm of its own."""
        return self.world.call("Daemon.GetStatus")["status"]["pendingDeliveries"]

    def open_deliveries(self):
        return [
            (notification, delivery)
            for person in range(PEOPLE)
            for notification in self.world.notifications(f"p{person}")
            for delivery in notification["deliveries"]
            if delivery["state"] == "pending"
        ]

    def received_ids(self):
        """How often each channel's receiver got each notification."""
        counts = collections.Counter()
        under_key = {}

        def take(place, message):
            ids = [part["id"] for part in message.get("notices", [])] or [message["id"]]
            self.merged += len(ids) > 1
            for id in ids:
                counts[place, message["to"], id] += 1
            return ids

        assert not self.untrusted.received
        for _, path, headers, body in self.http.received + self.https.received:
            message = json.loads(body)
            if path == "/":
                text = message["message"]
                ids = text.rsplit("Notices: ", 1)[1].split(", ") if "\nNotices: " in text else []
                for id in ids or [headers["Idempotency-Key"]]:
                    counts["ntfy", message["topic"], id] += 1
            elif path.startswith("/apprise/"):
                counts["apprise", path.split("/")[2], None] += 1
            else:
                place, key = path.strip("/").split("/")[0], headers["Idempotency-Key"]
                assert key == message["id"]
                ids = take(place, message)
                # Whoever remembers the key drops what comes again under it.
                first = under_key.setdefault((place, message["to"], key), ids)
                assert set(ids) <= set(first), f"lost on whoever remembers {key}: {ids}"
        for file in self.hooked.iterdir():
            text = file.read_text()
            # A hook that was killed together with its sender may have written less.
            if text.endswith("}\n"):
                take(file.name.split(".")[0], json.loads(text))
        for is_encrypted, envelope in self.mailbox.mails:
            assert is_encrypted
            text = envelope.content.decode().replace("=\r\n", "")
            person = envelope.rcpt_tos[0].split("@")[0]
            ids = text.rsplit("Notices: ", 1)[1].split() if "\nNotices: " in text else []
            ids = ids or [text.split("Message-ID: <")[1].split("@")[0]]
            for id in ids:
                counts["mail", person, id.strip(",")] += 1
        return counts

    def judge(self):
        received = self.received_ids()
        states, known, total = collections.Counter(), set(), 0
        # Who is told about whom, as often as each word of it was said later.
        said = collections.Counter()
        tried, arrived = collections.Counter(), set()
        for number in range(PEOPLE):
            person = f"p{number}"
            # The newest first.
            for notification in self.world.notifications(person):
                title = notification["title"]
                opposite = said[person, OPPOSITES[words(title)], notification["about"]]
                said[person, words(title), notification["about"]] += 1
                deliveries = notification["deliveries"]
                total += any(d["state"] != "withdrawn" for d in deliveries)
                assert deliveries, "a notification without a delivery"
                for delivery in deliveries:
                    owner, way = self.ways[delivery["channel"]]
                    assert owner == person
                    place = (way, person, notification["id"])
                    known.add(place)
                    states[way, delivery["state"]] += 1
                    if delivery["state"] == "withdrawn":
                        assert opposite, f"withdrawn, and nothing else was said: {place}"
                        if way in NAMELESS_WAYS:
                            tried[way, person, None] += len(delivery["attempts"])
                        assert received[place] <= len(delivery["attempts"]), f"sent unasked: {place}"
                        continue
                    last = delivery["attempts"][-1]
                    assert delivery["state"] in ("delivered", "failed"), (place, delivery)
                    assert last["detail"], (place, delivery)
                    if way in NAMELESS_WAYS:
                        assert last["delivered"] == (delivery["state"] == "delivered")
                        tried[way, person, None] += len(delivery["attempts"])
                        if last["delivered"]:
                            arrived.add((way, person, None))
                        continue
                    if delivery["state"] == "delivered":
                        assert last["delivered"], (place, delivery)
                        assert received[place] >= 1, f"lost: {place}"
                    else:
                        assert way not in GOOD_WAYS, (place, delivery)
                    assert received[place] <= len(delivery["attempts"]), f"sent unasked: {place}"
        for place in arrived:
            assert received[place] >= 1, f"lost: {place}"
        for place in tried:
            assert received.pop(place, 0) <= tried[place], f"sent unasked: {place}"
        for place in received:
            assert place in known, f"an id that nobody wrote: {place}"
        assert total >= self.count, f"only {total} notifications"
        # What waits behind a slow attempt goes as one.
        assert self.merged or self.count < 1000, "nothing was merged"
        repeats = sum(count - 1 for place, count in received.items() if place[0] in GOOD_WAYS)
        return total, states, repeats

    def run(self):
        with self.world:
            self.world.start(SENDERS[1])
            self.people()
            assert len(self.ways) == PEOPLE * CHANNELS_EACH
            killer = threading.Thread(target=self.kill_at_random)
            killer.start()
            began = time.monotonic()
            try:
                self.write_notices()
                # The end comes without kills, or it might never come.
                calm = max(time.monotonic(), began + (150 if self.count > 300 else 20))
                limit = calm + (450 if self.count > 300 else 100)
                while self.open_count():
                    assert time.monotonic() < limit, f"still open: {self.open_deliveries()[:3]}"
                    if time.monotonic() > calm:
                        self.is_over.set()
                    time.sleep(1)
            except AssertionError:
                for name in ["lifesignald"] + SENDERS:
                    print(f"-- {name}:", *self.world.log(name).splitlines()[-15:], sep="\n")
                raise
            finally:
                self.is_over.set()
                killer.join()
            total, states, repeats = self.judge()
        self.mail.stop()
        print(
            f"{total} notifications, {sum(states.values())} deliveries over {len(self.ways)} channels in "
            f"{time.monotonic() - began:.0f} s; killed: {dict(self.kills)}; repeated: {repeats}; merged: {self.merged}"
        )
        for (way, state), count in sorted(states.items()):
            print(f"  {way:13} {state:10} {count}")


def servers_refusals():
    import varlink

    return varlink.Refused


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1 << 30)
    print(f"{count} notifications, seed {seed}", flush=True)
    Storm(count, seed).run()
