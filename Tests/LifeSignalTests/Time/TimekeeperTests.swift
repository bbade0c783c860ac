import Testing

@testable import LifeSignal

/// A machine whose clocks a test tells.
private struct Machine {
    var wall = Instant.checkedIn
    var boot = BootTime(milliseconds: 1_000_000)
    var bootID = "boot"
    var isSynchronised: Bool?
    var suspended = Span.zero

    var reading: ClockReading {
        ClockReading(
            wall: wall, boot: boot, suspended: suspended, bootID: bootID,
            isSynchronised: isSynchronised)
    }

    /// Time passes while it is suspended.
    func suspended(for span: Span) -> Machine {
        var machine = after(span)
        machine.suspended = suspended + span
        return machine
    }

    /// Time passes; the wall clock is set forward by `step`, or back.
    func after(_ span: Span, step: Span = .zero, synchronised: Bool? = nil) -> Machine {
        Machine(
            wall: wall + span + step, boot: boot + span, bootID: bootID,
            isSynchronised: synchronised)
    }

    /// Started anew, `bootSpan` ago, when the wall clock shows `wall`.
    func rebooted(_ wall: Instant, bootSpan: Span, synchronised: Bool? = nil) -> Machine {
        Machine(
            wall: wall, boot: BootTime(milliseconds: bootSpan.milliseconds), bootID: "next",
            isSynchronised: synchronised)
    }

    var mark: Mark { Mark(bootID: bootID, wall: wall, boot: boot) }
}

private func start(_ machine: Machine, mark: Mark?) -> (Timekeeper, [ClockChange]) {
    let started = Timekeeper.start(machine.reading, mark: mark, settings: Settings())
    return (started.timekeeper, started.changes)
}

extension Timekeeper {
    fileprivate mutating func look(_ machine: Machine, wasSet: Bool = false, accepts: Bool = false)
        -> [ClockChange]
    {
        look(machine.reading, wasSet: wasSet, accepts: accepts, settings: Settings())
    }
}

private let machine = Machine()

struct TimekeeperStartTests {
    @Test func `a new database takes the wall clock as it is`() {
        let (timekeeper, changes) = start(machine, mark: nil)
        #expect(timekeeper.now == machine.wall)
        #expect(timekeeper.mark == machine.mark)
        #expect(timekeeper.behindSince == nil)
        #expect(changes == [])
    }

    @Test func `a short downtime is no gap, one of two minutes is`() {
        let short = machine.after(.minutes(2) - .millisecond)
        #expect(start(short, mark: machine.mark).1 == [])
        let long = machine.after(.minutes(2))
        let (timekeeper, changes) = start(long, mark: machine.mark)
        #expect(timekeeper.now == long.wall)
        #expect(changes == [.gap(start: machine.wall, end: long.wall)])
    }

    @Test func `so it is after a reboot`() {
        let rebooted = machine.rebooted(machine.wall + .hours(8), bootSpan: .seconds(30))
        let (timekeeper, changes) = start(rebooted, mark: machine.mark)
        #expect(timekeeper.now == rebooted.wall)
        #expect(timekeeper.behindSince == nil)
        #expect(changes == [.gap(start: machine.wall, end: rebooted.wall)])
        let quick = machine.rebooted(machine.wall + .seconds(90), bootSpan: .seconds(30))
        #expect(start(quick, mark: machine.mark).1 == [])
    }

    @Test func `the length of a gap is set by the configuration`() {
        var settings = Settings()
        settings.gapThreshold = .minutes(10)
        let reading = machine.after(.minutes(10) - .millisecond).reading
        #expect(
            Timekeeper.start(reading, mark: machine.mark, settings: settings).changes == [])
    }

    @Test func `a forward step while the daemon was down is one, if the machine ran on`() {
        let stepped = machine.after(.seconds(10), step: .days(3))
        let (timekeeper, changes) = start(stepped, mark: machine.mark)
        #expect(timekeeper.now == stepped.wall)
        #expect(
            changes == [
                .stepped(by: .days(3)), .gap(start: machine.wall, end: stepped.wall),
            ])
        let little = machine.after(.seconds(10), step: .seconds(10))
        #expect(start(little, mark: machine.mark).1 == [])
        let more = machine.after(.seconds(10), step: .seconds(10) + .millisecond)
        #expect(
            start(more, mark: machine.mark).1 == [.stepped(by: .seconds(10) + .millisecond)])
    }

    @Test func `an unsynchronised clock that is not behind the mark changes nothing`() {
        let (timekeeper, changes) = start(
            machine.after(.seconds(30), synchronised: false), mark: machine.mark)
        #expect(timekeeper.now == machine.wall + .seconds(30))
        #expect(timekeeper.behindSince == nil)
        #expect(changes == [])
    }

    @Test func `time never runs backwards by a second's slew`() {
        let slewed = machine.after(.seconds(1), step: .seconds(-2))
        let (timekeeper, changes) = start(slewed, mark: machine.mark)
        #expect(timekeeper.now == machine.wall)
        #expect(timekeeper.behindSince == nil)
        #expect(changes == [])
    }
}

struct ClockBehindTests {
    @Test func `within the same boot the time is the mark's and what has elapsed since`() {
        let behind = machine.after(.hours(3), step: .days(-400))
        let (timekeeper, changes) = start(behind, mark: machine.mark)
        #expect(timekeeper.now == machine.wall + .hours(3))
        #expect(timekeeper.behindSince == machine.wall + .hours(3))
        #expect(
            changes == [
                .gap(start: machine.wall, end: machine.wall + .hours(3)), .behindBegan,
            ])
    }

    @Test func `after a reboot it is the mark's and what has elapsed since the machine's start`() {
        let behind = machine.rebooted(Instant("1970-01-01 00:00"), bootSpan: .seconds(40))
        let (timekeeper, changes) = start(behind, mark: machine.mark)
        #expect(timekeeper.now == machine.wall + .seconds(40))
        #expect(changes == [.behindBegan])
        let slow = machine.rebooted(Instant("1970-01-01 00:00"), bootSpan: .minutes(2))
        #expect(
            start(slow, mark: machine.mark).1 == [
                .gap(start: machine.wall, end: machine.wall + .minutes(2)), .behindBegan,
            ])
    }

    @Test func `a clock behind by no more than a second is not behind`() {
        let mark = machine.mark
        let edge = machine.rebooted(machine.wall - .seconds(1), bootSpan: .seconds(9))
        #expect(start(edge, mark: mark).1 == [])
        let behind = machine.rebooted(
            machine.wall - .seconds(1) - .millisecond, bootSpan: .seconds(9))
        #expect(start(behind, mark: mark).1 == [.behindBegan])
    }

    private func behind() -> (Machine, Timekeeper) {
        let behind = machine.rebooted(Instant("1970-01-01 00:00"), bootSpan: .seconds(40))
        return (behind, start(behind, mark: machine.mark).0)
    }

    @Test func `it goes on by its own reckoning, and no deadline waits for a clock`() {
        var (clock, timekeeper) = behind()
        for _ in 0..<5 {
            clock = clock.after(.minutes(1), synchronised: false)
            #expect(timekeeper.look(clock) == [])
        }
        #expect(timekeeper.now == machine.wall + .seconds(40) + .minutes(5))
        #expect(timekeeper.behindSince == machine.wall + .seconds(40))
        #expect(timekeeper.mark.boot == clock.boot)
    }

    @Test func `once the system says it is synchronised, a clock ahead is taken over as a gap`() {
        var (clock, timekeeper) = behind()
        let own = machine.wall + .seconds(40) + .minutes(1)
        clock = clock.after(.minutes(1), synchronised: true)
        clock.wall = own + .hours(5)
        #expect(
            timekeeper.look(clock) == [
                .behindEnded, .stepped(by: .hours(5)), .gap(start: own, end: own + .hours(5)),
            ])
        #expect(timekeeper.now == clock.wall)
        #expect(timekeeper.behindSince == nil)
    }

    @Test func `a clock that is still behind then is taken over as a backward step`() {
        var (clock, timekeeper) = behind()
        let own = machine.wall + .seconds(40) + .minutes(1)
        clock = clock.after(.minutes(1), synchronised: true)
        clock.wall = own - .hours(5)
        #expect(timekeeper.look(clock) == [.behindEnded, .stepped(by: .hours(-5))])
        #expect(timekeeper.now == clock.wall)
    }

    @Test func `a step of less than two minutes opens no hold`() {
        var (clock, timekeeper) = behind()
        let own = machine.wall + .seconds(40) + .minutes(1)
        clock = clock.after(.minutes(1), synchronised: true)
        clock.wall = own + .minutes(2) - .millisecond
        #expect(
            timekeeper.look(clock) == [.behindEnded, .stepped(by: .minutes(2) - .millisecond)])
    }

    @Test
    func `a resume, after which the system says the same as when the clock is set, sets nothing`() {
        var (clock, timekeeper) = behind()
        clock.wall += .minutes(1)
        clock.boot = clock.boot + .minutes(1)
        #expect(timekeeper.look(clock, wasSet: true) == [])
        #expect(timekeeper.behindSince != nil)
    }

    @Test func `a clock that was set back while the daemon was stopped hides nothing of a gap`() {
        let away = machine.after(.minutes(10), step: .minutes(-9))
        let (timekeeper, changes) = start(away, mark: machine.mark)
        #expect(timekeeper.behindSince == nil)
        #expect(timekeeper.now == machine.wall + .minutes(1))
        #expect(
            changes == [
                .stepped(by: .minutes(-9)),
                .gap(start: machine.wall - .minutes(9), end: machine.wall + .minutes(1)),
            ])
    }

    @Test func `it is taken over when it is set while the daemon runs`() {
        var (clock, timekeeper) = behind()
        clock = clock.after(.minutes(1))
        clock.wall = machine.wall + .days(1)
        #expect(timekeeper.look(clock, wasSet: true).first == .behindEnded)
        #expect(timekeeper.now == clock.wall)
    }

    @Test func `it is taken over too when the system says late that it was set`() {
        var (timekeeper, _) = start(machine.after(.hours(1), step: .days(-30)), mark: machine.mark)
        let set = machine.after(.hours(1) + .seconds(10), step: .days(-20))
        #expect(timekeeper.look(set) == [])
        let said = set.after(.seconds(1))
        let own = machine.wall + .hours(1) + .seconds(11)
        #expect(
            timekeeper.look(said, wasSet: true) == [.behindEnded, .stepped(by: said.wall - own)])
        #expect(timekeeper.behindSince == nil)
    }

    @Test func `it is taken over when an operator says so`() {
        var (clock, timekeeper) = behind()
        clock = clock.after(.minutes(1))
        #expect(timekeeper.look(clock) == [])
        clock = clock.after(.zero)
        let changes = timekeeper.look(clock, accepts: true)
        #expect(changes.first == .behindEnded)
        #expect(timekeeper.now == clock.wall)
        #expect(timekeeper.behindSince == nil)
    }

    @Test func `it is taken over when it catches up`() {
        var (clock, timekeeper) = behind()
        let own = machine.wall + .seconds(40) + .minutes(1)
        clock = clock.after(.minutes(1))
        clock.wall = own - .millisecond
        #expect(timekeeper.look(clock) == [])
        clock = clock.after(.seconds(1))
        clock.wall = own + .seconds(1)
        #expect(timekeeper.look(clock) == [.behindEnded])
        #expect(timekeeper.now == clock.wall)
    }

    @Test func `a synchronised clock behind the mark at start was wrong before`() {
        let right = machine.rebooted(
            machine.wall - .days(9), bootSpan: .seconds(40), synchronised: true)
        let (timekeeper, changes) = start(right, mark: machine.mark)
        #expect(
            changes == [
                .behindBegan, .behindEnded, .stepped(by: .days(-9) - .seconds(40)),
            ])
        #expect(timekeeper.now == right.wall)
        #expect(timekeeper.behindSince == nil)
    }

    @Test func `a look that comes late is a gap by its own reckoning`() {
        var (clock, timekeeper) = behind()
        let from = timekeeper.now
        clock = clock.after(.minutes(3))
        #expect(timekeeper.look(clock) == [.gap(start: from, end: from + .minutes(3))])
    }

    @Test func `once taken over, the clock is followed again`() {
        var (clock, timekeeper) = behind()
        clock = clock.after(.minutes(1))
        _ = timekeeper.look(clock, accepts: true)
        clock = clock.after(.minutes(1))
        #expect(timekeeper.look(clock) == [])
        #expect(timekeeper.now == clock.wall)
    }
}

struct TimekeeperLookTests {
    private func running() -> Timekeeper { start(machine, mark: machine.mark).0 }

    @Test func `a look moves the mark, and finds nothing where nothing happened`() {
        var timekeeper = running()
        let clock = machine.after(.minutes(1))
        #expect(timekeeper.look(clock) == [])
        #expect(timekeeper.mark == clock.mark)
        #expect(timekeeper.now == clock.wall)
    }

    @Test func `a forward step of more than 10 s is one, and a gap from two minutes on`() {
        func changes(_ step: Span) -> [ClockChange] {
            var timekeeper = running()
            return timekeeper.look(machine.after(.seconds(30), step: step))
        }
        let expected = machine.wall + .seconds(30)
        #expect(changes(.seconds(10)) == [])
        #expect(
            changes(.seconds(10) + .millisecond) == [.stepped(by: .seconds(10) + .millisecond)])
        #expect(changes(.minutes(2) - .millisecond) == [.stepped(by: .minutes(2) - .millisecond)])
        #expect(
            changes(.minutes(2)) == [
                .stepped(by: .minutes(2)),
                .gap(start: expected, end: expected + .minutes(2)),
            ])
    }

    @Test func `a backward step is followed at once, a slew is waited for`() {
        func look(_ step: Span) -> ([ClockChange], Instant) {
            var timekeeper = running()
            let changes = timekeeper.look(machine.after(.millisecond, step: step))
            return (changes, timekeeper.now)
        }
        let (slewed, waits) = look(.seconds(-1))
        #expect(slewed == [])
        #expect(waits == machine.wall)
        let step = .zero - .seconds(1) - Span.millisecond
        let (changes, now) = look(step)
        #expect(changes == [.stepped(by: step)])
        #expect(now == machine.wall + .millisecond + step)
        #expect(look(.days(-400)).0 == [.stepped(by: .days(-400))])
    }

    @Test func `after a backward step the clock is followed, and not held to be behind`() {
        var timekeeper = running()
        _ = timekeeper.look(machine.after(.minutes(1), step: .days(-1)))
        let clock = machine.after(.minutes(2), step: .days(-1))
        #expect(timekeeper.look(clock) == [])
        #expect(timekeeper.now == clock.wall)
        #expect(timekeeper.behindSince == nil)
    }

    @Test func `a look two minutes after it was due is a gap from the last one on`() {
        func changes(after span: Span) -> [ClockChange] {
            var timekeeper = running()
            return timekeeper.look(machine.after(span))
        }
        // Without being told otherwise a look is due within a minute.
        #expect(changes(after: .minutes(3) - .millisecond) == [])
        #expect(
            changes(after: .minutes(3)) == [
                .gap(start: machine.wall, end: machine.wall + .minutes(3))
            ])
    }

    @Test func `lateness counts from when the daemon meant to look`() {
        func changes(sleeping span: Span, after elapsed: Span) -> [ClockChange] {
            var timekeeper = running()
            timekeeper.sleeps(for: span, from: machine.boot)
            return timekeeper.look(machine.after(elapsed))
        }
        #expect(changes(sleeping: .seconds(5), after: .seconds(125) - .millisecond) == [])
        #expect(changes(sleeping: .seconds(5), after: .seconds(125)).count == 1)
        #expect(changes(sleeping: .hours(5), after: .minutes(3) - .millisecond) == [])
        #expect(changes(sleeping: .hours(5), after: .minutes(3)).count == 1)
    }

    @Test func `each look is due a minute after the last`() {
        var timekeeper = running()
        timekeeper.sleeps(for: .zero, from: machine.boot)
        _ = timekeeper.look(machine.after(.minutes(1)))
        #expect(timekeeper.look(machine.after(.minutes(4) - .millisecond)) == [])
    }

    @Test func `suspend counts as elapsed time, and is a gap`() {
        var timekeeper = running()
        let resumed = machine.after(.hours(8))
        #expect(
            timekeeper.look(resumed, wasSet: true) == [
                .gap(start: machine.wall, end: resumed.wall)
            ])
        #expect(timekeeper.now == resumed.wall)
    }

    @Test func `a suspend of two minutes is a gap, however soon a look was due`() {
        var timekeeper = start(machine, mark: nil).0
        timekeeper.sleeps(for: .minutes(1), from: machine.boot)
        let short = machine.suspended(for: .minutes(2) - .millisecond)
        #expect(timekeeper.look(short) == [])
        timekeeper.sleeps(for: .minutes(1), from: short.boot)
        let awake = short.after(.seconds(1))
        #expect(timekeeper.look(awake) == [])
        timekeeper.sleeps(for: .minutes(1), from: awake.boot)
        let resumed = awake.suspended(for: .minutes(2))
        #expect(timekeeper.look(resumed) == [.gap(start: awake.wall, end: resumed.wall)])
        #expect(timekeeper.look(resumed.after(.seconds(1))) == [])
    }

    @Test func `two minutes in which nothing could be kept are a gap, despite looks in them`() {
        var timekeeper = start(machine, mark: nil).0
        timekeeper.keepsNothing(from: machine.boot)
        for seconds in [30, 60, 119] as [Int64] {
            #expect(timekeeper.look(machine.after(.seconds(seconds))) == [])
            timekeeper.keepsNothing(from: machine.after(.seconds(seconds)).boot)
        }
        let end = machine.after(.minutes(2))
        var short = timekeeper
        #expect(timekeeper.look(end) == [.gap(start: machine.wall, end: end.wall)])
        short.keepsAgain()
        #expect(short.look(end) == [])
    }

    @Test func `late and stepped forward is one gap over both`() {
        var timekeeper = running()
        let clock = machine.after(.minutes(10), step: .hours(1))
        #expect(
            timekeeper.look(clock) == [
                .stepped(by: .hours(1)), .gap(start: machine.wall, end: clock.wall),
            ])
    }

    @Test func `late and stepped back is a gap on the corrected clock`() {
        var timekeeper = running()
        let clock = machine.after(.minutes(10), step: .hours(-1))
        #expect(
            timekeeper.look(clock) == [
                .stepped(by: .hours(-1)),
                .gap(start: machine.wall - .hours(1), end: clock.wall),
            ])
    }
}

struct BootTimeTests {
    @Test func `it is elapsed time, of another type than the wall clock's`() {
        let boot = BootTime(milliseconds: 5000)
        #expect(boot + .seconds(1) == BootTime(milliseconds: 6000))
        #expect(boot - .seconds(1) == BootTime(milliseconds: 4000))
        #expect(boot - BootTime(milliseconds: 2000) == .seconds(3))
        #expect(boot < BootTime(milliseconds: 5001))
    }
}
