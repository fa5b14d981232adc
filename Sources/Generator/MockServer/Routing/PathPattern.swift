/// A path with parameters in braces, by which the server finds an endpoint.
struct PathPattern: Hashable {
  /// A literal, or a parameter within a segment.
  enum Piece: Hashable {
    case literal(String)
    case parameter(String)
  }

  enum Segment: Hashable {
    /// Percent-decoded.
    case literal(String)
    /// Several pieces, such as `bot{token}`; or only a parameter.
    case pieces([Piece])
    /// A parameter that may contain slashes.
    case slashes(String)

    /// Less for a closer match.
    fileprivate var vagueness: Int {
      switch self {
      case .literal: 0
      case .pieces(let pieces): pieces.count > 1 ? 1 : 2
      case .slashes: 3
      }
    }
  }

  let segments: [Segment]
  /// The path with its braces.
  let text: String
  /// The parameters that may be empty.
  private let empties: Set<String>

  /// - Parameters:
  ///   - text: the path, percent-encoded, with parameters in braces.
  ///   - slashes: the parameters that may contain slashes.
  ///   - empties: the parameters that may be empty.
  init(_ text: String, slashes: Set<String> = [], empties: Set<String> = []) {
    let text = text.hasPrefix("/") ? text : "/\(text)"
    self.text = text
    self.empties = empties
    segments = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map { segment in
      let pieces = Self.pieces(of: segment)
      switch pieces.first {
      case .literal(let literal) where pieces.count == 1:
        return .literal(percentDecoded(literal, plusIsSpace: false))
      case nil: return .literal("")
      case .parameter(let name) where pieces.count == 1 && slashes.contains(name): return .slashes(name)
      default: return .pieces(pieces)
      }
    }
  }

  private static func pieces(of segment: Substring) -> [Piece] {
    var pieces: [Piece] = []
    var rest = segment
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      if open > rest.startIndex { pieces.append(.literal(String(rest[..<open]))) }
      pieces.append(.parameter(String(rest[rest.index(after: open)..<close])))
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { pieces.append(.literal(String(rest))) }
    return pieces
  }

  /// The number of segments; nil if it varies.
  var segmentCount: Int? { segments.contains { $0.vagueness == 3 } ? nil : segments.count }

  /// Whether this is a closer match than another pattern for the same path: where they first differ, it has a literal.
  func isCloser(than other: PathPattern) -> Bool {
    for (one, two) in zip(segments, other.segments) where one.vagueness != two.vagueness {
      return one.vagueness < two.vagueness
    }
    return false
  }

  // MARK: Matching

  /// The percent-encoded values of the parameters by name; nil if the path doesn't match.
  ///
  /// - Parameter path: the percent-encoded segments.
  func match(_ path: [Substring]) -> [String: String]? {
    var values: [String: String] = [:]
    guard let vague = segments.firstIndex(where: { $0.vagueness == 3 }) else {
      guard path.count == segments.count else { return nil }
      return match(path[...], segments[...], &values) ? values : nil
    }
    let after = segments.count - vague - 1
    guard path.count >= segments.count, case .slashes(let name) = segments[vague] else { return nil }
    let middle = path[vague..<path.count - after]
    guard match(path[..<vague], segments[..<vague], &values),
      match(path[middle.endIndex...], segments[(vague + 1)...], &values),
      empties.contains(name) || middle.contains(where: { !$0.isEmpty })
    else { return nil }
    values[name] = middle.joined(separator: "/")
    return values
  }

  private func match(
    _ path: ArraySlice<Substring>, _ segments: ArraySlice<Segment>, _ values: inout [String: String]
  ) -> Bool {
    for (part, segment) in zip(path, segments) {
      switch segment {
      case .literal(let literal):
        guard part == literal || percentDecoded(part, plusIsSpace: false) == literal else { return false }
      case .pieces(let pieces): guard match(part, pieces, &values) else { return false }
      case .slashes(let name): values[name] = String(part)
      }
    }
    return true
  }

  /// A parameter ends at the first occurrence of the next literal; the last literal must be at the end.
  private func match(
    _ segment: Substring, _ pieces: [Piece], _ values: inout [String: String]
  ) -> Bool {
    var rest = segment
    for (position, piece) in pieces.enumerated() {
      switch piece {
      case .literal(let literal):
        guard rest.hasPrefix(literal) else { return false }
        rest = rest.dropFirst(literal.count)
      case .parameter(let name):
        let least = empties.contains(name) ? 0 : 1
        var end = rest.endIndex
        if pieces.indices.contains(position + 1), case .literal(let next) = pieces[position + 1] {
          let isLast = position + 2 == pieces.count
          let found = isLast ? rest.lastPosition(of: next) : rest.firstPosition(of: next, from: least)
          guard let found else { return false }
          end = found
        } else if position + 1 < pieces.count {
          end = rest.index(rest.startIndex, offsetBy: 1, limitedBy: rest.endIndex) ?? rest.endIndex
        }
        guard least == 0 || end > rest.startIndex else { return false }
        values[name] = String(rest[..<end])
        rest = rest[end...]
      }
    }
    return rest.isEmpty
  }
}

extension Substring {
  /// The first position of a text after a number of other characters.
  fileprivate func firstPosition(of text: String, from count: Int) -> Index? {
    indices.dropFirst(count).first { self[$0...].hasPrefix(text) }
  }

  /// The position of a text at the end.
  fileprivate func lastPosition(of text: String) -> Index? {
    hasSuffix(text) ? index(endIndex, offsetBy: -text.count) : nil
  }
}
