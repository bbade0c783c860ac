"""A daemon and a sender as real processes, on a directory of their own."""

import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time

import varlink

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = pathlib.Path(os.environ.get("PROGRAMS", ROOT / ".build" / "debug"))


def wait(condition, limit=20):
    deadline = time.monotonic() + limit
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.03)


class World:
    def __init__(self, configuration="", environment=None):
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="lifesignal-sending-"))
        self.socket = str(self.directory / "socket")
        self.hooks = self.directory / "etc" / "hooks"
        self.hooks.mkdir(parents=True)
        self.configuration = self.directory / "etc" / "lifesignal.yaml"
        self.configuration.write_text(configuration)
        self.environment = dict(os.environ, **(environment or {}))
        self.running = {}

    def __enter__(self):
        self.start("lifesignald")
        self.start("lifesignal-notify")
        return self

    def __exit__(self, *_):
        for name in list(self.running):
            self.kill(name)
        shutil.rmtree(self.directory)

    # Programs

    def start(self, name, waits=True):
        """`lifesignal-notify-2` is a second sender."""
        arguments = [PROGRAMS / name.removesuffix("-2"), "--config", self.configuration, "--socket", self.socket]
        if name == "lifesignald":
            arguments += ["--state-directory", self.directory / "state"]
        said = self.log(name).count("taking deliveries") if self.has_run(name) else 0
        kept = self.directory / f"kept-{name}"
        kept.mkdir(exist_ok=True)
        with open(self.directory / f"{name}.log", "ab") as log:
            self.running[name] = subprocess.Popen(
                arguments, stdout=log, stderr=log,
                env=dict(self.environment, STATE_DIRECTORY=str(kept)),
            )
        if name == "lifesignald":
            self.wait_for_daemon()
        elif waits:
            # A signal that comes before it is caught would end it.
            wait(lambda: self.log(name).count("taking deliveries") > said)

    def has_run(self, name):
        return (self.directory / f"{name}.log").exists()

    def wait_for_daemon(self):
        deadline = time.monotonic() + 30
        while True:
            try:
                with self.client() as client:
                    client.call("Daemon.GetHealth")
                return
            except (OSError, ConnectionError):
                if time.monotonic() > deadline or self.running["lifesignald"].poll() is not None:
                    raise
                time.sleep(0.02)

    def kill(self, name, number=signal.SIGKILL):
        process = self.running.pop(name)
        process.send_signal(number)
        return process.wait(timeout=20)

    def processor_time(self, name):
        """Of a running program, in seconds."""
        with open(f"/proc/{self.running[name].pid}/stat") as stat:
            fields = stat.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def reload_sender(self, configuration):
        self.configuration.write_text(configuration)
        before = self.log("lifesignal-notify").count("read anew")
        self.running["lifesignal-notify"].send_signal(signal.SIGHUP)
        wait(lambda: self.log("lifesignal-notify").count("read anew") > before)

    def log(self, name):
        return (self.directory / f"{name}.log").read_text()

    def hook(self, name, text, mode=0o755):
        path = self.hooks / name
        path.write_text(text)
        path.chmod(mode)
        return path

    # The socket

    def client(self):
        return varlink.Client(self.socket)

    def call(self, method, **parameters):
        """Repeats the call while the daemon is away."""
        deadline = time.monotonic() + 30
        while True:
            try:
                with self.client() as client:
                    return client.call(method, **parameters)
            except (OSError, ConnectionError):
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.02)

    def list(self, method, field, **parameters):
        deadline = time.monotonic() + 30
        while True:
            try:
                with self.client() as client:
                    return client.list(method, field, **parameters)
            except (OSError, ConnectionError):
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.02)

    def user(self, handle, **parameters):
        self.call("People.AddUser", handle=handle, name=handle.capitalize(), **parameters)

    def channel(self, handle, address, **parameters):
        return self.call("People.AddChannel", user=handle, address=address, **parameters)[
            "channel"
        ]["id"]

    def test(self, channel):
        return self.call("People.TestChannel", id=channel)

    def notifications(self, handle):
        """All of a user's, the newest first."""
        found, before = [], None
        while True:
            parameters = {"user": handle, "limit": 100}
            if before:
                parameters["before"] = before
            page = self.list("People.ListNotifications", "notification", **parameters)
            found += page
            if len(page) < 100:
                return found
            before = page[-1]["id"]
