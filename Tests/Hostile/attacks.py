"""What a hostile account does to the socket, each for as long as it is let.

Every attack is a process of its own. It takes its share of the connections that one account may have
and takes them again as soon as it is thrown out.
"""

import json
import os
import pwd
import select
import socket
import time

FRAME_LIMIT = 1 << 20


def become(account):
    entry = pwd.getpwnam(account)
    os.setgroups([])
    os.setgid(entry.pw_gid)
    os.setuid(entry.pw_uid)


def frame(method, parameters=None, **flags):
    message = {"method": method, "parameters": parameters or {}, **flags}
    return json.dumps(message, separators=(",", ":")).encode() + b"\0"


class Attack:
    """Keeps so many connections busy: each sends `feed`, over and over or once.

    `holds` is after how many seconds it gives them all up to begin anew, so that its other attacks
    find places to take.
    """

    def __init__(self, path, connections, feed, again=True, reads=True, holds=None):
        self.path, self.wanted, self.feed = path, connections, feed
        self.again, self.reads, self.holds = again, reads, holds
        self.places = {}
        self.poll = select.epoll()
        self.sent = self.received = self.made = self.thrown_out = 0

    def run(self, seconds):
        start = given_up = time.monotonic()
        while (now := time.monotonic()) < start + seconds:
            if self.holds and now > given_up + self.holds:
                given_up = now
                for number in list(self.places):
                    self.lose(number)
            if len(self.places) < self.wanted:
                self.connect()
            # With all its places taken it waits for what happens; else it tries on.
            for number, event in self.poll.poll(0.01 if len(self.places) >= self.wanted else 0, 256):
                self.serve(number, event)
        return vars(self)

    def connect(self):
        place = socket.socket(socket.AF_UNIX)
        place.setblocking(False)
        try:
            place.connect(self.path)
        except OSError:
            place.close()
            return
        self.made += 1
        self.places[place.fileno()] = [place, 0]
        events = select.EPOLLIN if self.reads else select.EPOLLHUP
        if self.feed:
            events |= select.EPOLLOUT
        self.poll.register(place, events)

    def serve(self, number, event):
        place = self.places[number]
        try:
            if event & select.EPOLLIN:
                read = place[0].recv(1 << 18)
                self.received += len(read)
                if not read:
                    return self.lose(number)
            if event & select.EPOLLHUP:
                return self.lose(number)
            if event & select.EPOLLOUT:
                self.write(number, place)
        except BlockingIOError:
            pass
        except OSError:
            self.lose(number)

    def write(self, number, place):
        count = place[0].send(memoryview(self.feed)[place[1]:])
        self.sent += count
        place[1] += count
        if place[1] < len(self.feed):
            return
        if self.again:
            place[1] = 0
        else:
            self.poll.modify(number, select.EPOLLIN if self.reads else select.EPOLLHUP)

    def lose(self, number):
        self.poll.unregister(number)
        self.places.pop(number)[0].close()
        self.thrown_out += 1


PEOPLE = "io.lifesignal.People."
DAEMON = "io.lifesignal.Daemon."


def valid_calls():
    """Everything that is permitted, costs something, and changes something."""
    calls = [
        frame(PEOPLE + "CheckIn"),
        frame(PEOPLE + "GetUser"),
        frame(PEOPLE + "SetUser", {"phoneNumber": "+49301234"}),
        frame(PEOPLE + "SetUser", {"phoneNumber": "+49301235"}),
        frame(DAEMON + "GetStatus"),
        frame(DAEMON + "Explain", {}),
        frame(DAEMON + "ListEvents", more=True),
        frame(PEOPLE + "ListCheckIns", more=True),
        frame(PEOPLE + "TapAlert"),
        frame(PEOPLE + "GetUser", {"user": "ghost"}),
        frame(PEOPLE + "SendPing", {"recipient": "ana"}),
        frame("org.varlink.service.GetInfo"),
    ]
    return b"".join(calls * 8)


def greedy_call():
    """One valid frame of the greatest length that is the most work to read."""
    reminders = b"1," * ((FRAME_LIMIT - 200) // 2) + b"1"
    head = b'{"method":"io.lifesignal.People.SetUser","parameters":{"reminders":['
    return head + reminders + b"]}}\0"


def echoed_call():
    """A valid frame that is refused with what it says, which takes six bytes for one to write."""
    name = b"\x7f" * (FRAME_LIMIT - 200)
    return b'{"method":"org.varlink.service.GetInfo","parameters":{"' + name + b'":0}}\0'


def attacks(path):
    """128 connections are what one account gets; together these want more, and one takes what is
    left."""
    return {
        "floods valid calls": Attack(path, 48, valid_calls()),
        "sends the longest calls": Attack(path, 16, greedy_call()),
        "has its words said again": Attack(path, 8, echoed_call()),
        "sends half frames": Attack(
            path, 32, b'{"method":"' + b"x" * (FRAME_LIMIT - 64), again=False),
        "never reads": Attack(
            path, 32, frame(
                "org.varlink.service.GetInterfaceDescription",
                {"interface": "io.lifesignal.People"}) * 64, reads=False),
        "opens all it can": Attack(path, 10_000, b"", holds=0.2),
    }
