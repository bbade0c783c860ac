extension Router {
    /// What is to be done about a frame.
    package enum Judgement: Sendable {
        /// The frame is no call: the connection is to be closed without a word.
        case close(CallMessage.Malformed)
        /// The call is answered with an error, or if it is `oneway` with nothing.
        case refuse(any VarlinkFailure, oneway: Bool)
        case run(Task, Call, Declared)
    }

    /// Judges in this order: is it a call, does the method exist and is it implemented, may it be
    /// called like this, are the parameters well-formed. Permission and values are the handler's.
    package func judge(frame: [UInt8], from peer: Peer, maximumDepth: Int) -> Judgement {
        let message: CallMessage
        do {
            message = try CallMessage(frame: frame, maximumDepth: maximumDepth)
        } catch {
            return .close(error)
        }
        func refuse(_ failure: any VarlinkFailure) -> Judgement {
            .refuse(failure, oneway: message.oneway)
        }
        guard let method = methods[message.method] else {
            return refuse(Service.Failure.methodNotFound(method: message.method))
        }
        guard let handler = method.handler else {
            return refuse(Service.Failure.methodNotImplemented(method: message.method))
        }
        if case .stream = handler, !message.more {
            return refuse(Service.Failure.expectedMore)
        }
        if let parameter = message.outsizedParameter {
            return refuse(InvalidParameter(parameter, reason: "a number is beyond ±2^53"))
        }
        if let mismatch = method.checker.mismatch(
            ofParameters: message.parameters, of: method.name)
        {
            return refuse(InvalidParameter(mismatch.field, reason: mismatch.description))
        }
        let call = Call(
            peer: peer, method: message.method, more: message.more, oneway: message.oneway)
        do {
            return .run(try Task(handler, .object(message.parameters)), call, method)
        } catch {
            return refuse(error)
        }
    }
}
