import Diagnostics
import GeneratorKit
import SpecReader

/// The names in specs, with the places where they are defined and used.
struct SpecNames {
  private var byFile: [String: [NamePlace]] = [:]
  private var byDefinition: [SourceSpan: [NamePlace]] = [:]

  init(_ files: [SpecFile], references: [ReferencedFile]) {
    let places = readAllNamePlaces(files, references: references)
    for place in places.sorted(by: { ($0.span.file, $0.span.start) < ($1.span.file, $1.span.start) }) {
      byFile[place.span.file, default: []].append(place)
      byDefinition[place.definition, default: []].append(place)
    }
  }

  /// The name at a position; the innermost of several.
  func place(at location: SourceLocation, in file: String) -> NamePlace? {
    byFile[file]?.filter { $0.span.contains(location) }
      .min { ($0.span.end.offset - $0.span.start.offset) < ($1.span.end.offset - $1.span.start.offset) }
  }

  /// All places of the name that is defined somewhere, by file and line.
  func places(of definition: SourceSpan) -> [NamePlace] { byDefinition[definition] ?? [] }

  /// All places of a name, whichever definition it has.
  func places(named name: String, _ kind: NamePlace.Kind) -> [NamePlace] {
    byFile.values.flatMap { $0.filter { $0.name == name && $0.kind == kind } }
  }

  /// The names of a kind that are defined.
  func defined(_ kind: NamePlace.Kind) -> Set<String> {
    Set(byDefinition.values.compactMap { $0.first }.filter { $0.kind == kind }.map(\.name))
  }
}

extension SourceSpan {
  /// Whether a cursor at a location is in the text, or at its end.
  func contains(_ location: SourceLocation) -> Bool {
    (start.line, start.column) <= (location.line, location.column)
      && (location.line, location.column) <= (end.line, end.column)
  }
}
