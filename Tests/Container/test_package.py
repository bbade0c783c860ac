"""The package on a clean Debian: in, out, and away."""

import os
import re
import subprocess

from machine import ROOT, wait
from story import PACKAGE, Story

PAGES = {
    "lifesignal": "a safety net", "lifesignalctl": "check-in", "lifesignald": "--state-directory",
    "lifesignal-notify": "mailto:", "lifesignal.yaml": "pings.expireAfter",
    "io.lifesignal": "ListUsers",
}


class CleanDebian(Story):
    comes_with_package = False

    def test_apt_install_is_all_that_it_takes(self):
        self.machine.install(PACKAGE)
        wait("both services run", self.machine.runs)

    def test_nothing_on_the_machine_has_failed(self):
        self.assertEqual(self.machine.run("systemctl --failed --plain --no-legend").stdout, "")

    def test_the_status_line_says_how_many_users_and_how_well(self):
        self.assert_status_line("0 users, healthy")
        said = self.machine.run("systemctl status lifesignald").stdout
        self.assertIn("Active: active (running)", said)
        self.assertIn('Status: "0 users, healthy"', said)

    def test_lifesignalctl_status_answers(self):
        said = self.machine.ctl("status").stdout
        self.assertIn("LifeSignal is healthy", said)
        self.assertIn("Nobody is protected yet", said)

    def test_man_lifesignal_is_there_to_read_as_are_the_others(self):
        for page, word in PAGES.items():
            shown = self.machine.run(f"man {page}")
            self.assertIn(word, shown.stdout, page)
            self.assertEqual(shown.stderr, "", page)

    def test_every_page_that_the_units_point_to_is_there(self):
        for unit in "lifesignald.service", "lifesignald.socket", "lifesignal-notify.service":
            for page in self.machine.unit(unit, "Documentation").split():
                name, section = page.strip('")').removeprefix("man:").split("(")
                self.machine.run(f"man --where {section} {name}")

    def test_accounts_and_files_are_as_the_manual_says(self):
        self.machine.run("id lifesignal; id lifesignal-notify; getent group lifesignal-admin")
        for path, expected in {
            "/run/lifesignal/lifesignal.sock": "666 root root",
            "/var/lib/lifesignal": "700 lifesignal lifesignal",
            "/var/lib/lifesignal/lifesignal.db": "600 lifesignal lifesignal",
            "/etc/lifesignal": "750 root lifesignal",
        }.items():
            said = self.machine.run(f"stat --format '%a %U %G' {path}").stdout.strip()
            self.assertEqual(said, expected, path)

    def test_the_services_are_exposed_no_further_than_promised(self):
        for unit, tenths in ("lifesignald", 8), ("lifesignal-notify", 16):
            said = self.machine.run(f"systemd-analyze security --threshold={tenths} {unit}").stdout
            print(said.strip().splitlines()[-1], end=" ", flush=True)

    def test_the_first_steps_of_the_manual_can_be_taken_as_they_stand(self):
        manual = (ROOT / "man/lifesignal.7").read_text()
        steps = re.search(r"^\.Sh FIRST STEPS\n(.*?)^\.Sh ", manual, re.M | re.S)[1]
        typed = [line for block in re.findall(r"^\.Bd.*?\n(.*?)^\.Ed", steps, re.M | re.S)
            for line in block.replace("\\e\n", "").splitlines()]
        self.assertGreater(len(typed), 5)
        for account in "ana", "ben":
            self.assertNotEqual(self.machine.run(f"id {account}", check=False).returncode, 0)
        channel = None
        for command in typed:
            if "--account" in command:
                self.machine.account("ana")
            done = self.machine.run(
                command.removeprefix("sudo ").replace("ID", channel or "ID"), check=False)
            if command.endswith(" test ID"):
                # There is no network to send it to.
                self.assertIn("resolve", done.stderr)
                continue
            self.assertEqual(done.returncode, 0, f"{command}: {done.stderr}")
            if "channel list" in command:
                channel = done.stdout.splitlines()[-1].split()[0]
        self.machine.ctl("check-in", "ana")

    def test_a_backup_brings_back_what_was_as_the_manual_says(self):
        self.machine.ctl("backup /root/lifesignal-backup.db")
        self.machine.ctl("user remove ana --yes")
        self.machine.run("""
            systemctl stop lifesignald.socket lifesignald.service
            lifesignald check
            lifesignald restore /root/lifesignal-backup.db
            systemctl start lifesignald.socket lifesignald.service""")
        self.assertIn("ana", self.machine.ctl("user list").stdout)

    def test_a_removal_takes_the_programs_and_keeps_what_people_have_entered(self):
        self.machine.run("echo 'retention: 500d' >> /etc/lifesignal/lifesignal.yaml")
        self.machine.run("apt remove --yes lifesignal")
        self.machine.run("test -s /var/lib/lifesignal/lifesignal.db")
        self.machine.run("grep 'retention: 500d' /etc/lifesignal/lifesignal.yaml")
        self.machine.run(
            "test ! -e /usr/sbin/lifesignald && test ! -e /run/lifesignal/lifesignal.sock")
        self.assertEqual(
            self.machine.run("systemctl list-units --plain --no-legend 'lifesignal*'").stdout, "")

    def test_installed_again_it_is_all_there_as_before(self):
        self.machine.install(PACKAGE)
        self.assertIn("ana", self.machine.ctl("user list").stdout)
        self.assert_running()

    def test_a_purge_deletes_that_too(self):
        self.machine.write("/etc/lifesignal/hooks/lamp", "#!/bin/sh\n", 0o755)
        self.machine.write("/etc/lifesignal/smtp-password", "secret\n", 0o600)
        self.machine.configure("retention: 400d\n")
        self.machine.run("install -d -o lifesignal-notify /var/lib/lifesignal-notify/kept")
        self.machine.run("apt purge --yes lifesignal")
        left = self.machine.run(
            "ls -d /var/lib/lifesignal* /etc/lifesignal* /run/lifesignal*", check=False)
        self.assertEqual(left.stdout, "")
        self.assertEqual(self.machine.run("systemctl --failed --plain --no-legend").stdout, "")

    def test_make_install_and_what_the_readme_says_do_as_well(self):
        unpacked = self.machine.directory / "unpacked"
        subprocess.run(["dpkg-deb", "--extract", PACKAGE, unpacked], check=True)
        programs = self.machine.directory / "programs"
        programs.mkdir()
        for program in "sbin/lifesignald", "sbin/lifesignal-notify", "bin/lifesignalctl":
            (unpacked / "usr" / program).rename(programs / program.split("/")[1])
        subprocess.run(
            ["make/install", self.machine.root], cwd=ROOT, check=True,
            env=dict(os.environ, PROGRAMS=str(programs)))
        readme = (ROOT / "README.md").read_text()
        self.machine.run(re.search(r"```\n(systemd-sysusers\n.*?)```", readme, re.S)[1])
        wait("both services run", self.machine.runs)
        self.assertIn("LifeSignal is healthy", self.machine.ctl("status").stdout)
        self.machine.run("man lifesignal")


class Purge(Story):
    """Where something is in the way of a purge."""

    def left(self):
        return self.machine.run(
            "ls -d /var/lib/lifesignal* /etc/lifesignal* /run/lifesignal*", check=False).stdout

    def test_a_disk_that_is_mounted_is_emptied_and_stays(self):
        self.machine.run("""
            systemctl stop lifesignald.socket lifesignald.service
            rm -r /var/lib/lifesignal/*
            mount -t tmpfs tmpfs /var/lib/lifesignal
            systemctl start lifesignald.socket lifesignald.service""")
        self.machine.ctl("user add ana --name Ana")
        done = self.machine.run("apt purge --yes lifesignal")
        self.assertIn("/var/lib/lifesignal could not be removed", done.stdout + done.stderr)
        self.assertEqual(self.machine.run("ls -A /var/lib/lifesignal").stdout, "")
        self.machine.run("umount /var/lib/lifesignal && rmdir /var/lib/lifesignal")
        self.assertEqual(self.left(), "")

    def test_after_an_upgrade_that_was_broken_off_the_services_are_ended_first(self):
        self.machine.install(PACKAGE)
        wait("both services run", self.machine.runs)
        self.machine.ctl("user add ana --name Ana")
        # Unpacked and not configured: dpkg asks nobody to stop what runs.
        self.machine.run(f"dpkg --unpack /root/{os.path.basename(PACKAGE)}")
        self.assert_running()
        self.machine.run("dpkg --purge lifesignal")
        self.assertEqual(self.left(), "")
        programs = self.machine.run("ls -l /proc/[0-9]*/exe", check=False).stdout
        self.assertIn("systemd", programs)
        self.assertNotIn("lifesignal", programs)

    def test_nothing_is_deleted_under_a_daemon_that_somebody_has_started_by_hand(self):
        self.machine.install(PACKAGE)
        wait("both services run", self.machine.runs)
        self.machine.run("""
            systemctl stop lifesignald.socket lifesignald.service
            cp /usr/sbin/lifesignald /root/by-hand
            systemd-run --unit=by-hand /root/by-hand --socket /run/by-hand.sock""")
        wait("it serves", lambda: self.machine.run(
            "test -S /run/by-hand.sock", check=False).returncode == 0)
        done = self.machine.run("apt purge --yes lifesignal", check=False)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("a lifesignald still runs", done.stdout + done.stderr)
        self.machine.run("test -s /var/lib/lifesignal/lifesignal.db")
        self.machine.run("systemctl stop by-hand && apt purge --yes lifesignal")
        self.assertEqual(self.left(), "")
