import Foundation

/// The Swift code of a page of the documentation, or of some of its sections.
package struct PageCode {
  /// The page, or the sections of it that were asked for.
  package let text: String
  /// The lines of the code blocks, without indentation, comments and imports.
  package let blocks: [[Substring]]
  /// The code in tables, except for single names.
  package let cells: [String]

  /// Reads the page of this name.
  ///
  /// - Parameters:
  ///   - section: The heading of the only section to read, with the sections in it; by default, the whole page is read.
  ///   - others: The headings of sections that other tests check.
  package init(_ page: String, section: String? = nil, without others: [String] = []) throws {
    let all = try String(contentsOf: packageFolder.appendingPathComponent("docs/\(page)"), encoding: .utf8)
    var sections = Sections(all)
    for other in others { try sections.remove(other) }
    text = try section.map { try sections.section($0) } ?? sections.text
    let parts = text.components(separatedBy: "```")
    blocks = parts.enumerated().compactMap { index, part in
      guard !index.isMultiple(of: 2), part.hasPrefix("swift\n") else { return nil }
      return Self.lines(part.dropFirst("swift\n".count))
    }
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") }
    cells = rows.flatMap { row in
      let spans = row.split(separator: "`", omittingEmptySubsequences: false)
      return spans.indices.filter { !$0.isMultiple(of: 2) }.map { String(spans[$0]) }
    }.filter { $0.contains("(") }
  }

  /// The texts of the blocks in a language other than Swift.
  package func texts(_ language: String) -> [String] {
    text.components(separatedBy: "```").enumerated().compactMap { index, part in
      guard !index.isMultiple(of: 2), part.hasPrefix(language + "\n") else { return nil }
      return String(part.dropFirst(language.count + 1))
    }
  }

  /// The blocks that don't stand in a file as they are, but for indentation, comments, imports and the `_ =` of values
  /// that a page only shows.
  package func blocksMissing(in file: String) throws -> [String] {
    let lines = Self.lines(try String(contentsOfFile: file, encoding: .utf8)[...])
    return blocks.filter { block in
      !lines.indices.contains { lines[$0...].starts(with: block) }
    }.map { $0.joined(separator: "\n") }
  }

  /// The code in tables that isn't in a file.
  package func cellsMissing(in file: String) throws -> [String] {
    let text = try String(contentsOfFile: file, encoding: .utf8)
    return cells.filter { !text.contains($0) }
  }

  private static func lines(_ text: Substring) -> [Substring] {
    text.split(separator: "\n").compactMap { line in
      var line = line.drop { $0 == " " }
      if let comment = line.firstRange(of: "  //") {
        line = line[..<comment.lowerBound]
        while line.last == " " { line.removeLast() }
      }
      if line.hasPrefix("_ = ") { line.removeFirst("_ = ".count) }
      return line.isEmpty || line.hasPrefix("//") || line.hasPrefix("import ") ? nil : line
    }
  }
}

/// The sections of a page.
private struct Sections {
  struct Missing: Error {
    let heading: String
  }

  private var lines: [Line] = []

  /// A line with the level of its heading, which is 0 for other lines and in code blocks.
  private struct Line {
    let text: Substring
    let level: Int
  }

  init(_ text: String) {
    var isCode = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.drop(while: { $0 == " " }).hasPrefix("```") { isCode.toggle() }
      let marks = line.prefix { $0 == "#" }.count
      lines.append(Line(text: line, level: !isCode && line.dropFirst(marks).first == " " ? marks : 0))
    }
  }

  var text: String { lines.map(\.text).joined(separator: "\n") }

  func section(_ heading: String) throws -> String {
    try lines[range(of: heading)].map(\.text).joined(separator: "\n")
  }

  mutating func remove(_ heading: String) throws {
    try lines.removeSubrange(range(of: heading))
  }

  /// From the heading to the next one that isn't in its section.
  private func range(of heading: String) throws -> Range<Int> {
    guard
      let start = lines.firstIndex(where: { $0.level > 0 && $0.text.dropFirst($0.level + 1) == heading })
    else {
      throw Missing(heading: heading)
    }
    let level = lines[start].level
    let end = lines[(start + 1)...].firstIndex { $0.level > 0 && $0.level <= level } ?? lines.endIndex
    return start..<end
  }
}
