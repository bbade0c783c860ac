import LifeSignal

/// A refusal with whom the call was about, which is for the journal alone: a caller is not told whether there is somebody
/// whom they may not see.
struct RefusedCall: Error {
    let refusal: Refusal
    /// Nil where that is not known, or nobody.
    let user: Handle?

    init(_ refusal: Refusal, about user: Handle? = nil) {
        self.refusal = refusal
        self.user = user
    }
}
