/// One way to reach a user, as the URL-like text that they add (io.lifesignal.People, `Channel`).
///
/// Two spellings of one address are equal: scheme and host are in lower case, the usual port is left
/// out, and an IP address is written in its plain form.
public struct ChannelAddress: Hashable, Sendable {
    /// What a sender needs to know to send there.
    public enum Kind: Hashable, Sendable {
        /// `ntfy://host/topic` (plain) and `ntfys://` (TLS).
        case ntfy(Server, topic: String)
        /// `http://` and `https://`; `target` is path and query, `/` at least.
        case webhook(Server, target: String)
        /// `mailto:local@domain`, one mailbox.
        case mail(local: String, domain: String)
        /// `exec:NAME`, a program in the hooks directory.
        case exec(hook: String)
        /// `apprise+…`: `url` is what Apprise is given, `service` the scheme of it.
        case apprise(service: String, url: String)
        /// A stored text that this version does not read: it can be listed and removed, no more.
        case unreadable(String)
    }

    public let kind: Kind

    /// - Throws: `Refusal.invalid` for `address`, with a reason that never repeats the text, which
    ///   may hold a secret.
    public init(_ text: String) throws(Refusal) {
        kind = try Self.read(text)
        // An address that is written longer than it was read has to be readable again.
        try Self.checkLength(self.text)
    }

    /// An address that was valid when it was stored.
    public init(stored text: String) {
        do {
            self = try ChannelAddress(text)
        } catch {
            kind = .unreadable(text)
        }
    }

    /// The whole address, secrets included: for the store and a sender's Job only.
    public var text: String {
        switch kind {
        case .ntfy(let server, let topic):
            "ntfy\(server.isEncrypted ? "s" : "")://\(userPart(server))\(server.location)/\(topic)"
        case .webhook(let server, let target):
            "http\(server.isEncrypted ? "s" : "")://\(userPart(server))\(server.location)\(target)"
        case .mail(let local, let domain): "mailto:\(local)@\(domain)"
        case .exec(let hook): "exec:\(hook)"
        case .apprise(_, let url): "apprise+\(url)"
        case .unreadable(let text): text
        }
    }

    /// The address as everyone but a sender sees it: the user part, the path after its first
    /// segment, the query and an ntfy topic are `***` (spec/interface.md), and so are a mailbox's
    /// name and all that follows Apprise's scheme.
    public var masked: String {
        switch kind {
        case .ntfy(let server, _):
            "ntfy\(server.isEncrypted ? "s" : "")://\(maskedUserPart(server))\(server.location)/***"
        case .webhook(let server, let target):
            "http\(server.isEncrypted ? "s" : "")://\(maskedUserPart(server))\(server.location)"
                + Self.masked(target: target)
        case .mail(_, let domain): "mailto:***@\(domain)"
        case .exec(let hook): "exec:\(hook)"
        case .apprise(let service, _): "apprise+\(service)://***"
        case .unreadable: "***"
        }
    }

    /// What stands behind "handed to". A mail is handed to the server of the configuration, whatever
    /// the address.
    public var shownHost: String {
        switch kind {
        case .ntfy(let server, _), .webhook(let server, _): server.host.text
        case .mail: "the mail server"
        case .exec(let hook): "hook \(hook)"
        case .apprise(let service, _): "Apprise (\(service))"
        case .unreadable: "nobody"
        }
    }

    /// What stands behind this channel and may stand behind many, so that they hang together.
    public var place: String {
        switch kind {
        case .ntfy(let server, _), .webhook(let server, _): server.origin
        case .apprise(let service, let url): "\(service)://\(Self.host(ofApprise: url) ?? "")"
        case .mail, .exec, .unreadable: shownHost
        }
    }

    /// The server that an address of Apprise names; nil where it names none as far as can be told, since
    /// many have a token or a topic there, which no server's name with a dot or a port is.
    private static func host(ofApprise url: String) -> String? {
        guard let scheme = url.firstRange(of: "://") else { return nil }
        let authority = url[scheme.upperBound...].prefix { !"/?#".contains($0) }
        let server = (authority.split(separator: "@").last ?? "").lowercased()
        let name = server.prefix { $0 != ":" }
        let port = server.dropFirst(name.count + 1)
        let isServer = server.hasPrefix("[") || name.contains(".") || UInt16(port) != nil
        return isServer ? server : nil
    }

    private func userPart(_ server: Server) -> String {
        server.credentials.map { "\($0.inURL)@" } ?? ""
    }

    private func maskedUserPart(_ server: Server) -> String {
        server.credentials == nil ? "" : "***@"
    }

    private static func masked(target: String) -> String {
        let path = target.prefix(while: { $0 != "?" })
        let first = path.dropFirst().prefix(while: { $0 != "/" })
        let rest = path.dropFirst(1 + first.count)
        let hidden = rest.count > 1 ? "/***" : String(rest)
        return "/\(first)\(hidden)\(path.endIndex < target.endIndex ? "?***" : "")"
    }
}
