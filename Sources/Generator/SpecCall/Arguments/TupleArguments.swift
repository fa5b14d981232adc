import APIModel
import SchemaValues
import SwiftEmitter

/// A tuple, whose elements have names as if it were an object.
struct TupleArguments {
  /// The names with the schemas, by position.
  let elements: [(name: String, schema: Schema)]
  /// How many of them a list needs.
  let leastCount: Int

  /// Nil for what isn't a tuple.
  init?(_ schema: Schema, _ index: SchemaIndex) {
    let resolved = index.resolved(schema).schema
    let array = resolved.array
    guard !array.prefixItems.isEmpty else { return nil }
    leastCount = array.prefixItems.count - resolved.missingElements
    elements = array.prefixItems.enumerated().map { position, element in
      let names = array.elementNames
      return (names.indices.contains(position) ? names[position].text : "element\(position)", element)
    }
  }

  /// The element with a name, of the spec or of Swift.
  func element(_ name: String) -> (name: String, schema: Schema)? {
    elements.first { $0.name == name } ?? elements.first { usualMemberName($0.name) == name }
  }

  /// The elements of a list as members.
  func members(of items: [Literal]) -> [Literal.Member] {
    zip(elements, items).map { .init(name: $0.name, value: $1) }
  }
}

extension ArgumentReader {
  /// Sets a part of the body. Tuples on the way to it are objects until `foldTuples`.
  mutating func setProperty(_ path: [String], _ value: Literal) {
    var body: Literal = .object([])
    if case .value(let known)? = arguments.body { body = known }
    setBody(.value(setting(body, places.bodySchema, path[...], to: value)))
  }

  private func setting(
    _ old: Literal, _ schema: Schema?, _ path: ArraySlice<String>, to value: Literal
  ) -> Literal {
    guard let first = path.first else { return value }
    var members: [Literal.Member] = []
    if case .object(let known) = old { members = known }
    if case .array(let items) = old, let tuple = schema.flatMap({ TupleArguments($0, index) }) {
      members = tuple.members(of: items)
    }
    let next = schema.flatMap { places.member(first, of: $0)?.schema }
    let position = members.firstIndex { $0.name == first }
    let inner = setting(
      position.map { members[$0].value } ?? .object([]), next, path.dropFirst(), to: value)
    if let position {
      members[position].value = inner
    } else {
      members.append(.init(name: first, value: inner))
    }
    return .object(members)
  }

  /// Makes lists of tuples whose elements were given one by one, and reports elements that are missing.
  mutating func foldTuples() {
    guard case .value(let body)? = arguments.body, let schema = places.bodySchema else { return }
    let before = problems.count
    let whole = folded(body, schema, [])
    // What is missing is reported once.
    setBody(problems.count > before ? nil : .value(whole))
  }

  private mutating func folded(_ value: Literal, _ schema: Schema, _ path: [String]) -> Literal {
    guard case .object(let members) = value, path.count < 100 else { return value }
    guard let tuple = TupleArguments(schema, index), index.flattenedObject(schema) == nil else {
      return .object(
        members.map { member in
          guard let inner = places.member(member.name, of: schema)?.schema else { return member }
          return .init(name: member.name, value: folded(member.value, inner, path + [member.name]))
        })
    }
    let constants = BodyConstants(checker: checker)
    var items: [Literal] = []
    // What is missing at the end isn't sent.
    let last = tuple.elements.lastIndex { value.member($0.name) != nil } ?? -1
    for (position, element) in tuple.elements.prefix(max(tuple.leastCount, last + 1)).enumerated() {
      if let given = value.member(element.name) {
        items.append(folded(given, element.schema, path + [element.name]))
      } else if let only = constants.onlyValue(element.schema) {
        items.append(only)
      } else if position >= tuple.leastCount, checker.isAccepted(.null, element.schema) {
        // As clients do for a gap before an element that was given.
        items.append(.null)
      } else if allowsMissingSecrets, index.containsSecret(element.schema) {
        items.append(.string(""))
      } else {
        let name = (path + [element.name]).joined(separator: ".")
        let hint =
          index.containsSecret(element.schema)
          ? "; set the environment variable \(environment.variable(ofBody: path + [element.name]))"
          : ""
        add(CallProblem("'\(name)' is missing\(hint)", at: element.schema.span))
      }
    }
    return .array(items)
  }
}
