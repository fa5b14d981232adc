import Diagnostics

/// Checks every tag of the templates against the names of their views, in every place that includes them.
struct TemplateChecker {
  /// The maximum size of a template with everything that it includes, in bytes.
  static let maximumSize = 16 << 20
  /// The size that a tag counts for.
  private static let tagSize = 64

  private let templates: [String: (source: TemplateSource, template: ParsedTemplate)]
  private var size = 0
  private var sink = DiagnosticSink()
  private var reported: Set<String> = []
  /// The template being checked.
  private var root: TemplateSource?

  /// The context of a tag.
  fileprivate struct Scope {
    var source: TemplateSource
    /// The values of the enclosing sections, outermost first.
    var stack: [TemplateType]
    /// The lists that the enclosing sections repeat, as positions in the stack and names.
    var repeated: [(position: Int, name: Substring)] = []
    /// Whether the innermost value is an element, so its position is known.
    var isElement = false
    var blocks: [String: Block] = [:]
    /// The templates that include it.
    var including: [String]
    /// The tag that includes it.
    var includedAt: SourceSpan?
  }

  fileprivate struct Block {
    var source: TemplateSource
    var nodes: [ParsedTemplate.Node]
  }

  init(_ templates: [String: (source: TemplateSource, template: ParsedTemplate)]) {
    self.templates = templates
  }

  /// Checks a template for a view with these names.
  mutating func check(_ template: String, names: [TemplateName], into sink: inout DiagnosticSink) {
    guard let (source, parsed) = templates[template] else { return }
    self.sink = DiagnosticSink()
    size = 0
    root = source
    let scope = Scope(
      source: source, stack: [.view(CommonView.fields.names), .view(names)], including: [template])
    walk(parsed.nodes, scope)
    if size > Self.maximumSize {
      report(
        .templateSyntax,
        "the template is too large: with everything that it includes, it has more than "
          + "\(Self.maximumSize >> 20) MiB", at: .unknown(file: source.path))
    }
    sink.append(contentsOf: self.sink)
  }

  private mutating func walk(_ nodes: [ParsedTemplate.Node], _ scope: Scope) {
    for node in nodes {
      if size > Self.maximumSize { return }
      size += Self.tagSize
      switch node {
      case .text(let bytes): size += bytes
      case .value(let reference): checkValue(reference, scope)
      case .section(let reference, let isInverted, let nodes):
        guard let type = type(of: reference, scope) else { continue }
        guard !isInverted, case .list = type, let position = scope.position(of: reference.name) else {
          walk(nodes, isInverted ? scope.without(type) : scope.within(type))
          continue
        }
        if scope.repeated.contains(where: { $0 == (position, reference.name) }) {
          report(
            .templateSyntax, "the list '\(reference.name)' is repeated within itself", reference.place, scope)
          continue
        }
        var inner = scope.within(type)
        inner.repeated.append((position, reference.name))
        walk(nodes, inner)
      case .partial(let name, let place, let blocks): include(name, at: place, blocks, scope)
      case .block(let name, let nodes):
        var inner = scope
        inner.isElement = false
        if let block = scope.blocks[name] {
          inner.source = block.source
          walk(block.nodes, inner)
        } else {
          walk(nodes, inner)
        }
      }
    }
  }

  private mutating func include(
    _ name: String, at place: SourceLocation, _ blocks: [String: [ParsedTemplate.Node]], _ scope: Scope
  ) {
    guard let (source, parsed) = templates[name] else { return }
    guard !scope.including.contains(name) else {
      return report(
        .templateSyntax, "the template '\(name)' includes itself, directly or through others", place, scope)
    }
    guard scope.including.count < ParsedTemplate.maximumDepth else {
      return report(
        .templateSyntax, "templates include each other more than \(ParsedTemplate.maximumDepth) deep", place,
        scope)
    }
    var inner = scope
    inner.source = source
    inner.including.append(name)
    inner.includedAt = scope.source.span(at: place)
    inner.isElement = false
    // The including template takes precedence.
    let own = blocks.mapValues { Block(source: scope.source, nodes: $0) }
    inner.blocks.merge(own) { outer, _ in outer }
    walk(parsed.nodes, inner)
  }

  // MARK: Names

  private mutating func checkValue(_ reference: ParsedTemplate.Reference, _ scope: Scope) {
    guard let type = type(of: reference, scope) else { return }
    let name = reference.text
    switch type {
    case .text, .number: return
    case .flag:
      report(
        .misusedTemplateName, "'\(name)' is a condition, not a text; test it with '{{#\(name)}}'",
        reference.place, scope)
    case .list:
      report(
        .misusedTemplateName, "'\(name)' is a list, not a text; iterate over it with '{{#\(name)}}'",
        reference.place, scope)
    case .view:
      report(
        .misusedTemplateName,
        name == "."
          ? "'.' works only inside a list of texts"
          : "'\(name)' has names of its own and isn't a text", reference.place, scope)
    }
  }

  /// The type of a tag's value; nil if there is none, which is reported.
  private mutating func type(of reference: ParsedTemplate.Reference, _ scope: Scope) -> TemplateType? {
    var transforms = reference.transforms
    var type: TemplateType?
    switch reference.name {
    case ".": type = scope.stack.last
    case "":
      let function = transforms.popLast() ?? ""
      type = scope.isElement ? TemplateType.position(function) : nil
      if type == nil {
        let isTransform = TemplateType.text.transforms[String(function)] != nil
        report(
          .unknownTemplateName,
          "'\(function)()' has no value here"
            + (isTransform ? "; write a name in it: '\(function)(name)'" : ""),
          reference.place, scope,
          suggestion: scope.isElement && !isTransform
            ? closestMatch(to: String(function), in: TemplateType.positions).map { "\($0)()" } : nil)
      }
    default:
      type = scope.stack.reversed().lazy.compactMap { $0.type(of: reference.name) }.first
      if type == nil {
        report(
          .unknownTemplateName, "'\(reference.name)' has no value here", reference.place, scope,
          suggestion: scope.isElement && TemplateType.position(reference.name) != nil
            ? "\(reference.name)()"
            : closestMatch(to: String(reference.name), in: scope.stack.flatMap(\.names)))
      }
    }
    while let known = type, let transform = transforms.popLast() {
      type = known.transforms[String(transform)]
      guard type == nil else { continue }
      report(
        .unknownTemplateName, "there is no transform '\(transform)' of \(known.description)", reference.place,
        scope,
        suggestion: closestMatch(to: String(transform), in: known.transforms.keys.sorted()))
    }
    return type
  }

  // MARK: Reporting

  private mutating func report(
    _ id: DiagnosticID, _ message: String, _ place: SourceLocation, _ scope: Scope, suggestion: String? = nil
  ) {
    report(
      id, message, at: scope.source.span(at: place), suggestion: suggestion,
      notes: scope.includedAt.map { [.init("the template is included here", at: $0)] } ?? [])
  }

  /// Reports a mistake once, even if several templates include it.
  private mutating func report(
    _ id: DiagnosticID, _ message: String, at span: SourceSpan, suggestion: String? = nil,
    notes: [Diagnostic.Note] = []
  ) {
    guard reported.insert("\(span): \(message)").inserted else { return }
    sink.error(id, message, at: span, notes: notes, suggestion: suggestion)
  }
}

extension TemplateChecker.Scope {
  /// The index of the enclosing section with a name; nil for `.` and unknown names.
  fileprivate func position(of name: Substring) -> Int? {
    stack.lastIndex { $0.type(of: name) != nil }
  }

  /// The context within a section.
  fileprivate func within(_ type: TemplateType) -> Self {
    var inner = self
    switch type {
    case .flag: return self
    case .list(let element):
      inner.stack.append(element)
      inner.isElement = true
    case .text, .number, .view:
      inner.stack.append(type)
      inner.isElement = false
    }
    return inner
  }

  /// The context within an inverted section.
  fileprivate func without(_ type: TemplateType) -> Self {
    guard case .list = type else { return self }
    var inner = self
    inner.stack.append(type)
    inner.isElement = false
    return inner
  }
}

extension TemplateSource {
  func span(at place: SourceLocation) -> SourceSpan { SourceSpan(file: path, start: place, end: place) }
}
