import APIModel
import MockServer
import SchemaValues

/// Gives texts from the command line the types that the spec says.
///
/// What a text means is decided by the values that the spec lists: an open union accepts values of any type besides, as which
/// every text could be read. Such a value is written in JSON.
struct TypedText {
  private let checker: ValueChecker
  /// The schemas, whose unions accept only the values of their alternatives.
  private let known: ValueChecker
  private var values: TextValue { TextValue(known) }

  /// - Parameters:
  ///   - checker: the checker of the module's schemas.
  ///   - known: the checker of the same schemas with closed unions.
  init(_ checker: ValueChecker, known: ValueChecker) { (self.checker, self.known) = (checker, known) }

  /// The value that texts mean: a scalar, a list with separators or with one text for each element, or JSON for what no
  /// text can say. The first reading that the schema accepts counts; if there is none, it is the likeliest, whose violations are
  /// reported.
  ///
  /// - Parameter isSecret: whether a refusal must not quote the value.
  func value(
    _ texts: [String], _ schema: Schema, separator: String = ",", isSecret: Bool = false
  ) throws(CallRefusal) -> Literal {
    let closed = schema.closingUnions()
    let types = ValueTypes(of: closed, in: known.index)
    guard texts.count < 2 || types.types.contains(.array) else {
      throw CallRefusal("is given \(texts.count) times, and is one value")
    }
    guard let text = texts.first else { return .array([]) }
    let readings = Readings(texts, separator: separator, closed, values)
    if readings.all.isEmpty, types.types == [.object] {
      throw CallRefusal("is an object; write name:=JSON, or name.property=value")
    }
    if let best = readings.all.first(where: { known.isAccepted($0, closed) }) {
      return checker.canonical(best, schema)
    }
    let usual = types.types == [.array] ? readings.all.last : readings.all.first
    let value = usual ?? .string(text)
    // Whoever writes JSON means it.
    if let json = readings.json, checker.isAccepted(json, schema) { return checker.canonical(json, schema) }
    if let refusal = refusal(of: value, texts, schema, closed, separator, isSecret: isSecret) {
      throw refusal
    }
    return checker.canonical(value, schema)
  }

  /// JSON from the command line or a file.
  ///
  /// - Parameter isSecret: whether a refusal must not quote the text.
  func json(_ text: [UInt8], isSecret: Bool) throws(CallRefusal) -> Literal {
    do throws(JSONTextError) {
      return try JSONText.value(of: text)
    } catch {
      throw CallRefusal((isSecret ? error.silent : error).description)
    }
  }

  // MARK: Readings

  /// What texts can be read as.
  private struct Readings {
    /// The more specific types first.
    private(set) var all: [Literal] = []
    /// The text as an object or a list in JSON.
    private(set) var json: Literal?
    private let texts: [String]
    private let separator: String
    private let values: TextValue

    init(_ texts: [String], separator: String, _ schema: Schema, _ values: TextValue) {
      (self.texts, self.separator, self.values) = (texts, separator, values)
      add(schema, depth: 0)
      let ranked = all.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
      all = ranked.map(\.element)
    }

    /// Adds the readings by a schema, or by each alternative of a union: each says for itself what a text is.
    private mutating func add(_ schema: Schema, depth: Int) {
      let index = values.checker.index
      let resolved = index.resolved(schema)
      if case .union = index.shape(of: resolved.schema), resolved.schema.lenience.isEmpty, depth < 20 {
        for alternative in resolved.schema.oneOf + resolved.schema.anyOf {
          add(alternative, depth: depth + 1)
        }
        if resolved.isNullable, texts == [""] || texts == ["null"] { add(.null) }
        return
      }
      let types = ValueTypes(of: schema, in: index).types
      if texts.count == 1, let text = texts.first {
        if !types.isDisjoint(with: [.string, .integer, .number, .boolean, .null]) {
          for reading in values.readings(of: text, schema) { add(reading) }
        }
        let begins = text.first { $0 != " " }
        let isJSON = types.contains(.object) && begins == "{" || types.contains(.array) && begins == "["
        if isJSON, let value = json ?? (try? JSONText.value(of: text)) {
          json = value
          add(value)
        }
      }
      guard types.contains(.array) else { return }
      let parts =
        texts.count > 1
        ? texts
        : texts.flatMap { text in
          text.isEmpty
            ? [] : text.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
        }
      add(values.list(parts, schema))
    }

    private mutating func add(_ value: Literal) { if !all.contains(value) { all.append(value) } }
  }

  // MARK: Refusals

  /// Why no alternative of a union accepts a value; nil if other rules of the schema say what is wrong with it.
  private func refusal(
    of value: Literal, _ texts: [String], _ schema: Schema, _ closed: Schema, _ separator: String,
    isSecret: Bool
  ) -> CallRefusal? {
    let resolved = known.index.resolved(closed).schema
    guard case .union = known.index.shape(of: resolved) else {
      // An element that no alternative of an open union accepts.
      guard checker.isAccepted(value, schema), let first = known.violations(of: value, by: closed)?.first
      else { return nil }
      let reason = ["oneOf", "anyOf"].contains(first.keyword) ? "" : ": \(text(first, isSecret))"
      return CallRefusal(
        "has a value of no alternative at \(first.path.pointer)\(reason). \(Self.advice)",
        at: first.span ?? schema.span)
    }
    var reasons: [String] = []
    for alternative in leaves(of: resolved) {
      let readings = Readings(texts, separator: separator, alternative, values).all
      let first = (readings.isEmpty ? [value] : readings).lazy.compactMap {
        known.violations(of: $0, by: alternative)?.first
      }.first
      if let reason = first.map({ text($0, isSecret) }), !reasons.contains(reason) { reasons.append(reason) }
    }
    let shown = reasons.prefix(4).joined(separator: "; ") + (reasons.count > 4 ? "; and others" : "")
    let isOpen = checker.index.resolved(schema).schema.isOpen ?? true
    return CallRefusal(
      "is a value of no alternative: \(shown)\(isOpen ? ". \(Self.advice)" : "")", at: schema.span)
  }

  /// An open union accepts values that the spec doesn't describe.
  private static let advice = "Another value is written in JSON, as name:=JSON"

  private func text(_ violation: ValueViolation, _ isSecret: Bool) -> String {
    "\(isSecret ? "the secret value breaks it" : violation.message) [\(violation.keyword)]"
  }

  /// The alternatives of a union that aren't unions themselves.
  private func leaves(of union: Schema, depth: Int = 0) -> [Schema] {
    (union.oneOf + union.anyOf).flatMap { alternative -> [Schema] in
      let resolved = known.index.resolved(alternative).schema
      guard depth < 20, case .union = known.index.shape(of: resolved) else { return [alternative] }
      return leaves(of: resolved, depth: depth + 1)
    }
  }
}

extension Literal {
  /// Less for types that fewer texts can be read as.
  fileprivate var rank: Int {
    switch self {
    case .number: 0
    case .boolean: 1
    case .string: 2
    case .null: 3
    case .object: 4
    case .array: 5
    }
  }
}

extension Module {
  /// The module's named schemas with unions that accept only the values of their alternatives.
  func closingUnions() -> Module {
    var module = self
    for position in schemas.indices {
      module.schemas[position].schema = schemas[position].schema.closingUnions()
    }
    return module
  }
}

extension Schema {
  /// The schema with unions that accept only the values of their alternatives.
  func closingUnions() -> Schema {
    var schema = mappingChildren { $0.closingUnions() }
    if schema.enumeration == nil, !schema.oneOf.isEmpty || !schema.anyOf.isEmpty { schema.isOpen = false }
    return schema
  }
}
