"""A hostile account against a real daemon for a minute, while another account checks in.

usage: hostile.py LIFESIGNALD [SECONDS [ATTACK]...], as root

The hostile account is bound to a user, so that it may do more than a stranger. It floods valid calls,
sends the longest and most costly frames, half frames, never reads replies, and opens all the
connections it can, or does only the ATTACKs that are named. The other account checks in anew all the
time, each time on a new connection. Then two hostile accounts flood valid calls while people fall silent.
The daemon runs as nice as its unit has it, and may not change that.
Every process has a session of its own, as services have, and as an account may take any number of.
"""

import multiprocessing
import os
import pathlib
import shutil
import sys
import tempfile
import time

import deadlines
from attacks import attacks, become
from daemon import call, start, stop

# Accounts that every Debian has, and that nobody uses.
HONEST, HOSTILE, HOSTILE_TOO = "games", "nobody", "daemon"
# What is promised of a check-in, in milliseconds, at the 99th percentile.
PROMISED = 50
# And of how long after a deadline it is told, at the 90th: of a hundred the latest waits where the disk does.
PROMISED_LATENESS = 250
# What the daemon may take beyond its idle memory, in MiB; docs/HOSTILE.md adds it up.
BOUND = 96
PAUSE = 0.02


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
        for handle, account in (
                ("ana", HONEST), ("mallory", HOSTILE), ("eve", HOSTILE_TOO)):
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
        stop(daemon)
        first = int(time.time() * 1000) + deadlines.LEAD
        deadlines.write_people(directory / "state" / "lifesignal.db", first)
        daemon, path = start(program, directory)
        late = deadlines.measure(path, first, (HOSTILE, HOSTILE_TOO))
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
    print(f"under two floods, {len(late)} deadlines: median {percentile(late, 50):.1f} ms late, "
          f"90th percentile {percentile(late, 90):.1f} ms, latest {late[-1]:.1f} ms")
    mistakes = []
    if failures:
        mistakes.append("a check-in was not answered")
    if percentile(took, 99) > PROMISED:
        mistakes.append(f"the 99th percentile is over {PROMISED} ms")
    if percentile(late, 90) > PROMISED_LATENESS:
        mistakes.append(f"the 90th percentile of deadlines is over {PROMISED_LATENESS} ms")
    if most > idle + BOUND:
        mistakes.append(f"the daemon took more than {BOUND} MiB beyond its idle memory")
    sys.exit("; ".join(mistakes) or None)


if __name__ == "__main__":
    main()
