/// One pass over the text.
struct Scan {
  let code: Code
  /// The instructions at the current position, and those after the next character.
  var current: UnsafeMutableBufferPointer<Int32>
  var upcoming: UnsafeMutableBufferPointer<Int32>
  var currentCount = 0
  var upcomingCount = 0
  /// Instructions to visit. Each is added at most twice per position, and only the first visit continues.
  let stack: UnsafeMutableBufferPointer<Int32>
  /// The last round in which each instruction was visited.
  let marks: UnsafeMutableBufferPointer<Int32>

  init(
    code: Code, current: UnsafeMutableBufferPointer<Int32>, upcoming: UnsafeMutableBufferPointer<Int32>,
    stack: UnsafeMutableBufferPointer<Int32>, marks: UnsafeMutableBufferPointer<Int32>
  ) {
    self.code = code
    self.current = current
    self.upcoming = upcoming
    self.stack = stack
    self.marks = marks
  }

  /// The neighbourhood of a position.
  private struct Place {
    var position: Int
    /// The class of the next character; nil at the end.
    var next: Int?
    var isAtStart: Bool
    var isAtEnd: Bool
    var isWordBoundary: Bool
  }

  mutating func run(_ simulation: inout Simulation, noting positions: inout PositionSet)
    -> ECMARegex.SearchResult
  {
    let text = simulation.text
    let alphabet = simulation.program.alphabet
    var position = code.isBackward ? text.count : 0
    var previous: Int?
    var round: Int32 = 0
    while true {
      let isAtEnd = code.isBackward ? position == 0 : position == text.count
      var length = 0
      var next: Int?
      if !isAtEnd {
        let character = code.isBackward ? text.character(before: position) : text.character(at: position)
        length = character.length
        next = alphabet.classOf(character.scalar)
      }
      let place = Place(
        position: position, next: next, isAtStart: position == 0, isAtEnd: position == text.count,
        isWordBoundary: isWord(previous, alphabet) != isWord(next, alphabet))
      // Restarts the numbering before it overflows.
      if round == .max {
        marks.update(repeating: -1)
        round = 0
      }
      if visit(place, round, &simulation) {
        guard positions.insert(position) else { return .matched }
      }
      guard simulation.budget.goesOn() else { return .tooMuchWork }
      if isAtEnd { return .notMatched }
      round += 1
      swap(&current, &upcoming)
      currentCount = upcomingCount
      upcomingCount = 0
      position += code.isBackward ? -length : length
      previous = next
    }
  }

  private func isWord(_ member: Int?, _ alphabet: Alphabet) -> Bool {
    member.map { alphabet.isWord[$0] } ?? false
  }

  /// Visits all instructions that can be reached at a position. Returns whether the end is among them.
  private mutating func visit(_ place: Place, _ round: Int32, _ simulation: inout Simulation) -> Bool {
    var isFound = false
    for number in 0...currentCount {
      // A match may begin anywhere.
      var depth = 0
      push(number < currentCount ? current[number] : 0, round, &depth)
      while depth > 0 {
        depth -= 1
        let instruction = stack[depth]
        simulation.budget.take(1)
        switch code.instructions[Int(instruction)] {
        case .letter(let wanted):
          if place.next == Int(wanted) { goOn(instruction) }
        case .set(let set):
          if let next = place.next, simulation.program.membership.contains(set: set, next) {
            goOn(instruction)
          }
        case .split(let first, let second):
          push(second, round, &depth)
          push(first, round, &depth)
        case .jump(let target): push(target, round, &depth)
        case .assertion(let assertion):
          if holds(assertion, place) { push(instruction + 1, round, &depth) }
        case .look(let look):
          if simulation.holds(look, at: place.position) { push(instruction + 1, round, &depth) }
        case .match: isFound = true
        case .save, .forget, .enter, .progress, .reference: break
        }
      }
    }
    return isFound
  }

  private func holds(_ assertion: RegexNode.Assertion, _ place: Place) -> Bool {
    switch assertion {
    case .start: place.isAtStart
    case .end: place.isAtEnd
    case .wordBoundary: place.isWordBoundary
    case .noWordBoundary: !place.isWordBoundary
    }
  }

  private mutating func goOn(_ instruction: Int32) {
    upcoming[upcomingCount] = instruction + 1
    upcomingCount += 1
  }

  /// Pushes an instruction, once per round, so neither the stack nor the lists outgrow the code.
  private func push(_ instruction: Int32, _ round: Int32, _ depth: inout Int) {
    guard marks[Int(instruction)] != round else { return }
    marks[Int(instruction)] = round
    stack[depth] = instruction
    depth += 1
  }
}
