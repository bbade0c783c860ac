"""Locked in, and everything still works: peers, the clock, hooks, TLS, Apprise, credentials."""

import hashlib
import hmac
import json
import pathlib
import subprocess
import sys

from machine import wait
from story import Story
from test_life import Life

HERE = pathlib.Path(__file__).resolve().parent
KEY = "a key that signs"
# Runs inside the daemon's walls right before it: it may read the clock, and not set it.
CLOCK = r"""#!/usr/bin/perl
use Config;
my ($adjtimex, $settime) = $Config{archname} =~ /x86_64/ ? (159, 227) : (171, 112);
my $timex = "\0" x 256;
print "<5>reading: ", syscall($adjtimex, $timex) < 0 ? "refused" : "allowed", "\n";
print "<5>setting: ", syscall($settime, 0, pack("qq", time, 0)) < 0 ? "refused" : "allowed", "\n";
"""
# What a hook sees from within the sender's walls.
HOOK = """#!/bin/bash
say() { logger --tag walls "$1: $(if eval "$2" >/dev/null 2>&1; then echo yes; else echo no; fi)"; }
say 'sees notice' 'grep -q \\"kind\\":\\"test\\"'
say 'writes to /tmp' 'touch /tmp/a'
say 'writes to /var' 'touch /var/tmp/../a'
say 'reads the database' 'cat /var/lib/lifesignal/lifesignal.db'
say 'sees homes' 'ls /home/ana'
say 'is root' 'test $EUID = 0'
say 'gets new privileges' '! grep -q NoNewPrivs:.1 /proc/self/status'
"""


class Daemon(Story):
    @classmethod
    def prepare(cls, machine):
        machine.write("/usr/local/bin/clock", CLOCK, 0o755)
        machine.write("/etc/systemd/system/lifesignald.service.d/clock.conf",
            "[Service]\nExecStartPre=/usr/local/bin/clock\n")
        machine.run("systemctl daemon-reload && systemctl restart lifesignald")

    def test_the_clock_can_be_read_and_not_be_set(self):
        said = {each["MESSAGE"] for each in self.machine.journal("-t clock")}
        self.assertEqual(said, {"reading: allowed", "setting: refused"})

    def test_its_session_is_as_nice_as_it_is(self):
        pid = self.machine.run("systemctl show --property MainPID --value lifesignald").stdout.strip()
        self.assertEqual(self.machine.run(f"awk '{{print $19}}' /proc/{pid}/stat").stdout.strip(), "-10")
        # A machine within another may have been denied what LimitNICE= asks for.
        may = self.machine.run("prlimit --pid $$ --nice=30", check=False).returncode == 0
        session = self.machine.run(f"cat /proc/{pid}/autogroup").stdout
        self.assertIn("nice -10" if may else "nice ", session)

    def test_it_may_have_as_many_connections_as_its_limits_allow(self):
        pid = self.machine.run("systemctl show --property MainPID --value lifesignald").stdout.strip()
        limits = self.machine.run(f"cat /proc/{pid}/limits").stdout
        self.assertRegex(limits, r"Max open files +8192 +8192 ")

    def test_peers_are_who_they_are(self):
        self.machine.account("ana")
        self.machine.ctl("user add ana --name Ana --account ana")
        self.machine.ctl("check-in", "ana")
        entry = self.machine.entry("LIFESIGNAL_EVENT=checkedIn")
        self.assertEqual(entry["LIFESIGNAL_ACTOR"], "user:ana")


# What the walls block is refused without a word. Here it ends the process instead, with SIGSYS.
# Only libdispatch, which sets priorities for its threads if it may, is let do so.
DEADLY = """[Service]
SystemCallErrorNumber=kill
SystemCallFilter=setpriority
"""


class Blocked(Life):
    """The same life behind walls that kill: whoever survives has tried nothing that they block."""

    @classmethod
    def prepare(cls, machine):
        for unit in "lifesignald", "lifesignal-notify":
            machine.write(f"/etc/systemd/system/{unit}.service.d/deadly.conf", DEADLY)
        machine.run("systemctl daemon-reload && systemctl restart lifesignald")
        super().prepare(machine)
        wait("both services run", machine.runs)

    def test_reloads_and_backups_are_no_exception(self):
        self.machine.run("systemctl reload lifesignald lifesignal-notify")
        self.machine.ctl("backup /root/backup.db")
        self.machine.run("systemctl restart lifesignald")
        self.machine.ctl("status")

    def test_nothing_that_either_tried_was_blocked(self):
        for unit in "lifesignald", "lifesignal-notify":
            self.assertEqual(self.machine.unit(unit, "NRestarts", "Result"), ["0", "success"])
        said = self.machine.run("journalctl --sync; journalctl _PID=1 -p notice").stdout
        self.assertNotIn("SYS", said)

    def test_what_is_blocked_would_have_been_seen(self):
        self.machine.write("/usr/local/bin/clock", CLOCK, 0o755)
        self.machine.write("/etc/systemd/system/lifesignald.service.d/clock.conf",
            "[Service]\nExecStartPre=/usr/local/bin/clock\nRestart=no\n")
        self.machine.run("systemctl daemon-reload")
        done = self.machine.run("systemctl restart lifesignald", check=False)
        self.assertNotEqual(done.returncode, 0)
        self.machine.entry("_PID=1 -p notice --grep=SYS")


class Sender(Story):
    """The servers run beside the machine, in its own network of nothing but loopback."""

    minutes = 1

    @classmethod
    def prepare(cls, machine):
        machine.run("apt install --yes apprise")
        cls.trust(machine)
        machine.write("/etc/lifesignal/hooks/walls", HOOK, 0o755)
        machine.write("/etc/lifesignal/webhook-key", KEY + "\n", 0o600)
        machine.write("/etc/systemd/system/lifesignal-notify.service.d/key.conf",
            DEADLY + "LoadCredential=webhook-key:/etc/lifesignal/webhook-key\n")
        machine.configure("notify: { webhookKeyCredential: webhook-key }\n")
        machine.run("systemctl daemon-reload && systemctl restart lifesignal-notify")
        machine.account("ana")
        machine.ctl("user add ana --name Ana --check-in")

    @classmethod
    def trust(cls, machine):
        """Two servers of web hooks: one whose certificate the machine trusts, and another."""
        for name, port in ("known", 8443), ("unknown", 8444):
            certificate = machine.directory / f"{name}.pem"
            subprocess.run(
                ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
                "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
                "subjectAltName=DNS:localhost", "-keyout", certificate, "-out",
                machine.directory / f"{name}.crt"], check=True, capture_output=True)
            with open(certificate, "a") as file:
                file.write((machine.directory / f"{name}.crt").read_text())
            cls.serve(machine, name, port, certificate)
        cls.serve(machine, "plain", 8080)
        authority = pathlib.Path(f"{machine.root}/usr/local/share/ca-certificates/known.crt")
        authority.parent.mkdir(parents=True, exist_ok=True)
        authority.write_text((machine.directory / "known.crt").read_text())
        machine.run("update-ca-certificates")

    @classmethod
    def serve(cls, machine, name, port, *certificate):
        command = machine.inside("--net") + [sys.executable, HERE / "webhook.py", str(port)]
        server = subprocess.Popen(
            [*command, machine.directory / f"{name}.received", *certificate])
        cls.addClassCleanup(server.wait)
        cls.addClassCleanup(server.terminate)

    def received(self, name):
        file = self.machine.directory / f"{name}.received"
        return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []

    def try_channel(self, address):
        """Adds a channel for Ana and tests it."""
        added = self.machine.ctl(f"channel add -u ana '{address}'").stdout
        channel = added.split()[2].rstrip(":")
        return self.machine.ctl(f"channel test {channel}", check=False)

    def test_tls_with_a_certificate_that_the_system_trusts(self):
        self.assertIn("Handed to ", self.try_channel("https://localhost:8443/ana").stdout)
        self.assertEqual(json.loads(self.received("known")[-1]["body"])["kind"], "test")

    def test_what_it_gets_is_signed_with_the_credential(self):
        got = self.received("known")[-1]
        expected = hmac.new(KEY.encode(), got["body"].encode(), hashlib.sha256).hexdigest()
        self.assertEqual(got["headers"]["X-LifeSignal-Signature-256"], f"sha256={expected}")

    def test_tls_with_another_is_refused(self):
        done = self.try_channel("https://localhost:8444/ana")
        self.assertIn("certificate", done.stderr)
        self.assertEqual(self.received("unknown"), [])

    def test_apprise(self):
        done = self.try_channel("apprise+json://127.0.0.1:8080/ana")
        self.assertIn("Handed to ", done.stdout, done.stderr)
        self.assertIn("LifeSignal test", self.received("plain")[-1]["body"])

    def test_a_hook_gets_its_notice_and_nothing_more(self):
        self.assertIn("Handed to ", self.try_channel("exec:walls").stdout)
        self.machine.entry("-t walls --grep=privileges")
        said = dict(
            each["MESSAGE"].split(": ") for each in self.machine.journal("-t walls"))
        self.assertEqual(said, {
            "sees notice": "yes", "writes to /tmp": "yes", "writes to /var": "no",
            "reads the database": "no", "sees homes": "no", "is root": "no",
            "gets new privileges": "no",
        })

    def test_a_name_is_resolved_and_an_address_of_nowhere_is_tried_again(self):
        done = self.try_channel("https://there-is-no-such-host.invalid/ana")
        self.assertNotEqual(done.returncode, 0)
        self.assertTrue(self.machine.is_running("lifesignal-notify"))

    def test_nothing_of_all_this_was_blocked(self):
        self.assertEqual(
            self.machine.unit("lifesignal-notify", "NRestarts", "Result"), ["0", "success"])
