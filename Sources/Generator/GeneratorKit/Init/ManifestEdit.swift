/// Adds a dependency and a target to the text of a `Package.swift`.
///
/// Only the arrays after `dependencies:` and `targets:` of the one call of `Package(…)` are changed, and only if they are
/// written as literals. Everything else in the file stays as it is, byte by byte.
public struct ManifestEdit {
  /// Why a manifest can't be edited, as the end of "Package.swift can't be edited: ".
  public struct Refusal: Error, Hashable {
    public let reason: String
    /// Whether the name of the target is the reason, so that the lines can't be added by hand, either.
    public var isOfName = false
  }

  private var text: [UInt8]

  /// Takes the content of a manifest.
  public init(_ text: [UInt8]) { self.text = text }

  /// The content with a dependency, unless it has one of the same package, and a target.
  ///
  /// - Parameters:
  ///   - dependency: the call: `.package(url: …)`.
  ///   - package: the name of the package.
  ///   - target: the lines of the call, indented by spaces from its first line on: `.target(`.
  ///   - name: the target's name.
  public func adding(
    dependency: String, of package: String, target: [String], named name: String
  ) throws(Refusal) -> [UInt8] {
    var edit = self
    let targets = try edit.array("targets")
    guard let targets else { throw Refusal(reason: "it has no 'targets:' in 'Package(…)'") }
    if edit.contains("\"\(name)\"", in: targets) {
      throw Refusal(reason: "it has a target '\(name)' already, or uses that name", isOfName: true)
    }
    edit.append(target, to: targets)
    if let dependencies = try edit.array("dependencies") {
      let known = ["/\(package)\"", "/\(package).git\"", "\"\(package)\""]
      if !known.contains(where: { edit.contains($0, in: dependencies) }) {
        edit.append([dependency], to: dependencies)
      }
    } else {
      try edit.insertDependencies(dependency)
    }
    return edit.text
  }

  // MARK: Finding

  /// An array literal: the positions of its brackets.
  private struct Literal {
    var open: Int
    var close: Int
    /// The end of the last token in it; the bracket's if it is empty.
    var lastEnd: Int
  }

  private func array(_ label: String) throws(Refusal) -> Literal? {
    let tokens = try packageArguments()
    guard let position = tokens.firstIndex(where: { $0.depth == 0 && reads($0, label) }),
      position + 2 < tokens.count, reads(tokens[position + 1], ":")
    else { return nil }
    guard reads(tokens[position + 2], "[") else {
      throw Refusal(reason: "its '\(label):' isn't followed by a list in brackets")
    }
    let rest = tokens[(position + 3)...]
    guard let close = rest.firstIndex(where: { $0.depth == 0 && reads($0, "]") }) else {
      throw Refusal(reason: "the list after '\(label):' doesn't end")
    }
    if close + 1 < tokens.count, !reads(tokens[close + 1], ",") {
      throw Refusal(reason: "something is added to the list after '\(label):'")
    }
    return Literal(
      open: tokens[position + 2].start, close: tokens[close].start, lastEnd: tokens[close - 1].end)
  }

  private func reads(_ token: Token, _ word: String) -> Bool {
    text[token.start..<token.end].elementsEqual(word.utf8)
  }

  private func contains(_ part: String, in array: Literal) -> Bool {
    text[array.open..<array.close].firstRange(of: Array(part.utf8)) != nil
  }

  /// The tokens between the parentheses of `Package(…)`.
  private func packageArguments() throws(Refusal) -> [Token] {
    let tokens = try ManifestTokens(text).all()
    let calls = tokens.indices.dropLast().filter {
      reads(tokens[$0], "Package") && reads(tokens[$0 + 1], "(")
    }
    guard let call = calls.first, calls.count == 1 else {
      throw Refusal(
        reason: calls.isEmpty ? "it has no 'Package(…)'" : "it has several 'Package(…)'")
    }
    let base = tokens[call + 1].depth
    let inside = tokens[(call + 2)...].prefix { $0.depth > base }
    return inside.map { token in
      var token = token
      token.depth -= base + 1
      return token
    }
  }

  // MARK: Changing

  private mutating func append(_ lines: [String], to array: Literal) {
    let unit = indentation(at: array.open)
    let between = text[array.lastEnd..<array.close]
    let isOneLine = !text[array.open..<array.close].contains(newline)
    let isEmpty = array.lastEnd == array.open + 1
    let inner = unit + (unit.isEmpty ? "  " : unit.count >= 4 ? "    " : "  ")
    let own = isOneLine || isEmpty ? inner : indentation(ofElementsIn: array) ?? inner
    let element = lines.map { own + $0 }.joined(separator: "\n")
    if isEmpty, !between.contains(newline) {
      replace(array.lastEnd..<array.close, with: "\n\(element)\n\(unit)")
      return
    }
    let hasComma = text[array.lastEnd - 1] == UInt8(ascii: ",")
    let comma = isEmpty || hasComma ? "" : ","
    if isOneLine {
      replace(array.close..<array.close, with: "\n\(element)\n\(unit)")
      replace(array.lastEnd..<array.lastEnd, with: comma)
      return
    }
    // A comment after the last element stays on its line.
    let last = lastLine(in: array) ?? array.close
    replace(last..<last, with: "\n\(element)" + (hasComma || isEmpty ? "," : ""))
    replace(array.lastEnd..<array.lastEnd, with: comma)
  }

  /// The end of the last line before the bracket that isn't blank.
  private func lastLine(in array: Literal) -> Int? {
    var end = array.close
    while end > array.lastEnd, " \t\r\n".utf8.contains(text[end - 1]) { end -= 1 }
    return text[end..<array.close].contains(newline) ? end : nil
  }

  private mutating func insertDependencies(_ dependency: String) throws(Refusal) {
    let tokens = try packageArguments()
    guard let targets = tokens.first(where: { $0.depth == 0 && reads($0, "targets") }) else {
      throw Refusal(reason: "it has no 'targets:' in 'Package(…)'")
    }
    let unit = indentation(at: targets.start)
    let inner = unit + (unit.count >= 4 ? "    " : "  ")
    replace(
      targets.start..<targets.start,
      with: "dependencies: [\n\(inner)\(dependency)\n\(unit)],\n\(unit)")
  }

  private mutating func replace(_ range: Range<Int>, with new: String) {
    let lines = hasCarriageReturns ? new.split(separator: "\n", omittingEmptySubsequences: false) : []
    text.replaceSubrange(range, with: Array((lines.isEmpty ? new : lines.joined(separator: "\r\n")).utf8))
  }

  /// Whether lines end as on Windows.
  private var hasCarriageReturns: Bool {
    guard let end = text.firstIndex(of: newline), end > 0 else { return false }
    return text[end - 1] == UInt8(ascii: "\r")
  }

  private let newline = UInt8(ascii: "\n")

  /// The spaces or tabs at the start of the line of a position.
  private func indentation(at position: Int) -> String {
    let start = text[..<position].lastIndex(of: newline).map { $0 + 1 } ?? 0
    return String(decoding: text[start...].prefix { $0 == 0x20 || $0 == 0x09 }, as: UTF8.self)
  }

  /// The indentation of the first element, if it begins a line.
  private func indentation(ofElementsIn array: Literal) -> String? {
    let rest = text[(array.open + 1)..<array.close]
    guard let end = rest.firstIndex(of: newline) else { return nil }
    let spaces = rest[(end + 1)...].prefix { $0 == 0x20 || $0 == 0x09 }
    return spaces.isEmpty ? nil : String(decoding: spaces, as: UTF8.self)
  }
}
