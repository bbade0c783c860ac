/// What an address alone says about a channel: who can read it, who may add it, how much it carries.
extension ChannelAddress {
    /// Whether only its user reads what is sent there, unless they say otherwise when they add it.
    public var isPrivateByDefault: Bool { privacy.isPrivate }

    /// Why, as a clause that `channel add` shows.
    public var privacyReason: String { privacy.reason }

    /// Only admins add programs and what reaches the server itself or its own network link: its
    /// services trust who comes from there.
    ///
    /// A name in the DNS that leads there is not seen here; a sender sees the address that it
    /// connects to (``NetworkAddress``).
    public var needsAdmin: Bool {
        switch kind {
        case .ntfy(let server, _), .webhook(let server, _):
            server.host.reach == .loopback || server.host.reach == .linkLocal
        case .mail: false
        case .exec, .apprise, .unreadable: true
        }
    }

    /// How many bytes of UTF-8 a body may have.
    ///
    /// ntfy makes an attachment of a message over 4,096 bytes, and Apprise hands on to services of
    /// which many end there. The others take whatever a notice can be: a note of 4 KiB with every
    /// character escaped, and the names of 100 responders at 400 bytes each, come to some 60,000.
    public var bodyLimit: Int {
        switch kind {
        case .ntfy, .apprise, .unreadable: 4000
        case .webhook, .mail, .exec: 100_000
        }
    }

    /// How many bytes of UTF-8 a title may have: 250 is what ntfy, and Apprise by itself, let
    /// through; elsewhere the longest name, 400 bytes, and the words about it fit.
    public var titleLimit: Int {
        switch kind {
        case .ntfy, .apprise, .unreadable: 250
        case .webhook, .mail, .exec: 1000
        }
    }

    private var privacy: (isPrivate: Bool, reason: String) {
        switch kind {
        case .mail: (true, "a mailbox is read by its owner")
        case .exec: (true, "a hook is a program of this server")
        case .webhook(let server, _) where server.isEncrypted:
            (true, "https is encrypted on the way to the server that you chose")
        case .ntfy(let server, _) where server.isEncrypted:
            server.credentials != nil
                ? (true, "the topic is encrypted on the way and asks for credentials")
                : (
                    false,
                    "whoever knows or guesses the topic can read it; credentials keep them out"
                )
        case .ntfy(let server, _): unencrypted(server, better: "ntfys:// with credentials")
        case .webhook(let server, _): unencrypted(server, better: "https://")
        case .apprise: (false, "nothing here shows who can read what Apprise hands on")
        case .unreadable: (false, "this version does not read the address")
        }
    }

    private func unencrypted(_ server: Server, better: String) -> (Bool, String) {
        switch server.host.reach {
        case .loopback: (true, "it stays on this machine")
        case .privateNetwork: (true, "it stays in a private network")
        case .linkLocal, .internet:
            (false, "it can be read on the way; use \(better)")
        case nil:
            (
                false,
                "it can be read on the way, and a name does not show that it stays in a private "
                    + "network; use \(better)"
            )
        }
    }
}
