"""The watchdog means it: what is stuck is replaced, what only has a hard time is left alone."""

import ctypes
import datetime
import json
import os
import pathlib
import sqlite3
import subprocess
import threading
import time

from machine import PATIENCE, Failed, libc, wait
from story import Story

# WatchdogSec= of the unit, and what it takes to end and to start again.
WATCHDOG_SECONDS = 3 * 60
REPLACED_WITHIN = WATCHDOG_SECONDS + 30
PIDFD_GETFD, WALL = 438, 0x40000000
PTRACE_SEIZE, PTRACE_INTERRUPT = 0x4206, 0x4207
USER = "io.lifesignal.People.GetUser"


class Watched(Story):
    minutes = 4

    def assert_replaced(self, stuck):
        began = time.monotonic()
        wait("the watchdog replaces it", lambda: self.machine.pid() not in (stuck, 0),
            REPLACED_WITHIN)
        wait("it runs", self.machine.is_running)
        print(f"replaced after {time.monotonic() - began:.0f} s", end=" ", flush=True)
        said = self.machine.run("journalctl -u lifesignald").stdout
        self.assertIn("Watchdog timeout", said)


class Frozen(Watched):
    minutes = 6

    def test_a_daemon_that_is_frozen_is_replaced(self):
        self.machine.ctl("user add ben --name Ben --check-in")
        self.machine.ctl("user add ana --name Ana --interval 150s --reminder none --check-in")
        self.machine.ctl("responder add ana ben")
        stuck = self.machine.pid()
        type(self).sender = self.machine.pid("lifesignal-notify")
        self.machine.run(f"kill -STOP {stuck} {self.sender}")
        self.assert_replaced(stuck)

    def test_and_so_is_a_sender(self):
        wait("the watchdog replaces it",
            lambda: self.machine.pid("lifesignal-notify") not in (self.sender, 0), REPLACED_WITHIN)
        said = self.machine.run("journalctl -u lifesignal-notify").stdout
        self.assertIn("Watchdog timeout", said)

    def test_callers_were_waiting_and_are_answered(self):
        self.assertIn("ana", self.machine.ctl("user list").stdout)

    def test_it_knows_that_nobody_could_check_in(self):
        self.assertEqual(self.events().count("gap"), 1, self.events())
        status = self.machine.call(USER, {"user": "ana"})["user"]["status"]
        self.assertIn(status, ("overdue", "nonResponsive"))

    def test_and_deals_with_the_deadline_after_the_time_that_it_gives(self):
        wait("ana is reported", lambda:
            self.machine.call(USER, {"user": "ana"})["user"]["status"] == "nonResponsive")
        self.assertEqual(self.events().count("becameNonResponsive"), 1, self.events())
        # Half of her interval, from when it is back, which is told of a moment later.
        self.assertGreater(self.at("becameNonResponsive") - self.at("gap"), 74)

    def events(self):
        """The audit trail, which is written with the change itself: between a commit and its entry
        in the journal a daemon can be killed."""
        return [event["kind"] for event in self.trail()]

    def at(self, kind):
        """When it happened, in seconds."""
        found = next(event for event in self.trail() if event["kind"] == kind)
        return datetime.datetime.fromisoformat(found["at"].replace("Z", "+00:00")).timestamp()

    def trail(self):
        return json.loads(self.machine.ctl("events --json").stdout)


class Stuck(Watched):
    def test_a_daemon_whose_engine_alone_is_stuck_is_replaced(self):
        self.machine.ctl("user add ana --name Ana --check-in")
        stuck = self.machine.pid()
        with held(wait("both threads wait", self.engine)):
            # The socket still answers what needs no engine.
            self.assertIn("interfaces", self.machine.call("org.varlink.service.GetInfo"))
            self.assert_replaced(stuck)

    def engine(self):
        """The thread of the engine: of those that wait in poll(2) the older one. The other takes
        connections in, and is started when the engine has looked at what is due."""
        poll = {"x86_64": ("7", "271"), "aarch64": ("73",)}[os.uname().machine]
        tasks = pathlib.Path(f"/proc/{self.machine.host_pid()}/task").iterdir()
        found = [
            int(task.name) for task in tasks if (task / "syscall").read_text().split()[0] in poll]
        return min(found) if len(found) == 2 else None

    def test_nothing_is_lost(self):
        self.assertIn("ana", self.machine.ctl("user list").stdout)


class SlowStart(Watched):
    """A start that takes long and gets on is given time, one that hangs is not."""

    TIMEOUT_SECONDS = 15

    @classmethod
    def prepare(cls, machine):
        machine.ctl("user add ana --name Ana --check-in")
        machine.run("systemctl stop lifesignald.socket lifesignald.service")
        cls.fill(f"{machine.root}/var/lib/lifesignal/lifesignal.db")
        machine.write("/etc/systemd/system/lifesignald.service.d/short.conf",
            f"[Service]\nTimeoutStartSec={cls.TIMEOUT_SECONDS}s\n")
        machine.run("systemctl daemon-reload && systemctl start lifesignald.socket")

    @staticmethod
    def fill(database):
        """So much that reading it from end to end takes a second on a fast machine, several times what it takes to
        find out who does and to hold it."""
        with sqlite3.connect(database) as connection:
            connection.execute("""
                WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number
                    WHERE n < 6000000)
                INSERT INTO events (at, kind, by, detail)
                SELECT 1000 * n, 'started', 'daemon', 'source=manual' FROM number""")
        connection.close()

    def begin(self):
        self.machine.run("touch /var/lib/lifesignal/check-needed")
        self.machine.run("systemctl start --no-block lifesignald")
        wait("it reads the database",
            lambda: self.machine.status_line() == "checking the database", pause=0.02)

    def test_a_long_one_is_waited_for(self):
        began = time.monotonic()
        self.begin()
        # However fast the disk is.
        reader = self.reader()
        for _ in range(2):
            with held(reader):
                time.sleep(self.TIMEOUT_SECONDS * 0.6)
            time.sleep(0.1)
        self.assertGreater(time.monotonic() - began, self.TIMEOUT_SECONDS)
        self.assertEqual(self.machine.status_line(), "checking the database")
        wait("it runs", self.machine.is_running)
        print(f"after {time.monotonic() - began:.0f} s", end=" ", flush=True)
        self.assertEqual(self.machine.unit("lifesignald", "NRestarts"), "0")
        self.assertIn("ana", self.machine.ctl("user list").stdout)

    def test_one_that_hangs_is_ended_and_the_next_one_runs(self):
        self.machine.run("systemctl stop lifesignald.socket lifesignald.service")
        self.begin()
        stuck = self.machine.pid()
        with held(self.reader()):
            began = time.monotonic()
            wait("it is given up", lambda: self.machine.pid() not in (stuck, 0))
            print(f"after {time.monotonic() - began:.0f} s", end=" ", flush=True)
        self.assertIn("start operation timed out", self.machine.run(
            "journalctl -u lifesignald").stdout)
        wait("it runs", self.machine.is_running)

    def reader(self):
        """The thread that reads the database: the one that computes, where the others wait, whatever they did
        before."""
        before = self.computed()

        def busiest():
            since = {thread: ticks - before.get(thread, 0)
                for thread, ticks in self.computed().items()}
            thread = max(since, key=since.get)
            return int(thread) if since[thread] >= 3 else None

        return wait("one of its threads computes", busiest, pause=0.02)

    def computed(self):
        """What each thread has had of the processors, in ticks of 10 ms, its own and the kernel's for it."""
        tasks = pathlib.Path(f"/proc/{self.machine.host_pid()}/task").iterdir()
        fields = {task.name: (task / "stat").read_text().split(") ")[1].split() for task in tasks}
        return {thread: int(stat[11]) + int(stat[12]) for thread, stat in fields.items()}


class Timeless(Watched):
    def test_a_daemon_whose_timer_no_longer_fires_is_replaced(self):
        self.machine.ctl("user add ana --name Ana --check-in")
        stuck = self.machine.pid()
        time.sleep(2)
        disarm_timer(self.machine.host_pid())
        self.assert_replaced(stuck)
        self.assertIn("ana", self.machine.ctl("user list").stdout)


class Unanswered(Watched):
    minutes = 6

    @classmethod
    def prepare(cls, machine):
        machine.ctl("user add ana --name Ana --check-in")
        machine.run("systemctl stop lifesignald.socket lifesignald.service")
        image, cls.disk = machine.directory / "image", machine.directory / "disk"
        cls.disk.mkdir()
        subprocess.run(["truncate", "--size=64M", image], check=True)
        subprocess.run(["mkfs.ext4", "-q", image], check=True)
        subprocess.run(["mount", "-o", "loop", image, cls.disk], check=True)
        cls.addClassCleanup(subprocess.run, ["umount", "--lazy", cls.disk], check=False)
        cls.addClassCleanup(
            subprocess.run, ["fsfreeze", "--unfreeze", cls.disk], stderr=subprocess.DEVNULL)
        state = machine.root / "var/lib/lifesignal"
        subprocess.run(["cp", "-a", f"{state}/.", cls.disk], check=True)
        machine.attach(cls.disk, "/var/lib/lifesignal")
        machine.run("systemctl start lifesignald.socket lifesignald.service")

    def test_a_daemon_whose_disk_no_longer_answers_is_ended(self):
        type(self).stuck = self.machine.pid()
        subprocess.run(["fsfreeze", "--freeze", self.disk], check=True)
        wait("the watchdog barks", lambda: "Watchdog timeout" in self.machine.run(
            "journalctl -u lifesignald").stdout, REPLACED_WITHIN)

    def test_when_the_disk_is_back_so_is_the_daemon_with_all_it_knew(self):
        subprocess.run(["fsfreeze", "--unfreeze", self.disk], check=True)
        wait("it runs", lambda: self.machine.is_running() and self.machine.pid() != self.stuck)
        self.assertIn("ana", self.machine.ctl("user list").stdout)


def disarm_timer(process):
    """Takes the alarm from the timer that the engine sleeps by: the one on the wall clock."""
    for info in pathlib.Path(f"/proc/{process}/fdinfo").iterdir():
        if "clockid: 0\n" in info.read_text():
            timer = libc.syscall(PIDFD_GETFD, os.pidfd_open(process), int(info.name), 0)
            never = (ctypes.c_long * 4)()
            assert libc.timerfd_settime(timer, 0, never, None) == 0
            os.close(timer)


class held:
    """Holds one thread as a debugger would, and lets the rest go on."""

    def __init__(self, thread):
        self.thread = thread
        self.release = threading.Event()
        self.ready = threading.Event()
        self.mistake = None

    def __enter__(self):
        # Who begins to trace a thread has to go on with it.
        self.tracer = threading.Thread(target=self.hold)
        self.tracer.start()
        self.ready.wait()
        if self.mistake:
            raise Failed(f"the thread can't be held: {self.mistake}")

    def __exit__(self, *_):
        self.release.set()
        self.tracer.join()

    def hold(self):
        libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p]
        if libc.ptrace(PTRACE_SEIZE, self.thread, None, None) != 0:
            self.mistake = os.strerror(ctypes.get_errno())
            self.ready.set()
            return
        libc.ptrace(PTRACE_INTERRUPT, self.thread, None, None)
        self.ready.set()
        # One that is killed is gone only when its tracer has heard of it.
        while not self.release.wait(0.1):
            try:
                os.waitpid(self.thread, os.WNOHANG | WALL)
            except ChildProcessError:
                return


class Busy(Watched):
    def test_a_daemon_that_is_merely_busy_is_left_alone(self):
        self.machine.ctl("user add ana --name Ana --check-in")
        before = self.machine.pid()
        call = "while :; do lifesignalctl check-in -u ana; done"
        caller = f"timeout {REPLACED_WITHIN} sh -c '{call}' >/dev/null"
        self.machine.run(f"{caller} & {caller} & wait", seconds=REPLACED_WITHIN + PATIENCE)
        self.assertEqual(self.machine.pid(), before)


class FullDisk(Watched):
    minutes = 6

    @classmethod
    def prepare(cls, machine):
        machine.run("""
            systemctl stop lifesignald.socket lifesignald.service
            mount -t tmpfs -o size=64m tmpfs /var/lib/lifesignal
            systemctl start lifesignald.socket lifesignald.service""")
        machine.ctl("user add ana --name Ana --check-in")

    def test_a_disk_that_is_full_is_said(self):
        type(self).before = self.machine.pid()
        self.machine.run("cat /dev/zero > /var/lib/lifesignal/ballast", check=False)
        refused = wait("a change is refused", self.refusal)
        self.assertIn("the disk is full", refused)
        self.assertIn("DEGRADED", self.machine.ctl("status").stdout)
        self.assert_status_line("1 user, degraded")

    def refusal(self):
        note = "x" * 4000
        return self.machine.ctl(f"user set ana --note {note}", check=False).stderr or \
            self.machine.ctl("user set ana --note ''", check=False).stderr

    def test_what_is_there_can_still_be_read(self):
        self.assertIn("ana", self.machine.ctl("user list").stdout)

    def test_check_ins_and_calls_for_help_are_still_taken(self):
        self.machine.ctl("check-in -u ana")
        raised = self.machine.ctl("alert raise --yes -u ana", check=False)
        self.assertIn("Nobody can be told", raised.stderr)
        self.machine.ctl("alert clear --yes -u ana")

    def test_a_restart_finds_it_as_it_was(self):
        self.machine.run("systemctl restart lifesignald")
        self.assertTrue(self.machine.is_running())
        type(self).before = self.machine.pid()
        self.assert_status_line("1 user, degraded")

    def test_the_watchdog_leaves_it_alone(self):
        began = time.monotonic()
        while time.monotonic() - began < REPLACED_WITHIN:
            self.assertEqual(self.machine.pid(), self.before)
            time.sleep(5)
        self.assert_status_line("1 user, degraded")

    def test_with_space_again_it_recovers_by_itself(self):
        self.machine.run("rm /var/lib/lifesignal/ballast")
        self.assert_status_line("1 user, healthy")
        self.machine.ctl("check-in -u ana")
        self.assertEqual(self.machine.pid(), self.before)
