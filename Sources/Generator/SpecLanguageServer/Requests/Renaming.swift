import Diagnostics
import GeneratorKit
import SpecReader
import SpecYAML

/// The edits that give a type or a parameter another name in all files.
struct Renaming {
  /// Why a name can't be given, in one sentence without a full stop.
  struct Refusal: Error {
    var message: String
  }

  /// A change of text.
  struct Edit {
    var span: SourceSpan
    var text: String
  }

  private(set) var edits: [Edit] = []

  /// - Parameter files: the files that know the name.
  init(_ place: NamePlace, to name: String, in names: SpecNames, _ files: [SpecFile]) throws(Refusal) {
    let texts = Dictionary(files.map { ($0.displayPath, $0) }) { first, _ in first }
    for file in files where file.path.hasByteSuffix("yaml") || file.path.hasByteSuffix("yml") {
      var sink = DiagnosticSink()
      _ = parseYAML(bytes: file.bytes, file: file.displayPath, into: &sink)
      if sink.hasErrors {
        throw Refusal(
          message:
            "correct the syntax of '\(file.path)' first, because it isn't known which names it mentions")
      }
    }
    for use in names.places(of: place.definition) {
      guard let file = texts[use.span.file], let edit = Self.edit(use, to: name, in: file) else {
        throw Refusal(
          message:
            "\(use.span.file):\(use.span.start.line) spells '\(use.name)' in another way; change it there by hand"
        )
      }
      edits.append(edit)
    }
    try check(place, name, names, files)
  }

  // MARK: Edits

  /// The text of a name, without the quotes and the mark around it.
  static func core(of place: NamePlace, in lines: TextLines) -> SourceSpan? {
    let text = lines.text(in: place.span)
    var span = place.span
    if let quote = text.first, quote == "\"" || quote == "'" {
      span.start.column += 1
      span.start.offset += 1
    }
    span.end = span.start
    span.end.column += place.name.unicodeScalars.count
    span.end.offset += place.name.utf8.count
    let rest = lines.text(in: SourceSpan(file: span.file, start: span.end, end: place.span.end))
    return lines.text(in: span) == place.name && ["", "?", "\"", "'", "?\"", "?'"].contains(rest) ? span : nil
  }

  private static func edit(_ place: NamePlace, to name: String, in file: SpecFile) -> Edit? {
    let lines = TextLines(bytes: file.bytes)
    guard let core = core(of: place, in: lines) else { return nil }
    if SpecPrinter.quoted(name, inFlow: true) == name { return Edit(span: core, text: name) }
    // The scalar as a whole needs quotes. Within one, such as a path, there is nothing to quote.
    let whole = lines.text(in: place.span)
    var sink = DiagnosticSink()
    let nodes = parseYAML(bytes: file.bytes, file: file.displayPath, into: &sink)
    guard nodes.contains(where: { $0.hasScalar(at: place.span) }) else { return Edit(span: core, text: name) }
    let mark = whole.filter { $0 != "\"" && $0 != "'" }.hasSuffix("?") ? "?" : ""
    return Edit(span: place.span, text: SpecPrinter.quoted(name + mark, inFlow: true))
  }

  // MARK: Checks

  /// Reads the specs as they would be: the reader knows the rules for names.
  private func check(
    _ place: NamePlace, _ name: String, _ names: SpecNames, _ files: [SpecFile]
  ) throws(Refusal) {
    if place.kind == .schema, !isUsableName(name) {
      throw Refusal(
        message:
          "'\(visibleText(name))' can't be the name of a schema: write letters, digits, '_', '-' and '.', beginning "
          + "with a letter, and not the name of a built-in type")
    }
    var changed = files
    for index in changed.indices {
      var lines = TextLines(bytes: changed[index].bytes)
      let own = edits.filter { $0.span.file == changed[index].displayPath }
      for edit in own.sorted(by: { $0.span.start > $1.span.start }) {
        lines.replace(edit.span, with: edit.text)
      }
      if !own.isEmpty { changed[index].bytes = lines.bytes }
    }
    let old = Self.diagnostics(of: files).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    let new = Self.diagnostics(of: changed).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    if let (problem, _) = new.filter({ $0.value > old[$0.key, default: 0] }).min(by: { $0.key < $1.key }) {
      throw Refusal(message: visibleText(problem))
    }
    let found = SpecNames(changed, references: []).places(named: name, place.kind)
    guard found.count >= edits.count else {
      throw Refusal(message: "'\(visibleText(name))' would mean something else in one of the places")
    }
  }

  /// The messages, without places, which change with the text.
  private static func diagnostics(of files: [SpecFile]) -> [String] {
    var sink = DiagnosticSink()
    if let api = readAPI(files, into: &sink) { checkEmission(api, of: files, threads: 1, into: &sink) }
    return sink.diagnostics.filter { $0.severity == .error || $0.id == .unresolvedReference }.map(\.message)
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
