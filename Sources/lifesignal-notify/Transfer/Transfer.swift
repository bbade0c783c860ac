import CCurl
import Glibc
import LifeSignal

/// What libcurl is to send where.
struct TransferRequest: Sendable {
    enum Content: Sendable {
        case get
        case post([UInt8])
        /// To one mailbox, with `login` where the server asks for one.
        case mail(from: String, to: String, [UInt8], tls: MailTLS)
    }

    /// How a connection to a mail server is encrypted.
    enum MailTLS: Sendable {
        /// From the first byte on (`smtps`).
        case implicit
        /// By STARTTLS, or there is no sending.
        case startTLS
        /// Only to a server on this machine.
        case none
    }

    struct Login: Sendable {
        var user: String
        var password: String
    }

    var url: String
    var content: Content
    var headers: [String] = []
    var login: Login?
    /// Whether the server may be this machine or on its own network link.
    var mayBeNear: Bool
    var timeLimit: Duration = Outcome.timeLimit
}

/// How a transfer went.
struct TransferResult: Sendable {
    enum End: Equatable, Sendable {
        case complete
        /// libcurl's code and words.
        case failed(UInt32, String)
        /// The server's name led to this machine or its own network link.
        case tooNear
        case cut
    }

    var end: End
    /// HTTP's status or SMTP's last reply code; 0 if there was none.
    var status = 0
    /// HTTP's header lines of the last answer, or all that a mail server said.
    var lines: [String] = []
    /// The first bytes of the body.
    var body: [UInt8] = []

    /// An HTTP header's value.
    func header(_ name: String) -> String? {
        let prefix = name.lowercased() + ":"
        return lines.last { $0.lowercased().hasPrefix(prefix) }
            .map { $0.dropFirst(prefix.count).drop(while: \.isWhitespace) }
            .map { String($0.reversed().drop(while: \.isWhitespace).reversed()) }
    }
}

/// A transfer under way. Belongs to the thread of ``Transfers``; libcurl's callbacks get it.
final class Transfer: @unchecked Sendable {
    let handle: OpaquePointer
    private let request: TransferRequest
    private let done: @Sendable (TransferResult) -> Void
    private var result = TransferResult(end: .complete)
    private var lists: [UnsafeMutablePointer<curl_slist>] = []
    private let errorText = UnsafeMutableBufferPointer<CChar>.allocate(
        capacity: Int(CURL_ERROR_SIZE))
    private var upload: ArraySlice<UInt8> = []
    /// After this nothing is sent any more, and only an answer waited for.
    private let sendsUntil: ContinuousClock.Instant
    private var wasTooNear = false
    private var linesRoom = 16_384

    /// Bytes of an answer's body that are kept, and after which it is not read on.
    private static let bodyKept = 2000
    private static let bodyLimit = 1 << 20
    /// How many times as long as an attempt a mail server's last answer is waited for.
    private static let patience = 4

    init(
        _ request: TransferRequest, certificates: String?,
        done: @escaping @Sendable (TransferResult) -> Void
    ) {
        guard let handle = curl_easy_init() else { preconditionFailure("libcurl has no memory") }
        self.handle = OpaquePointer(handle)
        self.request = request
        self.done = done
        sendsUntil = .now + request.timeLimit
        errorText.initialize(repeating: 0)
        setUp(UnsafeMutableRawPointer(handle), certificates: certificates)
    }

    private var curl: UnsafeMutableRawPointer { UnsafeMutableRawPointer(handle) }

    /// On this thread alone.
    func perform() { finish(curl_easy_perform(curl)) }

    /// After it has been taken off libcurl's list.
    func finish(_ code: CURLcode?) {
        result.status = curl_get_long(curl, CURLINFO_RESPONSE_CODE)
        if wasTooNear {
            result.end = .tooNear
        } else if let code, code != CURLE_OK {
            let said = errorText.baseAddress.map { String(cString: $0) } ?? ""
            let words = said.isEmpty ? String(cString: curl_easy_strerror(code)) : said
            result.end = .failed(code.rawValue, words)
        } else if code == nil {
            result.end = .cut
        }
        done(result)
        // Says good-bye to a mail server, and waits for its answer.
        curl_easy_cleanup(curl)
        for list in lists { curl_slist_free_all(list) }
        errorText.deallocate()
    }

    // MARK: Options

    private func setUp(_ curl: UnsafeMutableRawPointer, certificates: String?) {
        let own = Unmanaged.passUnretained(self).toOpaque()
        curl_set_text(curl, CURLOPT_URL, request.url)
        curl_set_long(curl, CURLOPT_NOSIGNAL, 1)
        // Without it the end of a transfer waits for the resolver, and so would all others.
        curl_set_long(curl, CURLOPT_QUICK_EXIT, 1)
        curl_set_long(curl, CURLOPT_TIMEOUT_MS, request.timeLimit.wholeMilliseconds)
        curl_set_long(curl, CURLOPT_CONNECTTIMEOUT_MS, 15_000)
        curl_set_long(curl, CURLOPT_FOLLOWLOCATION, 0)
        curl_set_long(curl, CURLOPT_SSL_VERIFYPEER, 1)
        curl_set_long(curl, CURLOPT_SSL_VERIFYHOST, 2)
        curl_set_long(curl, CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        // A proxy would hide where a name leads.
        curl_set_text(curl, CURLOPT_PROXY, "")
        if let certificates {
            curl_set_text(curl, CURLOPT_CAINFO, certificates)
            // And not those in the system's directory beside them.
            curl_set_pointer(curl, CURLOPT_CAPATH, nil)
        }
        curl_set_pointer(curl, CURLOPT_ERRORBUFFER, errorText.baseAddress)
        curl_set_pointer(curl, CURLOPT_WRITEDATA, own)
        curl_set_writer(curl, CURLOPT_WRITEFUNCTION) { bytes, size, count, own in
            Transfer.from(own).received(bytes, size * count)
        }
        curl_set_pointer(curl, CURLOPT_HEADERDATA, own)
        curl_set_writer(curl, CURLOPT_HEADERFUNCTION) { bytes, size, count, own in
            Transfer.from(own).receivedLine(bytes, size * count)
        }
        curl_set_pointer(curl, CURLOPT_OPENSOCKETDATA, own)
        curl_set_opener(curl) { own, _, address in Transfer.from(own).open(address) }
        if let login = request.login {
            curl_set_text(curl, CURLOPT_USERNAME, login.user)
            curl_set_text(curl, CURLOPT_PASSWORD, login.password)
        }
        setContent(curl, own)
    }

    private func setContent(_ curl: UnsafeMutableRawPointer, _ own: UnsafeMutableRawPointer) {
        switch request.content {
        case .get:
            setHTTP(curl)
        case .post(let bytes):
            setHTTP(curl)
            curl_set_long(curl, CURLOPT_POSTFIELDSIZE, bytes.count)
            bytes.withUnsafeBytes {
                _ = curl_set_text(
                    curl, CURLOPT_COPYPOSTFIELDS,
                    $0.baseAddress?.assumingMemoryBound(to: CChar.self))
            }
        case .mail(let from, let to, let bytes, let tls):
            // The answer to the mail itself may come late (RFC 5321, 4.5.3.2.6), and counts then.
            let patience = request.timeLimit * Self.patience
            curl_set_long(curl, CURLOPT_TIMEOUT_MS, patience.wholeMilliseconds)
            curl_set_long(
                curl, CURLOPT_SERVER_RESPONSE_TIMEOUT, Int(patience.components.seconds))
            curl_set_text(curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps")
            curl_set_text(curl, CURLOPT_MAIL_FROM, from)
            set(curl, CURLOPT_MAIL_RCPT, [to])
            let level = tls == .none ? CURLUSESSL_NONE : CURLUSESSL_ALL
            curl_set_long(curl, CURLOPT_USE_SSL, Int(level.rawValue))
            curl_set_long(curl, CURLOPT_UPLOAD, 1)
            upload = bytes[...]
            curl_set_pointer(curl, CURLOPT_READDATA, own)
            curl_set_reader(curl) { buffer, size, count, own in
                Transfer.from(own).read(into: buffer, size * count)
            }
        }
    }

    private func setHTTP(_ curl: UnsafeMutableRawPointer) {
        curl_set_text(curl, CURLOPT_PROTOCOLS_STR, "http,https")
        curl_set_long(curl, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
        curl_set_long(curl, CURLOPT_HTTPAUTH, 1)
        curl_set_text(curl, CURLOPT_USERAGENT, "LifeSignal/\(lifeSignalVersion)")
        curl_set_long(curl, CURLOPT_FORBID_REUSE, 1)
        // An answer to "Expect: 100-continue" is one more that can fail to come.
        set(curl, CURLOPT_HTTPHEADER, request.headers + ["Expect:"])
    }

    private func set(
        _ curl: UnsafeMutableRawPointer, _ option: CURLoption, _ texts: [String]
    ) {
        var list: UnsafeMutablePointer<curl_slist>?
        for text in texts { list = curl_slist_append(list, text) }
        guard let list else { return }
        lists.append(list)
        curl_set_list(curl, option, list)
    }

    // MARK: What libcurl calls

    private static func from(_ own: UnsafeMutableRawPointer?) -> Transfer {
        Unmanaged<Transfer>.fromOpaque(own!).takeUnretainedValue()
    }

    private var bodyCount = 0

    private func received(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        let raw = UnsafeRawBufferPointer(start: bytes, count: count)
        result.body += raw.prefix(max(Self.bodyKept - result.body.count, 0))
        bodyCount += count
        // Anything but the count ends the transfer; by now the status has told all.
        return bodyCount > Self.bodyLimit ? 0 : count
    }

    private func receivedLine(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        let raw = UnsafeRawBufferPointer(start: bytes, count: count)
        let line = String(decoding: raw, as: UTF8.self).filter { !$0.isNewline }
        linesRoom -= count
        if !line.isEmpty, linesRoom > 0 { result.lines.append(line) }
        return count
    }

    private func read(into buffer: UnsafeMutablePointer<CChar>?, _ room: Int) -> Int {
        guard ContinuousClock.now < sendsUntil else { return Int(CURL_READFUNC_ABORT) }
        let part = upload.prefix(room)
        UnsafeMutableRawBufferPointer(start: buffer, count: room).copyBytes(from: part)
        upload = upload.dropFirst(part.count)
        return part.count
    }

    /// libcurl is about to connect: the one place where the true address is seen.
    private func open(_ address: UnsafeMutablePointer<curl_sockaddr>?) -> curl_socket_t {
        guard let address else { return CURL_SOCKET_BAD }
        let reach = withUnsafePointer(to: &address.pointee.addr) {
            NetworkAddress(socketAddress: UnsafeRawPointer($0))?.reach
        }
        if !request.mayBeNear, reach == nil || reach == .loopback || reach == .linkLocal {
            wasTooNear = true
            return CURL_SOCKET_BAD
        }
        wasTooNear = false
        return socket(
            address.pointee.family, address.pointee.socktype | CInt(SOCK_CLOEXEC.rawValue),
            address.pointee.protocol)
    }
}

extension NetworkAddress {
    /// Of a `sockaddr_in` or `sockaddr_in6`.
    fileprivate init?(socketAddress: UnsafeRawPointer) {
        switch CInt(socketAddress.load(as: sockaddr.self).sa_family) {
        case AF_INET:
            let address = socketAddress.loadUnaligned(as: sockaddr_in.self).sin_addr
            self.init(bytes: withUnsafeBytes(of: address) { Array($0) })
        case AF_INET6:
            let address = socketAddress.loadUnaligned(as: sockaddr_in6.self).sin6_addr
            self.init(bytes: withUnsafeBytes(of: address) { Array($0) })
        default: return nil
        }
    }
}

extension Duration {
    fileprivate var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    }
}
