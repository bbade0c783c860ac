import Testing
import Varlink

/// Parameters are covered through the server; here are replies, errors and what is common.
@Suite struct TypeCheckerTests {
    private let checker = TypeChecker(Trial.interface)

    @Test func `a reply is compared with its method`() {
        #expect(checker.mismatch(ofReply: ["number": 1], of: "CountStrictly") == nil)
        #expect(
            checker.mismatch(ofReply: ["number": nil], of: "CountStrictly")
                == TypeMismatch(path: "number", reason: "expected int, found null"))
        #expect(
            checker.mismatch(ofReply: ["number": 1, "x": 1], of: "CountStrictly")
                == TypeMismatch(path: "x", reason: "unknown"))
        #expect(checker.mismatch(ofReply: [:], of: "Count") == nil)
    }

    @Test func `an error is compared with its declaration`() {
        let good: JSONObject = ["reason": "r", "choice": "soft"]
        #expect(checker.mismatch(ofError: good, of: "Refused") == nil)
        #expect(
            checker.mismatch(ofError: ["reason": "r", "choice": "x"], of: "Refused")
                == TypeMismatch(path: "choice", reason: "expected one of soft, hard"))
        #expect(
            checker.mismatch(ofError: ["reason": "r"], of: "Refused")?.description
                == "choice: missing")
        #expect(checker.mismatch(ofError: [:], of: "Plain") == nil)
    }

    @Test func `what is not declared is a mismatch`() {
        #expect(checker.mismatch(ofReply: [:], of: "Nothing")?.path == "")
        #expect(checker.mismatch(ofError: [:], of: "Count")?.reason == "'Count' is not declared")
        #expect(checker.mismatch(ofParameters: [:], of: "Tree") != nil)
    }

    @Test func `what is there is looked at before what is missing`() {
        #expect(checker.mismatch(ofParameters: ["x": 1], of: "Echo")?.path == "x")
        #expect(checker.mismatch(ofParameters: ["number": 1], of: "Echo")?.path == "text")
    }

    @Test func `numbers beyond 2^53 are no int, even as fractions`() {
        let parameters: JSONObject = ["text": "", "number": .float(9_007_199_254_740_994)]
        #expect(checker.mismatch(ofParameters: parameters, of: "Echo")?.path == "number")
    }
}
