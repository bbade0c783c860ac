"""A machine of its own: Debian's systemd in a container that has no network but loopback."""

import ctypes
import json
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOCKET = "/run/lifesignal/lifesignal.sock"
# open_tree(2) and move_mount(2), which the C library does not know yet.
OPEN_TREE, MOVE_MOUNT, AT_FDCWD = 428, 429, -100
OPEN_TREE_CLONE, MOVE_MOUNT_F_EMPTY_PATH = 1, 4
libc = ctypes.CDLL(None, use_errno=True)
# How long what needs no more than a moment may take, on a machine that has much else to do. What is promised
# within a time has a bound of its own.
PATIENCE = 300


class Failed(AssertionError):
    pass


def wait(what, condition, seconds=PATIENCE, pause=0.2):
    """Returns what `condition` says once it is true; it is asked again after a `pause`."""
    deadline = time.monotonic() + seconds
    while not (found := condition()):
        if time.monotonic() > deadline:
            raise Failed(f"not within {seconds} s: {what}")
        time.sleep(pause)
    return found


def mount_layers(lower, upper, work, at):
    layers = f"lowerdir={':'.join(map(str, lower))},upperdir={upper},workdir={work}"
    subprocess.run(["mount", "-t", "overlay", "overlay", "-o", layers, at], check=True)


def own_cgroup():
    """The control group that this process is in, in the hierarchy that systemd is given in there."""
    mounts = pathlib.Path("/proc/self/mountinfo").read_text().splitlines()
    at = next(mount.split()[4] for mount in mounts if " - cgroup2 " in mount)
    groups = pathlib.Path("/proc/self/cgroup").read_text().splitlines()
    return pathlib.Path(at + next(group[3:] for group in groups if group.startswith("0::")))


class Machine:
    """Boots at once, on a copy of `layers`, the uppermost first, that vanishes with it."""

    def __init__(self, *layers):
        cache = ROOT / ".cache" / "container"
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="machine-", dir=cache))
        for name in "upper", "work", "root":
            (self.directory / name).mkdir()
        self.root = self.directory / "root"
        upper, work = self.directory / "upper", self.directory / "work"
        mount_layers(layers, upper, work, self.root)
        # In one that they share, machines would end each other's services.
        self.cgroup = own_cgroup() / self.directory.name
        self.cgroup.mkdir()
        try:
            self.boot()
        except BaseException:
            self.close()
            raise

    # ---- on and off ------------------------------------------------------------------------------

    def boot(self):
        # The clock is everybody's: nothing in here sets it, but a daemon that is kept from reading
        # it by its unit must be told from one that is kept from it by the container.
        command = ["systemd-nspawn", "--quiet", "--directory", self.root, "--boot"]
        command += ["--register=no", "--keep-unit", "--console=pipe", "--link-journal=no"]
        command += ["--private-network", "--capability=CAP_SYS_TIME", "--machine=home"]
        environment = dict(os.environ, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY="1")
        with open(self.directory / "console", "ab") as console:
            self.container = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=console, stderr=console, env=environment,
                preexec_fn=lambda: (self.cgroup / "cgroup.procs").write_text(str(os.getpid())))
        self.init = wait("systemd answers", self.answering_init)

    def answering_init(self):
        """The process that is number one in there, once it answers."""
        if self.container.poll() is not None:
            raise Failed((self.directory / "console").read_text(errors="replace"))
        pid = self.container.pid
        children = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        # What is not yet in a world of its own would run in ours what is asked of it.
        if not children or self.world(children[0]) in (None, self.world("self")):
            return None
        self.init = int(children[0])
        said = self.run("systemctl is-system-running", check=False).stdout.strip()
        return self.init if said in ("starting", "running", "degraded") else None

    def world(self, pid):
        try:
            return os.readlink(f"/proc/{pid}/ns/pid"), os.readlink(f"/proc/{pid}/ns/mnt")
        except FileNotFoundError:
            return None

    def reboot(self):
        self.run("systemctl reboot")
        self.container.wait(PATIENCE)
        self.boot()

    def close(self):
        container = getattr(self, "container", None)
        if container and container.poll() is None:
            # SIGTERM has nspawn shut down what it runs, a second one has it end at once.
            for _ in range(2):
                container.terminate()
                try:
                    container.wait(20)
                    break
                except subprocess.TimeoutExpired:
                    pass
            else:
                container.kill()
                container.wait()
        subprocess.run(["umount", "--lazy", self.root], check=False)
        for group, _, _ in os.walk(self.cgroup, topdown=False):
            os.rmdir(group)
        shutil.rmtree(self.directory, ignore_errors=True)

    # ---- things to do in there -------------------------------------------------------------------

    def inside(self, *namespaces):
        return ["nsenter", "--target", str(self.init), *(namespaces or ["--all"])]

    def run(self, script, user="root", check=True, seconds=2 * PATIENCE):
        """Runs a shell script as somebody; `check` says that it has to succeed."""
        command = self.inside() + ["env", "--ignore-environment", "LANG=C.UTF-8", "TERM=dumb"]
        command += ["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"]
        command += ["DEBIAN_FRONTEND=noninteractive", "SYSTEMD_PAGER=", "HOME=/tmp"]
        if user != "root":
            command += ["runuser", "--user", user, "--"]
        done = subprocess.run(
            command + ["sh", "-c", script], capture_output=True, text=True, timeout=seconds,
            stdin=subprocess.DEVNULL)
        if check and done.returncode != 0:
            raise Failed(f"{script}: {done.returncode}\n{done.stdout}{done.stderr}")
        return done

    def ctl(self, arguments, user="root", check=True):
        return self.run(f"lifesignalctl {arguments}", user, check)

    def write(self, path, text, mode=0o644):
        file = pathlib.Path(f"{self.root}{path}")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        file.chmod(mode)

    def attach(self, directory, path):
        """Mounts what is mounted at `directory` on this side also at `path` in there."""
        tree = libc.syscall(OPEN_TREE, AT_FDCWD, os.fsencode(directory), OPEN_TREE_CLONE)
        child = os.fork()
        if child == 0:
            try:
                self.enter("mnt")
                moved = libc.syscall(
                    MOVE_MOUNT, tree, b"", AT_FDCWD, os.fsencode(path), MOVE_MOUNT_F_EMPTY_PATH)
                os._exit(moved != 0)
            finally:
                os._exit(1)
        os.close(tree)
        if os.waitpid(child, 0)[1] != 0:
            raise Failed(f"{directory} could not be mounted at {path}")

    def enter(self, kind):
        """For a process of its own: makes a namespace of the machine its own."""
        with open(f"/proc/{self.init}/ns/{kind}") as namespace:
            if libc.setns(namespace.fileno(), 0) != 0:
                raise OSError(ctypes.get_errno(), "setns")

    def configure(self, text, name="test"):
        self.write(f"/etc/lifesignal/lifesignal.yaml.d/{name}.yaml", text)

    def install(self, package):
        shutil.copy(package, f"{self.root}/root/")
        return self.run(f"cd /root && apt install --yes ./{pathlib.Path(package).name}")

    def account(self, name, groups=""):
        self.run(f"useradd --create-home {f'--groups {groups}' if groups else ''} {name}")

    # ---- things to see ---------------------------------------------------------------------------

    def unit(self, name, *properties):
        """What systemd says of a unit: one value, or a list of them."""
        said = [
            self.run(f"systemctl show --value --property={each} {name}").stdout.strip()
            for each in properties
        ]
        return said[0] if len(said) == 1 else said

    def pid(self, unit="lifesignald"):
        return int(self.unit(unit, "MainPID"))

    def host_pid(self, unit="lifesignald"):
        """The same process as this side numbers it."""
        return self.pids_outside()[self.pid(unit)]

    def pids_outside(self):
        """From numbers inside to numbers outside."""
        namespace = os.readlink(f"/proc/{self.init}/ns/pid")
        found = {}
        for process in filter(str.isdigit, os.listdir("/proc")):
            try:
                if os.readlink(f"/proc/{process}/ns/pid") != namespace:
                    continue
                with open(f"/proc/{process}/status") as status:
                    line = next(line for line in status if line.startswith("NSpid:"))
            except (OSError, StopIteration):
                continue
            found[int(line.split()[-1])] = int(process)
        return found

    def is_running(self, unit="lifesignald"):
        return self.unit(unit, "ActiveState", "SubState") == ["active", "running"]

    def runs(self):
        """Both services, that is."""
        return self.is_running("lifesignald") and self.is_running("lifesignal-notify")

    def status_line(self):
        return self.unit("lifesignald", "StatusText")

    def journal(self, match=""):
        """Entries of the journal, each a dictionary of its fields."""
        # The programs write them beside all else.
        time.sleep(0.2)
        # Where --grep= finds none it says 1.
        lines = self.run(
            f"journalctl --sync; journalctl --output=json {match} || test $? = 1").stdout
        return [json.loads(line) for line in lines.splitlines()]

    def entry(self, match):
        """The newest entry of the journal, once there is one."""
        return wait(f"an entry: {match}", lambda: self.journal(match))[-1]

    # ---- the socket ------------------------------------------------------------------------------

    def connect(self):
        """A connection as root, from outside."""
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(PATIENCE)
        connection.connect(f"/proc/{self.init}/root{SOCKET}")
        return connection

    def call(self, method, parameters=None, user="root"):
        """The reply to a call that `user` makes, or the name of the error."""
        account = self.run(f"id -u {user}; id -g {user}; id -G {user}").stdout.split()
        uid, gid, *groups = map(int, account)
        reads, writes = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                self.enter("mnt")
                os.setgroups(groups)
                os.setresgid(gid, gid, gid)
                os.setresuid(uid, uid, uid)
                with socket.socket(socket.AF_UNIX) as connection:
                    connection.connect(SOCKET)
                    os.write(writes, exchange(connection, method, parameters))
            finally:
                os._exit(0)
        os.close(writes)
        with os.fdopen(reads, "rb") as pipe:
            reply = json.loads(pipe.read() or b"{}")
        os.waitpid(child, 0)
        return reply.get("error") or reply["parameters"]


def exchange(connection, method, parameters=None, more=False):
    """The first reply to a call, as bytes."""
    message = {"method": method, "parameters": parameters or {}}
    if more:
        message["more"] = True
    connection.sendall(json.dumps(message).encode() + b"\0")
    reply = b""
    while not reply.endswith(b"\0"):
        piece = connection.recv(65536)
        if not piece:
            raise ConnectionError("the connection was cut")
        reply += piece
    return reply.split(b"\0")[0]
