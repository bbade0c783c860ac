"""A full life of one user, and what the journal tells of it."""

import datetime
import json
import pathlib

from machine import wait
from story import Story

# A hook that keeps what it gets, in the directory that the sender may write to.
HOOK = """#!/bin/sh
cat >> "/var/lib/lifesignal-notify/notices"
"""


def instant(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


class Life(Story):
    @classmethod
    def prepare(cls, machine):
        for name in "ana", "ben":
            machine.account(name)
        machine.write("/etc/lifesignal/hooks/keep", HOOK, 0o755)

    def notices(self, kind, to):
        file = pathlib.Path(f"{self.machine.root}/var/lib/lifesignal-notify/notices")
        lines = file.read_text().splitlines() if file.exists() else []
        found = [notice for line in lines if (notice := json.loads(line))["kind"] == kind]
        return [notice for notice in found if notice["to"] == to]

    def told(self, kind, to):
        return wait(f"{to} gets {kind}", lambda: self.notices(kind, to))[-1]

    def user(self, handle):
        return self.machine.call("io.lifesignal.People.GetUser", {"user": handle})["user"]

    def test_ana_joins_with_ben_as_her_responder(self):
        self.machine.ctl(
            "user add ana --name 'Ana Meyer' --account ana --interval 20s --reminder 10s "
            "--phone '+49 30 1234567' --note 'The neighbour has a key.'")
        self.machine.ctl("user add ben --name Ben --account ben --check-in")
        for handle in "ana", "ben":
            self.machine.ctl(f"channel add -u {handle} exec:keep")
        self.machine.ctl("responder add ana ben")
        self.told("contactAdded", "ben")

    def test_a_channel_is_tried_the_way_that_every_notice_goes(self):
        channel = self.machine.ctl("channel list -u ben --no-header").stdout.split()[0]
        self.assertIn("Handed to ", self.machine.ctl(f"channel test {channel}").stdout)
        self.told("test", "ben")

    def test_ana_checks_in_from_her_own_account_and_is_protected(self):
        self.assertIn("Checked in Ana Meyer", self.machine.ctl("check-in", "ana").stdout)
        self.assertTrue(self.user("ana")["protected"])
        self.assert_status_line("2 users, healthy")

    def test_she_is_reminded(self):
        self.assertIn("Please check in by", self.told("reminder", "ana")["title"])

    def test_at_the_deadline_ben_is_told_what_to_do(self):
        due = instant(self.user("ana")["nextCheckIn"])
        notice = self.told("nonResponsive", "ben")
        self.assertEqual(notice["title"], "Ana Meyer has not checked in")
        self.assertIn("+49301234567", notice["body"])
        self.assertIn("The neighbour has a key.", notice["body"])
        late = (instant(notice["at"]) - due).total_seconds()
        # A disk that is busy with all that is installed beside this may hold up a change.
        self.assertLess(abs(late), 10, "seconds between the deadline and the notice")
        self.assertEqual(self.user("ana")["status"], "nonResponsive")

    def test_the_status_line_names_nobody(self):
        self.assert_status_line("2 users, healthy")

    def test_ben_asks_whether_she_is_all_right(self):
        self.machine.ctl("ping send ana", "ben")
        self.told("ping", "ana")

    def test_her_check_in_ends_it_for_everybody_who_was_told(self):
        self.machine.ctl("check-in", "ana")
        self.assertEqual(self.told("recovered", "ben")["title"], "Ana Meyer has checked in")
        self.told("pingResponded", "ben")

    def test_she_calls_for_help_and_ends_it(self):
        self.machine.ctl("user set ana --interval 24h")
        said = self.machine.ctl("alert raise --yes --message 'fell'", "ana").stdout
        self.assertEqual(said.strip(), "Help called. Telling Ben.")
        self.assertIn("fell", self.told("alertRaised", "ben")["body"])
        self.machine.ctl("alert clear --yes", "ana")
        self.told("alertCleared", "ben")

    # ---- what the journal tells of it ------------------------------------------------------------

    def test_the_journal_tells_the_story_of_one_user(self):
        self.machine.entry("LIFESIGNAL_USER=ana LIFESIGNAL_EVENT=alertCleared")
        entries = self.machine.journal("LIFESIGNAL_USER=ana")
        events = [each.get("LIFESIGNAL_EVENT") for each in entries]
        for event in (
            "userAdded", "responderAdded", "channelAdded", "checkedIn", "reminderDue",
            "becameNonResponsive", "pingSent", "recovered", "pingResponded", "userChanged",
            "alertRaised", "alertCleared",
        ):
            self.assertIn(event, events)

    def test_every_entry_has_its_fields(self):
        for entry in self.machine.journal("LIFESIGNAL_USER=ana -t lifesignald"):
            for field in "MESSAGE_ID", "PRIORITY", "LIFESIGNAL_EVENT", "LIFESIGNAL_ACTOR":
                self.assertIn(field, entry, entry["MESSAGE"])
            self.assertEqual(entry["_SYSTEMD_UNIT"], "lifesignald.service")
        raised = self.machine.entry("LIFESIGNAL_EVENT=alertRaised")
        self.assertEqual(raised["LIFESIGNAL_ACTOR"], "user:ana")
        self.assertTrue(raised["LIFESIGNAL_ALERT"])

    def test_every_entry_of_both_programs_has_an_id_that_the_catalog_explains(self):
        explained = self.machine.run("journalctl --list-catalog").stdout
        for program in "lifesignald", "lifesignal-notify":
            entries = self.machine.journal(f"-t {program}")
            self.assertGreater(len(entries), 3, program)
            for entry in entries:
                self.assertIn("MESSAGE_ID", entry, entry["MESSAGE"])
                self.assertIn(f"{entry['MESSAGE_ID']} LifeSignal: ", explained, entry["MESSAGE"])

    def test_the_sender_tells_of_whom_and_of_what_as_well(self):
        for entry in self.machine.journal("LIFESIGNAL_EVENT=noticeHandedOver"):
            self.assertIn(entry["LIFESIGNAL_USER"], ("ana", "ben"))
            self.assertTrue(entry["LIFESIGNAL_NOTIFICATION"])

    def test_only_what_somebody_has_to_act_on_is_an_error(self):
        errors = self.machine.journal("-t lifesignald -p err")
        events = {each.get("LIFESIGNAL_EVENT", each["MESSAGE"]) for each in errors}
        self.assertEqual(events, {"becameNonResponsive", "alertRaised"})
        for each in errors:
            self.assertRegex(each["MESSAGE"], r"^ana ")

    def test_no_note_number_message_or_address_is_in_it(self):
        said = self.machine.run("journalctl --output=export -u 'lifesignal*'").stdout
        for secret in "neighbour", "1234567", "fell", "exec:keep":
            self.assertNotIn(secret, said)

    def test_the_catalog_explains_each_kind_of_entry(self):
        ids = {each["MESSAGE_ID"] for each in self.machine.journal("-t lifesignald")
            if "LIFESIGNAL_EVENT" in each}
        self.assertGreater(len(ids), 10)
        for id in ids:
            said = self.machine.run(f"journalctl --catalog --no-pager MESSAGE_ID={id}").stdout
            self.assertIn("Defined-By: LifeSignal", said)
            self.assertNotRegex(said, r"@[A-Z_]+@")

    def test_journalctl_x_says_what_to_do_in_the_words_of_the_case(self):
        said = self.machine.run("journalctl -x LIFESIGNAL_EVENT=becameNonResponsive").stdout
        self.assertIn("Subject: ana has not checked in", said)
        self.assertIn("lifesignalctl status ana", said)
