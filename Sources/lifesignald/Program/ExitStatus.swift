/// How the daemon ends (spec/interface.md, sysexits.h).
enum ExitStatus: Int32, Error {
    case storage = 74
    case locked = 75
    case configuration = 78
}
