"""Each kind of channel against a real server, well-behaved or not."""

import collections
import concurrent.futures
import datetime
import email
import email.policy
import hashlib
import hmac
import json
import os
import pathlib
import socket
import threading
import signal
import time
import unittest

import servers
from world import World, wait

HOOK_SHOW = "#!/bin/sh\ncat >> {}\necho thanks\n"


class Case(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.world = World()
        cls.world.environment["PATH"] = (
            str(pathlib.Path(os.sys.executable).parent) + ":" + os.environ["PATH"]
        )
        cls.world.authority = servers.Authority(cls.world.directory, "trusted")
        cls.world.environment["SSL_CERT_FILE"] = str(cls.world.authority.path)
        (cls.world.directory / "key").write_text("sesame\n")
        (cls.world.directory / "password").write_text("pa ssü\n")
        cls.world.configuration.write_text(
            f"notify: {{ webhookKeyFile: {cls.world.directory}/key }}\n"
        )
        cls.world.__enter__()
        cls.addClassCleanup(cls.world.__exit__)
        cls.count = 0

    def attempt(self, address):
        """A test notice to a new user's only channel: whether it arrived, and the reason."""
        type(self).count += 1
        handle = f"{type(self).__name__.lower()}{type(self).count}"
        self.world.user(handle)
        channel = self.world.channel(handle, address)
        answer = self.world.test(channel)
        self.handle = handle
        return answer["delivered"], answer["detail"]

    def delivery(self, handle=None):
        newest = self.world.notifications(handle or self.handle)[0]
        return newest["deliveries"][0]

    def ended(self, handle=None):
        """What is said of the first attempt, once it is over."""
        wait(lambda: self.delivery(handle)["attempts"][0]["detail"] != "under way", 15)
        return self.delivery(handle)["attempts"][0]["detail"]


class Webhooks(Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.http = servers.HTTP()

    def url(self, path):
        return f"http://127.0.0.1:{self.http.port}/{path}"

    def posts(self, path):
        return [entry for entry in self.http.received if entry[1] == "/" + path]

    def test_body_headers_and_signature(self):
        self.assertEqual(self.attempt(self.url("ok/one?a=b")), (True, "handed to 127.0.0.1: 200"))
        [(method, _, headers, body)] = self.posts("ok/one?a=b")
        notification = self.world.notifications(self.handle)[0]
        self.assertEqual(method, "POST")
        self.assertEqual(headers["Content-Type"], "application/json; charset=utf-8")
        self.assertEqual(headers["Idempotency-Key"], notification["id"])
        self.assertEqual(
            headers["X-LifeSignal-Signature-256"],
            "sha256=" + hmac.new(b"sesame", body, hashlib.sha256).hexdigest(),
        )
        self.assertEqual(
            json.loads(body),
            {
                "version": 1,
                "id": notification["id"],
                "kind": "test",
                "incident": None,
                "to": self.handle,
                "about": None,
                "at": notification["at"],
                "title": "LifeSignal test",
                "body": "This channel works. Nothing has happened.",
            },
        )

    def test_credentials(self):
        self.attempt(f"http://u:p%40ss@127.0.0.1:{self.http.port}/ok/login")
        [(_, _, headers, _)] = self.posts("ok/login")
        self.assertEqual(headers["Authorization"], "Basic dTpwQHNz")

    def test_refusals_are_permanent(self):
        for status in (400, 401, 403, 404, 410, 413):
            delivered, detail = self.attempt(self.url(f"{status}/x"))
            self.assertFalse(delivered)
            self.assertEqual(detail, f"127.0.0.1 answered {status}: said the server")
            self.assertEqual(self.delivery()["state"], "failed")

    def test_troubles_are_tried_again(self):
        for path in ("500/x", "503/x", "408/x", "425/x", "close/x", "garble/x", "found/x"):
            delivered, _ = self.attempt(self.url(path))
            self.assertFalse(delivered, path)
            self.assertEqual(self.delivery()["state"], "pending", path)

    def test_a_pause_that_is_asked_for_is_kept(self):
        self.attempt(self.url("429/x"))
        delivery = self.delivery()
        self.assertEqual(delivery["state"], "pending")
        began, following = delivery["attempts"][0]["at"], delivery["nextAttempt"]
        self.assertGreaterEqual(seconds(following) - seconds(began), 7)
        self.assertLess(seconds(following) - seconds(began), 9)

    def test_a_pause_is_kept_by_all_but_alarms_until_one_of_them_is_taken(self):
        self.assertFalse(self.attempt(self.url("429first/x"))[0])
        began = time.monotonic()
        self.world.user("other", checkIn=True)
        self.world.call("People.AddResponder", dependent="other", responder=self.handle)
        time.sleep(1)
        self.assertEqual(len(self.posts("429first/x")), 1)
        self.world.call("People.RaiseAlert", user="other")
        wait(lambda: len(self.posts("429first/x")) >= 3)
        self.assertLess(time.monotonic() - began, 3)
        kinds = [json.loads(body)["kind"] for *_, body in self.posts("429first/x")]
        self.assertEqual(kinds[:2], ["test", "alertRaised"])
        self.assertIn("contactAdded", kinds[2:])

    def test_redirects_are_not_followed(self):
        delivered, detail = self.attempt(self.url("redirect/secret-path"))
        self.assertFalse(delivered)
        self.assertIn("redirects are not followed", detail)
        self.assertEqual(self.delivery()["state"], "failed")
        self.assertEqual(self.posts("ok/followed"), [])

    def test_an_answer_that_breaks_off_after_its_status_counts(self):
        self.assertTrue(self.attempt(self.url("broken/x"))[0])
        self.assertTrue(self.attempt(self.url("endless/x"))[0])

    def test_nothing_secret_is_shown(self):
        _, detail = self.attempt(self.url("echo/s3cr3t-t0ken?key=hunter22"))
        self.assertIn("answered 400", detail)
        for secret in ("s3cr3t-t0ken", "hunter22"):
            self.assertNotIn(secret, detail)
            self.assertNotIn(secret, self.world.log("lifesignal-notify"))
            self.assertNotIn(secret, self.world.log("lifesignald"))

    def test_certificates_are_verified(self):
        authority = self.world.authority
        good = servers.HTTP(authority.issue())
        self.assertTrue(self.attempt(f"https://localhost:{good.port}/ok/tls")[0])
        stranger = servers.Authority(self.world.directory, "stranger")
        for bad in (stranger.issue(), authority.issue("elsewhere.example")):
            server = servers.HTTP(bad)
            delivered, detail = self.attempt(f"https://localhost:{server.port}/ok/tls")
            self.assertFalse(delivered)
            self.assertIn("can't be trusted", detail)
            self.assertEqual(server.received, [])
            self.assertEqual(self.delivery()["state"], "pending")
        plain = servers.HTTP()
        self.assertEqual(
            self.attempt(f"https://localhost:{plain.port}/ok/tls"),
            (False, "localhost does not speak TLS at this port"),
        )

    def test_nothing_goes_out_unsigned_for_want_of_the_key(self):
        key = self.world.directory / "key"
        key.rename(key.with_suffix(".gone"))
        try:
            self.world.kill("lifesignal-notify")
            self.world.start("lifesignal-notify")
            delivered, detail = self.attempt(self.url("ok/unsigned"))
        finally:
            key.with_suffix(".gone").rename(key)
            self.world.kill("lifesignal-notify")
            self.world.start("lifesignal-notify")
        self.assertFalse(delivered)
        self.assertIn("it can't be signed", detail)
        self.assertNotIn("/ok/unsigned", [path for _, path, _, _ in self.http.received])

    def test_nobody_there(self):
        delivered, detail = self.attempt(f"http://127.0.0.1:{servers.free_port()}/x")
        self.assertFalse(delivered)
        self.assertIn("connect", detail.lower())

    def test_the_first_attempt_follows_the_commit(self):
        """Within 100 ms; a machine that does something else now and then may take longer once."""
        self.world.user("raiser")
        self.world.user("prompt")
        self.world.channel("prompt", self.url("ok/prompt"))
        self.world.call("People.AddResponder", dependent="raiser", responder="prompt")
        late = []
        for _ in range(20):
            self.world.call("People.RaiseAlert", user="raiser")
            self.world.call("People.ClearAlert", user="raiser")

            def done():
                newest = self.world.notifications("prompt")[:2]
                return all(each["deliveries"][0]["state"] in ("delivered", "withdrawn") for each in newest)

            wait(done)
        for notice in self.world.notifications("prompt"):
            for attempt in notice["deliveries"][0]["attempts"][:1]:
                first, written = (
                    datetime.datetime.fromisoformat(at.replace("Z", "+00:00")) for at in (attempt["at"], notice["at"]))
                late.append((first - written).total_seconds())
        self.assertGreaterEqual(len(late), 20)
        late.sort()
        self.assertLess(late[len(late) * 9 // 10], 0.1, late)

    def test_a_server_that_hangs_delays_nobody_else(self):
        with concurrent.futures.ThreadPoolExecutor() as pool:
            self.world.user("hung")
            hung = self.world.channel("hung", self.url("hang/x"))
            waiting = pool.submit(self.world.test, hung)
            time.sleep(0.5)
            began = time.monotonic()
            self.assertTrue(self.attempt(self.url("ok/beside"))[0])
            self.assertLess(time.monotonic() - began, 1)
            waiting.result()
        self.assertIn("did not answer in time", self.ended("hung"))


class Ntfy(Case):
    def test_a_push_as_ntfy_takes_it(self):
        http = servers.HTTP()
        address = f"ntfy://:tk_secret@127.0.0.1:{http.port}/my-topic"
        self.assertEqual(
            self.attempt(address.replace(":tk_secret", "tk_secret")),
            (True, "handed to 127.0.0.1: 200"),
        )
        [(method, path, headers, body)] = http.received
        self.assertEqual((method, path), ("POST", "/"))
        self.assertEqual(headers["Authorization"], "Bearer tk_secret")
        self.assertEqual(
            json.loads(body),
            {
                "topic": "my-topic",
                "title": "LifeSignal test",
                "message": "This channel works. Nothing has happened.",
                "priority": 3,
                "tags": ["test_tube"],
            },
        )


class Mail(Case):
    def configure(self, url, login=False):
        text = f'notify: {{ smtp: {{ url: "{url}", from: "lifesignal@home.example"'
        if login:
            text += f", user: u, passwordFile: {self.world.directory}/password"
        self.world.reload_sender(text + " } }\n")

    def serve(self, **options):
        mailbox = servers.Mailbox()
        controller = servers.mail_server(mailbox, **options)
        self.addCleanup(controller.stop)
        return mailbox, controller.port

    def test_a_mail_as_readers_show_it(self):
        mailbox, port = self.serve()
        self.configure(f"smtp://127.0.0.1:{port}")
        delivered, detail = self.attempt("mailto:ana@example.org")
        self.assertTrue(delivered, detail)
        self.assertIn("queued", detail)
        [(_, envelope)] = mailbox.mails
        self.assertEqual(envelope.mail_from, "lifesignal@home.example")
        self.assertEqual(envelope.rcpt_tos, ["ana@example.org"])
        mail = email.message_from_bytes(envelope.content, policy=email.policy.default)
        id = self.world.notifications(self.handle)[0]["id"]
        self.assertEqual(mail["Subject"], "LifeSignal test")
        self.assertEqual(mail["Message-ID"], f"<{id}@home.example>")
        self.assertEqual(mail["Auto-Submitted"], "auto-generated")
        self.assertLess(abs(mail["Date"].datetime.timestamp() - time.time()), 60)
        self.assertEqual(
            mail.get_content().strip().splitlines()[0],
            "This channel works. Nothing has happened.",
        )
        self.assertEqual(mail.defects, [])

    def test_an_incident_is_one_conversation(self):
        mailbox, port = self.serve()
        self.configure(f"smtp://127.0.0.1:{port}")
        self.world.call(
            "People.AddUser", handle="zoe", name="Zoë “🚨” " + "ß" * 60, checkIn=True
        )
        self.world.user("yan")
        self.world.channel("yan", "mailto:yan@example.org")
        self.world.call("People.AddResponder", dependent="zoe", responder="yan")
        self.world.call("People.RaiseAlert", user="zoe", message="=?utf-8?Q?no?= \u202e.\n.\r\nx")

        def conversation():
            mails = [
                email.message_from_bytes(envelope.content, policy=email.policy.default)
                for _, envelope in mailbox.mails
            ]
            return [mail for mail in mails if mail["References"]]

        wait(lambda: len(conversation()) == 1)
        self.world.call("People.ClearAlert", user="zoe")
        wait(lambda: len(conversation()) == 2)
        raised, cleared = conversation()
        self.assertEqual(raised["Subject"], "Zoë “🚨” " + "ß" * 60 + " is calling for help")
        self.assertEqual(raised["Importance"], "high")
        self.assertIn("no longer calls for help", cleared["Subject"])
        self.assertIsNone(cleared["Importance"])
        self.assertEqual(raised["References"], cleared["References"])
        self.assertEqual(raised["In-Reply-To"], raised["References"])
        self.assertNotIn(raised["References"], (raised["Message-ID"], cleared["Message-ID"]))
        self.assertTrue(all(envelope.content.isascii() for _, envelope in mailbox.mails))
        for _, envelope in mailbox.mails:
            self.assertTrue(all(len(line) <= 78 for line in envelope.content.split(b"\r\n")))

    def test_implicit_tls_and_login(self):
        certificate = self.world.authority.issue()
        mailbox, port = self.serve(certificate=certificate, implicit=True, auth=True)
        self.configure(f"smtps://localhost:{port}", login=True)
        self.assertEqual(self.attempt("mailto:ana@example.org")[0], True)
        self.assertEqual(len(mailbox.mails), 1)

    def test_starttls_and_login(self):
        certificate = self.world.authority.issue()
        mailbox, port = self.serve(certificate=certificate, auth=True)
        self.configure(f"smtp://localhost:{port}", login=True)
        delivered, detail = self.attempt("mailto:ana@example.org")
        self.assertTrue(delivered, detail)
        self.assertTrue(mailbox.mails[0][0], "the mail came without TLS")

    def test_no_password_goes_to_a_stranger(self):
        stranger = servers.Authority(self.world.directory, "mallory").issue()
        mailbox, port = self.serve(certificate=stranger, auth=True)
        self.configure(f"smtp://localhost:{port}", login=True)
        delivered, detail = self.attempt("mailto:ana@example.org")
        self.assertFalse(delivered)
        self.assertIn("can't be trusted", detail)
        self.assertEqual(mailbox.mails, [])
        mailbox, port = self.serve()
        self.configure(f"smtp://localhost:{port}", login=True)
        delivered, detail = self.attempt("mailto:ana@example.org")
        self.assertFalse(delivered)
        self.assertIn("localhost offers no STARTTLS", detail)
        self.assertEqual(mailbox.mails, [])

    def test_refusals_and_delays(self):
        _, port = self.serve()
        self.configure(f"smtp://127.0.0.1:{port}")
        for local, state in (("nobody", "failed"), ("full", "failed"), ("later", "pending")):
            delivered, detail = self.attempt(f"mailto:{local}@example.org")
            self.assertFalse(delivered)
            self.assertEqual(self.delivery()["state"], state, detail)
            self.assertNotIn(f"{local}@example.org", detail)
            self.assertRegex(detail, "^127.0.0.1 (refused the mail|answered): (550|552|451) ")

    def test_a_mail_that_is_long_in_being_taken_delays_nothing_else(self):
        mailbox, port = self.serve()
        self.configure(f"smtp://127.0.0.1:{port}")
        http = servers.HTTP()
        self.world.user("waits")
        slow = self.world.channel("waits", "mailto:slow@example.org")
        self.world.user("goes")
        quick = self.world.channel("goes", f"http://127.0.0.1:{http.port}/ok")
        with concurrent.futures.ThreadPoolExecutor() as pool:
            test = pool.submit(self.world.test, slow)
            wait(lambda: self.world.notifications("waits"))
            time.sleep(1)
            began = time.monotonic()
            self.assertTrue(self.world.test(quick)["delivered"])
            self.assertLess(time.monotonic() - began, 3)
            self.assertTrue(test.result()["delivered"])

    def test_a_mail_that_is_taken_after_the_attempt_was_given_up_is_delivered(self):
        mailbox, port = self.serve()
        self.configure(f"smtp://127.0.0.1:{port}")
        self.assertFalse(self.attempt("mailto:tarpit@example.org")[0])
        wait(lambda: self.delivery()["state"] == "delivered", 15)
        self.assertIn("queued", self.delivery()["attempts"][-1]["detail"])
        self.assertEqual(len(mailbox.mails), 1)

    def test_a_server_that_takes_no_mail_may_be_put_right(self):
        greeting = b"554 no mail here\r\n"
        with socket.create_server(("127.0.0.1", 0)) as server:
            def greet():
                connection, _ = server.accept()
                with connection:
                    connection.sendall(greeting)
                    connection.recv(100)

            threading.Thread(target=greet, daemon=True).start()
            self.configure(f"smtp://127.0.0.1:{server.getsockname()[1]}")
            delivered, detail = self.attempt("mailto:ana@example.org")
        self.assertFalse(delivered)
        self.assertIn("554 no mail here", detail)
        self.assertEqual(self.delivery()["state"], "pending")

    def test_a_wrong_password_may_be_put_right(self):
        certificate = self.world.authority.issue()
        _, port = self.serve(certificate=certificate, implicit=True, auth=True)
        (self.world.directory / "password").write_text("wrong-pa55word\n")
        self.addCleanup((self.world.directory / "password").write_text, "pa ssü\n")
        self.configure(f"smtps://localhost:{port}", login=True)
        delivered, detail = self.attempt("mailto:ana@example.org")
        self.assertFalse(delivered)
        self.assertNotIn("wrong-pa55word", detail)
        self.assertEqual(self.delivery()["state"], "pending")


class Apprise(Case):
    def test_the_text_arrives_and_the_address_is_in_no_list_of_processes(self):
        http = servers.HTTP()
        delivered, detail = self.attempt(
            f"apprise+json://user:pa55word@127.0.0.1:{http.port}/arguments/t0k3n"
        )
        self.assertEqual((delivered, detail), (True, "handed to Apprise (json)"))
        [(_, _, _, body)] = http.received
        text = "This channel may be read" if b"may be read" in body else "This channel works."
        self.assertIn(text, json.loads(body)["message"])
        self.assertIn(b"--config=/dev/fd/3", http.arguments)
        for secret in (b"pa55word", b"t0k3n", b"This channel"):
            self.assertNotIn(secret, http.arguments)

    def test_what_is_longer_than_the_service_takes_comes_in_parts(self):
        http = servers.HTTP()
        self.world.user("faller", emergencyNote="medicine " * 200)
        self.world.user("helper")
        address = f"apprise+rocket://web/hook@127.0.0.1:{http.port}/%23all?avatar=no"
        self.world.channel("helper", address, private=True)
        self.world.call("People.AddResponder", dependent="faller", responder="helper")
        self.world.call("People.RaiseAlert", user="faller")

        def texts():
            return [json.loads(body)["text"] for _, _, _, body in http.received if b"medicine" in body]

        wait(lambda: "".join(texts()).count("medicine") == 200, 25)
        # What Rocket.Chat takes.
        self.assertLessEqual(max(map(len, texts())), 1000)

    def test_a_failure_says_so_without_the_address(self):
        delivered, detail = self.attempt(
            f"apprise+json://user:pa55word@127.0.0.1:{servers.free_port()}/t0k3n-long"
        )
        self.assertFalse(delivered)
        self.assertIn("apprise ended with exit status 1", detail)
        self.assertNotIn("pa55word", detail)
        self.assertNotIn("t0k3n-long", detail)


class Hooks(Case):
    def hooked(self, name, text, mode=0o755):
        self.world.hook(name, text, mode)
        return self.attempt(f"exec:{name}")

    def test_it_gets_the_notice_and_its_output_is_kept(self):
        shown = self.world.directory / "shown"
        self.assertEqual(
            self.hooked("show", HOOK_SHOW.format(shown)),
            (True, "handed to the hook show: thanks"),
        )
        self.assertEqual(json.loads(shown.read_text())["title"], "LifeSignal test")

    def test_megabytes_are_bounded(self):
        delivered, detail = self.hooked("loud", "#!/bin/sh\nhead -c 8000000 /dev/zero | tr '\\0' x\n")
        self.assertTrue(delivered)
        self.assertLessEqual(len(detail.encode()), 1000)

    def test_a_flood_does_not_get_a_processor(self):
        before = self.world.processor_time("lifesignal-notify")
        delivered, detail = self.hooked("floods", "#!/bin/sh\ntimeout 3 yes\nexit 0\n")
        self.assertTrue(delivered, detail)
        # Read as fast as it can be written that is three seconds or so.
        self.assertLess(self.world.processor_time("lifesignal-notify") - before, 1)

    def test_endings(self):
        self.assertEqual(
            self.hooked("seven", "#!/bin/sh\necho why >&2; exit 7\n"),
            (False, "the hook seven ended with exit status 7: why"),
        )
        self.assertEqual(self.delivery()["state"], "pending")
        self.assertEqual(
            self.hooked("never", "#!/bin/sh\nexit 78\n"), (False, "the hook never refused")
        )
        self.assertEqual(self.delivery()["state"], "failed")
        self.assertEqual(
            self.hooked("dies", "#!/bin/sh\nkill -9 $$\n"),
            (False, "the hook dies was killed by signal 9"),
        )

    def test_a_child_left_behind_is_killed_and_not_waited_for(self):
        left = self.world.directory / "left"
        began = time.monotonic()
        delivered, _ = self.hooked("forks", f"#!/bin/sh\nsleep 77 &\necho $! > {left}\n")
        self.assertTrue(delivered)
        self.assertLess(time.monotonic() - began, 5)
        # A signal takes a moment to end it, and init to bury it.
        wait(lambda: not runs(left), 5)

    def test_one_that_hangs_is_killed_with_all_it_started(self):
        left = self.world.directory / "hanging"
        self.hooked("hangs", f"#!/bin/sh\nsleep 77 & echo $! > {left}; trap '' TERM; sleep 78\n")
        self.assertIn("took longer than 30 s", self.ended())
        wait(lambda: not runs(left), 5)

    def test_it_gets_no_secrets_and_no_descriptors(self):
        delivered, detail = self.hooked("looks", "#!/bin/sh\nenv; ls /proc/self/fd | wc -l\n")
        self.assertTrue(delivered)
        self.assertNotIn("SSL_CERT_FILE", detail)
        # Standard input, output and error, and the one that ls itself has open.
        self.assertTrue(detail.endswith("/ 4"), detail)

    def test_only_programs_that_nobody_else_can_write_are_run(self):
        ran = self.world.directory / "ran"
        text = f"#!/bin/sh\ntouch {ran}\n"
        for name, mode, reason in (
            ("loose", 0o777, "must not be writable by others"),
            ("group", 0o775, "must not be writable by others"),
            ("text", 0o644, "is not executable"),
        ):
            delivered, detail = self.hooked(name, text, mode)
            self.assertFalse(delivered)
            self.assertIn(reason, detail)
        detail = self.hooked("orphan", "#!/nonexistent\n")[1]
        self.assertIn("the interpreter that its first line names is missing", detail)
        target = self.world.hook("target", text)
        (self.world.hooks / "link").symlink_to(target)
        self.assertIn("links are not followed", self.attempt("exec:link")[1])
        self.assertIn("does not exist", self.attempt("exec:missing")[1])
        owned = self.world.hook("owned", text)
        os.chown(owned, 12345, 12345)
        self.assertIn("must belong to root", self.attempt("exec:owned")[1])
        self.assertFalse(ran.exists())


class TooFewConnections(unittest.TestCase):
    def test_a_sender_that_gets_fewer_than_it_needs_takes_nothing_and_says_so(self):
        world = World("limits: { connectionsPerUid: 10 }\n")
        self.addCleanup(world.__exit__)
        world.start("lifesignald")
        world.start("lifesignal-notify", waits=False)
        wait(lambda: "no deliveries" in world.log("lifesignal-notify"))
        time.sleep(1)
        self.assertNotIn("taking deliveries", world.log("lifesignal-notify"))
        self.assertIn("limits.connectionsPerUid", world.log("lifesignald"))


class TwoSenders(Case):
    def test_what_both_may_take_is_sent_once(self):
        http = servers.HTTP()
        http.answers_slowly = 0.2
        self.world.start("lifesignal-notify-2")
        self.addCleanup(self.world.kill, "lifesignal-notify-2")
        self.world.user("sun")
        people = [f"planet{number}" for number in range(40)]
        for person in people:
            self.world.user(person)
            # More in all than one sender is given for one server.
            for number in range(15):
                self.world.channel(person, f"http://127.0.0.1:{http.port}/slow/{person}/{number}")
            self.world.call("People.AddResponder", dependent="sun", responder=person)
        self.world.call("People.RaiseAlert", user="sun")
        wait(lambda: not self.world.call("Daemon.GetStatus")["status"]["pendingDeliveries"], 60)
        sent = collections.Counter(
            (path, headers["Idempotency-Key"]) for _, path, headers, _ in http.received)
        self.assertEqual(set(sent.values()), {1})
        delivered = sum(
            delivery["state"] == "delivered"
            for person in people
            for notice in self.world.notifications(person)
            for delivery in notice["deliveries"])
        self.assertEqual(len(sent), delivered)
        self.assertEqual(delivered, 2 * 600)
        for name in "lifesignal-notify", "lifesignal-notify-2":
            self.assertIn("handed over a notice", self.world.log(name))


class Stopping(Case):
    def test_whoever_is_told_to_stop_warns_of_nothing(self):
        before = len(self.world.log("lifesignal-notify"))
        self.assertEqual(self.world.kill("lifesignal-notify", signal.SIGTERM), 0)
        self.assertNotIn("no deliveries", self.world.log("lifesignal-notify")[before:])
        self.world.start("lifesignal-notify")

    def test_an_attempt_that_is_cut_off_stays_pending(self):
        http = servers.HTTP()
        self.world.user("cut")
        channel = self.world.channel("cut", f"http://127.0.0.1:{http.port}/hang/x")
        with concurrent.futures.ThreadPoolExecutor() as pool:
            pool.submit(self.world.test, channel)
            wait(lambda: http.received)
            began = time.monotonic()
            status = self.world.kill("lifesignal-notify", signal.SIGTERM)
            self.assertEqual(status, 0)
            self.assertLess(time.monotonic() - began, 8)
            delivery = self.delivery("cut")
            self.assertEqual(delivery["state"], "pending")
            self.world.start("lifesignal-notify")
            wait(lambda: len(http.received) > 1, 20)


def seconds(text):
    import datetime

    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def runs(file):
    """Whether the process whose id stands in the file runs; one that waits to be reaped does not."""
    try:
        status = pathlib.Path(f"/proc/{file.read_text().strip()}/stat").read_text()
    except FileNotFoundError:
        return False
    return status.rsplit(")")[-1].split()[0] != "Z"


if __name__ == "__main__":
    unittest.main(verbosity=2)
