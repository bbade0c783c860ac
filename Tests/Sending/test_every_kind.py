"""Every kind of notice on every kind of channel, with hostile texts at their longest: what arrives is what
the daemon wrote, word for word."""

import email
import email.policy
import json
import time
import unittest

import servers
from test_channels import Case, HOOK_SHOW
from world import wait

# 100 characters, what a name may have. It must not be taken for a header, a template, JSON or a command.
NAME = "=?utf-8?Q?X?= “🚨” \\\"'<b>$(id)`%s{0} "
NAME += "🚨" * (100 - len(NAME))
# Lines that SMTP, MIME and terminals know, and 4 KiB in all.
NOTE = "Keys: below the pot.\n.\n..\nFrom me\n--b\nSubject: no\n\x1b[2J\u202e\u2028=3D &amp; "
NOTE += "ß" * ((4096 - len(NOTE.encode())) // 2)
MESSAGE = "\"}],\n.\nnow " + "é" * 900
KINDS = {
    "reminder", "overdue", "nonResponsive", "recovered", "scheduleChanged", "alertRaised", "alertCleared", "ping",
    "pingResponded", "pingCleared", "pingExpired", "contactAdded", "contactRemoved", "system", "test",
}


class EveryKind(Case):
    def setUp(self):
        self.http = servers.HTTP()
        self.mailbox = servers.Mailbox()
        mail = servers.mail_server(self.mailbox)
        self.addCleanup(mail.stop)
        self.arrived = self.world.directory / "arrived"
        self.arrived.mkdir()
        self.world.hook("keep", f"#!/bin/sh\ncat > $(mktemp {self.arrived}/XXXXXXXXXX)\n")
        self.smtp = f'{{ url: "smtp://127.0.0.1:{mail.port}", from: "lifesignal@home.example" }}'
        self.configure("1h")

    def configure(self, expiry):
        self.world.reload_sender(
            f"operators: [ben]\npings: {{ expireAfter: {expiry} }}\nnotify: {{ smtp: {self.smtp} }}\n")
        self.world.call("Daemon.Reload")

    def channels(self, person):
        port = self.http.port
        addresses = {
            "webhook": f"http://127.0.0.1:{port}/hook/{person}",
            "ntfy": f"ntfy://127.0.0.1:{port}/{person}",
            "mail": f"mailto:{person}@example.org",
            "hook": "exec:keep",
            "apprise": f"apprise+json://127.0.0.1:{port}/apprise/{person}",
        }
        return {
            self.world.channel(person, address, private=True): (person, way)
            for way, address in addresses.items()
        }

    def live(self):
        """A life in which everything happens that anybody is told of."""
        call = self.world.call
        call(
            "People.AddUser", handle="ana", name=NAME, emergencyNote=NOTE, phoneNumber="+49301234567",
            checkInInterval=86400, checkIn=True, reminders=[],
        )
        self.world.user("ben", checkIn=True)
        ways = self.channels("ana") | self.channels("ben")
        for channel in ways:
            self.assertTrue(call("People.TestChannel", id=channel)["delivered"])
        call("People.AddResponder", dependent="ana", responder="ben")
        call("People.SendPing", sender="ben", recipient="ana")
        call("People.RespondAllPings", user="ana")
        ping = call("People.SendPing", sender="ben", recipient="ana")["ping"]["id"]
        self.told("ana", "ping", 2)
        call("People.ClearPing", id=ping)
        self.configure("2s")
        call("People.SendPing", sender="ben", recipient="ana")
        call("People.RaiseAlert", user="ana", message=MESSAGE)
        self.told("ben", "alertRaised")
        call("People.ClearAlert", user="ana")
        self.told("ben", "pingExpired")
        call("People.SetUser", user="ana", checkInInterval=172800)
        self.told("ben", "scheduleChanged")
        call("People.SetUser", user="ana", checkInInterval=3, reminders=[2], grace=2, checkIn=True)
        self.told("ben", "nonResponsive")
        call("People.SetUser", user="ana", checkInInterval=86400, checkIn=True)
        call("People.AddUser", handle="carla", name="Carla", checkInInterval=1, reminders=[])
        self.told("ben", "system")
        self.told("ben", "recovered")
        call("People.RemoveResponder", dependent="ana", responder="ben")
        return ways

    def told(self, person, kind, count=1):
        """Waits until every channel has taken the newest of so many of a kind."""
        def done():
            of_kind = [each for each in self.world.notifications(person) if each["kind"] == kind]
            return len(of_kind) >= count and all(
                delivery["state"] == "delivered" for delivery in of_kind[0]["deliveries"])
        wait(done, 30)

    def received(self):
        """By person, way and id: title and body as a person reads them; Apprise and ntfy hand on no id."""
        found = {}
        for _, path, headers, body in self.http.received:
            message = json.loads(body)
            if path == "/":
                found[message["topic"], "ntfy", headers["Idempotency-Key"]] = (message["title"], message["message"])
            elif path.startswith("/apprise/"):
                title, _, text = message["message"].partition("\n\n")
                found.setdefault((path.split("/")[2], "apprise"), []).append((title, text))
            else:
                found[message["to"], "webhook", message["id"]] = (message["title"], message["body"])
        for file in self.arrived.iterdir():
            message = json.loads(file.read_text())
            found[message["to"], "hook", message["id"]] = (message["title"], message["body"])
        for _, envelope in self.mailbox.mails:
            mail = email.message_from_bytes(envelope.content, policy=email.policy.default)
            self.assertEqual(mail.defects, [])
            self.assertEqual(
                sorted(key.lower() for key in mail.keys() if key not in ("X-Priority", "Importance")),
                sorted(set(key.lower() for key in mail.keys() if key not in ("X-Priority", "Importance"))))
            id = mail["Message-ID"][1:].split("@")[0]
            text = mail.get_content().replace("\r\n", "\n").removesuffix(f"\n\n-- \nNotice {id}\n")
            found[mail["To"].split("@")[0].strip("<"), "mail", id] = (str(mail["Subject"]), text)
        return found

    def test_what_arrives_is_what_was_written(self):
        ways = self.live()
        wait(lambda: not self.world.call("Daemon.GetStatus")["status"]["pendingDeliveries"], 30)
        everything = [
            each for person in ("ana", "ben") for each in self.world.notifications(person)]
        self.assertEqual({each["kind"] for each in everything}, KINDS)
        found, compared = self.received(), set()
        for notice in everything:
            for delivery in notice["deliveries"]:
                if delivery["state"] != "delivered":
                    self.assertEqual(delivery["state"], "withdrawn", notice)
                    continue
                person, way = ways[delivery["channel"]]
                written = notice["title"], notice["body"]
                with self.subTest(kind=notice["kind"], way=way):
                    if way == "apprise":
                        # It hands on no id.
                        self.assertTrue(any(self.is_same(way, got, written) for got in found[person, way]), (written, found[person, way]))
                    else:
                        got = found[person, way, notice["id"]]
                        self.assertTrue(self.is_same(way, got, written), f"{got}\n{written}")
                    compared.add((notice["kind"], way))
        missing = {(kind, way) for kind in KINDS for way in ("webhook", "ntfy", "mail", "hook", "apprise")}
        missing -= compared
        self.assertEqual(missing, set())

    def is_same(self, way, got, written):
        """ntfy and Apprise take 250 bytes of title and 4,000 of body: the middle of a title and the end of the
        note are cut, and the rest stays as it is."""
        if way not in ("ntfy", "apprise") or got == written:
            return tuple(map(str.strip, got)) == tuple(map(str.strip, written))
        (title, body), (whole_title, whole_body) = got, written
        if len(title.encode()) > 250 or len(body.encode()) > 4000:
            return False
        # Whom it is about comes first and what is with them last.
        ends = (title[:20], title[-14:]) == (whole_title[:20], whole_title[-14:])
        is_title = ends and (title == whole_title or len(whole_title.encode()) > 250)
        is_body = body == whole_body or len(whole_body.encode()) > 4000
        return is_title and is_body and body[:120] == whole_body[:120]


if __name__ == "__main__":
    unittest.main()
