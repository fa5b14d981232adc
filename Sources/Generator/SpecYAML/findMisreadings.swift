import CYAML
import Diagnostics

/// Finds text that libyaml interprets differently from YAML 1.2.2, or accepts although the standard forbids it.
///
/// In such a file, other parsers and people would see something else than the generator. This compares the bytes of
/// libyaml's tokens, and between them, with the standard.
///
/// - Parameters:
///   - source: a file that was parsed completely, and so is within the limits: libyaml's scanner takes quadratic time for
///     deep nesting.
///   - limits: what is only a warning.
/// - Returns: a few errors at most, and warnings, in file order.
func findMisreadings(
  in source: DecodedSource, _ reader: TokenReader, _ limits: YAMLLimits
) -> [Diagnostic] {
  var check = TokenCheck(source: source, allowsOutdentedBrackets: limits.allowsOutdentedBrackets)
  while check.errorCount < 10, let token = reader.next() { check.add(token) }
  return check.problems
}

private struct TokenCheck {
  let source: DecodedSource
  private let allowsOutdentedBrackets: Bool
  private(set) var problems: [Diagnostic] = []
  private(set) var errorCount = 0

  /// The byte after the last non-empty token.
  private var position: Int
  private var last: Last?
  /// The columns of the open block collections.
  private var blocks: [Int] = []
  private var flowLevel = 0

  /// The parts of a token that outlive libyaml's.
  private struct Last {
    let type: yaml_token_type_t
    let style: yaml_scalar_style_t
  }

  init(source: DecodedSource, allowsOutdentedBrackets: Bool) {
    self.source = source
    self.allowsOutdentedBrackets = allowsOutdentedBrackets
    position = source.textStart
  }

  /// The indentation that a continuation line needs (YAML 1.2.2, section 6.1).
  private var indentation: Int { (blocks.last ?? -1) + 1 }

  mutating func add(_ token: yaml_token_t) {
    let start = source.location(of: token.start_mark).offset
    let end = source.location(of: token.end_mark).offset
    switch token.type {
    case YAML_BLOCK_SEQUENCE_START_TOKEN, YAML_BLOCK_MAPPING_START_TOKEN:
      blocks.append(Int(clamping: token.start_mark.column))
      return
    case YAML_BLOCK_END_TOKEN:
      _ = blocks.popLast()
      return
    case YAML_STREAM_END_TOKEN:
      checkGap(upTo: source.bytes.count, isInFlow: false)
      checkEnd()
      return
    default: break
    }
    // Keys without '?' are only recognized afterwards.
    guard end > start else { return }
    checkGap(upTo: start, isInFlow: flowLevel > 0)
    switch token.type {
    case YAML_FLOW_SEQUENCE_START_TOKEN, YAML_FLOW_MAPPING_START_TOKEN: flowLevel += 1
    case YAML_FLOW_SEQUENCE_END_TOKEN, YAML_FLOW_MAPPING_END_TOKEN: flowLevel = max(0, flowLevel - 1)
    case YAML_KEY_TOKEN: checkKey(end)
    case YAML_VALUE_TOKEN: checkValue(end)
    case YAML_ANCHOR_TOKEN, YAML_ALIAS_TOKEN: checkName(start, end)
    case YAML_SCALAR_TOKEN: checkScalar(token.data.scalar.style, start, end)
    default: break
    }
    last = Last(
      type: token.type,
      style: token.type == YAML_SCALAR_TOKEN ? token.data.scalar.style : YAML_ANY_SCALAR_STYLE)
    position = max(position, end)
  }

  // MARK: Between tokens

  /// Blanks, line breaks and comments.
  private mutating func checkGap(upTo start: Int, isInFlow: Bool) {
    guard position < start else { return }
    var index = position
    var lineStart = position == source.textStart ? position : nil
    while index < start {
      let byte = source.bytes[index]
      if byte == UInt8(ascii: "#") {
        let isSeparate = index == source.textStart || isBlankOrBreak(source.bytes[index - 1])
        if !isSeparate {
          report("a comment needs a space before its '#'; quote text that contains '#'", from: index)
        }
        while index < start, !isBreak(source.bytes[index]) { index += 1 }
        continue
      }
      index += 1
      if isBreak(byte) { lineStart = index }
    }
    // The first token of a line in brackets.
    guard isInFlow, let lineStart, source.bytes[lineStart..<start].allSatisfy(isBlank) else { return }
    checkIndentation(lineStart, of: start)
  }

  /// Checks that a continuation line is indented more than the key or list that contains it.
  private mutating func checkIndentation(_ lineStart: Int, of start: Int) {
    let spaces = source.bytes[lineStart..<start].prefix { $0 == UInt8(ascii: " ") }.count
    guard spaces < indentation else { return }
    let isTab = lineStart + spaces < start
    let isClosing = "}]".utf8.contains(byte(at: start) ?? 0)
    let isHarmless = allowsOutdentedBrackets && !isTab && isClosing && spaces == indentation - 1
    report(
      isTab
        ? "a tab cannot indent a line; use spaces"
        : "\(part(at: start)) must be indented by at least \(indentation) \(indentation == 1 ? "space" : "spaces")",
      from: lineStart + spaces, isHarmless ? .warning : .error)
  }

  private func part(at start: Int) -> String {
    switch start < source.bytes.count ? source.bytes[start] : 0 {
    case UInt8(ascii: "}"): "the closing '}'"
    case UInt8(ascii: "]"): "the closing ']'"
    default: "this line continues a value, and"
    }
  }

  /// Checks for a last line of spaces that a block scalar could include (YAML 1.2.2, section 8.1.1.2).
  private mutating func checkEnd() {
    guard let last, last.type == YAML_SCALAR_TOKEN, isBlock(last.style) else { return }
    let line = source.bytes[source.textStart...].reversed().prefix { !isBreak($0) }
    guard !line.isEmpty, line.allSatisfy(isBlank), line.count < source.bytes.count - source.textStart else {
      return
    }
    report(
      "the last line has only blanks and no line break, so it is unclear whether they belong to the text above; remove them",
      from: source.bytes.count - line.count)
  }

  // MARK: Tokens

  /// In brackets, '?' marks a key if a space follows; otherwise it begins text (section 7.3.3).
  private mutating func checkKey(_ end: Int) {
    guard flowLevel > 0, let next = byte(at: end), !isBlankOrBreak(next) else { return }
    report(
      "text that begins with '?' needs quotes here; a '?' that marks a key needs a space after it",
      from: end - 1)
  }

  /// In brackets, ':' needs a space after it, unless the key is in quotes or brackets (section 7.4.2).
  private mutating func checkValue(_ end: Int) {
    guard flowLevel > 0, let next = byte(at: end), !isBlankOrBreak(next), !isFlowIndicator(next) else {
      return
    }
    switch last?.type {
    case YAML_FLOW_SEQUENCE_END_TOKEN, YAML_FLOW_MAPPING_END_TOKEN: return
    case YAML_SCALAR_TOKEN:
      let style = last?.style
      if style == YAML_SINGLE_QUOTED_SCALAR_STYLE || style == YAML_DOUBLE_QUOTED_SCALAR_STYLE { return }
    default: break
    }
    report(
      "text that begins with ':' needs quotes here; a ':' after a key needs a space after it", from: end - 1
    )
  }

  /// libyaml ends names early; the standard allows nearly all characters in them (section 6.9.2).
  private mutating func checkName(_ start: Int, _ end: Int) {
    guard let next = byte(at: end), !isBlankOrBreak(next) else { return }
    if flowLevel > 0, isFlowIndicator(next) { return }
    let isAnchor = byte(at: start) == UInt8(ascii: "&")
    report(
      "the name of an \(isAnchor ? "anchor" : "alias") may have letters, digits, '-' and '_', "
        + "and needs a space after it", from: end)
  }

  private mutating func checkScalar(_ style: yaml_scalar_style_t, _ start: Int, _ end: Int) {
    if isBlock(style) {
      let lineStart =
        source.bytes[source.textStart..<start].lastIndex(where: isBreak).map { $0 + 1 } ?? source.textStart
      if source.bytes[lineStart..<start].allSatisfy(isBlank) { checkIndentation(lineStart, of: start) }
      return checkBlock(start, end)
    }
    if style == YAML_PLAIN_SCALAR_STYLE, flowLevel > 0, end - start == 1,
      byte(at: start) == UInt8(ascii: "-"),
      let next = byte(at: end), isFlowIndicator(next)
    {
      report("a '-' alone needs quotes here", from: start)
    }
    var index = start
    while index < end {
      defer { index += 1 }
      guard isBreak(source.bytes[index]) else { continue }
      let lineStart = index + 1
      guard let text = source.bytes[lineStart..<end].firstIndex(where: { !isBlank($0) }),
        !isBreak(source.bytes[text])
      else { continue }
      checkIndentation(lineStart, of: text)
    }
  }

  /// `|` and `>` (section 8.1.1).
  private mutating func checkBlock(_ start: Int, _ end: Int) {
    var index = start + 1
    var isIndicated = false
    while let byte = byte(at: index), "+-0123456789".utf8.contains(byte) {
      isIndicated = isIndicated || (byte != UInt8(ascii: "+") && byte != UInt8(ascii: "-"))
      index += 1
    }
    if byte(at: index) == UInt8(ascii: "#") {
      report("a comment needs a space before its '#'", from: index)
    }
    guard !isIndicated, let headerEnd = source.bytes[index...].firstIndex(where: isBreak) else { return }
    guard let text = source.bytes[headerEnd...].firstIndex(where: { !isBlankOrBreak($0) }) else { return }
    // libyaml derives the indentation from blank lines before the text, and then doesn't find the text.
    guard text >= end || text < headerEnd else { return }
    let lineStart = source.bytes[..<text].lastIndex(where: isBreak).map { $0 + 1 } ?? text
    let spaces = text - lineStart
    guard spaces >= indentation, source.bytes[lineStart..<text].allSatisfy({ $0 == UInt8(ascii: " ") }) else {
      return
    }
    let rest = source.bytes[text...]
    if spaces == 0, rest.starts(with: "---".utf8) || rest.starts(with: "...".utf8) { return }
    report("this line is indented less than the blank lines before it, which begin the text", from: text)
  }

  // MARK: Bytes

  private mutating func report(
    _ message: String, from offset: Int, _ severity: Diagnostic.Severity = .error
  ) {
    if severity == .error { errorCount += 1 }
    let place = source.location(ofOffset: offset)
    problems.append(
      Diagnostic(
        severity, .yamlSyntax, message, at: SourceSpan(file: source.file, start: place, end: place)))
  }

  private func byte(at offset: Int) -> UInt8? { offset < source.bytes.count ? source.bytes[offset] : nil }

  private func isBlock(_ style: yaml_scalar_style_t) -> Bool {
    style == YAML_LITERAL_SCALAR_STYLE || style == YAML_FOLDED_SCALAR_STYLE
  }
}

private func isBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

private func isBlankOrBreak(_ byte: UInt8) -> Bool { isBlank(byte) || isBreak(byte) }

private func isFlowIndicator(_ byte: UInt8) -> Bool { ",[]{}".utf8.contains(byte) }
