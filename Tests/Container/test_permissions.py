"""Who may do what, by the account that calls and nothing else."""

from story import Story

NOT_PERMITTED = 77
DENIED = "org.varlink.service.PermissionDenied"
PEOPLE, DAEMON = "io.lifesignal.People.", "io.lifesignal.Daemon."


class Permissions(Story):
    @classmethod
    def prepare(cls, machine):
        machine.account("carla", groups="lifesignal-admin")
        for name in "ana", "ben", "mallory":
            machine.account(name)
        machine.ctl("user add ana --name Ana --account ana --interval 1h --check-in", "carla")
        machine.ctl("user add ben --name Ben --account ben --check-in", "carla")
        machine.ctl("user add dora --name Dora --check-in", "carla")
        machine.ctl("responder add ana ben", "carla")

    def assert_refused(self, arguments, user):
        done = self.machine.ctl(arguments, user, check=False)
        self.assertEqual(done.returncode, NOT_PERMITTED, f"{user}: {arguments}: {done.stderr}")

    def test_a_member_of_lifesignal_admin_may_act_for_everybody(self):
        for arguments in (
            "status", "check-in -u ana", "user show dora", "user set dora --grace 1h", "reload",
            "backup /tmp/carla.db", "channel list -u ana", "clock accept",
        ):
            self.machine.ctl(arguments, "carla")

    def test_an_account_that_is_bound_acts_for_itself(self):
        for arguments in (
            "status", "check-in", "user set --phone '+49 30 1234567'", "responder list",
            "channel add mailto:ana@example.org", "notifications", "alert list", "events",
        ):
            self.machine.ctl(arguments, "ana")

    def test_and_sees_those_it_looks_out_for_and_nobody_else(self):
        self.assertIn("ana", self.machine.ctl("dependents", "ben").stdout)
        self.machine.ctl("user show ana", "ben")
        self.assert_refused("user show dora", "ben")
        self.assert_refused("user show no-such-user", "ben")
        self.assertNotIn("dora", self.machine.ctl("user list", "ben").stdout)

    def test_but_not_for_others(self):
        for arguments in (
            "check-in -u dora", "user set ana --grace 1h", "channel list -u ana", "reload",
            "user add eve --name Eve", "user remove dora --yes", "backup /tmp/ben.db",
            "alert raise --yes -u ana", "user set ben --account mallory",
        ):
            self.assert_refused(arguments, "ben")

    def test_a_responder_checks_in_a_dependent_only_once_they_are_overdue(self):
        self.assert_refused("check-in --seen -u ana", "ben")

    def test_a_stranger_may_ask_for_the_health_and_nothing_else(self):
        said = self.machine.ctl("status", "mallory", check=False)
        self.assertIn("LifeSignal is healthy", said.stdout)
        self.assertEqual(said.returncode, NOT_PERMITTED)
        for arguments in "user list", "check-in -u ana", "events", "deadlines", "reload":
            self.assert_refused(arguments, "mallory")

    def test_every_method_of_the_daemon_refuses_a_stranger(self):
        for method, parameters in {
            PEOPLE + "AddUser": {"handle": "eve", "name": "Eve"},
            PEOPLE + "GetUser": {"user": "ana"}, PEOPLE + "CheckIn": {"user": "ana"},
            PEOPLE + "RaiseAlert": {"user": "ana"}, DAEMON + "GetStatus": {},
            DAEMON + "Reload": {}, DAEMON + "AcceptClock": {},
            "io.lifesignal.Outbox.Begin": {"delivery": "a"},
        }.items():
            self.assertEqual(self.machine.call(method, parameters, "mallory"), DENIED, method)

    def test_the_outbox_is_the_senders_alone(self):
        begin = "io.lifesignal.Outbox.Begin"
        for user in "carla", "ana":
            self.assertEqual(self.machine.call(begin, {"delivery": "a"}, user), DENIED, user)
        for user in "lifesignal-notify", "root", "lifesignal":
            said = self.machine.call(begin, {"delivery": "a"}, user)
            self.assertEqual(said, "io.lifesignal.Outbox.NoSuchDelivery", user)

    def test_the_sender_may_not_act_for_people(self):
        self.assertEqual(
            self.machine.call(PEOPLE + "GetUser", {"user": "ana"}, "lifesignal-notify"), DENIED)

    def test_nobody_but_the_daemon_opens_the_database(self):
        for user in "ana", "carla", "lifesignal-notify":
            done = self.machine.run("cat /var/lib/lifesignal/lifesignal.db", user, check=False)
            self.assertIn("Permission denied", done.stderr)

    def test_only_its_readers_open_the_configuration(self):
        self.machine.run("cat /etc/lifesignal/lifesignal.yaml", "lifesignal-notify")
        done = self.machine.run("cat /etc/lifesignal/lifesignal.yaml", "ana", check=False)
        self.assertIn("Permission denied", done.stderr)

    def test_refusals_are_in_the_journal_by_account(self):
        entries = self.machine.journal("LIFESIGNAL_EVENT=permissionRefused")
        self.assertIn("account:mallory", {each["LIFESIGNAL_ACTOR"] for each in entries})

    def test_and_refused_check_ins_by_the_user_whom_they_were_for(self):
        entries = self.machine.journal("LIFESIGNAL_EVENT=checkInRefused LIFESIGNAL_USER=ana")
        self.assertIn("account:mallory", {each["LIFESIGNAL_ACTOR"] for each in entries})
