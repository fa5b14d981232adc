import Logging
import Synchronization
import Tracing

/// The lines of a log.
final class Lines: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  func add(_ line: String) { lines.withLock { $0.append(line) } }
}

/// Prints entries with the ID of the trace that they belong to, and keeps them.
struct LineHandler: LogHandler {
  let lines: Lines
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider? = .init {
    guard let trace = ServiceContext.current?.traceContext else { return [:] }
    return ["trace": "\(trace.trace)"]
  }
  var logLevel = Logger.Level.debug

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var all = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }
    all.merge(event.metadata ?? [:]) { $1 }
    let pairs = all.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    lines.add("\(event.level) \(event.message) \(pairs.joined(separator: " "))")
  }
}
