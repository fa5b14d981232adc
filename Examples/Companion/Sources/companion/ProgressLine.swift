import TerminalText

/// A progress bar at the bottom of the terminal, which disappears at the end.
struct ProgressLine: Sendable {
  private let bar: ProgressBar
  private let terminal: Terminal

  init(of what: String, on terminal: Terminal) {
    bar = ProgressBar(of: what)
    self.terminal = terminal
  }

  /// Shows the progress, if standard error is a terminal.
  func show(_ done: Int, of total: Int?) {
    guard terminal.showsProgress else { return }
    let text = bar.text(done: done, of: total, width: terminal.width - 1)
    terminal.writeError("\r\u{1B}[K" + rendered([Line(text, .cyan)], colors: terminal.errorColors).dropLast())
  }

  /// Removes the bar.
  func clear() {
    if terminal.showsProgress { terminal.writeError("\r\u{1B}[K") }
  }
}
