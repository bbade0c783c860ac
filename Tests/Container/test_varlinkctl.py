"""systemd's own client drives the socket, where there is one."""

import json

from story import Story

SOCKET = "unix:/run/lifesignal/lifesignal.sock"
INTERFACES = ["io.lifesignal.Daemon", "io.lifesignal.Outbox", "io.lifesignal.People"]


class Varlinkctl(Story):
    suites = ["trixie"]

    def varlinkctl(self, arguments, user="root", check=True):
        return self.machine.run(f"varlinkctl {arguments}", user, check)

    def call(self, method, parameters, *options, user="root", check=True):
        arguments = f"call {' '.join(options)} --json=short {SOCKET} {method}"
        return self.varlinkctl(f"{arguments} '{json.dumps(parameters)}'", user, check)

    def test_it_says_what_it_is(self):
        said = self.varlinkctl(f"info {SOCKET}").stdout
        for word in "LifeSignal", "lifesignald", *INTERFACES:
            self.assertIn(word, said)
        self.assertEqual(
            sorted(self.varlinkctl(f"list-interfaces {SOCKET}").stdout.split()),
            [*INTERFACES, "org.varlink.service"])

    def test_each_interface_describes_itself_with_no_mistake_that_systemd_knows(self):
        for interface in INTERFACES:
            said = self.varlinkctl(f"introspect {SOCKET} {interface}").stdout
            self.machine.write("/root/interface.varlink", said)
            self.varlinkctl("validate-idl /root/interface.varlink")

    def test_a_user_is_added_and_checks_in(self):
        self.machine.account("ana")
        self.call("io.lifesignal.People.AddUser",
            {"handle": "ana", "name": "Ana", "account": "ana"})
        reply = json.loads(self.call("io.lifesignal.People.CheckIn", {}, user="ana").stdout)
        self.assertEqual(reply["user"]["status"], "active")

    def test_a_listing_comes_reply_by_reply(self):
        self.call("io.lifesignal.People.AddUser", {"handle": "ben", "name": "Ben"})
        said = self.call("io.lifesignal.People.ListUsers", {}, "--more").stdout
        # RFC 7464: a record separator before each, a line feed behind it.
        replies = [json.loads(text) for text in said.split("\x1e") if text.strip()]
        handles = [reply["user"]["handle"] for reply in replies]
        self.assertEqual(handles, ["ana", "ben"])

    def test_what_is_refused_is_refused_by_name(self):
        done = self.call("io.lifesignal.People.CheckIn", {"user": "ben"}, user="ana", check=False)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("org.varlink.service.PermissionDenied", done.stderr)
        done = self.call("io.lifesignal.People.GetUser", {"user": "nobody"}, check=False)
        self.assertIn("io.lifesignal.People.NoSuchUser", done.stderr)
