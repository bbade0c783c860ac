"""Deliberate faults in the core, one after the other, each of which the simulation has to find.

    mutations.py STORIES [NAME…]

All of them, or those that are named. A fault that no story finds, or one whose place is not there any more,
ends this with 1.

They are made in a view of the checkout that this process alone has, an overlay in memory: what was built
is used, and nothing of it stays. It needs root, and a mount namespace of its own (unshare(1)).
"""

import os
import pathlib
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
CORE = ROOT / "Sources" / "LifeSignal"
ENVIRONMENT = dict(os.environ, LIFESIGNAL_TESTS="lifesignaldTests")

# What goes wrong, where, what stands there, and what stands there instead.
MUTATIONS = [
    (
        "an alarm comes an instant late",
        "Watch/Look.swift",
        "if now >= limit { return becomeNonResponsive",
        "if now > limit { return becomeNonResponsive",
    ),
    (
        "nobody is held after an outage",
        "Watch/Deadlines.swift",
        "guard let gap else { return due }\n",
        "guard let gap, gap.number < 0 else { return due }\n",
    ),
    (
        "outages in a row hold without a limit",
        "Time/Gap.swift",
        "firstEnd: firstOfRow ?? end)",
        "firstEnd: firstOfRow.map { max($0, end) } ?? end)",
    ),
    (
        "a short outage is taken for none",
        "Time/Timekeeper.swift",
        "if now - start >= settings.gapThreshold {",
        "if now - start >= settings.gapThreshold + .minutes(3) {",
    ),
    (
        "a suspend of two minutes is noticed only if a look is late by it",
        "Time/Timekeeper.swift",
        "reading.boot - lookDue, reading.suspended - suspendedSeen, sinceKept)",
        "reading.boot - lookDue, sinceKept)",
    ),
    (
        "a full disk is no outage",
        "Time/Timekeeper.swift",
        "reading.boot - lookDue, reading.suspended - suspendedSeen, sinceKept)",
        "reading.boot - lookDue, reading.suspended - suspendedSeen)",
    ),
    (
        "an outage that outlasts a hold prolongs it",
        "Time/Gap.swift",
        "                && end < earlier.firstEnd + settings.holdLimit\n",
        "",
    ),
    (
        "the last responder is not told",
        "Watch/Look.swift",
        "effects += situation.responders.map { responder in\n"
        "            nonResponsiveNotice(",
        "effects += situation.responders.dropLast().map { responder in\n"
        "            nonResponsiveNotice(",
    ),
    (
        "responders are told again once only",
        "People/User.swift",
        "if elapsed < .hours(4) { return 1 }",
        "if elapsed < .hours(24) { return 1 }",
    ),
    (
        "a reminder is repeated",
        "Watch/Look.swift",
        "        user.progress.remindedLeads.insert(latest)\n",
        "        user.progress.remindedLeads = [latest]\n",
    ),
    (
        "a check-in leaves the incident",
        "Watch/CheckIn.swift",
        "    user.incident = nil\n",
        "    if !isVouchedFor { user.incident = nil }\n",
    ),
    (
        "a check-in leaves its reminders in the outbox",
        "Watch/CheckIn.swift",
        "if let cause = user.reminding {",
        "if let cause = user.reminding, user.progress.deadlinePassed {",
    ),
    (
        "an alarm waits for the pause of its channel",
        "Notices/Delivery.swift",
        "isAlarm ? nextAttempt : max(",
        "max(",
    ),
    (
        "a ping does not wait out an outage",
        "Watch/Pings.swift",
        "return max(expiry, gap.end + settings.catchUpGrace)",
        "return expiry",
    ),
    (
        "an answer to a ping is no sign of life",
        "Watch/Pings.swift",
        "if actor.isUser(user.id), user.needsHelp(at: moment.now), !pings.isEmpty {",
        "if actor.isUser(user.id), user.incident != nil, !pings.isEmpty {",
    ),
    (
        "a responder who leaves takes no question back",
        "People/Edges.swift",
        "where pending.ping.sender == responder.id {",
        "where pending.ping.sender == responder.id && user.incident != nil {",
    ),
    (
        "one who joins in an incident is not told",
        "People/Edges.swift",
        "    effects += currentNotices(joined, to: responder, moment)\n",
        "    if user.alert != nil { effects += currentNotices(joined, to: responder, moment) }\n",
    ),
    (
        "a clock set back leaves check-ins in the future",
        "Time/Timekeeper.swift",
        "user.lastCheckIn = lastCheckIn.map { min($0, now) }",
        "user.lastCheckIn = lastCheckIn",
    ),
    (
        "a hold is not moved with the clock",
        "Time/Timekeeper.swift",
        "        gap = gap.map { $0.shifted(by: step) }\n",
        "        if step > .zero { gap = gap.map { $0.shifted(by: step) } }\n",
    ),
    (
        "a clock behind the mark is believed",
        "Time/Timekeeper.swift",
        "let isBehind = reading.wall < mark.wall - backwardTolerance",
        "let isBehind = reading.wall < mark.wall - .hours(1)",
    ),
    (
        "the timer sleeps over the alarm",
        "Watch/Deadlines.swift",
        "deadlines.append(Deadline(.nonResponsive, at: limit))",
        "deadlines.append(Deadline(.nonResponsive, at: limit + .seconds(2)))",
    ),
    (
        "a full disk is written to by everybody",
        "People/Authority.swift",
        ".manageChannels, .addResponder, .removeEdge, .sendPing, .clearPing,\n"
        "            .addOrRemoveUser:\n            false",
        ".manageChannels, .addResponder, .removeEdge, .sendPing, .clearPing,\n"
        "            .addOrRemoveUser:\n            self == .addOrRemoveUser",
    ),
    (
        "what is tried in vain is tried for ever",
        "Notices/Delivery.swift",
        "report.permanent || triedFor >= moment.settings.retryFor",
        "report.permanent",
    ),
    (
        "what is cut off each time is tried for ever",
        "Notices/Delivery.swift",
        "guard cutOff >= Self.mostCutOff, triedFor",
        "guard cutOff >= 100_000, triedFor",
    ),
    (
        "a channel by which something was given up is no problem",
        "Notices/Delivery.swift",
        "by: .daemon, detail), raised]",
        "by: .daemon, detail)]",
    ),
    (
        "that all is well is said after a new alarm",
        "Notices/Notification.swift",
        "self == .recovered || self == .alertCleared",
        "false",
    ),
    (
        "a tie that was undone is still told of",
        "People/Edges.swift",
        ".withdraw(Withdrawal(kinds: [.contactAdded], cause: edge))",
        ".withdraw(Withdrawal(kinds: [], cause: \"\"))",
    ),
]


def see_own_tree():
    """From here on what is written to the checkout is seen by this process and its children only."""
    memory = ROOT / ".build-mutations"
    memory.mkdir(exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "mutations", memory], check=True)
    written, work = memory / "written", memory / "work"
    written.mkdir()
    work.mkdir()
    options = f"lowerdir={ROOT},upperdir={written},workdir={work}"
    subprocess.run(["mount", "-t", "overlay", "-o", options, "mutations", ROOT], check=True)
    os.chdir(ROOT)


def build():
    done = subprocess.run(
        ["swift", "build", "--build-tests"], cwd=ROOT, env=ENVIRONMENT, capture_output=True, text=True
    )
    if done.returncode:
        sys.exit(done.stdout[-4000:] + done.stderr[-2000:])


def tell(stories):
    """The first violation, None if all the stories hold; and the seconds it took."""
    began = time.monotonic()
    done = subprocess.run(
        ["swift", "test", "--skip-build", "--disable-xctest", "--quiet"]
        + ["--filter", "stories hold"],
        cwd=ROOT,
        env=dict(ENVIRONMENT, LIFESIGNAL_STORIES=str(stories), LIFESIGNAL_HASTY="1"),
        capture_output=True,
        text=True,
        timeout=1800,
    )
    seconds = time.monotonic() - began
    said = done.stdout + done.stderr
    found = re.search(r"Caught error: (.*)", said)
    if (done.returncode != 0) != bool(found):
        sys.exit(said[-4000:])
    return found and found[1], seconds


def main():
    stories, wanted = int(sys.argv[1]), sys.argv[2:]
    unknown = set(wanted) - {name for name, *_ in MUTATIONS}
    if unknown:
        sys.exit(f"there are no such faults: {', '.join(sorted(unknown))}")
    see_own_tree()
    build()
    violation, _ = tell(min(stories, 100))
    if violation:
        sys.exit(f"with no fault made: {violation}")
    missed = 0
    for name, path, good, bad in MUTATIONS:
        if wanted and name not in wanted:
            continue
        file = CORE / path
        text = file.read_text()
        if text.count(good) != 1:
            sys.exit(f"{name}: {path} has changed, so make this fault anew: {good}")
        file.write_text(text.replace(good, bad))
        try:
            build()
            violation, seconds = tell(stories)
        finally:
            file.write_text(text)
        print(f"{name}: " + (f"found in {seconds:.0f} s: {violation}" if violation else "NOT FOUND"))
        sys.stdout.flush()
        missed += not violation
    if missed:
        sys.exit(f"{missed} faults were not found")


if __name__ == "__main__":
    main()
