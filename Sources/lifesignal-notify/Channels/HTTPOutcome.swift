import CCurl
import Glibc
import LifeSignal

/// What an answer over HTTP means for a notice.
extension Outcome {
    /// - Parameters:
    ///   - host: what the detail says it was handed to.
    ///   - now: seconds since 1970, to read a Retry-After that names an instant.
    init(http result: TransferResult, host: String, now: Int) {
        // The status alone tells what the server has done, also where its answer broke off.
        if (200...299).contains(result.status), result.end != .cut {
            self = .delivered("handed to \(host): \(result.status)")
            return
        }
        switch result.end {
        case .cut: self = .failed("cut off")
        case .tooNear: self = .tooNear(host)
        case .failed(let code, let words) where result.status == 0:
            self = .failed(Self.words(code, words, host: host))
        case .complete, .failed: self = Self.judged(result, host: host, now: now)
        }
        gist = result.gist
    }

    static func tooNear(_ host: String) -> Outcome {
        // What a name leads to is not for ever.
        .failed(
            "\(host) leads to this server itself or to its own network link, which only admins may "
                + "add: write localhost or the address instead of the name")
    }

    /// What libcurl says of a transfer that brought no answer.
    static func words(_ code: UInt32, _ words: String, host: String) -> String {
        switch CURLcode(code) {
        case CURLE_OPERATION_TIMEDOUT: "\(host) did not answer in time"
        case CURLE_PEER_FAILED_VERIFICATION:
            "the certificate of \(host) can't be trusted: \(words)"
        // So libcurl says that a mail server has hung up, with an errno that means nothing.
        case CURLE_RECV_ERROR where words.hasPrefix("response reading failed"):
            "\(host) closed the connection before it had answered"
        case CURLE_USE_SSL_FAILED:
            "\(host) offers no STARTTLS, and nothing is sent to it without; if its port takes TLS "
                + "from the first byte, it is smtps://"
        // So OpenSSL says that the answer was no TLS.
        case CURLE_SSL_CONNECT_ERROR where words.contains("wrong version number"):
            "\(host) does not speak TLS at this port"
        // OpenSSL does not name the server, and libcurl not always.
        default: words.contains(host) ? words : "\(host): \(words)"
        }
    }

    private static func judged(_ result: TransferResult, host: String, now: Int) -> Outcome {
        // Shortened once its secrets are masked, since half a secret would not be found.
        let said = String(decoding: result.body, as: UTF8.self)
            .split(whereSeparator: \.isNewline).joined(separator: " / ")
        let answer = "\(host) answered \(result.status)" + (said.isEmpty ? "" : ": \(said)")
        let retryAfter = result.header("Retry-After").flatMap { seconds($0, now: now) }
        switch result.status {
        case 408, 425, 429, 500...599: return .failed(answer, retryAfter: retryAfter)
        case 301, 308:
            return .refused(
                "\(host) answered \(result.status): redirects are not followed; use the address "
                    + "that it leads to")
        case 300...399:
            return .failed("\(host) answered \(result.status): redirects are not followed")
        case 400...499:
            // Who may not come, and what is not there, does not depend on what is said.
            let isOfPlace = [401, 404, 405, 410, 451].contains(result.status)
            return .refused(answer, isOfMessage: !isOfPlace)
        default: return .failed(answer)
        }
    }

    /// Retry-After of RFC 9110: seconds, or a date; no more than any pause that is kept.
    static func seconds(_ text: String, now: Int) -> Int64? {
        let longest = Delivery.longestRetryAfter.milliseconds / 1000
        if !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) {
            return min(Int64(text) ?? .max, longest)
        }
        let instant = curl_getdate(text, nil)
        return instant < 0 ? nil : min(Int64(max(instant - now, 0)), longest)
    }
}

extension TransferResult {
    /// Why it failed, in words that name no server and are not the server's.
    var gist: String {
        if status != 0 { return "answered \(status)" }
        switch end {
        case .complete: return "no answer"
        case .cut: return "cut off"
        case .tooNear: return "its name leads to this machine or to its own network link"
        case .failed(let code, _): return String(cString: curl_easy_strerror(CURLcode(code)))
        }
    }
}
