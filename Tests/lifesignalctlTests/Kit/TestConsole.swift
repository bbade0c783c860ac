import Synchronization

@testable import lifesignalctl

/// A console that keeps what is written and says what it was given to say.
final class TestConsole: Console {
    private struct State {
        var output = ""
        var error = ""
        var answers: [String] = []
        var looksBeforeInterrupt: Int?
    }

    let inputIsTerminal: Bool
    let outputIsTerminal: Bool
    let errorIsTerminal: Bool
    let columns: Int?
    private let state: Mutex<State>

    /// - Parameters:
    ///   - columns: the terminal's width; nil: there is no terminal.
    ///   - answers: the lines of standard input.
    ///   - looksBeforeInterrupt: how often it is looked for Ctrl-C before it comes.
    init(columns: Int? = nil, answers: [String] = [], looksBeforeInterrupt: Int? = nil) {
        inputIsTerminal = columns != nil
        outputIsTerminal = columns != nil
        errorIsTerminal = columns != nil
        self.columns = columns
        state = Mutex(
            State(answers: answers, looksBeforeInterrupt: looksBeforeInterrupt))
    }

    var output: String { state.withLock { $0.output } }
    var error: String { state.withLock { $0.error } }

    func write(_ text: String) { state.withLock { $0.output += text } }
    func writeError(_ text: String) { state.withLock { $0.error += text } }

    func readLine(after question: String) -> String? {
        state.withLock { state in
            state.error += question
            return state.answers.isEmpty ? nil : state.answers.removeFirst()
        }
    }

    func watchForInterrupt() -> @Sendable () -> Bool {
        { [self] in
            state.withLock { state in
                guard let looks = state.looksBeforeInterrupt else { return false }
                state.looksBeforeInterrupt = looks - 1
                return looks <= 0
            }
        }
    }
}
