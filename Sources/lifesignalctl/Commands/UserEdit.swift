import ArgumentParser
import LifeSignal
import LifeSignalAPI
import Varlink

struct UserEdit: OwnCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change a user's profile and schedule in your editor.",
        discussion: """
            Without a handle: yours. Opens $EDITOR on a text with everything that can be changed, \
            the note included. \
            Saving without a change changes nothing. A mistake comes back into the editor with \
            what was wrong; saving that again without a change gives up.
            """)

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var user: UserArgument

    var undone: String { "NOT changed" }

    /// What the editor's text begins with while something was wrong with it.
    private static let complaintMark = "#! "

    func perform(in session: Session) async throws {
        let editor = try editorCommand(in: session)
        let user = try await session.call(People.GetUser.self, .init(user: user.named)).user
        guard !user.isVeiled else {
            throw NotDone(.notPermitted, "\(user.handle) is not yours to change")
        }
        // Changes nothing, and is refused where all that is typed would be.
        _ = try await session.call(People.SetUser.self, .init(user: user.handle))
        let directory = session.world.variable("TMPDIR") ?? "/tmp"
        let file = try EditedFile(in: directory, name: "lifesignal-\(user.handle)")
        do {
            let reply = try await edit(user, with: editor, on: file, in: session)
            file.remove()
            session.tell(
                reply.map { UserSet.confirmation($0, session.screen) } ?? "Nothing changed.")
        } catch let error as CallError {
            // What was typed is kept where it was not the mistake.
            session.remark("Your text is kept in \(file.path)")
            throw error
        } catch let mistakes as ProfileText.Mistakes {
            session.remark("Your text is kept in \(file.path)")
            throw NotDone(mistakes.reasons.joined(separator: "; "))
        } catch {
            file.remove()
            throw error
        }
    }

    /// Has the text edited until the daemon takes it; nil where nothing was changed.
    ///
    /// - Throws: `ProfileText.Mistakes` when nothing was done about them.
    private func edit(
        _ user: People.User, with editor: String, on file: EditedFile, in session: Session
    ) async throws -> People.SetUser.Reply? {
        let original = ProfileText(user)
        var text = original.text(handle: user.handle)
        var complaints: [String] = []
        while true {
            let offered = complaints.map { Self.complaintMark + $0 + "\n" }.joined() + text
            try file.write(offered)
            let status = session.world.edit(editor, file.path)
            guard status == 0 else {
                throw NotDone(
                    status == 127
                        ? "there is no editor “\(editor)”" : "the editor ended with \(status)",
                    remedy: status == 127 ? "Name yours: export EDITOR=nano" : nil)
            }
            let edited = Self.withoutComplaints(try file.read())
            guard edited != text || complaints.isEmpty else {
                throw ProfileText.Mistakes(reasons: complaints)
            }
            text = edited
            do {
                guard !text.isGarbled else {
                    throw ProfileText.Mistakes(reasons: ["What was saved is not UTF-8"])
                }
                let profile = try ProfileText(reading: text)
                guard let changes = profile.changes(from: original, user: user.handle) else {
                    return nil
                }
                return try await session.call(People.SetUser.self, changes)
            } catch let mistakes as ProfileText.Mistakes {
                complaints = mistakes.reasons
            } catch let error as CallError {
                guard let complaint = complaint(about: error, in: session) else { throw error }
                complaints = [complaint]
            }
        }
    }

    /// What the daemon found wrong with the text; nil where the text was not the reason.
    private func complaint(about error: CallError, in session: Session) -> String? {
        if let failure = error.failure(of: InvalidParameter.self) {
            let key = Self.keys[failure.parameter] ?? failure.parameter
            return ForeignText.line("\(key): \(failure.reason ?? "not taken")")
        }
        switch error.failure(of: People.Failure.self) {
        case .wouldBeOverdue(let user, let due):
            return "With that schedule \(user) was due by \(session.screen.full(due)). "
                + "If \(user) is well, write “Check-in: yes”."
        case .accountTaken(let account):
            return ForeignText.line("account: “\(account)” is bound to another user")
        default: return nil
        }
    }

    /// How the parameters of the socket are called in the text.
    private static let keys = [
        "phoneNumber": "phone", "emergencyNote": "note", "pictureUrl": "picture",
        "checkInInterval": "interval",
    ]

    private static func withoutComplaints(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .drop { $0.hasPrefix(complaintMark) }.joined(separator: "\n")
    }

    private func editorCommand(in session: Session) throws -> String {
        let world = session.world
        if let editor = world.variable("EDITOR"), !editor.isEmpty { return editor }
        guard world.console.inputIsTerminal, world.console.outputIsTerminal else {
            throw NotDone(
                "there is no terminal to edit on",
                remedy:
                    "Use: \(session.errorScreen.command("user set \(user.named ?? "HANDLE") …"))")
        }
        // What Debian calls the editor that the system's administrator chose.
        return "editor"
    }
}
