"""Reloading: what can change does, without a restart, and what is wrong is said."""

import time

from machine import wait
from story import Story

NUMBER = "io.lifesignal.Daemon.GetHealth"


# The tool waits for 15 s where nobody answers; the rest is for a machine that has much else to do.
GIVES_UP_WITHIN = 60
# What a daemon that can't start waits for, before it ends.
TRIES_AGAIN_AFTER = 5
UNREACHABLE = 69


class Refused(Story):
    def assert_given_up(self, arguments, beginning):
        """The socket is there, and nobody behind it."""
        began = time.monotonic()
        done = self.machine.ctl(arguments, check=False)
        self.assertLess(time.monotonic() - began, GIVES_UP_WITHIN)
        self.assertEqual(done.returncode, UNREACHABLE)
        self.assertEqual(done.stderr, f"{beginning}: lifesignald does not answer. "
            "See: systemctl status lifesignald\n")


class Reload(Refused):
    @classmethod
    def prepare(cls, machine):
        machine.ctl("user add ana --name Ana")

    def emergency_number(self):
        return self.machine.call(NUMBER)["emergencyNumber"]

    def pids(self):
        return self.machine.pid(), self.machine.pid("lifesignal-notify")

    def test_a_good_one_is_in_force_when_systemctl_returns(self):
        before = self.pids()
        self.machine.configure('emergencyNumber: "112"\n')
        self.machine.run("systemctl reload lifesignald")
        self.assertEqual(self.emergency_number(), "112")
        self.assertEqual(self.pids(), before)

    def test_the_sender_has_read_it_too(self):
        wait("the sender says so", lambda: any(
            "read anew" in each["MESSAGE"] for each in self.machine.journal("-u lifesignal-notify")
        ))

    def test_a_bad_one_fails_and_says_file_key_and_reason(self):
        self.machine.configure("retention: never\n", "wrong")
        type(self).before = self.pids()
        done = self.machine.run("systemctl reload lifesignald", check=False)
        self.assertNotEqual(done.returncode, 0)
        said = wait("the status says so", self.says_not_reloaded)
        for word in "wrong.yaml", "retention":
            self.assertIn(word, said)

    def says_not_reloaded(self):
        said = self.machine.run("systemctl status lifesignald", check=False).stdout
        return said if "NOT reloaded" in said else None

    def test_the_daemon_goes_on_with_what_it_had(self):
        # systemctl waits for the daemon's reload alone; the sender's, which follows from it, may end after.
        wait("both run, and neither reloads", self.machine.runs)
        self.assertEqual(self.pids(), self.before)
        self.assertEqual(self.emergency_number(), "112")

    def test_it_does_not_start_with_a_mistake_and_says_what_is_wrong(self):
        self.machine.run("systemctl restart lifesignald", check=False)
        wait("it has ended", lambda: self.machine.unit("lifesignald", "ExecMainStatus") == "78")
        self.assertFalse(self.machine.is_running())
        # An error that it goes on in spite of is a warning.
        said = self.machine.entry("-t lifesignald -p crit")
        self.assertIn("wrong.yaml", said["MESSAGE"])

    def test_trying_again_and_again_it_does_not_fill_the_journal(self):
        began, before = time.monotonic(), self.complaints()
        wait("it tries again", lambda: self.complaints() >= before + 2)
        self.assertGreater(time.monotonic() - began, TRIES_AGAIN_AFTER)
        time.sleep(TRIES_AGAIN_AFTER)
        said = self.complaints() - before
        self.assertLessEqual(said, (time.monotonic() - began) / TRIES_AGAIN_AFTER + 1)

    def complaints(self):
        return len(self.machine.journal("-t lifesignald -p crit"))

    def test_meanwhile_nobody_waits_for_ever(self):
        self.assert_given_up("check-in -u ana", "NOT checked in")
        self.assert_given_up("status", "Nothing to show")

    def test_corrected_it_starts_by_itself(self):
        self.machine.run("rm /etc/lifesignal/lifesignal.yaml.d/wrong.yaml")
        wait("it runs", self.machine.is_running)
        self.assertEqual(self.emergency_number(), "112")

    def test_what_was_given_up_is_not_done_later(self):
        self.assertEqual(self.machine.ctl("history -u ana --kind check-in --json").stdout.strip(), "[]")


class Damaged(Refused):
    def test_a_daemon_with_a_damaged_database_is_not_waited_for_either(self):
        self.machine.run("""
            systemctl stop lifesignald.socket lifesignald.service
            rm -f /var/lib/lifesignal/lifesignal.db-*
            head -c 65536 /dev/urandom > /var/lib/lifesignal/lifesignal.db
            systemctl start lifesignald.socket
            systemctl start --no-block lifesignald.service""")
        self.assert_given_up("status", "Nothing to show")
        ended = self.machine.entry("LIFESIGNAL_EVENT=startFailed")
        self.assertEqual(ended["PRIORITY"], "2")
        self.assertIn("lifesignal.db is damaged", ended["MESSAGE"])


class SenderReload(Story):
    """The sender's own reload, which says how it went."""

    def reload(self):
        return self.machine.run("systemctl reload lifesignal-notify", check=False).returncode

    def assert_told(self, words):
        """The journal says it, a moment after the reload has failed: entries are written beside all else."""
        wait(f"the journal says {words}", lambda: any(
            words in each["MESSAGE"] for each in self.machine.journal("-t lifesignal-notify -p warning")))

    def read_anew(self):
        return len(self.machine.journal("-t lifesignal-notify LIFESIGNAL_EVENT=senderReloaded"))

    def test_a_good_one_is_taken(self):
        self.machine.configure("notify: { retryFor: 12h }\n")
        self.assertEqual(self.reload(), 0)
        wait("it is read", lambda: self.read_anew() == 1)

    def test_a_bad_one_fails_and_says_why(self):
        self.machine.configure("notify: { retryFor: never }\n")
        self.assertNotEqual(self.reload(), 0)
        self.assert_told("notify.retryFor")
        self.assertTrue(self.machine.is_running("lifesignal-notify"))

    def test_as_does_one_with_a_secret_that_is_missing(self):
        self.machine.configure("notify: { webhookKeyCredential: webhook-key }\n")
        self.assertNotEqual(self.reload(), 0)
        self.assert_told("LoadCredential=webhook-key")
        self.assertEqual(self.read_anew(), 1)

    def test_with_the_secret_it_is_taken(self):
        self.machine.write("/etc/lifesignal/webhook-key", "a key that signs\n", 0o600)
        self.machine.write("/etc/systemd/system/lifesignal-notify.service.d/key.conf",
            "[Service]\nLoadCredential=webhook-key:/etc/lifesignal/webhook-key\n")
        self.machine.run("systemctl daemon-reload && systemctl restart lifesignal-notify")
        self.assertEqual(self.reload(), 0)
        wait("it is read", lambda: self.read_anew() == 2)
