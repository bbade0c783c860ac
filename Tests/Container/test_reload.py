"""Reloading: what can change does, without a restart, and what is wrong is said."""

from machine import wait
from story import Story

NUMBER = "io.lifesignal.Daemon.GetHealth"


class Reload(Story):
    def emergency_number(self):
        return self.machine.call(NUMBER)["emergencyNumber"]

    def test_a_good_one_is_in_force_when_systemctl_returns(self):
        before = self.machine.pid(), self.machine.pid("lifesignal-notify")
        self.machine.configure('emergencyNumber: "112"\n')
        self.machine.run("systemctl reload lifesignald")
        self.assertEqual(self.emergency_number(), "112")
        self.assertEqual((self.machine.pid(), self.machine.pid("lifesignal-notify")), before)

    def test_the_sender_has_read_it_too(self):
        wait("the sender says so", lambda: any(
            "read anew" in each["MESSAGE"] for each in self.machine.journal("-u lifesignal-notify")
        ), 10)

    def test_a_bad_one_fails_and_says_file_key_and_reason(self):
        self.machine.configure("retention: never\n", "wrong")
        done = self.machine.run("systemctl reload lifesignald", check=False)
        self.assertNotEqual(done.returncode, 0)
        said = self.machine.run("systemctl status lifesignald", check=False).stdout
        self.assertIn("NOT reloaded", said)
        for word in "wrong.yaml", "retention":
            self.assertIn(word, said)

    def test_the_daemon_goes_on_with_what_it_had(self):
        self.assert_running()
        self.assertEqual(self.emergency_number(), "112")

    def test_it_does_not_start_with_a_mistake_and_says_what_is_wrong(self):
        self.machine.run("systemctl restart lifesignald", check=False)
        wait("it has ended", lambda: self.machine.unit("lifesignald", "ExecMainStatus") == "78", 20)
        self.assertFalse(self.machine.is_running())
        # An error that it goes on in spite of is a warning.
        said = wait("it says so", lambda: self.machine.journal("-t lifesignald -p crit"), 10)
        self.assertIn("wrong.yaml", said[-1]["MESSAGE"])

    def test_corrected_it_starts_by_itself(self):
        self.machine.run("rm /etc/lifesignal/lifesignal.yaml.d/wrong.yaml")
        wait("it runs", self.machine.is_running, 20)
        self.assertEqual(self.emergency_number(), "112")
