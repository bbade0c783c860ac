"""The same bytes to our server and to the one of the PyPI package `varlink`.

Each row says what either answers; the run fails where one answers something else. Where the two
differ, the row says why ours answers as it does. SYSTEMD has what systemd 257's server was measured
to answer to the same, and where ours differs from that, again why.

usage: differences.py OUR_SOCKET THEIR_SOCKET
"""

import json
import socket
import sys
from typing import NamedTuple

LIMIT = 1 << 20
CLOSED = "the connection is closed"
NOTHING = "no answer"
REPLY = "a reply"
SERVICE = "org.varlink.service."
CERTIFICATION = "org.varlink.certification."


def refused(error, **parameters):
    """An error with its parameters; `reason`, which only we add, is left out of the comparison."""
    return {"error": error, "parameters": parameters}


def call(method, parameters=None, **flags):
    message = {"method": method}
    if parameters is not None:
        message["parameters"] = parameters
    return json.dumps({**message, **flags}).encode()


def describe(interface="a.b", **flags):
    return call(SERVICE + "GetInterfaceDescription", {"interface": interface}, **flags)


def invalid(parameter):
    return refused(SERVICE + "InvalidParameter", parameter=parameter)


UNKNOWN = refused(SERVICE + "InterfaceNotFound", interface="a.b")
NO_CLIENT = refused(CERTIFICATION + "ClientIdError")


def certification_error(method):
    """What their service says to a client it does not know: it has no use for ClientIdError."""
    return refused(
        CERTIFICATION + "CertificationError",
        wants={"method": CERTIFICATION + "Start+++"},
        got={"method": CERTIFICATION + method},
    )


MYTYPE = {
    "object": {}, "enum": "two", "struct": {"first": 1, "second": "2"}, "array": [],
    "dictionary": {}, "stringset": {}, "interface": {"anon": {"foo": True, "bar": False}},
}


class Row(NamedTuple):
    what: str
    frame: bytes
    ours: object
    theirs: object = None  # None: the same as ours
    reason: str = ""


STRICT = "as systemd: whoever sends this has a bug or is probing, and closing leaves no doubt"
NAMED = "the parameter's own name, as the standard interface has it; theirs is a path of its code"
CERTIFIER = "their certification service checks on its own; the protocol layer passed it on"
ROWS = [
    Row("a call", describe("org.varlink.service"), REPLY),
    Row("blanks around", b" \n" + describe() + b"\t", UNKNOWN),
    Row("parameters missing", call(CERTIFICATION + "Start"), REPLY),
    Row("parameters null", b'{"method":"%sStart","parameters":null}' % CERTIFICATION.encode(), REPLY),
    Row("parameters empty", call(CERTIFICATION + "Start", {}), REPLY),
    Row("unknown interface asked for", describe(), UNKNOWN),
    Row("unknown parameter", call(CERTIFICATION + "Start", {"bogus": 1}), invalid("bogus")),
    Row("missing parameter", call(CERTIFICATION + "Test01"), invalid("client_id"),
        invalid("server.call.client_id"), NAMED),
    Row("mistyped parameter", call(CERTIFICATION + "Test01", {"client_id": 5}),
        invalid("client_id"), invalid("server.call.client_id"), NAMED),
    Row("null for what is not nullable", call(CERTIFICATION + "Test01", {"client_id": None}),
        invalid("client_id"), invalid("server.call.client_id"), NAMED),
    Row("a value the enumeration does not list",
        call(CERTIFICATION + "Test10", {"client_id": "x", "mytype": {**MYTYPE, "enum": "four"}},
             more=True),
        invalid("mytype"), certification_error("Test10"),
        "checked against the interface, as systemd does; theirs takes any string"),
    Row("a stream without more",
        call(CERTIFICATION + "Test10", {"client_id": "x", "mytype": MYTYPE}),
        refused(SERVICE + "ExpectedMore"), certification_error("Test10"),
        "as systemd; theirs does not know the error"),
    Row("unknown method", call(CERTIFICATION + "Bogus"),
        refused(SERVICE + "MethodNotFound", method=CERTIFICATION + "Bogus"),
        refused(SERVICE + "MethodNotFound", method="Bogus"),
        "the full name, as systemd"),
    Row("unknown interface", call("org.example.bogus.Bogus"),
        refused(SERVICE + "MethodNotFound", method="org.example.bogus.Bogus"),
        refused(SERVICE + "InterfaceNotFound", interface="org.example.bogus"),
        "as systemd, which looks for the method by its full name"),
    Row("no interface in the name", call("Bogus"),
        refused(SERVICE + "MethodNotFound", method="Bogus"),
        refused(SERVICE + "InterfaceNotFound", interface=""), "as systemd"),
    Row("more for a method with one reply", call(SERVICE + "GetInfo", more=True), REPLY),
    Row("oneway", describe(oneway=True), NOTHING, UNKNOWN,
        "no reply at all, as the documentation says; theirs answers with errors all the same"),
    Row("more and oneway", call(SERVICE + "GetInfo", more=True, oneway=True), CLOSED, NOTHING,
        STRICT),
    Row("upgrade", call(SERVICE + "GetInfo", upgrade=True), CLOSED, REPLY,
        "as systemd; a reply would say that the upgrade was granted"),
    Row("upgrade false", describe(upgrade=False), UNKNOWN),
    Row("unknown key beside method", describe(bogus=1), CLOSED, UNKNOWN, STRICT),
    Row("half an object", b'{"method"', CLOSED),
    Row("empty frame", b"", CLOSED, NOTHING, STRICT),
    Row("array", b"[]", CLOSED),
    Row("number", b"5", CLOSED),
    Row("no method", b"{}", CLOSED, refused(SERVICE + "InterfaceNotFound", interface=""), STRICT),
    Row("method not a string", b'{"method":5}', CLOSED),
    Row("parameters not an object", call(SERVICE + "GetInfo", []), CLOSED, REPLY, STRICT),
    Row("more not a bool", describe(more=1), CLOSED, UNKNOWN, STRICT),
    Row("a key twice",
        b'{"method":"%sGetInterfaceDescription","parameters":{"interface":"x.y","interface":"a.b"}}'
        % SERVICE.encode(), CLOSED, UNKNOWN, STRICT),
    Row("an int beyond 2^53",
        call(CERTIFICATION + "Test03", {"client_id": "x", "int": 2**53 + 1}),
        invalid("int"), certification_error("Test03"),
        "not every reader of JSON keeps it (RFC 7493)"),
    Row("a fraction for an int", call(CERTIFICATION + "Test03", {"client_id": "x", "int": 1.5}),
        invalid("int"), certification_error("Test03"),
        "mistyped, as for systemd; theirs rounds it"),
    Row("a whole fraction for an int",
        call(CERTIFICATION + "Test03", {"client_id": "x", "int": 1.0}), NO_CLIENT,
        certification_error("Test03"), CERTIFIER),
    Row("an int for a float", call(CERTIFICATION + "Test04", {"client_id": "x", "float": 1}),
        NO_CLIENT, certification_error("Test04"), CERTIFIER),
    Row("NaN", b'{"method":"%sTest04","parameters":{"client_id":"x","float":NaN}}'
        % CERTIFICATION.encode(), CLOSED, certification_error("Test04"), "it is no JSON"),
    Row("bytes that are not UTF-8", b'{"method":"\xff"}', CLOSED),
    Row("half a surrogate pair",
        b'{"method":"%sGetInterfaceDescription","parameters":{"interface":"\\ud800"}}'
        % SERVICE.encode(), CLOSED,
        refused(SERVICE + "InterfaceNotFound", interface="\ud800"),
        "no text has one, and no UTF-8 can carry it back"),
    Row("a hundred brackets", describe("x").replace(b'"x"', b"[" * 100 + b"]" * 100), CLOSED,
        invalid("server.call.interface"), "a limit, where theirs has Python's stack"),
    Row("a frame over the limit", describe() + b" " * LIMIT, CLOSED, NOTHING,
        "a limit, where theirs has none and copies all it has for each byte: minutes for this"),
]

SYSTEMD = {
    "parameters missing": REPLY,
    "parameters null": REPLY,
    "unknown parameter": invalid("bogus"),
    "missing parameter": invalid("client_id"),
    "mistyped parameter": invalid("client_id"),
    "unknown method": refused(SERVICE + "MethodNotFound", method=CERTIFICATION + "Bogus"),
    "unknown interface": refused(SERVICE + "MethodNotFound", method="org.example.bogus.Bogus"),
    "more for a method with one reply": REPLY,
    "more and oneway": CLOSED,
    "upgrade": CLOSED,
    "upgrade false": CLOSED,
    "unknown key beside method": CLOSED,
    "half an object": CLOSED,
    "empty frame": CLOSED,
    "array": CLOSED,
    "a key twice": CLOSED,
    # At 16 MiB, where ours is 1 MiB unless its program says otherwise.
    "a frame over the limit": CLOSED,
}
UNLIKE_SYSTEMD = {
    "upgrade false": "the documentation has the key, and this asks for nothing",
}


def answer(path, frame, seconds):
    """What comes for the frame within the time."""
    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(seconds)
    connection.connect(path)
    received = b""
    try:
        connection.sendall(frame + b"\0")
        while b"\0" not in received:
            chunk = connection.recv(1 << 16)
            if not chunk:
                return CLOSED
            received += chunk
    except (BrokenPipeError, ConnectionResetError):
        return CLOSED
    except TimeoutError:
        return NOTHING
    reply = json.loads(received.split(b"\0")[0])
    if "error" not in reply:
        return REPLY
    parameters = {k: v for k, v in reply.get("parameters", {}).items() if k != "reason"}
    return refused(reply["error"], **parameters)


def compare_with_systemd():
    """Our answers with systemd's; the servers are asked later whether they are the answers."""
    ours = {row.what: row.ours for row in ROWS}
    for what, answered in SYSTEMD.items():
        if (ours[what] != answered) != (what in UNLIKE_SYSTEMD):
            sys.exit(f"{what}: a difference to systemd has a reason, and only a difference")
    for what, reason in UNLIKE_SYSTEMD.items():
        print(f"  {what}, unlike systemd: {reason}")


def main():
    ours, theirs = sys.argv[1:]
    compare_with_systemd()
    wrong = 0
    for row in ROWS:
        wanted = {ours: row.ours, theirs: row.ours if row.theirs is None else row.theirs}
        if (wanted[ours] != wanted[theirs]) != bool(row.reason):
            sys.exit(f"{row.what}: a difference has a reason, and only a difference")
        for path, name in ((ours, "ours"), (theirs, "theirs")):
            got = answer(path, row.frame, 0.3 if wanted[path] == NOTHING else 20)
            if got != wanted[path]:
                wrong += 1
                print(f"{row.what}: {name} answers {got}, not {wanted[path]}")
        if row.reason:
            print(f"  {row.what}: {row.reason}")
    differences = sum(bool(row.reason) for row in ROWS)
    print(f"{len(ROWS)} frames, {differences} differences with a reason, {wrong} wrong answers")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
