/// Follows all ways through code at once, so that the time is bounded by the text times the code.
struct Simulation {
  let program: Program
  let text: UTF8Text
  /// For each lookaround whether it holds before the byte of that index.
  var looks: [PositionSet] = []
  /// Instructions that may still be looked at.
  var budget = RegexLimits.simulationWork

  /// Whether the pattern is found.
  mutating func search() -> ECMARegex.SearchResult {
    // A lookaround is numbered after those within it.
    for look in program.looks {
      guard let look else {
        looks.append(PositionSet(count: 0))
        continue
      }
      var positions = PositionSet(count: text.count + 1)
      guard run(look.code, noting: &positions) != .tooMuchWork else { return .tooMuchWork }
      looks.append(positions)
    }
    var none = PositionSet(count: 0)
    return run(program.code, noting: &none)
  }

  /// Whether a lookaround holds at a position.
  func holds(_ look: Int32, at position: Int) -> Bool {
    looks[Int(look)].contains(position) != (program.looks[Int(look)]?.isNegated ?? false)
  }

  /// Follows code from every position. Notes where it ends, or stops at the first end if there is no room to note it.
  private mutating func run(_ code: Code, noting positions: inout PositionSet) -> ECMARegex.SearchResult {
    let size = code.instructions.count
    return withUnsafeTemporaryAllocation(of: Int32.self, capacity: size * 4) { scratch in
      scratch.initialize(repeating: -1)
      var scan = Scan(
        code: code, current: UnsafeMutableBufferPointer(rebasing: scratch[0..<size]),
        upcoming: UnsafeMutableBufferPointer(rebasing: scratch[size..<(size * 2)]),
        stack: UnsafeMutableBufferPointer(rebasing: scratch[(size * 2)..<(size * 3)]),
        marks: UnsafeMutableBufferPointer(rebasing: scratch[(size * 3)...]))
      return scan.run(&self, noting: &positions)
    }
  }
}
