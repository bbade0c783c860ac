"""No call is lost: while programs are killed, restarted and replaced."""

import json
import threading
import time

from machine import PATIENCE, exchange, wait
from story import BEFORE, PACKAGE, Story

# What people do all day; each is repeated until the file `stop` is there.
CHECK_IN = "io.lifesignal.People.CheckIn"
INVOCATIONS = ["check-in -u ana", "status", "user list", "alert list -u ana", "events --since 1"]


class Calls:
    """Callers by the dozen: `lifesignalctl` as people use it, and bare connections."""

    def __init__(self, machine):
        self.machine = machine
        self.answered = self.cut = self.refused = 0
        self.threads = [threading.Thread(target=self.connect) for _ in range(4)]
        self.threads += [threading.Thread(target=self.invoke, args=[each]) for each in INVOCATIONS]
        self.stop = threading.Event()
        self.failures = []
        self.invoked = 0
        # When those check-ins were that somebody was told are done.
        self.acknowledged = set()

    def __enter__(self):
        self.machine.run("rm -f /root/stop")
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.stop.set()
        self.machine.run("touch /root/stop")
        for thread in self.threads:
            thread.join(PATIENCE)

    def connect(self):
        while not self.stop.is_set():
            try:
                with self.machine.connect() as connection:
                    said = json.loads(exchange(connection, CHECK_IN, {"user": "ana"}))
                if "error" in said:
                    self.failures.append(f"{CHECK_IN}: {said}")
                else:
                    self.acknowledged.add(said["parameters"]["user"]["lastCheckIn"])
                self.answered += 1
            except (ConnectionRefusedError, FileNotFoundError):
                self.refused += 1
            except OSError:
                self.cut += 1

    def invoke(self, arguments):
        said = self.machine.run(
            f"while [ ! -e /root/stop ]; do lifesignalctl {arguments} 2>&1 >/dev/null || "
            "echo failed; echo invoked; sleep 0.05; done").stdout.splitlines()
        self.invoked += said.count("invoked")
        self.failures += [f"{arguments}: {line}" for line in said if line != "invoked"]

    def __str__(self):
        return (f"{self.answered} calls answered, {self.cut} cut, {self.refused} refused; "
            f"{self.invoked} invocations, {len(self.failures)} failed")


class CallStory(Story):
    acknowledged = frozenset()

    @classmethod
    def prepare(cls, machine):
        machine.ctl("user add ana --name Ana --interval 1h --check-in")

    def assert_nobody_noticed(self, calls):
        print(calls, end=" ", flush=True)
        self.assertEqual(calls.failures, [])
        self.assertEqual(calls.refused, 0)
        self.assertGreater(calls.answered, 50)
        self.assertGreater(calls.invoked, 20)
        type(self).acknowledged = self.acknowledged | calls.acknowledged

    def socket(self):
        """What tells one socket from another: the file, and the start of its unit."""
        file = self.machine.run("stat -c %i /run/lifesignal/lifesignal.sock").stdout
        return file, self.machine.unit("lifesignald.socket", "InvocationID", "NRestarts")

    def assert_acknowledged_is_kept(self):
        said = self.machine.ctl("history -u ana --kind check-in --limit 100000 --json").stdout
        kept = {each["checkIn"]["at"] for each in json.loads(said)}
        self.assertGreater(len(self.acknowledged), 50)
        self.assertEqual(self.acknowledged - kept, set())


class Kills(CallStory):
    @classmethod
    def prepare(cls, machine):
        super().prepare(machine)
        cls.machine, cls.before = machine, cls.socket(cls)

    def kill_under_calls(self, unit, times):
        before = int(self.machine.unit(unit, "NRestarts"))
        with Calls(self.machine) as calls:
            for number in range(times):
                time.sleep(1)
                self.machine.run(f"systemctl kill --signal=KILL --kill-who=main {unit}")
                wait("it is started again", lambda: self.machine.is_running(unit) and
                    int(self.machine.unit(unit, "NRestarts")) > before + number)
        self.assert_nobody_noticed(calls)

    def test_the_daemon_is_killed_and_no_caller_is_refused(self):
        self.kill_under_calls("lifesignald", 6)

    def test_the_sender_is_killed_and_no_caller_is_refused(self):
        self.kill_under_calls("lifesignal-notify", 3)

    def test_however_often_it_ends_it_is_started_again(self):
        for _ in range(8):
            self.machine.run("systemctl kill --signal=KILL lifesignald", check=False)
            time.sleep(0.1)
        wait("it runs", self.machine.is_running)

    def test_a_restart_on_purpose_refuses_nobody_either(self):
        with Calls(self.machine) as calls:
            for _ in range(3):
                self.machine.run("systemctl restart lifesignald")
                time.sleep(1)
        self.assert_nobody_noticed(calls)

    def test_the_socket_is_the_same_throughout(self):
        self.assertEqual(self.socket(), self.before)

    def test_every_check_in_that_was_acknowledged_is_kept(self):
        self.assert_acknowledged_is_kept()


class Upgrade(CallStory):
    """From an older package to this one, while people call."""

    comes_with_package = False

    @classmethod
    def prepare(cls, machine):
        machine.install(BEFORE)
        wait("both services run", machine.runs)
        super().prepare(machine)
        machine.run("echo 'retention: 500d' >> /etc/lifesignal/lifesignal.yaml")
        machine.run("systemctl reload lifesignald")

    def versions(self):
        """What the tool and the daemon that runs say that they are."""
        info = self.machine.call("org.varlink.service.GetInfo")["version"]
        return self.machine.ctl("--version").stdout.strip(), info

    def test_an_upgrade_under_calls_refuses_none(self):
        type(self).before = self.versions()
        before = self.machine.pid(), self.machine.pid("lifesignal-notify")
        socket = self.socket()
        with Calls(self.machine) as calls:
            time.sleep(2)
            self.machine.install(PACKAGE)
            time.sleep(2)
        self.assert_nobody_noticed(calls)
        self.assertEqual(self.socket(), socket)
        self.assertNotIn(self.machine.pid(), before)
        self.assertNotIn(self.machine.pid("lifesignal-notify"), before)
        self.assert_running()

    def test_it_is_the_new_version_that_runs(self):
        package = self.machine.run("dpkg-query --show --showformat '${Version}' lifesignal").stdout
        self.assertEqual(self.versions(), (package, package))
        self.assertNotIn(package, self.before)
        self.assertEqual(len(set(self.before)), 1)

    def test_it_keeps_the_data(self):
        self.assertIn("ana", self.machine.ctl("user list").stdout)
        self.assert_acknowledged_is_kept()

    def test_and_a_configuration_that_was_changed(self):
        self.assertIn("retention: 500d", self.machine.run(
            "cat /etc/lifesignal/lifesignal.yaml").stdout)
