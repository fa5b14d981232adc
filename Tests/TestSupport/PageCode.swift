import Foundation

/// The Swift code of a page of the documentation.
package struct PageCode {
  /// All of the page.
  package let text: String
  /// The lines of the code blocks, without indentation, comments and imports.
  package let blocks: [[Substring]]
  /// The code in tables, except for single names.
  package let cells: [String]

  /// Reads the page of this name.
  package init(_ page: String) throws {
    text = try String(contentsOf: packageFolder.appendingPathComponent("docs/\(page)"), encoding: .utf8)
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
