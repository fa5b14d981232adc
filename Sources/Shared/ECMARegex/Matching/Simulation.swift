/// Follows all alternatives at once, so the time is bounded by the length of the text times the size of the code.
struct Simulation {
  let program: Program
  let text: UTF8Text
  /// For each lookaround, the byte offsets at which it holds.
  var looks: [PositionSet] = []
  /// The remaining instructions.
  var budget: StepBudget

  /// Whether the pattern occurs.
  mutating func search() -> ECMARegex.SearchResult {
    // A lookaround has a greater number than those within it.
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

  /// Runs code from every position. Records where it ends, or stops at the first end without capacity to record it.
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
