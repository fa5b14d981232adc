import ArgumentParser
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Standard output for results, standard error for diagnostics.
enum Console {
  /// The destination of text.
  enum Stream: Int32 {
    case output = 1
    case error = 2

    /// Whether it is a terminal.
    var isTerminal: Bool { isatty(rawValue) == 1 }
  }

  /// When to use colours.
  enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
    case auto, always, never

    /// Whether to use them. The environment variable `NO_COLOR` (no-color.org) and a dumb terminal disable them.
    func isOn(_ stream: Stream) -> Bool {
      switch self {
      case .always: true
      case .never: false
      case .auto:
        stream.isTerminal && environment("NO_COLOR").isEmpty && !["", "dumb"].contains(environment("TERM"))
      }
    }
  }

  /// Writes text as it is. That standard output can't be written is reported at the end of the process (`end`); for standard
  /// error, there is nowhere to report it.
  static func write(_ text: String, to stream: Stream = .output) {
    if stream == .output, failure.code != nil { return }
    guard !write(Array(text.utf8), to: stream), stream == .output else { return }
    failure.code = errno
  }

  /// Why standard output couldn't be written.
  private static let failure = WriteFailure()

  private final class WriteFailure: @unchecked Sendable {
    private let lock = NSLock()
    private var number: Int32?

    /// The number of the system's error; nil if there was none.
    var code: Int32? {
      get { lock.withLock { number } }
      set { lock.withLock { number = newValue } }
    }
  }

  /// Ends the process, with an error in place of success if not all output could be written.
  static func end(_ code: ExitCode = .success) -> Never {
    guard let number = failure.code else { exit(code) }
    write("error: the output can't be written: \(String(cString: strerror(number)))\n", to: .error)
    exit(code.isSuccess ? ExitStatus.unwritten : code)
  }

  /// Writes bytes as they are.
  ///
  /// - Returns: Whether they could be written.
  static func write(_ bytes: [UInt8], to stream: Stream = .output) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { buffer in
        #if canImport(Darwin)
          Darwin.write(stream.rawValue, buffer.baseAddress, buffer.count)
        #elseif canImport(Glibc)
          Glibc.write(stream.rawValue, buffer.baseAddress, buffer.count)
        #else
          Musl.write(stream.rawValue, buffer.baseAddress, buffer.count)
        #endif
      }
      if written > 0 {
        rest = rest.dropFirst(written)
      } else if errno == EAGAIN {
        usleep(1000)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Ends the process.
  static func exit(_ code: ExitCode) -> Never {
    #if canImport(Darwin)
      Darwin.exit(code.rawValue)
    #elseif canImport(Glibc)
      Glibc.exit(code.rawValue)
    #else
      Musl.exit(code.rawValue)
    #endif
  }

  /// The number of processors.
  static var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  private static func environment(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
}
