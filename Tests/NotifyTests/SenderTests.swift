import ConfigurationFile
import Testing
import Varlink

@testable import lifesignal_notify

/// What the sender says of itself.
struct SenderTests {
    @Test func `secrets that can't be read are told of at the start, and it goes on`() throws {
        let entries = Entries()
        var configuration = ServiceConfiguration()
        configuration.notify.smtp = ServiceConfiguration.SMTP(
            url: "smtps://mail.example.org", from: "lifesignal@example.org",
            login: ServiceConfiguration.SMTP.Login(
                user: "u", password: .file("/nonexistent/password")))
        configuration.notify.webhookKey = .file("/nonexistent/key")
        _ = Sender(
            socket: try Address(path: "/nonexistent/socket"),
            configurationFile: "/nonexistent/lifesignal.yaml", environment: [:],
            configuration: configuration, log: SenderLog(entries.logger))
        #expect(
            entries.messages == [
                "no webhook is sent, since none can be signed: the secret in /nonexistent/key "
                    + "can't be read: there is no such file",
                "no mail is sent, since nobody can log in: the secret in /nonexistent/password "
                    + "can't be read: there is no such file",
            ])
    }

    @Test func `whoever is told of a daemon that is silent is not said to watch it`() {
        let entries = Entries()
        let log = SenderLog(entries.logger)
        log.watched("LifeSignal does not answer", .delivered("handed over"))
        var failed = Outcome.failed("no route")
        failed.gist = "answered 500"
        log.watched("LifeSignal answers again", failed)
        #expect(
            entries.messages == [
                "told the address in notify.watch.to: LifeSignal does not answer",
                "could not tell the address in notify.watch.to: LifeSignal answers again; trying "
                    + "again (answered 500)",
            ])
    }
}
