"""Runs every story on every Debian: run.py PACKAGE BEFORE SUITE=BASE...

A story is a class: its tests are told in the order in which they are written, on one machine, and
the first that fails ends it. Stories mostly wait, so several are told at once."""

import concurrent.futures
import importlib
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from machine import PATIENCE, ROOT, Failed, mount_layers
from story import Story

HERE = pathlib.Path(__file__).resolve().parent
AT_ONCE = 12
# The longest waits for the watchdog, twice, and for what comes after it.
MINUTES = 30
ENDS = (signal.SIGINT, signal.SIGTERM)
# How a story begins the line that says which test failed, and why.
MARK = "failed: "


def stories():
    """Every story, those that wait longest first."""
    modules = [importlib.import_module(file.stem) for file in sorted(HERE.glob("test_*.py"))]
    found = [
        each for module in modules for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, Story) and tests(each)
    ]
    return sorted(dict.fromkeys(found), key=lambda story: -story.minutes)


def tests(story):
    """Its tests as they are written, those that it has of another before its own."""
    return [
        test for each in reversed(story.__mro__) for test in vars(each) if test.startswith("test_")]


def tell(name):
    """In a process of its own: one story."""
    for number in ENDS:
        signal.signal(number, give_up)
    story = next(each for each in stories() if each.__name__ == name)
    runner = unittest.TextTestRunner(verbosity=2, failfast=True)
    result = runner.run(unittest.TestSuite(map(story, tests(story))))
    for test, text in result.failures + result.errors:
        print(f"{MARK}{test}: {text.strip().splitlines()[-1]}", file=sys.stderr)
    for test, reason in result.skipped:
        print(f"{MARK}{test}: skipped, {reason}", file=sys.stderr)
    sys.exit(not result.wasSuccessful() or bool(result.skipped))


def give_up(number, _):
    """As any failure, so that the machine is ended, whoever asks for it once more."""
    for each in ENDS:
        signal.signal(each, signal.SIG_IGN)
    reason = "interrupted" if number == signal.SIGINT else f"not over after {MINUTES} min"
    raise Failed(reason)


def tell_apart(name, suite, environment):
    began = time.monotonic()
    with subprocess.Popen(
            [sys.executable, "-B", __file__, "--story", name], stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True,
            env=dict(os.environ, SUITE=suite, **environment)) as story:
        try:
            said, _ = story.communicate(timeout=MINUTES * 60)
        except subprocess.TimeoutExpired:
            story.terminate()
            try:
                said, _ = story.communicate(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                story.kill()
                said = f"{story.communicate()[0]}{MARK}its machine does not end\n"
    return name, suite, story.returncode, said, time.monotonic() - began


def install(package, base, layer):
    """Makes `layer` what the package adds to a Debian that is not running."""
    for name in "upper", "work", "root":
        (layer / name).mkdir(parents=True)
    mount_layers([base], layer / "upper", layer / "work", layer / "root")
    try:
        shutil.copy(package, layer / "root/root/lifesignal.deb")
        command = ["systemd-nspawn", "--quiet", "--directory", layer / "root", "--pipe"]
        command += ["--register=no", "--keep-unit", "--private-network"]
        command += ["--setenv=DEBIAN_FRONTEND=noninteractive"]
        command += ["apt-get", "install", "--yes", "/root/lifesignal.deb"]
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"the package can't be installed:\n{done.stdout}{done.stderr}")
    finally:
        subprocess.run(["umount", layer / "root"], check=True)
    return str(layer / "upper")


def main(package, before, *bases):
    jobs = []
    failed = []
    wanted = os.environ.get("STORIES", "").split()
    with (
        tempfile.TemporaryDirectory(prefix="layers-", dir=ROOT / ".cache/container") as layers,
        concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool,
    ):
        environments = {}
        for suite, base in (each.split("=") for each in bases):
            installed = install(package, base, pathlib.Path(layers) / suite)
            environments[suite] = {
                "BASE": base, "INSTALLED": installed, "PACKAGE": package, "BEFORE": before}
        for story in stories():
            for suite, environment in environments.items():
                if suite in (story.suites or environments):
                    if not wanted or story.__name__ in wanted:
                        jobs.append(pool.submit(tell_apart, story.__name__, suite, environment))
        try:
            for job in concurrent.futures.as_completed(jobs):
                name, suite, status, said, seconds = job.result()
                print(f"== {suite}: {name}, {seconds:.0f} s\n{said}", flush=True)
                if status != 0:
                    reasons = [line for line in said.splitlines() if line.startswith(MARK)]
                    failed += [f"{suite}: {name}, {seconds:.0f} s: {'; '.join(reasons) or status}"]
        except KeyboardInterrupt:
            # Those that are told have been interrupted as well, and the layers are theirs until they end.
            pool.shutdown(cancel_futures=True)
            sys.exit("interrupted")
    if failed or not jobs:
        sys.exit("\n".join([*failed, f"{len(failed)} of {len(jobs)} stories failed"]))


if sys.argv[1] == "--story":
    tell(sys.argv[2])
else:
    main(*sys.argv[1:])
