/// What all processors of the machine have done since it was started: the first line of proc_stat(5).
struct Processors {
    /// Per cent of all of them together.
    struct Shares {
        /// Nothing was there to be done, or the disk was waited for.
        var idle = 0.0
        /// The hypervisor had them do something else although something was to be done here.
        var stolen = 0.0
    }

    private let idle: Double
    private let stolen: Double
    private let whole: Double

    init() {
        let ticks = (Machine.lines("/proc/stat").first ?? "").split(separator: " ").dropFirst()
            .compactMap { Double($0) }
        // user, nice, system, idle, iowait, irq, softirq, steal; what guests use is in the first.
        let parts = ticks.count >= 8 ? Array(ticks[..<8]) : Array(repeating: 0, count: 8)
        (idle, stolen, whole) = (parts[3] + parts[4], parts[7], parts.reduce(0, +))
    }

    func shares(since start: Processors) -> Shares {
        let all = max(whole - start.whole, 1)
        return Shares(
            idle: (idle - start.idle) * 100 / all, stolen: (stolen - start.stolen) * 100 / all)
    }
}
