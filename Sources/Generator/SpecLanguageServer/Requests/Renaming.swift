import Diagnostics
import GeneratorKit
import SpecReader
import SpecYAML

/// The edits that give a type or a parameter another name in all files.
struct Renaming {
  /// A change of a file's text.
  struct Edit {
    var range: Range<Int>
    var text: String
  }

  /// The edits by file, in their order.
  private(set) var edits: [String: [Edit]] = [:]

  /// - Parameters:
  ///   - files: the files that know the name.
  ///   - texts: their texts.
  init(
    _ place: NamePlace, to name: String, in names: SpecNames, _ files: [SpecFile], _ texts: inout Texts
  ) throws(ResponseError) {
    if place.kind == .schema, !isUsableName(name) {
      throw .failed(
        "'\(visibleText(name))' can't be the name of a schema: write letters, digits, '_', '-' and '.', beginning "
          + "with a letter, and not the name of a built-in type")
    }
    var roots: [String: [YAMLNode]] = [:]
    for file in files {
      var sink = DiagnosticSink()
      roots[file.displayPath] = parseYAML(bytes: file.bytes, file: file.displayPath, into: &sink)
      if sink.hasErrors, !file.path.hasByteSuffix("json") {
        throw .failed(
          "correct the syntax of '\(file.path)' first, because it isn't known which names it mentions")
      }
    }
    let places = names.places(of: place.definition)
    for use in places {
      guard let lines = texts[use.span.file], let core = lines.core(of: use) else {
        throw .failed(
          "\(use.span.file):\(use.span.start.line) spells '\(use.name)' in another way; change it there by hand"
        )
      }
      var edit = Edit(range: core, text: name)
      // A scalar that is the name may need quotes. Within one, such as a path, there is nothing to quote.
      if SpecPrinter.quoted(name, inFlow: true) != name,
        roots[use.span.file]?.contains(where: { $0.hasScalar(at: use.span) }) == true
      {
        let whole = lines.range(of: use.span)
        let mark = lines.bytes[core.upperBound..<whole.upperBound].contains(UInt8(ascii: "?")) ? "?" : ""
        edit = Edit(range: whole, text: SpecPrinter.quoted(name + mark, inFlow: true))
      }
      edits[use.span.file, default: []].append(edit)
    }
    try check(place.kind, name, places.count, files, &texts)
  }

  /// Reads the specs as they would be: the reader knows the rules for names.
  private func check(
    _ kind: NamePlace.Kind, _ name: String, _ count: Int, _ files: [SpecFile], _ texts: inout Texts
  ) throws(ResponseError) {
    let changed = files.map { file in
      guard let edits = edits[file.displayPath], var lines = texts[file.displayPath] else { return file }
      var file = file
      for edit in edits.reversed() { lines.replace(edit.range, with: edit.text) }
      file.bytes = lines.bytes
      return file
    }
    let (old, new) = (Self.mistakes(in: files), Self.mistakes(in: changed))
    if let (problem, _) = new.filter({ $0.value > old[$0.key, default: 0] }).min(by: { $0.key < $1.key }) {
      throw .failed(visibleText(problem))
    }
    guard SpecNames(changed, references: []).places(named: name, kind).count >= count else {
      throw .failed("'\(visibleText(name))' would mean something else in one of the places")
    }
  }

  /// How often there is each message, without places, which change with the text.
  private static func mistakes(in files: [SpecFile]) -> [String: Int] {
    var sink = DiagnosticSink()
    if let api = readAPI(files, into: &sink) { checkEmission(api, of: files, threads: 1, into: &sink) }
    return sink.diagnostics.filter { $0.severity == .error || $0.id == .unresolvedReference }
      .reduce(into: [:]) { $0[$1.message, default: 0] += 1 }
  }
}

extension TextLines {
  /// The range of a name without the quotes and the mark around it; nil if it is spelled in another way.
  func core(of place: NamePlace) -> Range<Int>? {
    let whole = range(of: place.span)
    let text = bytes[whole].drop { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
    let core = text.startIndex..<text.startIndex + place.name.utf8.count
    guard text.starts(with: place.name.utf8),
      bytes[core.upperBound..<whole.upperBound].allSatisfy({ "?\"'".utf8.contains($0) })
    else { return nil }
    return core
  }
}

extension YAMLNode {
  /// Whether a scalar of the tree, or a key, has exactly this position.
  fileprivate func hasScalar(at span: SourceSpan) -> Bool {
    if scalar != nil { return occurrence == span }
    return (items ?? []).contains { $0.hasScalar(at: span) }
      || (entries ?? []).contains { $0.key.hasScalar(at: span) || $0.value.hasScalar(at: span) }
  }
}
