extension RegexParser {
  /// A group that hasn't been closed yet.
  struct OpenGroup {
    enum Kind {
      case plain
      case capture(Int)
      case look(isAhead: Bool, isNegated: Bool)
    }

    let kind: Kind
    let start: Int
    /// The number of capturing groups before it.
    let groupsBefore: Int
    /// The parts of the current alternative.
    var nodes: [RegexNode] = []
    var alternatives: [RegexNode] = []
    var cost = 0

    init(kind: Kind, start: Int, groupsBefore: Int) {
      self.kind = kind
      self.start = start
      self.groupsBefore = groupsBefore
    }

    mutating func endAlternative() {
      alternatives.append(nodes.count == 1 ? nodes[0] : nodes.isEmpty ? .empty : .sequence(nodes))
      nodes = []
    }

    /// The node for the parts read so far.
    var node: RegexNode {
      var ended = self
      ended.endAlternative()
      return ended.alternatives.count == 1 ? ended.alternatives[0] : .alternation(ended.alternatives)
    }
  }

  mutating func openGroup() throws(ECMARegexError) {
    let start = next
    let groupsBefore = tree.groupCount
    guard groups.count <= RegexLimits.nesting else {
      throw ECMARegexError("groups are nested more than \(RegexLimits.nesting) deep", at: start)
    }
    let kind = try parseOpening()
    groups.append(OpenGroup(kind: kind, start: start, groupsBefore: groupsBefore))
    disjunctionCount += 1
    path.append(Alternative(disjunction: disjunctionCount, number: 0))
  }

  /// Reads `(` and the characters that determine the kind of group.
  private mutating func parseOpening() throws(ECMARegexError) -> OpenGroup.Kind {
    let start = next
    if skip("(?:") { return .plain }
    if skip("(?=") { return .look(isAhead: true, isNegated: false) }
    if skip("(?!") { return .look(isAhead: true, isNegated: true) }
    if skip("(?<=") { return .look(isAhead: false, isNegated: false) }
    if skip("(?<!") { return .look(isAhead: false, isNegated: true) }
    tree.groupCount += 1
    let group = tree.groupCount
    if skip("(?<") {
      let name = try parseGroupName()
      try define(name, group: group, at: start)
    } else if skip("(?P<") {
      throw ECMARegexError("'(?P<' isn't a group of ECMA-262; named groups begin with '(?<'", at: start)
    } else if skip("(?") {
      throw ECMARegexError(
        "'(?\(peek().map(String.init) ?? "")' doesn't begin a group of ECMA-262", at: start)
    } else {
      next += 1
    }
    return .capture(group)
  }

  mutating func closeGroup() throws(ECMARegexError) {
    guard groups.count > 1, let group = groups.popLast() else {
      throw ECMARegexError("')' closes nothing", at: next)
    }
    path.removeLast()
    next += 1
    var piece = Piece(node: checksOnly ? .empty : group.node, cost: group.cost)
    var isRepeatable = true
    switch group.kind {
    case .plain: break
    case .capture(let number):
      piece.node = .capture(piece.node, group: number)
      piece.cost += 2
    case .look(let isAhead, let isNegated):
      lookCost += group.cost + 1
      piece.node = .look(
        .init(number: tree.lookCount, isAhead: isAhead, isNegated: isNegated, body: piece.node))
      piece.cost = 1
      tree.lookCount += 1
      // Lookbehinds can't be repeated.
      isRepeatable = isAhead
    }
    try append(piece, isRepeatable: isRepeatable, groupsBefore: group.groupsBefore, at: group.start)
  }

  /// Reads the rest of `<name>`.
  mutating func parseGroupName() throws(ECMARegexError) -> String {
    let start = next
    var name = String.UnicodeScalarView()
    while let scalar = peek(), scalar != ">" {
      var part = scalar
      let index = next
      next += 1
      if scalar == "\\" {
        guard skip("u"), let escaped = try parseUnicodeEscape(escapedAt: index),
          let value = Unicode.Scalar(escaped)
        else { throw ECMARegexError("a group's name has an invalid escape", at: index) }
        part = value
      }
      let mayStand =
        part == "$" || part == "_"
        || (name.isEmpty ? part.properties.isIDStart : part.properties.isIDContinue)
        || (!name.isEmpty && (part.value == 0x200C || part.value == 0x200D))
      guard mayStand else { throw ECMARegexError("'\(part)' isn't allowed in a group's name", at: index) }
      name.append(part)
    }
    guard skip(">") else { throw ECMARegexError("a group's name is not closed", at: start) }
    guard !name.isEmpty else { throw ECMARegexError("a group's name is empty", at: start) }
    guard name.count <= RegexLimits.nameLength else {
      throw ECMARegexError("a group's name is longer than \(RegexLimits.nameLength) characters", at: start)
    }
    return String(name)
  }

  /// Two groups may only share a name in different alternatives, so at most one of them takes part in a match.
  private mutating func define(_ name: String, group: Int, at index: Int) throws(ECMARegexError) {
    for other in namePaths[name] ?? [] {
      let fork = zip(other, path).first { $0 != $1 }
      guard let fork, fork.0.disjunction == fork.1.disjunction else {
        throw ECMARegexError("two groups have the name '\(name)'", at: index)
      }
    }
    guard namePaths[name, default: []].count < RegexLimits.namesakes else {
      throw ECMARegexError("more than \(RegexLimits.namesakes) groups have the name '\(name)'", at: index)
    }
    namePaths[name, default: []].append(path)
    tree.names[name, default: []].append(group)
  }

  /// Finds out in advance how many capturing groups there are, because a reference may precede its group, and whether
  /// there are references.
  static func survey(_ scalars: [Unicode.Scalar]) -> (groupCount: Int, hasReferences: Bool) {
    var count = 0
    var hasReferences = false
    var isInClass = false
    var index = 0
    while index < scalars.count {
      switch scalars[index] {
      case "\\":
        index += 1
        guard !isInClass, index < scalars.count else { break }
        hasReferences = hasReferences || scalars[index] == "k" || scalars[index].value &- 0x31 < 9
      case "[": isInClass = true
      case "]": isInClass = false
      case "(" where !isInClass:
        let following = scalars[(index + 1)...].prefix(3).map(String.init).joined()
        let isNamed = following.hasPrefix("?<") && following != "?<=" && following != "?<!"
        if !following.hasPrefix("?") || isNamed { count += 1 }
      default: break
      }
      index += 1
    }
    return (count, hasReferences)
  }
}
