import Diagnostics

/// Writes values as YAML: on one line where they fit.
package struct SpecPrinter {
  /// The reader that the text is written for.
  package enum Reader {
    /// This generator, for which a key such as `200` needs no quotes.
    case own
    /// Readers of YAML 1.1, YAML 1.2 and JSON, which interpret unquoted keys and numbers differently.
    case any
  }

  private(set) var text = ""
  private let reader: Reader
  /// Whether numbers are written for every reader. Only this generator reads extensions, so their numbers stay as they are.
  private var rewritesNumbers: Bool
  private static let width = 110

  private init(for reader: Reader) {
    self.reader = reader
    rewritesNumbers = reader == .any
  }

  /// The text of a file whose root is a mapping.
  package static func print(_ entries: [SpecValue.Entry], for reader: Reader = .own) -> String {
    var printer = SpecPrinter(for: reader)
    printer.write(entries, depth: 0)
    return printer.text
  }

  /// The text of the entries of a mapping within others.
  package static func print(_ entries: [SpecValue.Entry], depth: Int) -> String {
    var printer = SpecPrinter(for: .own)
    printer.write(entries, depth: depth)
    return printer.text
  }

  private mutating func write(_ entries: [SpecValue.Entry], depth: Int) {
    for entry in entries {
      let start = text.utf8.count
      defer { comment(entry.comment, from: start, depth: depth) }
      text += String(repeating: "  ", count: depth) + key(entry.key, inFlow: false) + ":"
      let outer = rewritesNumbers
      if entry.key.hasPrefix(SpecExtension.prefix) { rewritesNumbers = false }
      write(entry.value, after: entry.key, depth: depth)
      rewritesNumbers = outer
    }
  }

  /// Adds a comment to the text that follows a position.
  private mutating func comment(_ comment: String?, from start: Int, depth: Int) {
    guard let comment = comment.map(Self.commentText) else { return }
    let index = text.utf8.index(text.startIndex, offsetBy: start)
    let written = text[index...].dropLast()
    if !written.contains("\n"), written.utf8.count + comment.utf8.count + 5 <= Self.width {
      text = text.dropLast() + "   # \(comment)\n"
    } else {
      text.insert(contentsOf: String(repeating: "  ", count: depth) + "# \(comment)\n", at: index)
    }
  }

  private mutating func write(_ value: SpecValue, after key: String, depth: Int) {
    if let line = line(value), depth > 0 || reader == .own && line.utf8.count < 60,
      depth * 2 + key.utf8.count + line.utf8.count < Self.width
    {
      text += " " + line + "\n"
      return
    }
    switch value {
    case .text(let scalar):
      text += " " + (Self.block(scalar, depth: depth + 1) ?? quoted(scalar)) + "\n"
    case .plain(let scalar): text += " " + number(scalar) + "\n"
    case .map(let entries) where entries.isEmpty: text += " {}\n"
    case .map(let entries):
      text += "\n"
      write(entries, depth: depth + 1)
    case .list(let items) where items.isEmpty: text += " []\n"
    case .list(let items):
      text += "\n"
      for item in items { write(item, depth: depth + 1) }
    }
  }

  /// An item of a list.
  private mutating func write(_ item: SpecValue, depth: Int) {
    let indent = String(repeating: "  ", count: depth)
    if let line = line(item), depth * 2 + line.utf8.count < Self.width {
      text += indent + "- " + line + "\n"
    } else if case .map(let entries) = item, !entries.isEmpty {
      var inner = SpecPrinter(for: reader)
      inner.rewritesNumbers = rewritesNumbers
      inner.write(entries, depth: depth + 1)
      text += indent + "- " + inner.text.dropFirst(indent.utf8.count + 2)
    } else {
      text += indent + "- " + flow(item) + "\n"
    }
  }

  /// The value on one line; nil if it reads better on several lines.
  static func line(_ value: SpecValue) -> String? { SpecPrinter(for: .own).line(value) }

  private func line(_ value: SpecValue) -> String? {
    if case .text(let scalar) = value, scalar.contains("\n") { return nil }
    if value.hasComments { return nil }
    if case .text(let scalar) = value { return quoted(scalar) }
    // People expect documents to have one keyword per line.
    if reader == .any, !value.isFlat { return nil }
    guard case .map(let entries) = value else { return flow(value) }
    if entries.contains(where: { $0.value.isLong }) { return nil }
    return flow(value)
  }

  private func flow(_ value: SpecValue) -> String {
    switch value {
    case .text(let scalar): Self.quoted(scalar, inFlow: true)
    case .plain(let scalar): number(scalar)
    case .list(let items): "[" + items.map(flow).joined(separator: ", ") + "]"
    case .map(let entries):
      "{" + entries.map(flow).joined(separator: ", ") + "}"
    }
  }

  private func flow(_ entry: SpecValue.Entry) -> String {
    key(entry.key, inFlow: true) + ": " + flow(entry.value)
  }

  /// The value within brackets.
  package static func flow(_ value: SpecValue) -> String { SpecPrinter(for: .own).flow(value) }

  /// The entry within brackets.
  package static func flow(_ entry: SpecValue.Entry) -> String { SpecPrinter(for: .own).flow(entry) }

  // MARK: Scalars

  private static let words: Set<String> = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]

  /// A number. YAML 1.1 only recognizes an exponent after a decimal point and with a sign, so they are added for other readers.
  private func number(_ text: String) -> String {
    guard rewritesNumbers, let mark = text.firstIndex(where: { $0 == "e" || $0 == "E" }),
      let first = text.first, first.isNumber || first == "-"
    else { return text }
    let mantissa = text[..<mark]
    let exponent = text[text.index(after: mark)...]
    let hasSign = exponent.hasPrefix("-") || exponent.hasPrefix("+")
    return (mantissa.contains(".") ? mantissa : mantissa + ".0") + "e" + (hasSign ? "" : "+") + exponent
  }

  /// A key, which the spec language reads as text.
  private func key(_ text: String, inFlow: Bool) -> String {
    guard reader == .own else { return Self.quoted(text, inFlow: true) }
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    let isNumber = !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
    return isNumber && (digits == "0" || !digits.hasPrefix("0"))
      ? text : Self.quoted(text, inFlow: inFlow)
  }

  /// Text outside of brackets.
  private func quoted(_ text: String) -> String { Self.quoted(text, inFlow: reader == .any) }

  /// Text, quoted unless every reader interprets it as text without quotes.
  package static func quoted(_ text: String, inFlow: Bool) -> String {
    let bytes = Array(text.utf8)
    func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) || byte == UInt8(ascii: "_") }
    // In brackets, readers of YAML 1.1 interpret a question mark as the start of a key.
    let mark = inFlow ? nil : UInt8(ascii: "?")
    let isPlain =
      bytes.first.map(isLetter) ?? false
      && bytes.allSatisfy {
        isLetter($0) || (0x30...0x39).contains($0) || "-./ ".utf8.contains($0) || $0 == mark
      }
      && bytes.last != UInt8(ascii: " ") && !words.contains(text.lowercased())
    if isPlain || !inFlow && text.hasPrefix("/") && !text.contains(where: { " #:".contains($0) }) {
      return text
    }
    return doubleQuoted(text) { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        scalar.value < 0x10000
          ? "\\u" + hexDigits(scalar.value, count: 4) : "\\U" + hexDigits(scalar.value, count: 8)
      // YAML has no other way to write these two.
      case _ where scalar.value == 0xFFFE || scalar.value == 0xFFFF: "\\u" + hexDigits(scalar.value, count: 4)
      default: nil
      }
    }
  }

  /// The text of a comment on one line: what ends a line, or can't be seen, becomes a space.
  package static func commentText(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { isPrintable($0) ? $0 : " " }))
  }

  /// A literal block of several lines; nil if a reader would change them.
  package static func block(_ text: String, depth: Int) -> String? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 1, let first = lines.first, let last = lines.last, !first.isEmpty, !last.isEmpty,
      !first.hasPrefix(" "),
      lines.allSatisfy({ line in !line.hasSuffix(" ") && line.unicodeScalars.allSatisfy(isPrintable) })
    else { return nil }
    let indent = String(repeating: "  ", count: depth)
    return "|-\n" + lines.map { $0.isEmpty ? "" : indent + $0 }.joined(separator: "\n")
  }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: false
    default: true
    }
  }
}
