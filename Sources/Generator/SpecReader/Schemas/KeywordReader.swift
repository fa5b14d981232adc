import APIModel
import Diagnostics
import SpecYAML

/// Reads the values of JSON Schema's keywords, both in the spec language and in JSON Schema documents.
///
/// Reports each mistake at its position, and omits the keyword.
struct KeywordReader<Child> {
  let report: Report
  /// Whether a text must be a JSON string. In the spec language, `pattern: 42` is also text.
  let isStrict: Bool
  /// Reads the subschema under a keyword and under a name or index in its value. Reports a mistake and returns nil.
  let child: (_ node: YAMLNode, _ keyword: String, _ place: String?) -> Child?

  /// The keyword with that name; nil for one that the two differ about, such as `type`.
  func read(_ name: String, _ node: YAMLNode) -> SchemaKeyword<Child>? {
    if let limit = LimitKeyword(rawValue: name) { return number(node, for: limit) }
    if let count = CountKeyword(rawValue: name) { return self.count(node, for: count) }
    if let applicator = Applicator(rawValue: name) {
      return child(node, name, nil).map { .applied(applicator, $0) }
    }
    if let applicator = ListApplicator(rawValue: name) { return list(node, for: applicator) }
    if let applicator = MapApplicator(rawValue: name) { return map(node, for: applicator) }
    switch name {
    case "pattern":
      return text(node, for: "'pattern'").flatMap { isPattern($0, in: node) ? .pattern($0) : nil }
    case "uniqueItems": return report.boolean(node, for: "'uniqueItems'") == true ? .uniqueItems : nil
    case "required": return names(node, for: "'required'").map { .required($0) }
    case "dependentRequired": return dependentRequired(node)
    default: return nil
    }
  }

  // MARK: Schemas

  private func list(_ node: YAMLNode, for keyword: ListApplicator) -> SchemaKeyword<Child>? {
    let name = keyword.rawValue
    let items = report.list(node, of: "schemas", for: "'\(name)'")
    guard !items.isEmpty else {
      if node.items != nil {
        report.error(
          .valueOutOfRange, "'\(name)' is empty, but needs at least one schema", at: node.occurrence)
      }
      return nil
    }
    let schemas = items.indices.map { child(items[$0], name, String($0)) }
    // A list without the invalid schemas would mean something else.
    return schemas.contains { $0 == nil } ? nil : .list(keyword, schemas.compactMap(\.self))
  }

  private func map(_ node: YAMLNode, for keyword: MapApplicator) -> SchemaKeyword<Child>? {
    let name = keyword.rawValue
    guard let entries = node.entries else {
      report.mismatch(node, expected: "a mapping of schemas", for: "'\(name)'")
      return nil
    }
    return .map(
      keyword,
      entries.compactMap { entry in
        let schema = child(entry.value, name, entry.name)
        guard keyword != .patternProperties || isPattern(entry.name, in: entry.key) else { return nil }
        return schema.map { .init(name: entry.name, schema: $0) }
      })
  }

  // MARK: Values

  private func number(_ node: YAMLNode, for keyword: LimitKeyword) -> SchemaKeyword<Child>? {
    guard let number = report.number(node, for: "'\(keyword.rawValue)'") else { return nil }
    if keyword == .multipleOf, !number.isPositive {
      report.error(
        .valueOutOfRange, "'multipleOf' is \(abbreviate(number.text)), but must be more than 0",
        at: node.occurrence)
      return nil
    }
    return .limit(keyword, number)
  }

  private func count(_ node: YAMLNode, for keyword: CountKeyword) -> SchemaKeyword<Child>? {
    let what = "'\(keyword.rawValue)'"
    guard let number = report.number(node, for: what, expected: "an integer") else { return nil }
    guard let count = wholeCount(of: number.text) else {
      report.error(
        .valueOutOfRange, "\(what) is \(abbreviate(number.text)), but must be an integer, at least 0",
        at: node.occurrence)
      return nil
    }
    return .count(keyword, count)
  }

  /// Whether the text is a regular expression; reports if not.
  private func isPattern(_ text: String, in node: YAMLNode) -> Bool {
    guard let problem = findPatternProblem(text) else { return true }
    report.error(
      .invalidPattern, "'\(abbreviate(text))' is not a regular expression: \(problem.message)",
      at: ScalarSpan(node)(problem.index..<min(problem.index + 1, text.unicodeScalars.count)))
    return false
  }

  private func dependentRequired(_ node: YAMLNode) -> SchemaKeyword<Child>? {
    let what = "'dependentRequired'"
    guard let entries = node.entries else {
      report.mismatch(node, expected: "a mapping of lists", for: what)
      return nil
    }
    return .dependentRequired(
      entries.compactMap { entry in
        names(entry.value, for: what).map { .init(property: entry.name, required: $0) }
      })
  }

  func text(_ node: YAMLNode, for what: String) -> String? {
    guard isStrict else { return report.text(node, for: what) }
    guard let scalar = node.scalar, scalar.coreType == .string else {
      report.mismatch(node, expected: "a string", for: what)
      return nil
    }
    return scalar.text
  }

  private func names(_ node: YAMLNode, for what: String) -> [String]? {
    guard isStrict else { return report.names(node, of: "names", for: what).map(\.text) }
    guard let items = node.items else {
      report.mismatch(node, expected: "a list of names", for: what)
      return nil
    }
    var seen: Set<String> = []
    return items.compactMap { text($0, for: what) }.filter { seen.insert($0).inserted }
  }
}

/// The value of a JSON number that is a non-negative integer in any spelling: `2.0`, `1e3`. Clamped to `Int.max`.
package func wholeCount(of text: String) -> Int? {
  let parts = text.split(whereSeparator: { $0 == "e" || $0 == "E" })
  guard let mantissa = parts.first else { return nil }
  let halves = mantissa.split(separator: ".", omittingEmptySubsequences: false)
  var digits = String(halves[0])
  let isNegative = digits.hasPrefix("-")
  if isNegative { digits.removeFirst() }
  var fraction = halves.count > 1 ? String(halves[1]) : ""
  while fraction.last == "0" { fraction.removeLast() }
  digits += fraction
  digits = String(digits.drop { $0 == "0" })
  if digits.isEmpty { return 0 }
  guard !isNegative else { return nil }
  // An exponent beyond `Int` decides on its own.
  guard parts.count < 2 || Int(parts[1]) != nil else { return parts[1].hasPrefix("-") ? nil : .max }
  let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
  let (shift, overflow) = exponent.subtractingReportingOverflow(fraction.utf8.count)
  if overflow { return nil }
  if shift < 0 {
    let zeros = digits.reversed().prefix { $0 == "0" }.count
    guard zeros >= -shift else { return nil }
    return Int(digits.dropLast(-shift)) ?? .max
  }
  return shift > 20 ? .max : Int(digits + String(repeating: "0", count: shift)) ?? .max
}
