"""Who watches the watcher: the heartbeat through the whole way, and the sender's own watch."""

import json
import signal
import time
import unittest

import servers
from world import World, wait


class Heartbeat(unittest.TestCase):
    def setUp(self):
        self.http = servers.HTTP()
        self.world = World(self.configuration("beat", "1s"))
        self.enterContext(self.world)

    def configuration(self, path, every):
        url = f"http://127.0.0.1:{self.http.port}/{path}"
        return f'notify: {{ heartbeat: {{ url: "{url}", every: {every} }} }}\n'

    def beats(self, path="beat"):
        return sum(entry[:2] == ("GET", f"/{path}") for entry in self.http.received)

    def test_it_beats_while_all_works_and_stops_when_any_part_is_gone(self):
        wait(lambda: self.beats() >= 3)
        for part in ("lifesignal-notify", "lifesignald"):
            self.world.kill(part)
            time.sleep(0.3)
            count = self.beats()
            time.sleep(2.5)
            self.assertEqual(self.beats(), count, f"it beats without {part}")
            self.world.start(part, waits=False)
            wait(lambda: self.beats() >= count + 2)

    def test_it_leaves_no_trace_in_what_people_see(self):
        wait(lambda: self.beats() >= 2)
        self.world.user("ana")
        self.assertEqual(self.world.notifications("ana"), [])
        kinds = {event["kind"] for event in self.world.list("Daemon.ListEvents", "event")}
        self.assertEqual(kinds, {"started", "userAdded"})

    def test_a_reload_changes_it_and_stops_it(self):
        wait(lambda: self.beats() >= 1)
        self.world.configuration.write_text(self.configuration("other", "1s"))
        self.world.call("Daemon.Reload")
        wait(lambda: self.beats("other") >= 2)
        count = self.beats()
        self.world.configuration.write_text("")
        self.world.call("Daemon.Reload")
        time.sleep(0.3)
        other = self.beats("other")
        time.sleep(2.5)
        self.assertEqual((self.beats(), self.beats("other")), (count, other))

    def test_a_monitor_that_fails_is_called_again_with_the_next_beat(self):
        self.world.configuration.write_text(self.configuration("500", "1s"))
        self.world.call("Daemon.Reload")
        wait(lambda: self.beats("500") >= 3)
        self.assertEqual(self.world.call("Daemon.GetHealth")["health"], "healthy")
        # That is a problem, and the journal says why.
        self.assertIn("heartbeatNotTaken", self.problems())
        wait(lambda: "a heartbeat could not be handed over (answered 500)"
            in self.world.log("lifesignal-notify"))
        self.world.configuration.write_text(self.configuration("beat", "1s"))
        self.world.call("Daemon.Reload")
        count = self.beats()
        wait(lambda: self.beats() > count)
        wait(lambda: "heartbeatNotTaken" not in self.problems())

    def test_a_monitor_that_takes_longer_than_a_beat_is_heard(self):
        self.world.configuration.write_text(self.configuration("500", "1s"))
        self.world.call("Daemon.Reload")
        wait(lambda: "heartbeatNotTaken" in self.problems())
        self.http.answers_slowly = 2.2
        self.world.configuration.write_text(self.configuration("beat", "1s"))
        self.world.call("Daemon.Reload")
        wait(lambda: "heartbeatNotTaken" not in self.problems())
        self.world.configuration.write_text(self.configuration("500", "1s"))
        self.world.call("Daemon.Reload")
        wait(lambda: "heartbeatNotTaken" in self.problems())

    def problems(self):
        status = self.world.call("Daemon.GetStatus")["status"]
        return {problem["code"] for problem in status["problems"]}


class Watch(unittest.TestCase):
    def setUp(self):
        self.http = servers.HTTP()
        url = f"http://127.0.0.1:{self.http.port}/watch"
        self.world = World(f'notify: {{ watch: {{ after: 2s, to: "{url}" }} }}\n')
        self.enterContext(self.world)

    def titles(self):
        return [json.loads(body)["title"] for _, _, _, body in self.http.received]

    def assert_its_return_is_told(self):
        self.world.start("lifesignald")
        wait(lambda: len(self.titles()) > 1)
        time.sleep(1)
        self.assertEqual(
            self.titles(), ["LifeSignal does not answer", "LifeSignal answers again"]
        )

    def test_a_daemon_that_is_gone_is_told_of_once_and_so_is_its_return(self):
        time.sleep(3)
        self.assertEqual(self.titles(), [])
        self.world.kill("lifesignald")
        wait(lambda: self.titles())
        time.sleep(2)
        self.assertEqual(self.titles(), ["LifeSignal does not answer"])
        self.assert_its_return_is_told()

    def test_its_return_is_told_by_a_sender_that_was_started_anew_in_between(self):
        self.world.kill("lifesignald")
        silence = self.world.directory / "kept-lifesignal-notify" / "silence"
        # One that ends between the two tells it again, under the same id.
        wait(lambda: silence.exists() and silence.read_text().endswith(" told\n"))
        self.world.kill("lifesignal-notify")
        self.world.start("lifesignal-notify", waits=False)
        time.sleep(3)
        self.assertEqual(self.titles(), ["LifeSignal does not answer"])
        self.assert_its_return_is_told()

    def test_a_silence_that_nobody_could_be_told_of_is_told_when_somebody_can(self):
        port = self.http.port
        self.http.shutdown()
        self.http.server_close()
        self.world.kill("lifesignald")
        wait(lambda: "could not tell" in self.world.log("lifesignal-notify"))
        self.world.start("lifesignald")
        time.sleep(1)
        self.http = servers.HTTP(port=port)
        wait(lambda: self.titles())
        time.sleep(1)
        self.assertEqual(self.titles(), ["LifeSignal answers again"])

    def test_a_mail_that_is_taken_when_its_attempt_was_given_up_is_not_sent_again(self):
        mailbox = servers.Mailbox()
        controller = servers.mail_server(mailbox)
        self.addCleanup(controller.stop)
        self.world.reload_sender(
            f'notify: {{ smtp: {{ url: "smtp://127.0.0.1:{controller.port}", from: a@home.example }},'
            ' watch: { after: 2s, to: "mailto:tarpit@example.org" } }\n'
        )
        self.world.kill("lifesignald")
        wait(lambda: mailbox.mails, 60)
        time.sleep(10)
        self.assertEqual(len(mailbox.mails), 1)
        self.assertEqual(mailbox.begun, 1)

    def test_one_that_hangs_does_not_answer_either(self):
        self.world.running["lifesignald"].send_signal(signal.SIGSTOP)
        wait(lambda: self.titles() == ["LifeSignal does not answer"])
        self.world.running["lifesignald"].send_signal(signal.SIGCONT)
        wait(lambda: len(self.titles()) > 1)

    def test_a_short_restart_is_no_news(self):
        self.world.kill("lifesignald")
        time.sleep(0.5)
        self.world.start("lifesignald")
        time.sleep(3)
        self.assertEqual(self.titles(), [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
