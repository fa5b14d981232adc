import Diagnostics

/// The text of a file of specs, with the places that its parts come from.
struct WrittenText {
  private(set) var text = ""
  private(set) var origins: LineOrigins
  private var lines = 0

  /// - Parameter whole: what the file was made from.
  init(_ whole: SourceSpan) { origins = LineOrigins(whole) }

  /// Adds complete lines that come from one place.
  mutating func add(_ part: String, from span: SourceSpan) {
    text += part
    lines += Self.lines(part)
    origins.add(linesTo: lines, from: span)
  }

  /// Adds a section.
  ///
  /// - Parameters:
  ///   - whole: the place of what `spans` doesn't have.
  ///   - spans: the places of the members of sections, such as `endpoints` or `module.servers`.
  mutating func add(
    _ entry: SpecValue.Entry, from whole: SourceSpan, _ spans: [String: [String: SourceSpan]]
  ) {
    text += SpecPrinter.print([entry])
    place(entry, in: "", depth: 0, from: whole, spans)
  }

  private static func lines(_ text: String) -> Int { text.utf8.count { $0 == UInt8(ascii: "\n") } }

  private mutating func place(
    _ entry: SpecValue.Entry, in path: String, depth: Int, from outer: SourceSpan,
    _ spans: [String: [String: SourceSpan]]
  ) {
    let own = spans[path]?[entry.key] ?? outer
    let inner = path.isEmpty ? entry.key : "\(path).\(entry.key)"
    let written = SpecPrinter.print([entry], depth: depth)
    let end = lines + Self.lines(written)
    if let members = spans[inner] {
      if end == lines + 1 {
        placeInLine(entry, written, members, from: own)
      } else {
        lines += 1
        for member in entry.value.entries { place(member, in: inner, depth: depth + 1, from: own, spans) }
      }
    }
    origins.add(linesTo: end, from: own)
    lines = end
  }

  /// The members of an entry that is on one line.
  private mutating func placeInLine(
    _ entry: SpecValue.Entry, _ written: String, _ members: [String: SourceSpan], from outer: SourceSpan
  ) {
    func width(_ text: String) -> Int { text.unicodeScalars.count }
    // Without the line break; columns begin with 1, and the first member is after a brace.
    var column = width(written) - 1 - width(SpecPrinter.flow(entry.value)) + 2
    for member in entry.value.entries {
      column += width(SpecPrinter.flow(member)) + 1
      origins.add(to: column, ofLine: lines + 1, from: members[member.key] ?? outer)
      column += 1
    }
  }
}
