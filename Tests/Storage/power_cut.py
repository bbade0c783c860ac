"""The power fails under a daemon with work to do: the file system is shut down without writing what
it still holds, mounted anew, and the daemon started on what the disk has.

    power_cut.py ext4|xfs ROUNDS [SECONDS]
    power_cut.py ext4|xfs ROUNDS [SECONDS] --control

What was acknowledged before the cut must be there. The control gives the daemon's SQLite
synchronous=NORMAL, which doesn't wait for the disk when it commits; it must lose something, or the
test could not see a loss. As root, in a mount namespace of its own: unshare --mount.
"""

import fcntl
import os
import random
import struct
import subprocess
import sys
import tempfile
import time

from daemon import STORAGE, Daemon, check
from failing_disk import library
from killing import Record, compare, load, prepare

# FS_IOC_SHUTDOWN of linux/fs.h, and the flag that the log is not written either.
SHUTDOWN, WITHOUT_LOG = 0x8004587D, 2
SIZE = {"ext4": "96M", "xfs": "320M"}


def run(*command):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


class Disk:
    def __init__(self, kind, directory):
        self.image = f"{directory}/{kind}.img"
        self.path = f"{directory}/disk"
        os.mkdir(self.path)
        run("truncate", "--size", SIZE[kind], self.image)
        run(f"mkfs.{kind}", "-q", self.image)

    def __enter__(self):
        run("mount", "-o", "loop", self.image, self.path)
        return self

    def __exit__(self, *_):
        run("umount", self.path)

    def cut(self):
        root = os.open(self.path, os.O_RDONLY)
        try:
            fcntl.ioctl(root, SHUTDOWN, struct.pack("I", WITHOUT_LOG))
        finally:
            os.close(root)


def cut_once(disk, daemon, record, dice, environment):
    """Load, and in the middle of it the cut; the daemon has ended."""
    with disk:
        daemon.start(**environment)
        threads = load(daemon, record, dice)
        time.sleep(dice.uniform(0.05, 0.5))
        record.close()
        disk.cut()
        status = daemon.process.wait(timeout=20)
        daemon.process = None
        for thread in threads:
            thread.join(timeout=20)
        assert not record.faults, record.faults
        assert status == STORAGE, f"ended with {status}"
        record.close(False)


def main():
    arguments = [word for word in sys.argv[1:] if word != "--control"]
    is_control = "--control" in sys.argv
    kind, rounds = arguments[0], int(arguments[1])
    seconds = float(arguments[2]) if len(arguments) > 2 else 3600
    dice, record, began = random.Random(), Record(), time.monotonic()
    done, since, lost, losing = 0, None, 0, 0
    with tempfile.TemporaryDirectory(prefix="lifesignal-cut-") as home:
        environment = {}
        if is_control:
            environment = {"LD_PRELOAD": library(home), "FAULT_SYNCHRONOUS": "NORMAL"}
        disk = Disk(kind, home)
        with Daemon(home, disk.path + "/state") as daemon:
            with disk:
                prepare(daemon)
                daemon.stop()
            while done < rounds and time.monotonic() - began < seconds:
                cut_once(disk, daemon, record, dice, environment)
                with disk:
                    daemon.start()
                    missing, since = compare(daemon, record, since)
                    daemon.stop()
                    status, said = check(daemon.state)
                    assert status == 0, said
                done += 1
                lost += missing.total()
                losing += bool(missing)
                if is_control:
                    record.reported.clear()
                    if losing:
                        break
                else:
                    assert not missing, f"acknowledged and lost: {list(missing)[:5]}"
    total = sum(record.total.values()) + len(record.reported)
    name = f"{kind}, control" if is_control else kind
    print(
        f"{name}: {done} power cuts in {time.monotonic() - began:.0f} s, {total} acknowledged, "
        f"{lost} lost in {losing} rounds"
    )
    if is_control and not losing:
        sys.exit("the control has lost nothing: this test can't see a loss")


if __name__ == "__main__":
    main()
