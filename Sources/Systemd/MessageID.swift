/// What names each kind of journal entry: MESSAGE_ID of systemd.journal-fields(7).
///
/// An id never changes its meaning and is never used again. `systemd/lifesignal.catalog` explains
/// each to `journalctl -x`, and docs/JOURNAL.md lists them.
public enum MessageID: String, CaseIterable, Sendable {
    // One for each kind of audit event.
    /// A user was added.
    case userAdded = "5f531309e3a5404bbec3ca0ac17364fa"
    /// A user's profile or schedule was changed.
    case userChanged = "fa4253fce9ba4865b9ed131d58249224"
    /// A user was removed.
    case userRemoved = "11b460243e3341bab766f0280a500b55"
    /// A user checked in, or was checked in.
    case checkedIn = "0d0194acd49140a4b0494c58c7dc9c36"
    /// A reminder to check in was written.
    case reminderDue = "11a92d737c704ccaadcc4a13595cf3d7"
    /// A user's deadline and grace passed without a check-in.
    case becameNonResponsive = "0db29338d6804b4abe14c3ff9e181aa4"
    /// A non-responsive user checked in.
    case recovered = "1b691cab5f0343bea6778022ee89a4db"
    /// A user got a responder.
    case responderAdded = "ac42d689d8a7498a80d607b5064544e8"
    /// A user lost a responder.
    case responderRemoved = "bdcd4f5e1940422e9cb544704d22fbde"
    /// A responder asked a dependent whether they are all right.
    case pingSent = "a27562c7e0914a0b94840417f8e58eee"
    /// A ping was answered.
    case pingResponded = "3b7b101a3aa14ca89dfcfc885c6254c7"
    /// A ping was taken back.
    case pingCleared = "7941c15f67b84db4938cec06a1e9d59b"
    /// A ping was not answered in time.
    case pingExpired = "52621d43f466469a841d1951493905cf"
    /// A user called for help.
    case alertRaised = "dabd2b8864ee4332a986cf56df956c98"
    /// A user's call for help ended.
    case alertCleared = "084664bbc873471f9fc7c0ef2bfe3ea8"
    /// A user got a channel.
    case channelAdded = "b614151f74f74aefb5221ce7e2eb4ff4"
    /// A user lost a channel.
    case channelRemoved = "112ce0b3353749a6a1131990385c8e83"
    /// A notice was given up on one channel.
    case deliveryFailed = "757c51b3b25f4065ad2239c57660eed0"
    /// For a time nobody could check in.
    case gap = "70e11025e73d459a8a0b39c93650f686"
    /// The wall clock was set.
    case clockStepped = "4c06f0995c644dd29a170de0e29920a0"
    /// A changed configuration is in force.
    case reloaded = "7376ee6a896d4d9cbca5f8043eb06f8e"
    /// The daemon takes calls.
    case started = "25716a6644ab4215b0e5d0907236c586"
    /// The daemon has stopped in good order.
    case stopped = "0638c60637d1472dbb2f71bdccd8b279"

    // What the service has to say of itself.
    /// A check-in was refused, whatever for.
    case checkInRefused = "c60f8132d21041b9b4bc99a9f933b17c"
    /// A caller asked for what it may not do, other than a check-in.
    case permissionRefused = "b8c6812287424877ae6fc933659dba29"
    /// What should be told about a user reaches nobody.
    case noticeCannotReachAnybody = "94ee0e137078407191f53137da41018f"
    /// Something needs a hand.
    case problemRaised = "a82ca8b6ea044f6b9d6f5b17ecd9dc0f"
    /// A problem is gone.
    case problemSolved = "fffd69a49e874de7b9509bed7ff8c61f"
    /// Alarms wait after a gap.
    case holdOpened = "b0f6a1389d2e4250b139eb3517314077"
    /// The clock is behind what was already recorded.
    case clockBehind = "0ef5091b211344b6885da9757c178c21"
    /// A configuration with mistakes was not taken; crit where the program could not start for it.
    case configurationRefused = "1daf05017a864bf1a770fa1105df92a2"
    /// There was no database where the daemon looks for it.
    case netBegun = "d2646c60d8cf4924a0b34069325ddba9"
    /// The database can't be read or written.
    case storageFailed = "b9c7d6bdff244689a9f566b2776a8a98"
    /// A sender takes deliveries.
    case senderConnected = "9f26ff74df934939ade51bdbac0740a3"
    /// A sender is gone.
    case senderDisconnected = "8cc9d4edbe4e44d6998767665dd79db0"
    /// Deadlines are dealt with late.
    case engineLate = "066e77d295084fe1bda75dfb7f699461"
    /// A connection was not taken.
    case connectionRefused = "7b89de0a67c44ca8a053ac6c888cbdd2"
    /// A connection was ended because of what came over it.
    case connectionClosed = "0d425d85aeae4f8db2b639dc0ebb86e3"
    /// An account causes more entries than are written.
    case entriesLeftOut = "850e3b829882417ebc4436adb671e452"
    /// What reads the entries stood still for so long that some were left out.
    case entriesNotTaken = "fba9af226fd943fe8d6820e2981b5b3c"
    /// The daemon itself failed at a call.
    case callFailed = "6fe36811a4544c9d8b5ea69093bb0fc0"
    /// The daemon could not start.
    case startFailed = "539ca7ff8fc94b63bc9799d837b2e3af"

    // What the sender has to say.
    /// The sender takes deliveries.
    case daemonAnswers = "e347238ecbdd401baa9726b204ff68f2"
    /// The sender gets no deliveries.
    case daemonSilent = "e1a2832456b8468ba2e4fa8592f0b87c"
    /// A notice was taken by a server or program.
    case noticeHandedOver = "5a122090eaa342aaa6a67ffb382bab1c"
    /// An attempt to hand over a notice failed.
    case noticeNotHandedOver = "ddfbaf9875104d33a2a54dd7d709028d"
    /// A sign of life to the monitor elsewhere failed.
    case heartbeatFailed = "3ac79abb900a434d89d3382b062f9d75"
    /// Somebody was told of the daemon's silence, or of its end.
    case watchTold = "ff2b794185e24b32a79378f44172fcff"
    /// Nobody could be told of the daemon's silence.
    case watchNotTold = "696c94eff4a14ccc915d0a9832a69616"
    /// The sender goes by a changed configuration.
    case senderReloaded = "0d3717eeb0a043829939d263750a8b3d"
    /// A secret that the configuration names can't be read.
    case secretMissing = "d1518fb795b34f5e9958f2160bf0e7d4"
}
