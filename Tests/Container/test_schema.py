"""A database of the schema before, as an upgrade of the package finds it."""

import pathlib
import sqlite3

from machine import wait
from story import BEFORE, PACKAGE, Story

VERSIONS = pathlib.Path(__file__).parents[1] / "lifesignaldTests" / "Store" / "Versions"


class OlderSchema(Story):
    comes_with_package = False

    @classmethod
    def prepare(cls, machine):
        machine.install(BEFORE)
        wait("both services run", machine.runs)
        machine.run("""
            systemctl stop lifesignald.socket lifesignald.service
            rm /var/lib/lifesignal/lifesignal.db* /var/lib/lifesignal/reserve""")
        file = f"{machine.root}/var/lib/lifesignal/lifesignal.db"
        database = sqlite3.connect(file)
        database.executescript((VERSIONS / "1.sql").read_text())
        database.close()
        machine.run("chown lifesignal: /var/lib/lifesignal/lifesignal.db")
        machine.install(PACKAGE)
        machine.run("systemctl start lifesignald.socket lifesignald.service")

    def test_everybody_is_there_and_can_go_on(self):
        users = self.machine.ctl("user list --no-header").stdout
        for handle in "ana", "ben", "carla", "dora", "emil":
            self.assertIn(handle, users)
        self.machine.ctl("check-in -u ana")
        self.assertIn("mailto:", self.machine.ctl("channel list -u ana").stdout)

    def test_it_is_of_the_schema_of_this_version(self):
        self.machine.run("systemctl stop lifesignald.socket lifesignald.service")
        done = self.machine.run("lifesignald check")
        self.assertIn("5 users", done.stdout + done.stderr)
        self.machine.run("systemctl start lifesignald.socket lifesignald.service")
        self.assert_running()
