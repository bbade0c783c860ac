import LibFuzzer
import VarlinkProperties

@main
enum Main {
    static func main() {
        var (count, arguments) = (CommandLine.argc, Optional(CommandLine.unsafeArgv))
        exit(
            LLVMFuzzerRunDriver(&count, &arguments) { start, count in
                let bytes = Array(UnsafeBufferPointer(start: start, count: count))
                if let violation = Property.ofJSON(bytes) { fatalError(violation) }
                return 0
            })
    }
}
