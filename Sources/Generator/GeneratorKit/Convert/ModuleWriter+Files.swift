import APIModel
import Diagnostics

/// What is in a file, and where it comes from.
extension ModuleWriter {
  /// - Parameter spans: the places in the document of the members of sections, such as `endpoints` or `module.servers`.
  func file(
    _ name: String, _ entries: [(String, SpecValue?)], _ spans: [String: [String: SourceSpan]]
  ) -> ConvertedFile {
    var text = WrittenText(spans, module.name.span)
    for entry in [.init(key: "wgnapi", value: .plain("1"))] + SpecValue.map(entries).entries {
      text.add(entry)
    }
    return ConvertedFile(
      path: "\(module.name.text)/\(name).yaml", text: text.text, origins: text.origins)
  }

  /// The places of what `module.yaml` contains.
  var originsOfModule: [String: [String: SourceSpan]] {
    func spans(_ names: [Name]) -> [String: SourceSpan] {
      Dictionary(names.map { ($0.text, $0.span) }) { first, _ in first }
    }
    var own: [String: SourceSpan] = [:]
    own["servers"] = module.servers.first?.name.span
    own["credentials"] = module.credentials.first?.name.span
    own["groups"] = module.groups.first?.path.first?.span
    return [
      "module": own, "module.servers": spans(module.servers.map(\.name)),
      "module.credentials": spans(module.credentials.map(\.name)),
      "webhooks": spans(module.webhooks?.events.map(\.name) ?? []),
      "envelopes": spans(module.envelopes.map(\.name)), "slices": spans(module.slices.map(\.name)),
    ]
  }
}

/// The text of a file, with the places that its parts come from.
private struct WrittenText {
  private(set) var text = ""
  private(set) var origins: LineOrigins
  private let spans: [String: [String: SourceSpan]]
  private let whole: SourceSpan
  private var lines = 0

  init(_ spans: [String: [String: SourceSpan]], _ whole: SourceSpan) {
    (self.spans, self.whole, origins) = (spans, whole, LineOrigins(whole))
  }

  mutating func add(_ entry: SpecValue.Entry) {
    text += SpecPrinter.print([entry])
    place(entry, in: "", depth: 0, from: whole)
  }

  private mutating func place(_ entry: SpecValue.Entry, in path: String, depth: Int, from outer: SourceSpan) {
    let own = spans[path]?[entry.key] ?? outer
    let inner = path.isEmpty ? entry.key : "\(path).\(entry.key)"
    let written = SpecPrinter.print([entry], depth: depth)
    let end = lines + written.utf8.count { $0 == UInt8(ascii: "\n") }
    if spans[inner] != nil {
      if end == lines + 1 {
        placeInLine(entry, written, inner, from: own)
      } else {
        lines += 1
        for member in entry.value.entries { place(member, in: inner, depth: depth + 1, from: own) }
      }
    }
    origins.add(linesTo: end, from: own)
    lines = end
  }

  /// The members of an entry that is on one line.
  private mutating func placeInLine(
    _ entry: SpecValue.Entry, _ written: String, _ path: String, from outer: SourceSpan
  ) {
    func width(_ text: String) -> Int { text.unicodeScalars.count }
    // Without the line break; columns begin with 1, and the first member is after a brace.
    var column = width(written) - 1 - width(SpecPrinter.flow(entry.value)) + 2
    for member in entry.value.entries {
      column += width(SpecPrinter.flow(member)) + 1
      origins.add(to: column, ofLine: lines + 1, from: spans[path]?[member.key] ?? outer)
      column += 1
    }
  }
}
