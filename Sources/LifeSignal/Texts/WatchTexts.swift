/// What the sender tells by itself of a daemon that has fallen silent.
extension Texts {
    /// The daemon has not answered since `last`.
    public func noAnswer(since last: Instant) -> Notice {
        Notice(
            title: "LifeSignal does not answer",
            body: "The LifeSignal server has not answered since \(at(last)). Until it does, nobody "
                + "is reminded and nobody is told of an emergency. What to do: sudo systemctl "
                + "restart lifesignald; then: journalctl -u lifesignald. You will be told when it "
                + "answers again.")
    }

    /// It did not answer from `last` to `again`.
    public func answersAgain(_ again: Instant, after last: Instant) -> Notice {
        Notice(
            title: "LifeSignal answers again",
            body: "The LifeSignal server did not answer from \(at(last)) to \(at(again)). It works "
                + "again. What to do: find out why, with journalctl -u lifesignald, and ask those "
                + "who rely on it whether they are well.")
    }
}
