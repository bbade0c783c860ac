"""A hostile account against a real daemon for a minute, while another account checks in.

usage: hostile.py LIFESIGNALD [SECONDS [ATTACK]...], as root

The hostile account is bound to a user, so that it may do more than a stranger. It floods valid calls,
sends the longest and most costly frames, half frames, never reads replies, and opens all the
connections it can, or does only the ATTACKs that are named. The other account checks in anew all the
time, each time on a new connection. The daemon runs as nice as its unit has it, and may not change that.
Every process has a session of its own, as services have, and as an account may take any number of.
"""

import ctypes
import errno
import json
import multiprocessing
import os
import pathlib
import platform
import re
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time

from attacks import attacks, become, frame

# Accounts that every Debian has, and that nobody uses.
HONEST, HOSTILE = "games", "nobody"
# What is promised of a check-in, in milliseconds, at the 99th percentile.
PROMISED = 50
# What the daemon may take beyond its idle memory, in MiB; docs/HOSTILE.md adds it up.
BOUND = 96
PAUSE = 0.02
UNIT = pathlib.Path(__file__).resolve().parents[2] / "systemd" / "lifesignald.service"


def call(path, method, parameters=None):
    with socket.socket(socket.AF_UNIX) as connection:
        # Blocking, so that a full queue of connections is waited for.
        connection.connect(path)
        connection.settimeout(10)
        connection.sendall(frame(method, parameters))
        received = b""
        while not received.endswith(b"\0"):
            piece = connection.recv(1 << 16)
            if not piece:
                raise ConnectionError("closed without an answer")
            received += piece
    reply = json.loads(received[:-1])
    if "error" in reply:
        raise ConnectionError(received.decode())
    return reply["parameters"]


def check_in(path, seconds, results):
    os.setsid()
    become(HONEST)
    took, failures = [], []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        start = time.monotonic()
        try:
            call(path, "io.lifesignal.People.CheckIn")
            took.append((time.monotonic() - start) * 1000)
        except OSError as error:
            failures.append(str(error))
        time.sleep(PAUSE)
    results.put((took, failures))


def attack(path, name, seconds, results):
    os.setsid()
    become(HOSTILE)
    done = attacks(path)[name].run(seconds)
    results.put((name, {key: done[key] for key in ("made", "thrown_out", "sent", "received")}))


def resident(process, what):
    for line in pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith(what + ":"):
            return int(line.split()[1]) / 1024
    raise ProcessLookupError("the daemon is gone")


def as_its_unit_has_it():
    """Nice=, and no setpriority(2), which is among ~@resources: libdispatch would set 0 again."""
    niceness, = re.findall(r"^Nice=(.+)$", UNIT.read_text(), re.MULTILINE)
    os.nice(int(niceness))
    number = {"x86_64": 141, "aarch64": 140}[platform.machine()]
    # Load the call's number; if it is that one, EPERM, else go on (seccomp(2)).
    steps = [(0x20, 0, 0, 0), (0x15, 0, 1, number), (0x06, 0, 0, 0x50000 | errno.EPERM),
             (0x06, 0, 0, 0x7FFF0000)]
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
    filter = struct.pack("HxxxxxxP", len(steps), ctypes.addressof(code))
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    for option, mode, argument in ((38, 1, None), (22, 2, filter)):
        if prctl(option, mode, argument, 0, 0):
            raise OSError(ctypes.get_errno(), "prctl")


def start(program, directory):
    path = str(directory / "socket")
    log = open(directory / "log", "wb")
    daemon = subprocess.Popen(
        [program, "--state-directory", directory / "state", "--socket", path],
        stdout=log, stderr=log, env=dict(os.environ, LIBDISPATCH_LOG="NO"),
        preexec_fn=as_its_unit_has_it, start_new_session=True)
    until = time.monotonic() + 30
    while True:
        try:
            call(path, "io.lifesignal.Daemon.GetHealth")
            return daemon, path
        except OSError:
            if time.monotonic() > until or daemon.poll() is not None:
                raise
            time.sleep(0.05)


def measure(path, seconds):
    """How long check-ins take in milliseconds, the shortest first, and what became of the others."""
    answers = multiprocessing.Queue()
    honest = multiprocessing.Process(target=check_in, args=(path, seconds, answers))
    honest.start()
    took, failures = answers.get(timeout=seconds + 30)
    honest.join()
    return sorted(took), failures


def run(path, seconds, names):
    results = multiprocessing.Queue()
    hostile = [
        multiprocessing.Process(target=attack, args=(path, name, seconds + 2, results))
        for name in names]
    for process in hostile:
        process.start()
    time.sleep(1)
    measured = measure(path, seconds)
    for _ in hostile:
        name, done = results.get(timeout=30)
        print(f"  {name}: " + ", ".join(f"{value} {key}" for key, value in done.items()))
    for process in hostile:
        process.join()
    return measured


def percentile(took, part):
    return took[min(len(took) * part // 100, len(took) - 1)]


def described(took):
    return (f"{len(took)} check-ins: median {percentile(took, 50):.1f} ms, 99th percentile "
            f"{percentile(took, 99):.1f} ms, slowest {took[-1]:.1f} ms")


def main():
    if os.geteuid() != 0:
        sys.exit("this switches to two accounts, so it has to run as root")
    program, seconds = sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 60
    directory = pathlib.Path(tempfile.mkdtemp(prefix="lifesignal-hostile-"))
    directory.chmod(0o755)
    daemon = None
    try:
        daemon, path = start(program, directory)
        for handle, account in (("ana", HONEST), ("mallory", HOSTILE)):
            call(path, "io.lifesignal.People.AddUser", {
                "handle": handle, "name": handle.capitalize(), "account": account,
                "checkIn": True})
        quiet, _ = measure(path, min(seconds, 5))
        print(f"undisturbed, {described(quiet)}")
        idle = resident(daemon, "VmRSS")
        took, failures = run(path, seconds, sys.argv[3:] or list(attacks(path)))
        most = resident(daemon, "VmHWM")
        log, state = (sum(file.stat().st_size for file in directory.glob(pattern)) / 2**20
                      for pattern in ("log", "state/*"))
    finally:
        if daemon:
            daemon.kill()
            daemon.wait()
        shutil.rmtree(directory)
    if not took:
        sys.exit(f"no check-in was answered: {failures[:3]}")
    print(f"under attack, {described(took)}; {len(failures)} failed {failures[:3]}")
    print(f"memory {idle:.0f} MiB idle, {most:.0f} MiB at the most; "
          f"{log:.1f} MiB of log, {state:.1f} MiB of state")
    mistakes = []
    if failures:
        mistakes.append("a check-in was not answered")
    if percentile(took, 99) > PROMISED:
        mistakes.append(f"the 99th percentile is over {PROMISED} ms")
    if most > idle + BOUND:
        mistakes.append(f"the daemon took more than {BOUND} MiB beyond its idle memory")
    sys.exit("; ".join(mistakes) or None)


if __name__ == "__main__":
    main()
