/// A pattern as a tree, with the slowest and plainest way to search it: ECMA-262, section 22.2.2, word by word.
indirect enum ReferencePattern {
  case character(String, @Sendable (Unicode.Scalar) -> Bool)
  case sequence([ReferencePattern])
  case alternation([ReferencePattern])
  case capture(ReferencePattern, Int)
  case repetition(ReferencePattern, Int, Int?, isLazy: Bool, groups: Range<Int>)
  case look(ReferencePattern, isAhead: Bool, isNegated: Bool)
  case reference(Int)
  case start, end, wordBoundary, noWordBoundary

  var text: String {
    switch self {
    case .character(let text, _): text
    case .sequence(let parts): parts.map { $0.isAlternation ? "(?:\($0.text))" : $0.text }.joined()
    case .alternation(let parts): parts.map(\.text).joined(separator: "|")
    case .capture(let body, _): "(\(body.text))"
    case .repetition(let body, let minimum, let maximum, let isLazy, _):
      (body.isAtom ? body.text : "(?:\(body.text))") + Self.quantifier(minimum, maximum) + (isLazy ? "?" : "")
    case .look(let body, let isAhead, let isNegated):
      "(?\(isAhead ? "" : "<")\(isNegated ? "!" : "=")\(body.text))"
    // The group keeps a digit that may follow apart.
    case .reference(let group): "(?:\\\(group))"
    case .start: "^"
    case .end: "$"
    case .wordBoundary: "\\b"
    case .noWordBoundary: "\\B"
    }
  }

  private var isAlternation: Bool { if case .alternation = self { true } else { false } }

  private var isAtom: Bool {
    switch self {
    case .character, .capture, .reference: true
    default: false
    }
  }

  private static func quantifier(_ minimum: Int, _ maximum: Int?) -> String {
    switch (minimum, maximum) {
    case (0, nil): "*"
    case (1, nil): "+"
    case (0, 1): "?"
    case (_, nil): "{\(minimum),}"
    case (_, let maximum?): minimum == maximum ? "{\(minimum)}" : "{\(minimum),\(maximum)}"
    }
  }
}

struct ReferenceMatcher {
  struct OutOfSteps: Error {}

  struct State {
    var position: Int
    var captures: [Range<Int>?]
  }

  let text: [Unicode.Scalar]
  var steps = 0

  init(_ text: String) { self.text = Array(text.unicodeScalars) }

  /// Whether a pattern is found anywhere; throws where that takes too long.
  mutating func finds(_ pattern: ReferencePattern, groupCount: Int) throws -> Bool {
    for start in 0...text.count {
      let state = State(position: start, captures: Array(repeating: nil, count: groupCount + 1))
      if try match(pattern, state, 1, { _, _ in true }) { return true }
    }
    return false
  }

  typealias Continuation = (inout ReferenceMatcher, State) throws -> Bool

  private mutating func match(
    _ pattern: ReferencePattern, _ state: State, _ direction: Int, _ next: Continuation
  ) throws -> Bool {
    steps += 1
    if steps > 50_000 { throw OutOfSteps() }
    var state = state
    switch pattern {
    case .character(_, let accepts):
      let index = direction > 0 ? state.position : state.position - 1
      guard text.indices.contains(index), accepts(text[index]) else { return false }
      state.position += direction
      return try next(&self, state)
    case .sequence(let parts): return try matchAll(parts[...], state, direction, next)
    case .alternation(let parts):
      for part in parts where try match(part, state, direction, next) { return true }
      return false
    case .capture(let body, let group):
      let begin = state.position
      return try match(body, state, direction) { matcher, inner in
        var inner = inner
        inner.captures[group] = min(begin, inner.position)..<max(begin, inner.position)
        return try next(&matcher, inner)
      }
    case .repetition(let body, let minimum, let maximum, let isLazy, let groups):
      return try matchRepetition(body, minimum, maximum, isLazy, groups, state, direction, next)
    case .look(let body, let isAhead, let isNegated):
      var captures: [Range<Int>?]?
      let isFound = try match(body, state, isAhead ? 1 : -1) { _, inner in
        captures = inner.captures
        return true
      }
      guard isFound != isNegated else { return false }
      if let captures, !isNegated { state.captures = captures }
      return try next(&self, state)
    case .reference(let group):
      guard let range = state.captures[group] else { return try next(&self, state) }
      let end = state.position + direction * range.count
      guard (0...text.count).contains(end),
        text[min(state.position, end)..<max(state.position, end)].elementsEqual(text[range])
      else { return false }
      state.position = end
      return try next(&self, state)
    case .start: return try state.position == 0 && next(&self, state)
    case .end: return try state.position == text.count && next(&self, state)
    case .wordBoundary: return try isBoundary(state.position) && next(&self, state)
    case .noWordBoundary: return try !isBoundary(state.position) && next(&self, state)
    }
  }

  private mutating func matchAll(
    _ parts: ArraySlice<ReferencePattern>, _ state: State, _ direction: Int, _ next: Continuation
  ) throws -> Bool {
    guard let part = direction > 0 ? parts.first : parts.last else { return try next(&self, state) }
    let rest = direction > 0 ? parts.dropFirst() : parts.dropLast()
    return try match(part, state, direction) { matcher, inner in
      try matcher.matchAll(rest, inner, direction, next)
    }
  }

  /// RepeatMatcher (section 22.2.2.3.1).
  private mutating func matchRepetition(
    _ body: ReferencePattern, _ minimum: Int, _ maximum: Int?, _ isLazy: Bool, _ groups: Range<Int>,
    _ state: State, _ direction: Int, _ next: Continuation
  ) throws -> Bool {
    if maximum == 0 { return try next(&self, state) }
    func iterate(_ matcher: inout ReferenceMatcher) throws -> Bool {
      var begin = state
      for group in groups { begin.captures[group] = nil }
      return try matcher.match(body, begin, direction) { matcher, end in
        if minimum == 0, end.position == state.position { return false }
        return try matcher.matchRepetition(
          body, max(minimum - 1, 0), maximum.map { $0 - 1 }, isLazy, groups, end, direction, next)
      }
    }
    if minimum > 0 { return try iterate(&self) }
    if isLazy { return try next(&self, state) || iterate(&self) }
    return try iterate(&self) || next(&self, state)
  }

  private func isBoundary(_ position: Int) -> Bool {
    func isWord(_ index: Int) -> Bool {
      text.indices.contains(index) && "abcxyz_0123456789".unicodeScalars.contains(text[index])
    }
    return isWord(position - 1) != isWord(position)
  }
}
