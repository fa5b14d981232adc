import TrafficEvidence

/// Finds endpoints in the paths of a server.
package enum PathRules {
  /// The endpoints, in the order of their paths.
  package static func endpoints(_ paths: PathEvidence) -> [FoundEndpoint] {
    var result: [FoundEndpoint] = []
    let normal = withoutVersions(normalized(paths), isTop: true)
    collect(normal, segments: [], variables: [], into: &result)
    return result
  }

  private static func collect(
    _ paths: PathEvidence, segments: [FoundEndpoint.Segment], variables: [FoundEndpoint.Variable],
    into result: inout [FoundEndpoint]
  ) {
    for method in TrafficExchange.methods {
      for (call, operation) in paths.operations(method) {
        result.append(
          FoundEndpoint(
            method: method, segments: segments, variables: variables, operation: operation, call: call))
      }
    }
    for (kind, child) in paths.variables.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      var variable = FoundEndpoint.Variable(kind: kind, values: child.values, distinct: child.distinctValues)
      if child.endings.count == 1 {
        variable.ending = child.endings.keys.first ?? ""
      } else if !child.endings.isEmpty {
        // With different endings, or with one and without, the segment is a text.
        variable.kind = kind == .secret ? kind : .text
      }
      collect(
        child, segments: segments + [.variable(variables.count)], variables: variables + [variable],
        into: &result)
    }
    for word in paths.words.keys.sorted() {
      guard let child = paths.words[word] else { continue }
      let segment = word.hasPrefix(":") ? FoundEndpoint.Segment.verb(word) : .word(word)
      collect(child, segments: segments + [segment], variables: variables, into: &result)
    }
  }

  // MARK: Parameters

  /// Paths with one parameter at most at each place: `/users/17` and `/users/me` stay two endpoints, but values of several forms
  /// are one parameter, and so are words that behave alike.
  private static func normalized(_ paths: PathEvidence) -> PathEvidence {
    var result = paths
    result.collapse(IdentifierWords.all(in: paths))
    var variables = result.variables
    let kinds = variables.keys.filter { $0 != .secret }
    if kinds.count > 1 {
      var merged = PathEvidence()
      for kind in kinds.sorted(by: { $0.rawValue < $1.rawValue }) {
        if let child = variables.removeValue(forKey: kind) { merged.merge(child) }
      }
      variables[.text] = merged
    }
    result.replaceVariables(by: variables.mapValues { normalized($0) })
    for (word, child) in result.words { result.replaceWord(word, by: normalized(child)) }
    return result
  }

  /// A number or a date at the beginning of all paths, of which there is only one, is a version of the API.
  private static func withoutVersions(_ paths: PathEvidence, isTop: Bool) -> PathEvidence {
    var result = paths
    guard paths.operations.isEmpty, paths.words.count + paths.variables.count == 1 else { return result }
    if let (kind, child) = paths.variables.first, [.integer, .date].contains(kind), child.distinctValues == 1,
      let version = child.version, child.words.count > 1 || kind == .date && isTop && child.requests > 1
    {
      result.replaceVariables(by: [:])
      result.replaceWord(version, by: child)
    } else if let (word, child) = paths.words.first {
      result.replaceWord(word, by: withoutVersions(child, isTop: isTop && isUsual(word)))
    }
    return result
  }

  // MARK: The base path

  /// The words that all paths begin with, such as `api/v2`: up to the last usual one, or to the place where paths differ.
  package static func basePath(_ endpoints: [FoundEndpoint]) -> [String] {
    var prefix: [String] = []
    var best: [String] = []
    while let first = endpoints.first, prefix.count + 1 < first.segments.count,
      case .word(let word) = first.segments[prefix.count]
    {
      let place = prefix.count
      let isCommon = endpoints.allSatisfy {
        $0.segments.count > place + 1 && $0.segments[place] == .word(word)
      }
      guard isCommon else { break }
      let next = Set(endpoints.map { $0.segments[place + 1] })
      let areWords = next.allSatisfy { if case .word = $0 { true } else { false } }
      prefix.append(word)
      if isUsual(word) || next.count > 1 && areWords && best.count + 1 == prefix.count { best = prefix }
    }
    return best
  }

  private static func isUsual(_ word: String) -> Bool {
    if ["api", "rest", "public", "services"].contains(word.lowercased()) { return true }
    let number = word.lowercased().hasPrefix("v") ? word.dropFirst() : word[...]
    return number.first?.isNumber == true && number.utf8.allSatisfy { $0.isDigit || ".-".utf8.contains($0) }
  }
}
