"""Booting: nothing waits for LifeSignal, and it waits for nothing that may never come."""

from machine import wait
from story import Story

# Stands for a network and a clock that never come: what orders itself after them never starts.
NEVER = """[Unit]
DefaultDependencies=no
Before=network.target network-online.target time-sync.target
[Service]
Type=oneshot
TimeoutStartSec=infinity
ExecStart=sleep infinity
[Install]
WantedBy=multi-user.target network.target network-online.target time-sync.target
"""


class Boot(Story):
    @classmethod
    def prepare(cls, machine):
        machine.ctl("user add ana --name Ana --check-in")

    def test_there_is_no_network_but_loopback(self):
        links = self.machine.run("ls /sys/class/net").stdout.split()
        self.assertEqual(links, ["lo"])

    def test_it_is_up_after_a_boot_with_all_it_knew(self):
        self.machine.reboot()
        wait("the machine is up", lambda: self.machine.run(
            "systemctl is-system-running", check=False).stdout.strip() == "running")
        self.assert_running()
        self.assertIn("ana", self.machine.ctl("user list").stdout)
        self.assert_status_line("1 user, healthy")

    def test_the_socket_is_there_before_the_daemon(self):
        socket, daemon, sender = (
            int(self.machine.unit(unit, "ActiveEnterTimestampMonotonic"))
            for unit in ("lifesignald.socket", "lifesignald.service", "lifesignal-notify.service"))
        self.assertLess(socket, daemon)
        self.assertLess(socket, sender)
        booted = int(self.machine.unit("sysinit.target", "ActiveEnterTimestampMonotonic"))
        print(f"ready {(daemon - booted) / 1e6:.2f} s after sysinit.target", end=" ", flush=True)

    def test_it_starts_though_network_and_time_never_come(self):
        self.machine.write("/etc/systemd/system/never.service", NEVER)
        self.machine.run("systemctl enable never.service")
        self.machine.reboot()
        wait("both run", self.machine.runs)
        self.assertEqual(self.machine.unit("never", "ActiveState"), "activating")
        self.machine.ctl("check-in -u ana")

    def test_nothing_waits_for_it(self):
        """A daemon that hangs while it starts holds up no one else's boot."""
        before = self.machine.run("systemctl list-dependencies --plain --before lifesignald").stdout
        for unit in "getty", "ssh", "sysinit", "basic", "sockets":
            self.assertNotIn(unit, before)
