/// Where else the compiler may complain about a place: in the further lines of a call, in the cases of a `switch` over the value, and
/// where a variable is used that is declared with it.
///
/// Types aren't known here, so lines that still compile are listed, too.
extension SwiftSource {
  private static let mostVariables = 20
  private static let longestStatement = 12

  /// The lines that mention a variable whose declaration has this place in its value, and variables made of that one in turn; those
  /// of a call's arguments, and of patterns.
  func linesWithValue(from line: Int, _ column: Int) -> [Int] {
    var found = linesOfArguments(line, column)
    var known: Set<String> = []
    var pending = [(line, column)]
    while let (line, column) = pending.popLast(), known.count < Self.mostVariables {
      found.formUnion(linesOfPatterns(line, column))
      guard let declaration = declaration(around: line, column) else { continue }
      for name in declaration.names where known.insert("\(name) \(declaration.line)").inserted {
        for mention in mentions(of: name, after: (line, column)) {
          found.insert(mention.line)
          pending.append(mention)
        }
      }
    }
    return found.subtracting([line]).sorted()
  }

  /// The lines after the first of the call whose name is at a place.
  private func linesOfArguments(_ line: Int, _ column: Int) -> Set<Int> {
    guard let range = argumentRange(line, column) else { return [] }
    let end = place(of: range.upperBound).line
    return end > line ? Set(line + 1...end) : []
  }

  /// The lines of the patterns of a `switch` over the value at a place.
  private func linesOfPatterns(_ line: Int, _ column: Int) -> Set<Int> {
    guard let place = offset(line, column) else { return [] }
    let around = switches.filter { choice in
      guard let start = offset(choice.line, choice.column) else { return false }
      return start < place && place < choice.body.lowerBound
    }
    return Set(around.flatMap(\.patterns).map { self.place(of: $0.lowerBound).line })
  }

  /// The variables that the statement around a place declares, and the line that declares them.
  private func declaration(around line: Int, _ column: Int) -> (names: [String], line: Int)? {
    guard let place = offset(line, column) else { return nil }
    for first in stride(from: line, through: max(1, line - Self.longestStatement), by: -1) {
      guard let start = offset(first, 1), start <= place else { continue }
      let words = words(in: start..<place)
      guard let keyword = words.firstIndex(where: { ["let", "var", "for"].contains($0.text) }) else {
        continue
      }
      guard isOneStatement(from: words[keyword].offset, to: place) else { return nil }
      let declared = words[keyword...].dropFirst().prefix { $0.text != "in" }
      let end = code[words[keyword].offset..<place].firstIndex(of: UInt8(ascii: "="))
      let names = declared.filter { end == nil || $0.offset < (end ?? 0) }.map(\.text)
        .filter {
          !["let", "var", "case", "try", "await"].contains($0)
            && $0.utf8.first.map { $0 | 0x20 >= 0x61 } == true
        }
      return names.isEmpty ? nil : (names, first)
    }
    return nil
  }

  /// The places of a name as a variable, up to the end of the block.
  private func mentions(of name: String, after place: (Int, Int)) -> [(line: Int, column: Int)] {
    guard var position = offset(place.0, place.1) else { return [] }
    var found: [(line: Int, column: Int)] = []
    var depth = 0
    let wanted = Array(name.utf8)
    while position < code.count {
      let byte = code[position]
      if byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "}") {
        depth -= 1
        if depth < 0 { break }
      }
      guard byte.isWord else {
        position += 1
        continue
      }
      let end = skipWord(position)
      if code[position..<end].elementsEqual(wanted), position == 0 || code[position - 1] != UInt8(ascii: ".")
      {
        found.append(self.place(of: position))
      }
      position = end
    }
    return found
  }

  private func words(in range: Range<Int>) -> [(text: String, offset: Int)] {
    var found: [(text: String, offset: Int)] = []
    var position = range.lowerBound
    while position < range.upperBound {
      guard code[position].isWord else {
        position += 1
        continue
      }
      let end = min(skipWord(position), range.upperBound)
      found.append((String(decoding: code[position..<end], as: UTF8.self), position))
      position = end
    }
    return found
  }

  /// Whether the lines between two places belong together: a bracket is open, or an operator is at the end or the start of a line.
  private func isOneStatement(from start: Int, to end: Int) -> Bool {
    guard depth(from: start, to: end) >= 0 else { return false }
    for position in start..<end where code[position] == UInt8(ascii: "\n") {
      if depth(from: start, to: position) > 0 { continue }
      let last = code[start..<position].last { !$0.isBlank }
      let next = code[position...].first { !$0.isBlank }
      if last.map({ "=,:+-&|.?".utf8.contains($0) }) != true, next.map({ ".?:&|+".utf8.contains($0) }) != true
      {
        return false
      }
    }
    return true
  }

  /// The number of brackets that stay open; negative if the range closes a bracket that was opened before it.
  private func depth(from start: Int, to end: Int) -> Int {
    var depth = 0
    for byte in code[start..<max(start, end)] {
      depth += byte.bracketStep
      if depth < 0 { return depth }
    }
    return depth
  }
}
