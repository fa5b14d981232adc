import Diagnostics

/// A part of a file: a request, a schema's types, or what a module has once.
struct FilePiece: Sendable {
  /// The order of pieces in a file: requests come first, then models, each in the spec's order.
  struct Place: Sendable, Comparable {
    enum Section: Int, Sendable {
      case client, servers, errorCodes, envelopes, aliases, webhooks, requests, models, validators
    }

    var section: Section
    /// The definition's position in the specs.
    var span: SourceSpan

    static func < (left: Place, right: Place) -> Bool {
      if left.section != right.section { return left.section.rawValue < right.section.rawValue }
      if left.span.file != right.span.file { return left.span.file < right.span.file }
      return left.span.start < right.span.start
    }
  }

  /// The name of the file, without its ending.
  var file: String
  let place: Place
  /// The name of the type.
  let name: String
  /// The spec file that contains it.
  let source: String
  /// The declarations, without line breaks at their ends.
  let texts: [String]
  let imports: Imports
  /// Whether public declarations use the runtime.
  let isPublic: Bool
  /// The number of lines, with an empty line before each declaration.
  let lines: Int

  /// - Parameter source: the spec file that contains it; nil for that of the definition.
  init(
    file: String, section: Place.Section, at span: SourceSpan, name: String, source: String? = nil,
    texts: [String], imports: Imports = [], isPublic: Bool = true
  ) {
    self.file = file
    place = Place(section: section, span: span)
    self.name = name
    self.source = source ?? span.file
    self.texts = texts.map { LineBreaker.broken($0.withoutFinalLineBreaks) }
    self.imports = imports
    self.isPublic = isPublic
    lines = self.texts.reduce(0) { $0 + 2 + $1.utf8.count { $0 == UInt8(ascii: "\n") } }
  }
}
