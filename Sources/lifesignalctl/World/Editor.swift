import Glibc

/// The user's editor, run on a file of its own.
enum Editor {
    /// Runs `command`, which may have arguments, on the file; the shell's exit status, 127 where
    /// there is no such program.
    ///
    /// system(3) leaves Ctrl-C to the editor while it runs.
    static let run: @Sendable (_ command: String, _ path: String) -> Int32 = { command, path in
        var quoted = ""
        for character in path {
            quoted += character == "'" ? #"'\''"# : String(character)
        }
        let status = system("\(command) '\(quoted)'")
        // WEXITSTATUS and WIFEXITED of wait(2), which are macros.
        return status >= 0 && status & 0x7F == 0 ? (status >> 8) & 0xFF : 128
    }
}
