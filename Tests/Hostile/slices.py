"""The control groups in which systemd has services and logins, as far as they share out processors."""

import os
import pathlib


def own_group():
    """Where the kernel shares out processors to this process, and the name of a share there.

    Either hierarchy of control groups may have the controller: `cpu.shares` is 1024 where
    `cpu.weight` is 100.
    """
    mounts = [line.split() for line in pathlib.Path("/proc/self/mountinfo").read_text().splitlines()]
    groups = dict(
        line.split(":", 2)[1:] for line in pathlib.Path("/proc/self/cgroup").read_text().splitlines())
    for mount in mounts:
        options = mount[-1].split(",")
        if mount[mount.index("-") + 1] == "cgroup" and "cpu" in options:
            at = next(groups[names] for names in groups if "cpu" in names.split(","))
            return pathlib.Path(mount[4] + at), "cpu.shares"
    for mount in mounts:
        at = pathlib.Path(mount[4] + groups.get("", "/"))
        controllers = at / "cgroup.controllers"
        if mount[mount.index("-") + 1] == "cgroup2" and "cpu" in controllers.read_text().split():
            return at, "cpu.weight"
    raise OSError("no control group shares out processors here")


class Slices:
    """system.slice with one service, and user.slice, of the same weight. What is `weight` to the service
    is CPUWeight= in its unit, without which systemd would share out nothing to slices at all."""

    def __init__(self, weight):
        at, self.share = own_group()
        self.base = at / f"lifesignal-hostile-{os.getpid()}"
        self.system, self.user = self.base / "system", self.base / "user"
        self.service = self.system / "service"
        for group in (self.base, self.system, self.user, self.service):
            self.enable(group.parent)
            group.mkdir()
            self.give(group, weight if group == self.service else 100)

    def enable(self, group):
        if self.share == "cpu.weight":
            (group / "cgroup.subtree_control").write_text("+cpu")

    def give(self, group, weight):
        value = weight * 1024 // 100 if self.share == "cpu.shares" else weight
        (group / self.share).write_text(str(value))

    def remove(self):
        for group in (self.service, self.user, self.system, self.base):
            group.rmdir()


def join(group):
    """Moves this process there."""
    (group / "cgroup.procs").write_text(str(os.getpid()))
