import Foundation

/// The output, and how it may look.
struct Terminal: Sendable {
  /// The columns of a line.
  let width: Int
  /// Whether to color what goes to the standard output.
  let colors: Bool
  /// Whether to color what goes to the standard error output.
  let errorColors: Bool
  /// Whether to show progress on standard error, because it is a terminal.
  let showsProgress: Bool

  init(_ options: OutputOptions) {
    let isTerminal = isatty(STDOUT_FILENO) != 0
    let isErrorTerminal = isatty(STDERR_FILENO) != 0
    let environment = ProcessInfo.processInfo.environment
    // See https://no-color.org.
    let wantsColors = environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
    switch options.color {
    case .auto: (colors, errorColors) = (isTerminal && wantsColors, isErrorTerminal && wantsColors)
    case .always: (colors, errorColors) = (true, true)
    case .never: (colors, errorColors) = (false, false)
    }
    showsProgress = isErrorTerminal && environment["TERM"] != "dumb"
    let found = options.width ?? Self.windowWidth ?? environment["COLUMNS"].flatMap { Int($0) }
    width = min(max(found ?? 80, 20), 500)
  }

  private static var windowWidth: Int? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  func write(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }

  func writeError(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
