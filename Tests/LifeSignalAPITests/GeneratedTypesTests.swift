import LifeSignalAPI
import Testing
import Varlink

@Suite struct GeneratedTypesTests {
    private let alert = People.Alert(id: "a1", user: "ana", startedAt: "t", message: "help")

    @Test func `every field is written, an absent one as null`() {
        #expect(
            alert.json.description
                == #"{"id":"a1","user":"ana","startedAt":"t","endedAt":null,"message":"help"}"#)
    }

    @Test func `what is written is read back as the same`() throws {
        #expect(try People.Alert(json: alert.json) == alert)
        let notification = People.Notification(
            id: "n1", kind: .reminder, to: "ana", at: "t", title: "T", body: "B",
            deliveries: [
                .init(
                    id: "d1", channel: "c1", state: .pending,
                    attempts: [.init(at: "t", delivered: false, detail: "no")])
            ])
        #expect(try People.Notification(json: notification.json) == notification)
        let event = Daemon.Event(
            sequence: 7, at: "t", kind: "k", by: "root", detail: ["b": "2", "a": "1"])
        #expect(try Daemon.Event(json: event.json) == event)
        #expect(event.json["detail"].description == #"{"a":"1","b":"2"}"#)
        let tap = People.TapAlert.Reply(progress: 0.5, alert: alert)
        #expect(try People.TapAlert.Reply(json: tap.json) == tap)
    }

    @Test func `a nullable field may be missing, null or there`() throws {
        #expect(try People.ListUsers.Reply(json: [:]).user == nil)
        #expect(try People.ListUsers.Reply(json: ["user": nil]).user == nil)
        #expect(try People.CheckIn.Parameters(json: ["source": "web"]).source == .web)
    }

    @Test func `a mismatch names the way to the value`() {
        func path(_ json: JSON) -> String? {
            do {
                _ = try People.ListNotifications.Reply(json: json)
                return nil
            } catch {
                return error.description
            }
        }
        #expect(path(1) == "expected object, found int")
        #expect(path(["notification": 5]) == "notification: expected object, found int")
        #expect(path(["notification": ["id": 5]]) == "notification.id: expected string, found int")
        let delivery: JSON = [
            "id": "d", "channel": "c", "state": "pending", "attempts": [["at": 1]],
        ]
        let notification: JSON = [
            "id": "n", "kind": "x", "to": "ana", "at": "t", "title": "T", "body": "B",
            "deliveries": [delivery],
        ]
        #expect(
            path(["notification": notification])
                == "notification.deliveries[0].attempts[0].at: expected string, found int")
        #expect(path(["notification": ["id": "n"]]) == "notification.kind: missing")
    }

    @Test func `a value that an enumeration does not list is kept as it stands`() throws {
        let status = try People.User.Status(json: "asleep")
        #expect(status == .other("asleep"))
        #expect(status.json == "asleep")
        #expect(try People.User.Status(json: "nonResponsive") == .nonResponsive)
        #expect(People.User.Status.nonResponsive.json == "nonResponsive")
        #expect(Daemon.Deadline.Kind(rawValue: "repeat") == .repeat)
        #expect(throws: TypeMismatch.self) { try People.User.Status(json: 1) }
    }

    @Test func `errors have the names and parameters of the description`() {
        let failure = People.Failure.pingEnded(id: "p1", status: .cleared)
        #expect(failure.name == "io.lifesignal.People.PingEnded")
        #expect(failure.parameters == ["id": "p1", "status": "cleared"])
        #expect(
            People.Failure(name: failure.name, parameters: failure.parameters) == failure)
        #expect(People.Failure(name: failure.name, parameters: [:]) == nil)
        #expect(People.Failure(name: "io.lifesignal.Daemon.FellBehind", parameters: [:]) == nil)
        #expect(
            Daemon.Failure.unavailable(reason: "full", retryAfter: nil).parameters
                == ["reason": "full", "retryAfter": nil])
    }

    @Test func `methods have their full names`() {
        #expect(People.CheckIn.name == "io.lifesignal.People.CheckIn")
        #expect(Outbox.Report.name == "io.lifesignal.Outbox.Report")
        #expect(
            Daemon.GetHealth.Reply(health: .degraded).json
                == ["health": "degraded", "emergencyNumber": nil])
    }
}
