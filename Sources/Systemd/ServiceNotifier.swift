internal import CSystemd
internal import Glibc

/// What a service tells systemd about itself: sd_notify(3).
///
/// Outside systemd, where `$NOTIFY_SOCKET` is not set, nothing is sent. A message that systemd
/// does not take is lost without an error: systemd's own time limits act on it, and say so.
public struct ServiceNotifier: Sendable {
    /// How long systemd waits for a ``watchdog()`` before it kills the service; nil without
    /// `WatchdogSec=`. Feed it at least twice in that time: sd_watchdog_enabled(3).
    public let watchdogEnabled: Duration?

    private let send: @Sendable (String) -> Void

    /// Speaks to the manager that `$NOTIFY_SOCKET` and `$WATCHDOG_USEC` name.
    public init() {
        var microseconds: UInt64 = 0
        let expected = sd_watchdog_enabled(0, &microseconds) > 0
        self.init(watchdogEnabled: expected ? .microseconds(Int64(clamping: microseconds)) : nil) {
            sd_notify(0, $0)
        }
    }

    /// Speaks to `send` instead of systemd, as tests do.
    public init(watchdogEnabled: Duration?, send: @escaping @Sendable (String) -> Void) {
        self.watchdogEnabled = watchdogEnabled
        self.send = send
    }

    /// To be called before a start that has failed ends: a service that is started again at once, for as
    /// long as it takes to be put right, would fill the journal with the same few lines.
    ///
    /// Under systemd it waits for some seconds, which SIGTERM ends; elsewhere not at all.
    public static func startFailed() {
        if getenv("NOTIFY_SOCKET") != nil { sleep(5) }
    }

    /// Start-up, or a reload, is done.
    public func ready(status: String? = nil) {
        send("READY=1" + (status.map { "\n" + Self.assignment(ofStatus: $0) } ?? ""))
    }

    /// The line that `systemctl status` shows, and that everybody can read.
    public func status(_ text: String) {
        send(Self.assignment(ofStatus: text))
    }

    /// The service is alive; anything but a proof of that must not lead here.
    public func watchdog() {
        send("WATCHDOG=1")
    }

    /// The service has begun to stop.
    public func stopping(status: String? = nil) {
        send("STOPPING=1" + (status.map { "\n" + Self.assignment(ofStatus: $0) } ?? ""))
    }

    /// A reload has begun; ``ready(status:)`` ends it.
    ///
    /// `MONOTONIC_USEC` is what `Type=notify-reload` asks for in addition.
    public func reloading() {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        let microseconds = Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
        send("RELOADING=1\nMONOTONIC_USEC=\(microseconds)")
    }

    /// Starting, reloading or stopping takes longer: systemd waits this long from now on before it
    /// gives up.
    public func extendTimeout(microseconds: UInt64) {
        send("EXTEND_TIMEOUT_USEC=\(microseconds)")
    }

    /// One assignment a line: a control character in the text must not begin another.
    private static func assignment(ofStatus text: String) -> String {
        "STATUS=" + PrintableText.escaping(text)
    }
}
