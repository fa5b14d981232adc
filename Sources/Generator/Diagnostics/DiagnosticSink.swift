/// Collects the diagnostics of all stages, so that one run reports every mistake.
public struct DiagnosticSink: Sendable {
  /// All diagnostics, in the order of reporting.
  public private(set) var diagnostics: [Diagnostic] = []

  /// The number of errors.
  public private(set) var errorCount = 0

  /// Creates an empty collector.
  public init() {}

  /// Whether an error was reported.
  public var hasErrors: Bool { errorCount > 0 }

  /// Whether nothing was reported.
  public var isEmpty: Bool { diagnostics.isEmpty }

  /// Adds one diagnostic.
  public mutating func append(_ diagnostic: Diagnostic) {
    if diagnostic.severity == .error { errorCount += 1 }
    diagnostics.append(diagnostic)
  }

  /// Adds several diagnostics in order.
  public mutating func append(contentsOf others: some Sequence<Diagnostic>) {
    for diagnostic in others { append(diagnostic) }
  }

  /// Adds all diagnostics of another collector, for stages that ran in parallel.
  public mutating func append(contentsOf other: DiagnosticSink) {
    append(contentsOf: other.diagnostics)
  }

  /// Reports an error.
  public mutating func error(
    _ id: DiagnosticID, _ message: String, at span: SourceSpan? = nil, notes: [Diagnostic.Note] = [],
    suggestion: String? = nil
  ) {
    append(Diagnostic(.error, id, message, at: span, notes: notes, suggestion: suggestion))
  }

  /// Reports a warning.
  public mutating func warning(
    _ id: DiagnosticID, _ message: String, at span: SourceSpan? = nil, notes: [Diagnostic.Note] = [],
    suggestion: String? = nil
  ) {
    append(Diagnostic(.warning, id, message, at: span, notes: notes, suggestion: suggestion))
  }

  /// All diagnostics without duplicates, ordered by file, line, column and id, beginning with those without a
  /// position. Equal ones stay in the order of reporting.
  public func sorted() -> [Diagnostic] {
    var seen = Set<Diagnostic>(minimumCapacity: diagnostics.count)
    let unique = diagnostics.filter { seen.insert($0).inserted }
    return unique.enumerated().sorted { left, right in
      if let before = isOrderedBefore(left.element, right.element) { return before }
      return left.offset < right.offset
    }.map(\.element)
  }
}

/// Nil if file, line, column and id are equal.
private func isOrderedBefore(_ left: Diagnostic, _ right: Diagnostic) -> Bool? {
  switch (left.span, right.span) {
  case (nil, .some): return true
  case (.some, nil): return false
  case (.some(let first), .some(let second)):
    if first.file != second.file { return first.file < second.file }
    if first.start.line != second.start.line { return first.start.line < second.start.line }
    if first.start.column != second.start.column { return first.start.column < second.start.column }
  case (nil, nil): break
  }
  if left.id != right.id { return left.id.rawValue < right.id.rawValue }
  return nil
}
