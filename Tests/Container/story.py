"""What the stories have in common: a machine of their own with the package in it."""

import os
import sys
import unittest

from machine import Failed, Machine, wait

PACKAGE = os.environ.get("PACKAGE", "")
# An older one, made of the same sources.
BEFORE = os.environ.get("BEFORE", "")


class Story(unittest.TestCase):
    maxDiff = None
    # How long it takes, where that is long; such stories are begun first.
    minutes = 0
    # The Debians that it is told on, if not on all.
    suites = None
    comes_with_package = True

    @classmethod
    def setUpClass(cls):
        base, installed = os.environ["BASE"], os.environ["INSTALLED"]
        layers = [installed, base] if cls.comes_with_package else [base]
        cls.machine = Machine(*layers)
        cls.addClassCleanup(cls.machine.close)
        if cls.comes_with_package:
            wait("both services run", cls.machine.runs)
        cls.prepare(cls.machine)

    @classmethod
    def prepare(cls, machine):
        """What there is before the story begins."""

    def tearDown(self):
        """What the machine has to say for itself where something failed."""
        result = self._outcome.result
        if any(test is self for test, _ in result.failures + result.errors):
            said = self.machine.run("journalctl -n 40; systemctl --failed", check=False)
            print(said.stdout, file=sys.stderr)

    def assert_status_line(self, line):
        """systemd shows it once it has read what the daemon has sent."""
        try:
            wait(f"the status line is: {line}", lambda: self.machine.status_line() == line)
        except Failed as failure:
            raise Failed(f"{failure}; it is: {self.machine.status_line()}")

    def assert_running(self):
        for unit in "lifesignald", "lifesignal-notify":
            self.assertTrue(self.machine.is_running(unit), f"{unit} is active (running)")
