import Diagnostics

/// The difference between two versions of a file in the format of `diff -u`.
///
/// Characters that a terminal or a log viewer interprets are written as `<U+001B>`, because the files may be
/// anybody's. These include carriage returns at the end of lines, unless all lines of both versions have them. Without
/// such characters, `patch` and `git apply` can read the output. Lines of more than ``longestLine`` characters are cut, so their changes can only be read.
public struct UnifiedDiff: Sendable {
  /// Whether to write ANSI colours.
  public var usesColor: Bool

  /// The number of unchanged lines around changes.
  public var context: Int

  /// The characters of a line that are shown.
  public var longestLine: Int

  /// Creates a format for differences.
  public init(usesColor: Bool = false, context: Int = 3, longestLine: Int = 400) {
    self.usesColor = usesColor
    self.context = max(0, context)
    self.longestLine = max(1, longestLine)
  }

  /// The difference, with a line feed after every line; empty if the versions are equal.
  ///
  /// - Parameters:
  ///   - old: the current content.
  ///   - new: the expected content.
  ///   - path: the file's name for both versions.
  public func text(old: [UInt8], new: [UInt8], path: String) -> String {
    // Line ends that are the same everywhere are no news.
    if let old = Self.withoutReturns(old), let new = Self.withoutReturns(new) {
      return text(ofLines: old, new, path: path)
    }
    return text(ofLines: old, new, path: path)
  }

  /// The text with line feeds only; nil unless all lines end with a carriage return and a line feed, or there are none.
  private static func withoutReturns(_ bytes: [UInt8]) -> [UInt8]? {
    var result: [UInt8] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        guard result.last == UInt8(ascii: "\r") else { return nil }
        result.removeLast()
      }
      result.append(byte)
    }
    return result
  }

  private func text(ofLines old: [UInt8], _ new: [UInt8], path: String) -> String {
    var numbers: [ArraySlice<UInt8>: Int] = [:]
    let oldLines = lines(of: old)
    let newLines = lines(of: new)
    func number(_ line: ArraySlice<UInt8>) -> Int {
      if let number = numbers[line] { return number }
      numbers[line] = numbers.count
      return numbers.count - 1
    }
    let changes = LineDifference(old: oldLines.map(number), new: newLines.map(number)).changes
    guard !changes.isEmpty else { return "" }
    let name = visibleText(path)
    var text = paint("--- \(name)", .bold) + "\n" + paint("+++ \(name)", .bold) + "\n"
    for hunk in hunks(of: changes) { text += self.text(of: hunk, oldLines, newLines) }
    return text
  }

  /// Lines including their line feeds, so that a missing one at the end of the file is a difference.
  private func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") {
      lines.append(bytes[start...index])
      start = index + 1
    }
    if start < bytes.count { lines.append(bytes[start...]) }
    return lines
  }

  /// Combines changes near each other.
  private func hunks(of changes: [LineDifference.Change]) -> [[LineDifference.Change]] {
    var hunks: [[LineDifference.Change]] = []
    for change in changes {
      if let last = hunks.last?.last, change.old.lowerBound - last.old.upperBound <= 2 * context {
        hunks[hunks.count - 1].append(change)
      } else {
        hunks.append([change])
      }
    }
    return hunks
  }

  private func text(
    of hunk: [LineDifference.Change], _ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]
  ) -> String {
    guard let first = hunk.first, let last = hunk.last else { return "" }
    let before = min(context, first.old.lowerBound)
    let after = min(context, old.count - last.old.upperBound)
    let oldRange = (first.old.lowerBound - before)..<(last.old.upperBound + after)
    let newRange = (first.new.lowerBound - before)..<(last.new.upperBound + after)
    var text = paint("@@ -\(position(oldRange)) +\(position(newRange)) @@", .cyan) + "\n"
    var next = oldRange.lowerBound
    for change in hunk {
      for line in old[next..<change.old.lowerBound] { text += self.line(" ", line, nil) }
      for line in old[change.old] { text += self.line("-", line, .red) }
      for line in new[change.new] { text += self.line("+", line, .green) }
      next = change.old.upperBound
    }
    for line in old[next..<oldRange.upperBound] { text += self.line(" ", line, nil) }
    return text
  }

  /// Lines count from 1. An empty range is denoted by the line before it.
  private func position(_ range: Range<Int>) -> String {
    let start = range.isEmpty ? range.lowerBound : range.lowerBound + 1
    return range.count == 1 ? "\(start)" : "\(start),\(range.count)"
  }

  private func line(_ sign: String, _ line: ArraySlice<UInt8>, _ style: Style?) -> String {
    let isEnded = line.last == UInt8(ascii: "\n")
    var content = String(decoding: isEnded ? line.dropLast() : line, as: UTF8.self)
      .byteParts(separatedBy: "\t").map(visibleText).joined(separator: "\t")
    if content.utf8.count > longestLine, content.count > longestLine {
      content = "\(content.prefix(longestLine))… (\(content.count - longestLine) more characters)"
    }
    let text = style.map { paint(sign + content, $0) } ?? sign + content
    return text + "\n" + (isEnded ? "" : "\\ No newline at end of file\n")
  }

  /// Parameters of the terminal's "select graphic rendition" sequence (ECMA-48, section 8.3.117).
  private enum Style: String {
    case bold = "1"
    case red = "31"
    case green = "32"
    case cyan = "36"
  }

  private func paint(_ text: String, _ style: Style) -> String {
    usesColor ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}
