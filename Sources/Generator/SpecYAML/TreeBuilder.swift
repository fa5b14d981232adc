import CYAML
import Diagnostics

/// Turns libyaml's events into trees, without recursion: open collections are on an explicit stack.
struct TreeBuilder {
  let source: DecodedSource
  let limits: YAMLLimits
  private(set) var documents: [YAMLNode] = []
  private(set) var sink = DiagnosticSink()

  /// The number of nodes so far, including expanded aliases; never more than the limit.
  private var nodeCount = 0
  private var open: [OpenCollection] = []

  /// The current document's anchors, as indices of their latest definitions in `anchors`.
  private var anchorPositions: [String: Int] = [:]
  private var anchors: [Anchor] = []

  /// A mapping or sequence that hasn't ended yet.
  private struct OpenCollection {
    let isMapping: Bool
    let style: YAMLCollectionStyle
    let tag: YAMLTag?
    let anchor: Int?
    let start: SourceLocation
    let startEnd: SourceLocation
    let nodesBefore: Int
    /// A mapping's keys and values alternate.
    var children: [YAMLNode] = []
    /// The nesting depth of collections, including this one.
    var height = 1
  }

  private struct Anchor {
    let span: SourceSpan
    /// Nil while the node is open: an alias to it would make it contain itself.
    var definition: (node: YAMLNode, nodeCount: Int, height: Int)?
  }

  /// Thrown after a fatal error has been reported.
  struct Stop: Error {}

  init(source: DecodedSource, limits: YAMLLimits) {
    self.source = source
    self.limits = limits
  }

  /// Reads all documents.
  ///
  /// - Returns: whether the end of the file was reached; if not, the reason is in `sink`.
  mutating func build(from reader: EventReader) -> Bool {
    do {
      while let event = reader.next() {
        if event.type == YAML_STREAM_END_EVENT { return true }
        try add(event)
      }
      sink.append(describeSyntaxError(reader.failure, in: source))
      return false
    } catch {
      return false
    }
  }

  private mutating func add(_ event: yaml_event_t) throws(Stop) {
    switch event.type {
    case YAML_DOCUMENT_START_EVENT:
      anchorPositions.removeAll(keepingCapacity: true)
      anchors.removeAll(keepingCapacity: true)
    case YAML_SCALAR_EVENT: try addScalar(event)
    case YAML_ALIAS_EVENT: try addAlias(event)
    case YAML_SEQUENCE_START_EVENT:
      let data = event.data.sequence_start
      try openCollection(
        event, isMapping: false, style: data.style == YAML_FLOW_SEQUENCE_STYLE ? .flow : .block,
        tag: data.tag,
        anchor: data.anchor)
    case YAML_MAPPING_START_EVENT:
      let data = event.data.mapping_start
      try openCollection(
        event, isMapping: true, style: data.style == YAML_FLOW_MAPPING_STYLE ? .flow : .block, tag: data.tag,
        anchor: data.anchor)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: try closeCollection(event)
    default: break
    }
  }

  private mutating func addScalar(_ event: yaml_event_t) throws(Stop) {
    let data = event.data.scalar
    let style = scalarStyle(data.style)
    var span = span(of: event)
    if style == .literal || style == .folded { span.end = withoutTrailingSpace(span) }
    guard data.length <= limits.scalarLength else {
      throw stop(
        .scalarTooLong, "the scalar has \(data.length) bytes, more than the limit of \(limits.scalarLength)",
        at: span)
    }
    try count(1, at: span)
    let text = String(decoding: UnsafeBufferPointer(start: data.value, count: data.length), as: UTF8.self)
    let tag = try resolveTag(data.tag, at: span, nonSpecific: .string)
    let scalar = YAMLScalar(text, style: style, tag: tag)
    if let tag, !isValid(scalar, for: tag) {
      try report(.tagMismatch, "\(excerpt(text)) is not a value of \(tag.shorthand)", at: span)
    }
    let node = YAMLNode(.scalar(scalar), tag: tag, span: span)
    if let anchor = define(data.anchor, at: span) { anchors[anchor].definition = (node, 1, 0) }
    append(node, height: 0)
  }

  private mutating func openCollection(
    _ event: yaml_event_t, isMapping: Bool, style: YAMLCollectionStyle, tag: UnsafePointer<yaml_char_t>?,
    anchor: UnsafePointer<yaml_char_t>?
  ) throws(Stop) {
    let span = span(of: event)
    try checkDepth(open.count + 1, at: span)
    let nodesBefore = nodeCount
    try count(1, at: span)
    let expected = isMapping ? YAMLTag.mapping : .sequence
    var resolved = try resolveTag(tag, at: span)
    if let tag = resolved, tag != expected {
      try report(
        .tagMismatch, "a \(isMapping ? "mapping" : "sequence") is not a value of \(tag.shorthand)", at: span)
      resolved = nil
    }
    open.append(
      OpenCollection(
        isMapping: isMapping, style: style, tag: resolved, anchor: define(anchor, at: span),
        start: span.start,
        startEnd: span.end, nodesBefore: nodesBefore))
  }

  private mutating func closeCollection(_ event: yaml_event_t) throws(Stop) {
    guard let collection = open.popLast() else { return }
    let endSpan = span(of: event)
    // The end of a block has no text, and libyaml puts it at the next token.
    let end =
      endSpan.start == endSpan.end
      ? collection.children.last.map { $0.occurrence.end } ?? collection.startEnd : endSpan.end
    let span = SourceSpan(file: source.file, start: collection.start, end: max(end, collection.start))
    let content: YAMLNode.Content
    if collection.isMapping {
      content = .mapping(try makeMapping(of: collection.children, style: collection.style))
    } else {
      content = .sequence(YAMLSequence(items: collection.children, style: collection.style))
    }
    let node = YAMLNode(content, tag: collection.tag, span: span)
    if let anchor = collection.anchor {
      anchors[anchor].definition = (node, nodeCount - collection.nodesBefore, collection.height)
    }
    append(node, height: collection.height)
  }

  private mutating func addAlias(_ event: yaml_event_t) throws(Stop) {
    let span = span(of: event)
    let name = event.data.alias.anchor.map { String(cString: $0) } ?? ""
    guard let position = anchorPositions[name] else {
      try report(
        .unknownAlias, "unknown alias \(excerpt(name, quote: "*"))", at: span,
        suggestion: closestMatch(to: name, in: Array(anchorPositions.keys.prefix(500))))
      return try addPlaceholder(at: span)
    }
    guard let definition = anchors[position].definition else {
      let note = Diagnostic.Note("the anchor is on this node", at: anchors[position].span)
      try report(
        .recursiveAlias, "the alias \(excerpt(name, quote: "*")) is inside the node that it names",
        at: span,
        notes: [note])
      return try addPlaceholder(at: span)
    }
    try count(definition.nodeCount, at: span)
    if definition.height > 0 { try checkDepth(open.count + definition.height, at: span) }
    append(definition.node.aliased(from: span), height: definition.height)
  }

  /// Keeps keys and values alternating after an unknown alias.
  private mutating func addPlaceholder(at span: SourceSpan) throws(Stop) {
    try count(1, at: span)
    append(YAMLNode(.scalar(YAMLScalar("")), tag: nil, span: span), height: 0)
  }

  private mutating func append(_ node: YAMLNode, height: Int) {
    guard !open.isEmpty else {
      documents.append(node)
      return
    }
    open[open.count - 1].children.append(node)
    open[open.count - 1].height = max(open[open.count - 1].height, height + 1)
  }

  /// The index of a new anchor in `anchors`; nil if the node has none.
  private mutating func define(_ name: UnsafePointer<yaml_char_t>?, at span: SourceSpan) -> Int? {
    guard let name else { return nil }
    anchors.append(Anchor(span: span, definition: nil))
    anchorPositions[String(cString: name)] = anchors.count - 1
    return anchors.count - 1
  }
}

// MARK: Errors and limits

extension TreeBuilder {
  /// Reports a non-fatal error, unless there are too many.
  mutating func report(
    _ id: DiagnosticID, _ message: String, at span: SourceSpan, notes: [Diagnostic.Note] = [],
    suggestion: String? = nil
  ) throws(Stop) {
    sink.error(id, message, at: span, notes: notes, suggestion: suggestion)
    if sink.errorCount >= limits.errorCount {
      throw stop(
        .tooManyErrors, "the file has \(limits.errorCount) errors, the limit; the rest of it was not read",
        at: span)
    }
  }

  /// Reports what doesn't prevent reading.
  mutating func warn(_ warning: Diagnostic) { sink.append(warning) }

  /// Reports a fatal error: `throw stop(…)`.
  mutating func stop(_ id: DiagnosticID, _ message: String, at span: SourceSpan) -> Stop {
    sink.error(id, message, at: span)
    return Stop()
  }

  private mutating func count(_ nodes: Int, at span: SourceSpan) throws(Stop) {
    guard nodes <= limits.nodeCount - nodeCount else {
      throw stop(
        .tooManyNodes,
        "the file has more nodes than the limit of \(limits.nodeCount), counting expanded aliases",
        at: span)
    }
    nodeCount += nodes
  }

  private mutating func checkDepth(_ depth: Int, at span: SourceSpan) throws(Stop) {
    guard depth <= limits.depth else {
      throw stop(
        .nestingTooDeep, "mappings and sequences are nested deeper than the limit of \(limits.depth) levels",
        at: span)
    }
  }

  /// - Parameter nonSpecific: the meaning of the tag `!` for this kind of node.
  private mutating func resolveTag(
    _ uri: UnsafePointer<yaml_char_t>?, at span: SourceSpan, nonSpecific: YAMLTag? = nil
  ) throws(Stop) -> YAMLTag? {
    guard let uri else { return nil }
    let text = String(cString: uri)
    if text == "!" { return nonSpecific }
    if let tag = YAMLTag(uri: text) { return tag }
    let isStandard = text.hasPrefix(YAMLTag.prefix)
    let shown = isStandard ? "!!" + text.dropFirst(YAMLTag.prefix.count) : text
    let known = YAMLTag.allCases.map(\.shorthand)
    let message = "unknown tag \(excerpt(shown)); the known ones are \(known.joined(separator: ", "))"
    // A %TAG directive could give every node a long tag, so the first one ends reading.
    if text.utf8.count > 1024 { throw stop(.unknownTag, message, at: span) }
    try report(.unknownTag, message, at: span, suggestion: closestMatch(to: shown, in: known))
    return nil
  }
}

// MARK: Places

extension TreeBuilder {
  private func span(of event: yaml_event_t) -> SourceSpan {
    SourceSpan(
      file: source.file, start: source.location(of: event.start_mark),
      end: source.location(of: event.end_mark))
  }

  /// libyaml ends a block scalar at the next line with content.
  private func withoutTrailingSpace(_ span: SourceSpan) -> SourceLocation {
    var offset = min(span.end.offset, source.bytes.count)
    while offset > span.start.offset, [0x20, 0x09, 0x0A, 0x0D].contains(source.bytes[offset - 1]) {
      offset -= 1
    }
    return source.location(ofOffset: offset, before: span.end)
  }
}

extension DecodedSource {
  /// The position of one of libyaml's marks.
  func location(of mark: yaml_mark_t) -> SourceLocation {
    location(ofScalar: scalar(ofCounted: Int(clamping: mark.index)), hint: Int(clamping: mark.line))
  }
}

private func scalarStyle(_ style: yaml_scalar_style_t) -> YAMLScalar.Style {
  switch style {
  case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
  case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
  case YAML_LITERAL_SCALAR_STYLE: .literal
  case YAML_FOLDED_SCALAR_STYLE: .folded
  default: .plain
  }
}

private func isValid(_ scalar: YAMLScalar, for tag: YAMLTag) -> Bool {
  switch tag {
  case .string: true
  case .integer: scalar.integer != .mismatch
  case .float: scalar.number != .mismatch
  case .boolean: scalar.asBool != nil
  case .null: scalar.asNull
  case .sequence, .mapping: false
  }
}
