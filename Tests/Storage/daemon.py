"""A real lifesignald on a state directory that a test chooses, and what it is asked."""

import os
import pathlib
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Sending"))

import varlink  # noqa: E402

PROGRAMS = pathlib.Path(os.environ.get("PROGRAMS", ROOT / ".build" / "debug"))
LIFESIGNALD = PROGRAMS / "lifesignald"
# How it ends when the disk has failed (spec: sysexits.h).
STORAGE, LOCKED = 74, 75


class Ended(Exception):
    """The daemon is no more."""

    def __init__(self, status, log):
        super().__init__(f"lifesignald ended with {status}:\n{log[-2000:]}")
        self.status = status


class Daemon:
    """Its socket and log stand in `home`, on another disk than its state."""

    def __init__(self, home, state):
        self.home = pathlib.Path(home)
        self.state = pathlib.Path(state)
        self.socket = str(self.home / "socket")
        self.log_path = self.home / "log"
        self.configuration = self.home / "lifesignal.yaml"
        self.configuration.touch()
        self.process = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process:
            self.kill()

    def launch(self, **environment):
        """Starts it, and does not wait."""
        with open(self.log_path, "ab") as log:
            self.process = subprocess.Popen(
                [LIFESIGNALD, "--state-directory", self.state, "--socket", self.socket]
                + ["--config", self.configuration],
                stdout=log,
                stderr=log,
                env=dict(os.environ, **environment),
            )

    def start(self, limit=30, **environment):
        """Starts it, and returns when its socket answers."""
        self.launch(**environment)
        self.wait_until_serving(limit)

    def wait_until_serving(self, limit=30):
        deadline = time.monotonic() + limit
        while True:
            try:
                return self.call("Daemon.GetHealth")
            except (OSError, ConnectionError, varlink.Refused) as error:
                # A disk that fails at the first look ends it when it serves already.
                if isinstance(error, varlink.Refused) and "Unavailable" not in error.name:
                    raise
                if self.process.poll() is not None:
                    raise Ended(self.process.returncode, self.log()) from None
                assert time.monotonic() < deadline, "it does not answer"
                time.sleep(0.005)

    def client(self):
        return varlink.Client(self.socket)

    def call(self, method, **parameters):
        with self.client() as client:
            return client.call(method, **parameters)

    def refusal(self, method, **parameters):
        """The last part of the error's name; None if the call succeeds."""
        try:
            self.call(method, **parameters)
            return None
        except varlink.Refused as refused:
            return refused.name.rsplit(".", 1)[-1]

    def list(self, method, field, **parameters):
        with self.client() as client:
            return client.list(method, field, **parameters)

    def add(self, handle, **parameters):
        self.call("People.AddUser", handle=handle, name=handle.capitalize(), **parameters)

    def problems(self):
        return {p["code"] for p in self.call("Daemon.GetStatus")["status"]["problems"]}

    def kill(self, number=signal.SIGKILL):
        process, self.process = self.process, None
        if process.poll() is None:
            process.send_signal(number)
        return process.wait(timeout=20)

    def stop(self):
        assert self.kill(signal.SIGTERM) == 0, self.log()[-2000:]

    def log(self):
        return self.log_path.read_text(errors="replace")


def check(state):
    """`lifesignald check`: its status, and what it said."""
    done = subprocess.run(
        [LIFESIGNALD, "check", "--state-directory", state],
        capture_output=True,
        text=True,
        timeout=60,
    )
    return done.returncode, done.stdout + done.stderr
