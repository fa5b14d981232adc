import APIModel

/// Names of operations: those of the document, or those that a Swift developer would choose.
struct OperationNames {
  /// The name of an operation.
  ///
  /// - Parameters:
  ///   - id: its `operationId`.
  ///   - method: the method in lower case.
  ///   - path: the path with parameters in braces.
  ///   - group: the operation's group, which the name needn't repeat.
  static func name(id: String?, method: String, path: String, group: String? = nil) -> String {
    guard let id, id.unicodeScalars.contains(where: { $0.properties.isAlphabetic }) else {
      return name(method: method, path: path)
    }
    if isMadeOfPath(id, method: method, path: path) { return name(method: method, path: path) }
    return group.flatMap { rest(of: id, after: $0) } ?? id
  }

  /// `list-for-org` from `repos/list-for-org` in the group `repos`.
  private static func rest(of id: String, after group: String) -> String? {
    guard let end = id.firstIndex(where: { "/._-:".contains($0) }), plain(String(id[..<end])) == plain(group)
    else { return nil }
    let rest = String(id[id.index(after: end)...])
    return rest.unicodeScalars.contains { $0.properties.isAlphabetic } ? rest : nil
  }

  /// Whether a tool derived the id from method and path: `GetCustomersCustomer` for GET /v1/customers/{customer}.
  private static func isMadeOfPath(_ id: String, method: String, path: String) -> Bool {
    let letters = plain(id)
    var parts = path.split(separator: "/").map { plain(String($0)) }
    if letters == plain(method) + parts.joined() { return true }
    if let first = parts.first, isVersion(first) { parts.removeFirst() }
    return letters == plain(method) + parts.joined()
  }

  /// The letters and digits, in lower case.
  static func plain(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil })
    )
    .lowercased()
  }

  private static func isVersion(_ part: String) -> Bool {
    part.hasPrefix("v") && part.count > 1 && part.dropFirst().allSatisfy(\.isNumber) || part == "api"
  }

  /// `listCustomers`, `getCustomer`, `createCustomer`, `updateCustomer`, `deleteCustomer`, `captureCharge`.
  static func name(method: String, path: String) -> String {
    var parts = path.split(separator: "/").map(String.init)
    while let first = parts.first, isVersion(first.lowercased()), parts.count > 1 { parts.removeFirst() }
    guard let last = parts.last else { return method }
    // A noun before a parameter means one of many.
    var nouns: [String] = []
    for (position, part) in parts.enumerated() where !isParameter(part) {
      let isOne = position + 1 < parts.count && isParameter(parts[position + 1])
      nouns.append(isOne ? singular(part) : part)
    }
    let isOne = isParameter(last)
    let followsOne = parts.count > 1 && isParameter(parts[parts.count - 2])
    let isMany = !isOne && singular(last) != last
    switch method {
    case "get": return joined([isMany ? "list" : "get"], nouns)
    case "post" where isOne: return joined(["update"], nouns)
    case "post" where isMany: return joined(["create"], nouns.dropLast() + [singular(last)])
    case "post" where followsOne: return joined([last], Array(nouns.dropLast()))
    case "put": return joined(["replace"], nouns)
    case "patch": return joined(["update"], nouns)
    default: return joined([method], nouns)
    }
  }

  private static func joined(_ verb: [String], _ nouns: [String]) -> String {
    (verb + nouns).joined(separator: "-")
  }

  private static func isParameter(_ part: String) -> Bool { part.contains("{") }

  /// The singular of common English plurals; other nouns are unchanged.
  private static func singular(_ noun: String) -> String {
    if noun.hasSuffix("ies"), noun.count > 4 { return noun.dropLast(3) + "y" }
    for ending in ["sses", "xes", "ches", "shes"] where noun.hasSuffix(ending) {
      return String(noun.dropLast(2))
    }
    let isPlural =
      noun.hasSuffix("s") && !noun.hasSuffix("ss") && !noun.hasSuffix("us") && !noun.hasSuffix("is")
    return isPlural ? String(noun.dropLast()) : noun
  }
}
