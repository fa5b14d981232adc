/// Where users find what was read: files by the paths that they know, and the places that texts in memory were made from.
public struct SourcePlaces: Sendable, Equatable {
  private enum Place: Sendable, Equatable {
    case file(String)
    case madeUp(LineOrigins)
  }

  private var places: [String: Place] = [:]

  /// Creates places at which everything is as it was read.
  public init() {}

  /// - Parameter paths: the path of each file as the user knows it, by its path in spans.
  public init(_ paths: [String: String]) { places = paths.mapValues(Place.file) }

  /// Adds a text that exists only in memory.
  ///
  /// - Parameters:
  ///   - file: its path in spans.
  ///   - origins: what its lines were made from, with places as they were read.
  public mutating func add(_ origins: LineOrigins, for file: String) {
    let before = self
    places[file] = .madeUp(origins.mapped { before.shown($0) })
  }

  /// Adds the places of other specs. Files that are known stay as they are.
  public mutating func add(_ others: SourcePlaces) { places.merge(others.places) { known, _ in known } }

  /// Whether a file exists only in memory.
  public func isMadeUp(_ file: String) -> Bool {
    if case .madeUp? = places[file] { true } else { false }
  }

  /// The place as the user knows it.
  public func shown(_ span: SourceSpan) -> SourceSpan {
    switch places[span.file] {
    case .file(let path)?: SourceSpan(file: path, start: span.start, end: span.end)
    case .madeUp(let origins)?: origins.place(of: span)
    case nil: span
    }
  }

  /// The same; nil for no place.
  public func shown(_ span: SourceSpan?) -> SourceSpan? {
    guard let span else { return nil }
    return shown(span) as SourceSpan
  }

  /// The diagnostic and its notes at places as the user knows them.
  public func shown(_ diagnostic: Diagnostic) -> Diagnostic {
    var copy = diagnostic
    copy.span = shown(diagnostic.span)
    for position in copy.notes.indices { copy.notes[position].span = shown(copy.notes[position].span) }
    return copy
  }
}

/// The places that the lines of a text were made from.
public struct LineOrigins: Sendable, Hashable {
  private struct Part: Hashable {
    /// The number of its last line.
    var line: Int
    /// The column behind it there; nil if it has the whole line.
    var column: Int?
    var span: SourceSpan

    func contains(_ place: SourceLocation) -> Bool {
      place.line < line || place.line == line && column.map { place.column < $0 } ?? true
    }
  }

  /// The place of the text as a whole.
  private var whole: SourceSpan
  private var parts: [Part] = []

  /// - Parameter whole: what the text was made from.
  public init(_ whole: SourceSpan) { self.whole = whole }

  /// Adds the lines up to one that aren't a part of what was added before.
  ///
  /// - Parameter span: what they were made from.
  public mutating func add(linesTo end: Int, from span: SourceSpan) {
    parts.append(Part(line: end, span: span))
  }

  /// Adds the line up to a column.
  ///
  /// - Parameter span: what it was made from.
  public mutating func add(to column: Int, ofLine line: Int, from span: SourceSpan) {
    parts.append(Part(line: line, column: column, span: span))
  }

  func mapped(_ map: (SourceSpan) -> SourceSpan) -> LineOrigins {
    var copy = LineOrigins(map(whole))
    copy.parts = parts.map { Part(line: $0.line, column: $0.column, span: map($0.span)) }
    return copy
  }

  func place(of span: SourceSpan) -> SourceSpan {
    if span.isUnknown { return .unknown(file: whole.file) }
    return parts.first { $0.contains(span.start) }?.span ?? whole
  }
}
