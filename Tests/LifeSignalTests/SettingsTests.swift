import Testing

@testable import LifeSignal

struct SettingsTests {
    @Test func `left out, everything has the default of the configuration's description`() {
        let settings = Settings()
        #expect(settings.operators == [])
        #expect(settings.emergencyNumber == nil)
        #expect(settings.retention == .days(400))
        #expect(settings.pingExpiry == .hours(24))
        #expect(settings.gapThreshold == .minutes(2))
        #expect(settings.catchUpGrace == .minutes(15))
        #expect(settings.holdLimit == .hours(1))
        #expect(settings.retryFor == .hours(24))
    }

    @Test func `without an emergency number people are told to call their local one`() {
        var settings = Settings()
        #expect(settings.emergency == "your local emergency number")
        settings.emergencyNumber = "112"
        #expect(settings.emergency == "112")
    }
}
