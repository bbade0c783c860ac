"""A disk that somebody else fills to the last byte, and goes on filling.

    full_disk.py tmpfs|ext4|xfs          what must hold
    full_disk.py tmpfs|ext4|xfs --last   how long the reserve lasts

As root, in a mount namespace of its own: unshare --mount.
"""

import contextlib
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from daemon import Daemon, check, varlink
from power_cut import Disk, run


@contextlib.contextmanager
def mounted(kind, directory):
    if kind == "tmpfs":
        path = f"{directory}/disk"
        os.mkdir(path)
        run("mount", "-t", "tmpfs", "-o", "size=96m", "none", path)
        try:
            yield path
        finally:
            run("umount", path)
    else:
        with Disk(kind, directory) as disk:
            yield disk.path


class Filler:
    """What fills the disk."""

    def __init__(self, disk):
        self.path = pathlib.Path(disk) / "photographs"

    def fill(self):
        with open(self.path, "ab", buffering=0) as file:
            for size in (1 << 20, 1 << 16, 4096, 512):
                with contextlib.suppress(OSError):
                    while True:
                        file.write(b"x" * size)

    def make_room(self):
        self.path.unlink()


def fill(daemon, filler):
    """Until the daemon has noticed."""
    filler.fill()
    note = 0
    while daemon.refusal("People.SetUser", user="ana", emergencyNote=f"{note}" + "x" * 4000) is None:
        note += 1
        assert note < 1000, "nothing is refused on a full disk"
    assert "diskFull" in daemon.problems()
    # It goes on: what the daemon has let go of is not to be had by others.
    filler.fill()


def expect_vital(daemon, times):
    with daemon.client() as client:
        for _ in range(times):
            client.call("People.CheckIn", user="ana")
        client.call("People.RaiseAlert", user="ana", message="m" * 1000)
        client.call("People.ClearAlert", user="ana")
    assert daemon.refusal("People.AddUser", handle="carla", name="C") == "Unavailable"
    assert daemon.refusal("People.SetUser", user="ana", name="Anna") == "Unavailable"
    with daemon.client() as client:
        try:
            client.list("Daemon.Backup", "data")
            raise AssertionError("a backup was made")
        except varlink.Refused as refused:
            assert refused.name.endswith(".Unavailable"), refused
    status = daemon.call("Daemon.GetStatus")["status"]
    assert status["health"] == "degraded"


def expect_deadline(daemon):
    """Emil falls silent, and his responder's notice can be delivered."""
    daemon.call("People.CheckIn", user="emil")
    with daemon.client() as sender:
        sender._send({"method": "io.lifesignal.Outbox.Take", "parameters": {}, "more": True})
        while True:
            job = sender._receive()["parameters"]["job"]
            if daemon.refusal("Outbox.Begin", delivery=job["delivery"]) == "Withdrawn":
                continue
            daemon.call("Outbox.Report", delivery=job["delivery"], delivered=True)
            if job["kind"] == "nonResponsive":
                return


def tell(kind, waits):
    with tempfile.TemporaryDirectory(prefix="lifesignal-full-") as home:
        with mounted(kind, home) as disk, Daemon(home, f"{disk}/state") as daemon:
            filler = Filler(disk)
            daemon.start()
            for handle in ("ana", "ben"):
                daemon.add(handle, checkIn=True)
            daemon.add("emil", checkInInterval=2, reminders=[])
            daemon.call("People.AddChannel", user="ben", address="mailto:ben@example.org")
            daemon.call("People.AddResponder", dependent="emil", responder="ben")
            fill(daemon, filler)
            expect_vital(daemon, 500)
            expect_deadline(daemon)
            # A start on a disk as full as that, after a crash and after an orderly end.
            daemon.kill()
            daemon.start()
            expect_vital(daemon, 100)
            daemon.stop()
            daemon.start()
            expect_vital(daemon, 100)
            filler.make_room()
            if not waits:
                daemon.stop()
                daemon.start()
            deadline = time.monotonic() + 75
            while "diskFull" in daemon.problems():
                assert time.monotonic() < deadline, "it has not noticed that there is room"
                time.sleep(0.2)
            daemon.add("carla")
            check_ins = daemon.list("People.ListCheckIns", "checkIn", user="ana")
            assert len(check_ins) == 1 + 500 + 100 + 100, len(check_ins)
            daemon.stop()
            status, said = check(daemon.state)
            assert status == 0, said
    print(f"{kind}: what is vital went on, and everything did once there was room")


def last(kind):
    """Check-ins one by one, until they are refused too; then reading must go on."""
    with tempfile.TemporaryDirectory(prefix="lifesignal-full-") as home:
        with mounted(kind, home) as disk, Daemon(home, f"{disk}/state") as daemon:
            daemon.start()
            daemon.add("ana", checkIn=True)
            fill(daemon, Filler(disk))
            taken, began = 0, time.monotonic()
            with daemon.client() as client:
                while True:
                    try:
                        client.call("People.CheckIn", user="ana")
                    except varlink.Refused as refused:
                        assert refused.name.endswith(".Unavailable"), refused
                        break
                    taken += 1
            assert daemon.call("People.GetUser", user="ana")["user"]["handle"] == "ana"
            daemon.kill()
            daemon.state.joinpath("../photographs").unlink()
            daemon.start()
            check_ins = daemon.call("Daemon.GetStatus")["status"]["users"]
            assert check_ins == 1
            daemon.stop()
            assert check(daemon.state)[0] == 0
    print(f"{kind}: {taken} check-ins from the reserve, {time.monotonic() - began:.0f} s")


def main():
    kind = sys.argv[1]
    if "--last" in sys.argv:
        last(kind)
    else:
        tell(kind, waits=kind == "tmpfs")


if __name__ == "__main__":
    main()
