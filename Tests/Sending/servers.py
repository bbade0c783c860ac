"""Servers on loopback that behave, and that misbehave in every way that servers do."""

import asyncio
import datetime
import ipaddress
import http.server
import os
import random
import ssl
import threading
import time

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


def arguments_of_all_processes():
    """What everybody on the machine can read of what runs."""
    found = b""
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                found += file.read() + b"\n"
        except OSError:
            pass
    return found


class HTTP(http.server.ThreadingHTTPServer):
    """Records what is posted; the path says how it answers."""

    request_queue_size = 1024
    daemon_threads = True

    def __init__(self, certificate=None, port=0):
        super().__init__(("127.0.0.1", port), Handler)
        self.received = []
        self.lock = threading.Lock()
        self.arguments = b""
        self.answers_slowly = 2.0
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            self.socket = context.wrap_socket(self.socket, server_side=True)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def port(self):
        return self.server_address[1]

    def handle_error(self, request, client_address):
        """Clients that go away are what these tests are about."""


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.do_POST()

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        way = self.path.strip("/").split("/")[0].split("?")[0]
        with self.server.lock:
            self.server.received.append(
                (self.command, self.path, dict(self.headers.items()), body)
            )
            if way == "arguments":
                self.server.arguments = arguments_of_all_processes()
        if way == "mixed":
            way = random.choice(["ok", "ok", "500", "429soon", "close", "garble", "503"])
        answer = getattr(self, "answer_" + way, None)
        if answer:
            answer()
        elif way.isdigit():
            self.answer(int(way), b"said the server")
        else:
            self.answer(200, b"")

    def answer(self, status, body, **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def answer_slow(self):
        time.sleep(self.server.answers_slowly)
        self.answer(200, b"")

    def answer_hang(self):
        time.sleep(40)

    def answer_429(self):
        self.answer(429, b"slower", Retry_After="7")

    def answer_429soon(self):
        self.answer(429, b"slower", Retry_After="1")

    def answer_429first(self):
        first = sum(entry[1] == self.path for entry in self.server.received) == 1
        if first:
            self.answer(429, b"slower", Retry_After="4")
        else:
            self.answer(200, b"")

    def answer_redirect(self):
        self.answer(301, b"", Location=f"http://127.0.0.1:{self.server.port}/ok/followed")

    def answer_found(self):
        self.answer(302, b"", Location=f"http://127.0.0.1:{self.server.port}/ok/followed")

    def answer_close(self):
        self.close_connection = True
        self.connection.close()

    def answer_garble(self):
        self.close_connection = True
        self.wfile.write(bytes(random.randrange(256) for _ in range(500)))
        self.connection.close()

    def answer_broken(self):
        """Takes it, and breaks off its answer."""
        self.close_connection = True
        self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nthank")

    def answer_endless(self):
        self.send_response(200)
        self.end_headers()
        while True:
            self.wfile.write(b"x" * 65536)

    def answer_echo(self):
        """A server that shows what it was asked for."""
        self.answer(400, f"what is {self.path}?".encode())


class Mailbox:
    """Keeps mails; refuses those to `nobody`, and those to `later` for the time being."""

    def __init__(self):
        self.mails = []
        # How many were sent, taken or not.
        self.begun = 0

    async def handle_RCPT(self, server, session, envelope, address, options):
        if address.startswith("nobody@"):
            return f"550 5.1.1 {address} is unknown here"
        if address.startswith("later@"):
            return "451 4.7.1 greylisted, try again"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        self.begun += 1
        if any(address.startswith("slow@") for address in envelope.rcpt_tos):
            await asyncio.sleep(8)
        if any(address.startswith("hang@") for address in envelope.rcpt_tos):
            # Longer than anybody waits.
            await asyncio.sleep(300)
        if any(address.startswith("tarpit@") for address in envelope.rcpt_tos):
            # Longer than an attempt takes.
            await asyncio.sleep(33)
        if any(address.startswith("full@") for address in envelope.rcpt_tos):
            return "552 5.2.2 the mailbox is full"
        self.mails.append((session.ssl is not None, envelope))
        return "250 2.0.0 queued"


def authenticate(server, session, envelope, mechanism, data):
    good = isinstance(data, LoginPassword) and (data.login, data.password) == (b"u", b"pa ss\xc3\xbc")
    return AuthResult(success=good)




def mail_server(mailbox, *, certificate=None, implicit=False, auth=False):
    context = None
    if certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
    options = {"hostname": "127.0.0.1", "port": free_port(), "ready_timeout": 20}
    if auth:
        options |= {"authenticator": authenticate, "auth_required": True}
        options["auth_require_tls"] = not implicit
    if implicit:
        controller = Controller(mailbox, ssl_context=context, **options)
    elif context:
        controller = Controller(
            mailbox, tls_context=context, require_starttls=True, **options
        )
    else:
        controller = Controller(mailbox, **options)
    controller.start()
    return controller


def free_port():
    import socket

    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Authority:
    """Issues certificates for localhost that are trusted where its own is."""

    def __init__(self, directory, name):
        self.directory = directory
        self.name = name
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        certificate = self._builder(self.subject, self.key).add_extension(
            x509.BasicConstraints(ca=True, path_length=None), critical=True
        )
        self.path = directory / f"{name}.pem"
        self.path.write_bytes(self._signed(certificate))

    def issue(self, host="localhost"):
        key = ec.generate_private_key(ec.SECP256R1())
        names = [x509.DNSName(host), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
        if host != "localhost":
            names = names[:1]
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
        certificate = self._builder(subject, key).add_extension(
            x509.SubjectAlternativeName(names), critical=False
        )
        path = self.directory / f"{self.name}-{host}.pem"
        path.write_bytes(
            self._signed(certificate)
            + key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
        )
        return path

    def _builder(self, subject, key):
        now = datetime.datetime.now(datetime.timezone.utc)
        return (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(self.subject)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(days=1))
            .not_valid_after(now + datetime.timedelta(days=2))
        )

    def _signed(self, builder):
        return builder.sign(self.key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)
