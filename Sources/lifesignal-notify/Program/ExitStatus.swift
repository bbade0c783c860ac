/// How the sender ends (sysexits.h).
enum ExitStatus: Int32, Error {
    case configuration = 78
}
