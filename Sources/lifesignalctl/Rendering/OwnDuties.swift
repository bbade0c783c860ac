import LifeSignal
import LifeSignalAPI

/// What the person who calls should do themselves, and what to type for it.
struct OwnDuties {
    /// Who calls.
    var user: People.User
    /// Of those whom they see, whoever else needs help; for an administrator not only dependents.
    var othersInNeed: [People.User]
    /// What the configuration says to call where LifeSignal can help no more; wanted while `user` calls for help.
    var emergencyNumber: String?

    /// So many dependents are named; of more it is said how many they are.
    private static let mostNamed = 5

    /// Nil where there is nothing to do.
    func rendered(on screen: Screen) -> String? {
        // Whoever needs help comes before whatever else there is.
        let duties = dependents(screen) + own(screen)
        guard !duties.isEmpty else { return nil }
        return screen.paint("FOR YOU TO DO", .heading) + "\n"
            + duties.map { screen.advice($0.what, $0.how) }.joined()
    }

    private typealias Duty = (what: String, how: String)

    private func dependents(_ screen: Screen) -> [Duty] {
        let number = Int(user.nonResponsiveDependents)
        guard number > 0 else { return [] }
        // All dependents in need are among the others: as many are the same.
        guard number == othersInNeed.count, number <= Self.mostNamed else {
            let people = Words.count(number, "person needs", "people need")
            return [
                (
                    "\(people) help now, and you look out for them.",
                    "Call them, or go there; see: \(screen.command("dependents"))"
                )
            ]
        }
        return othersInNeed.map { other in
            let handle = ForeignText.line(other.handle)
            return (
                "\(other.nameAndHandle) needs help now, and you look out for them.",
                other.status == .nonResponsive
                    ? "Call them, or go there. If they are well: "
                        + screen.command("check-in -u \(handle)")
                    : "Call them, or go there; see: \(screen.command("status \(handle)"))"
            )
        }
    }

    private func own(_ screen: Screen) -> [Duty] {
        var duties: [Duty] = []
        if user.callsForHelp, let alert = user.alert {
            duties.append(
                (
                    "You have been calling for help since \(screen.full(alert.startedAt)).",
                    "If nobody comes, call "
                        + (emergencyNumber.map(ForeignText.line) ?? Settings.anyEmergencyNumber)
                        + ". When you need help no more: \(screen.command("alert clear"))"
                ))
        }
        if let overdue = missingCheckIn(screen) {
            duties.append(
                (overdue + answeredByIt, "If you are well: \(screen.command("check-in"))"))
        } else if user.pendingPings > 0 {
            let all = user.pendingPings == 1 ? "" : " --all"
            duties.append(
                (
                    questions + " for your answer.",
                    "If you are all right: \(screen.command("ping respond\(all)"))"
                ))
        }
        return duties
    }

    /// Why a check-in is called for; nil where none is.
    private func missingCheckIn(_ screen: Screen) -> String? {
        switch user.status {
        case .nonResponsive:
            "You are non-responsive: your check-in was due by \(screen.full(user.nextCheckIn))."
        case .overdue:
            "Your check-in was due by \(screen.full(user.nextCheckIn)); without it you become "
                + "non-responsive at \(screen.full(user.nonResponsiveAt))."
        case .waiting:
            "You have never checked in: no deadline runs for you yet, so nobody would be told if "
                + "you fell silent."
        case .active, .other: nil
        }
    }

    private var answeredByIt: String {
        guard user.pendingPings > 0 else { return "" }
        return " \(questions) for your answer; a check-in answers "
            + (user.pendingPings == 1 ? "it too." : "them too.")
    }

    private var questions: String {
        Words.count(user.pendingPings, "question waits", "questions wait")
    }
}
