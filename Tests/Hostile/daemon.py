"""A real daemon as its unit runs it, and calls to it."""

import ctypes
import errno
import json
import os
import pathlib
import platform
import re
import socket
import struct
import subprocess
import time

from attacks import frame

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


def stop(daemon):
    daemon.terminate()
    daemon.wait(timeout=30)
