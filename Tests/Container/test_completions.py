"""The completions, in the shells themselves."""

import os
import re
import subprocess
import time

from machine import PATIENCE, Failed
from story import Story

# How each is begun, for somebody who has changed nothing, and what loads its completions.
SHELLS = {
    "bash": ("bash --norc -i", "source /usr/share/bash-completion/bash_completion"),
    "zsh": ("zsh -f -i", "autoload -U compinit; compinit -u -D; bindkey -e"),
}
# What completing takes at most without a daemon; the rest is for a machine that has much else to do.
GIVES_UP_WITHIN = 20
TAB, TO_THE_BEGINNING = "\t", "\x01"

# What is typed before the key, and what the line is after it.
COMPLETED = {
    "lifesignalctl chec": "lifesignalctl check-in",
    "lifesignalctl user add dora --gr": "lifesignalctl user add dora --grace",
    "lifesignalctl status an": "lifesignalctl status ana",
    "lifesignalctl check-in -u b": "lifesignalctl check-in -u ben",
    "lifesignalctl check-in --user b": "lifesignalctl check-in --user ben",
    "lifesignalctl check-in --user=b": "lifesignalctl check-in --user=ben",
    "lifesignalctl checkin --user=b": "lifesignalctl checkin --user=ben",
    "lifesignalctl checkin -u b": "lifesignalctl checkin -u ben",
    "lifesignalctl responder add ana b": "lifesignalctl responder add ana ben",
    "lifesignalctl check-in --source=w": "lifesignalctl check-in --source=web",
}


class Completions(Story):
    @classmethod
    def prepare(cls, machine):
        machine.run("apt install --yes bash-completion zsh fish")
        for handle in "ana", "ben":
            machine.ctl(f"user add {handle} --name {handle.title()}")

    def assert_completed(self, shell):
        with Terminal(self.machine, *SHELLS[shell]) as terminal:
            for typed, line in COMPLETED.items():
                added = line.removeprefix(typed)
                self.assertEqual(
                    terminal.completed(typed, added), line, f"{shell}: {typed}")

    def test_bash_completes_commands_options_and_handles(self):
        self.assert_completed("bash")

    def test_zsh_does_too(self):
        self.assert_completed("zsh")

    def test_and_fish(self):
        for typed, line in COMPLETED.items():
            offered = self.machine.run(f"fish --command \"complete --do-complete '{typed}'\"")
            words = [each.split("\t")[0] for each in offered.stdout.splitlines()]
            self.assertEqual(words, [line.split()[-1]], typed)

    def test_without_a_daemon_no_shell_hangs(self):
        self.machine.run("systemctl stop lifesignald.socket lifesignald.service")
        with Terminal(self.machine, *SHELLS["bash"]) as terminal:
            began = time.monotonic()
            typed = "lifesignalctl status an"
            self.assertEqual(terminal.completed(typed, ""), typed)
            self.assertLess(time.monotonic() - began, GIVES_UP_WITHIN)


class Terminal:
    """A shell at a terminal, which somebody types into."""

    def __init__(self, machine, shell, setting_up):
        command = machine.inside() + ["env", "--ignore-environment", "LANG=C.UTF-8", "TERM=xterm"]
        command += ["PATH=/usr/local/bin:/usr/bin:/bin", "HOME=/root", "PS1=$ "]
        command += ["script", "--quiet", "--command", shell, "/dev/null"]
        self.shell = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.setting_up = setting_up
        self.seen = ""

    def __enter__(self):
        os.set_blocking(self.shell.stdout.fileno(), False)
        self.type(self.setting_up + "; echo set''up\r")
        self.wait_for(r"[\r\n]setup\r")
        return self

    def __exit__(self, *_):
        self.shell.kill()
        self.shell.communicate()

    def type(self, keys):
        self.shell.stdin.write(keys.encode())
        self.shell.stdin.flush()

    def wait_for(self, pattern, seconds=PATIENCE):
        """What is shown up to there, where `pattern` is a regular expression."""
        deadline = time.monotonic() + seconds
        while not (found := re.search(pattern, self.seen)):
            if time.monotonic() > deadline:
                raise Failed(f"not shown within {seconds} s: {pattern!r}; only: {self.seen!r}")
            shown = (self.shell.stdout.read() or b"").decode(errors="replace")
            self.seen += re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown)
            time.sleep(0.05)
        self.seen = self.seen[found.end():]
        return found

    def completed(self, typed, added):
        """What completing makes of a command line, to which it is expected to add at least that."""
        self.type(typed)
        self.wait_for(re.escape(typed[-6:]))
        self.type(TAB)
        # zsh gives completing up for whoever goes on typing.
        self.wait_for(re.escape(added))
        time.sleep(0.2)
        self.type(f"{TO_THE_BEGINNING}echo '' this:\r")
        # zsh puts a = behind an option, which goes away if a blank is typed next.
        return self.wait_for(r"[\r\n] this:(.*?)=?\s*\r")[1]
