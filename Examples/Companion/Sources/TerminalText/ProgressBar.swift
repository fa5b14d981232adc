/// The state of a longer task as text: `▕██████▌   ▏ 65%  pages 13 of 20`.
public struct ProgressBar: Sendable {
  private let what: String

  /// Creates a bar for a number of things, such as "pages".
  public init(of what: String) { self.what = what }

  /// Returns the bar.
  ///
  /// - Parameters:
  ///   - done: The number of things that are done.
  ///   - total: The number of all things; nil if it isn't known.
  ///   - width: The columns of the terminal.
  public func text(done: Int, of total: Int?, width: Int) -> String {
    guard let total, total > 0 else { return "\(what) \(done)".truncated(toColumns: width) }
    let done = min(max(done, 0), total)
    let share = Double(done) / Double(total)
    let percent = "\(Int(share * 100))%"
    let counts = "\(what) \(done) of \(total)"
    let columns = min(width - counts.columns - 10, 30)
    guard columns >= 5 else { return "\(percent) \(counts)".truncated(toColumns: width) }
    let filled = bar(share, columns: columns)
    let empty = String(repeating: " ", count: columns - filled.columns)
    let margin = String(repeating: " ", count: 5 - percent.count)
    return "▕\(filled)\(empty)▏\(margin)\(percent)  \(counts)"
  }
}
