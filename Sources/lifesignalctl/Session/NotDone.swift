/// How an invocation ended (spec/interface.md).
enum ExitStatus: Int32 {
    case done = 0
    /// Refused or failed.
    case failed = 1
    /// EX_USAGE of sysexits.h
    case usage = 64
    /// EX_UNAVAILABLE: the daemon cannot be reached.
    case unavailable = 69
    /// EX_NOPERM
    case notPermitted = 77
}

/// Why a command did not do what it was asked for, in words for one line of standard error.
struct NotDone: Error, Equatable {
    var status: ExitStatus
    /// What was wrong, as a clause: `there is no user “bob”`.
    var reason: String
    /// What to do, as a sentence without its end: `See: lifesignalctl user list`.
    var remedy: String?
    /// Said as it stands, without what did not happen before it.
    var isWholeSentence = false
    /// The person decided so; nothing went wrong.
    var isTheirChoice = false

    init(_ status: ExitStatus, _ reason: String, remedy: String? = nil) {
        self.status = status
        self.reason = reason
        self.remedy = remedy
    }

    init(_ reason: String, remedy: String? = nil) {
        self.init(.failed, reason, remedy: remedy)
    }

    /// A sentence of spec/texts.md that says by itself what did not happen.
    static func saying(_ sentence: String, _ status: ExitStatus = .failed) -> NotDone {
        var notDone = NotDone(status, sentence)
        notDone.isWholeSentence = true
        return notDone
    }

    /// Somebody was asked and thought better of it.
    static func chosen(_ reason: String) -> NotDone {
        var notDone = NotDone(reason)
        notDone.isTheirChoice = true
        return notDone
    }

    /// The line; it begins with what did not happen: `NOT checked in: there is no user “bob”. See …`
    ///
    /// - Parameters:
    ///   - undone: what did not happen.
    ///   - lastResort: what to do where waiting is no option; a sentence.
    func line(undone: String, lastResort: String? = nil) -> String {
        var line = isWholeSentence ? reason : "\(undone): \(reason)"
        if let remedy { line += ". \(remedy)" }
        if let lastResort {
            line += line.hasSuffix(".") ? " \(lastResort)" : ". \(lastResort)"
        }
        return line
    }
}
