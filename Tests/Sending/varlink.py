"""The least of a Varlink client that the tests need."""

import json
import socket


class Refused(Exception):
    """The service answered with an error."""

    def __init__(self, name, parameters):
        super().__init__(f"{name} {parameters}")
        self.name = name
        self.parameters = parameters


class Client:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(60)
        try:
            self.socket.connect(path)
        except OSError:
            self.socket.close()
            raise
        self.buffer = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def _send(self, message):
        self.socket.sendall(json.dumps(message).encode() + b"\0")

    def _receive(self):
        while b"\0" not in self.buffer:
            more = self.socket.recv(65536)
            if not more:
                raise ConnectionError("the connection was cut")
            self.buffer += more
        frame, self.buffer = self.buffer.split(b"\0", 1)
        reply = json.loads(frame)
        if "error" in reply:
            raise Refused(reply["error"], reply.get("parameters"))
        return reply

    def call(self, method, **parameters):
        self._send({"method": "io.lifesignal." + method, "parameters": parameters})
        return self._receive().get("parameters", {})

    def list(self, method, field, **parameters):
        self._send(
            {"method": "io.lifesignal." + method, "parameters": parameters, "more": True}
        )
        items = []
        while True:
            reply = self._receive()
            item = reply.get("parameters", {}).get(field)
            if item is not None:
                items.append(item)
            if not reply.get("continues"):
                return items
