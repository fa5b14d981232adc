import APIModel
import Diagnostics

/// Swift expressions that read a service's error from an envelope or from the body of a failure.
struct FailureExpression {
  let names: TypeNames
  /// The schema in which the paths begin.
  let root: Schema
  let paths: FailurePaths
  /// Whether the value is a closure's only parameter instead of `self`.
  let isParameter: Bool

  /// For an envelope.
  init(names: TypeNames, envelope: Envelope, failure: Envelope.Failure) {
    self.names = names
    root = envelope.schema
    paths = failure.paths
    isParameter = false
  }

  /// For the body of a failure.
  init(names: TypeNames, body: Schema, paths: FailurePaths) {
    self.names = names
    root = body
    self.paths = paths
    isParameter = true
  }

  /// True if the request failed: `status == .error`, or `error != nil`.
  func condition(_ failure: Envelope.Failure) -> Code {
    let property = root.object.properties.first { $0.name.text == failure.property.text }
    let name = first(SwiftName.member(failure.property.text, override: property?.schema.swiftName?.text))
    if failure.isList {
      return property.map(isOptional) == false ? "!\(name).isEmpty" : "\(name)?.isEmpty == false"
    }
    guard let expected = failure.value else { return presence(of: name, property) }
    let isEnumeration =
      if let schema = property?.schema, case .enumeration = names.index.shape(of: resolved(schema)) {
        true
      } else { false }
    let isOptional = property.map(isOptional) ?? false
    return
      "\(name)\(isEnumeration ? "\(isOptional ? "?" : "").rawValue" : "") == \(value(expected, for: property))"
  }

  /// A value of any type may be present and null.
  private func presence(of name: String, _ property: Schema.Property?) -> Code {
    guard let property, kind(of: property.schema) == .any else { return "\(name) != nil" }
    return isOptional(property) ? "(\(name) ?? .null) != .null" : "\(name) != .null"
  }

  /// A flag is a `Bool` in Swift.
  private func value(_ expected: Literal, for property: Schema.Property?) -> Code {
    guard property.map({ resolved($0.schema).format == .flag }) == true else {
      return .json(expected)
    }
    return expected == .number(NumberText("0")) ? "false" : "true"
  }

  /// The arguments of `ServiceFailure`'s initializer.
  var arguments: [Code] {
    var list: [Code] = []
    let isWhole = paths.rejectedValue != nil
    if isWhole || paths.code != nil { list.append("code: \(code)") }
    if isWhole || paths.message != nil { list.append("message: \(paths.message.map(text) ?? "nil")") }
    if isWhole || paths.field != nil { list.append("field: \(paths.field.map(text) ?? "nil")") }
    if let value = paths.rejectedValue { list.append("value: \(whole(value)?.text ?? "nil")") }
    return list
  }

  /// `.retrying(after: parameters?.retryAfter)`, which follows the failure; nil if it says nothing of the kind.
  var retryAfter: Code? {
    paths.retryAfter.flatMap(chain).map { end in
      if isTime(end.schema) { return .call(".retrying", ["at: \(end.text)"]) }
      let unit: [Code] = paths.retryAfterUnit == .seconds ? [] : ["unit: .\(paths.retryAfterUnit.rawValue)"]
      return .call(".retrying", ["after: \(end.text)"] + unit)
    }
  }

  /// Closures that read the parts of an error from the body of a failure.
  var closures: [Code] {
    [
      paths.code.map { _ in "code: { \(code) }" }, paths.message.map { "message: { \(text($0)) }" },
      paths.field.map { "field: { \(text($0)) }" },
      paths.rejectedValue.map { "value: { \(whole($0)?.text ?? "nil") }" },
    ].compactMap(\.self) + waits
  }

  private var waits: [Code] {
    guard let path = paths.retryAfter, let end = chain(path) else { return [] }
    if isTime(end.schema) { return ["retryAt: { \(end.text) }"] }
    let unit: [Code] =
      paths.retryAfterUnit == .seconds ? [] : ["retryAfterUnit: .\(paths.retryAfterUnit.rawValue)"]
    return ["retryAfter: { \(end.text) }"] + unit
  }

  /// The Swift type of the value at a path's end.
  enum Kind { case integer, text, any }

  /// The type of the code; nil if it is neither a number nor a word.
  var codeKind: Kind? { paths.code.flatMap(chain).flatMap { kind(of: $0.schema) } }

  /// Reports paths to values that don't fit the parts of a failure.
  func check(into sink: inout DiagnosticSink) {
    if let code = paths.code {
      report(code, "code", expected: "an integer, a string or 'any'", among: [.integer, .text, .any], &sink)
    }
    if let message = paths.message {
      report(message, "message", expected: "a string", among: [.text], &sink)
    }
    if let field = paths.field { report(field, "field", expected: "a string", among: [.text], &sink) }
    if let value = paths.rejectedValue { report(value, "value", expected: nil, among: [], &sink) }
    if let wait = paths.retryAfter {
      report(wait, "retryAfter", expected: nil, among: [], &sink)
      if let end = chain(wait), !isNumber(end.schema), !isTime(end.schema) {
        sink.error(
          .wrongType,
          "the 'retryAfter' of a failure is a number of seconds, or a 'timestamp' or 'date-time', but "
            + "'\(wait.components.joined(separator: "."))' is of another type", at: wait.span)
      } else if let end = chain(wait), isTime(end.schema), paths.retryAfterUnit != .seconds {
        sink.error(
          .conflictingKeys,
          "'\(wait.components.joined(separator: "."))' is a point in time, so it has no 'retryAfterIs'",
          at: wait.span)
      }
    }
  }

  /// Reports a comparison with a value of a user-defined type, of which generated code knows nothing.
  func check(_ failure: Envelope.Failure, into sink: inout DiagnosticSink) {
    let property = root.object.properties.first { $0.name.text == failure.property.text }
    guard failure.value != nil, let property, let own = names.index.ownType(of: property.schema) else {
      return
    }
    sink.error(
      .wrongType,
      "generated code can't compare '\(failure.property.text)', whose type '\(own.type.text)' is your own; leave 'swift' out there",
      at: failure.property.span)
  }

  /// Whether a value is a point in time: a `Date` in Swift.
  private func isTime(_ schema: Schema) -> Bool {
    guard names.index.ownType(of: schema) == nil else { return false }
    let schema = resolved(schema)
    guard case .scalar = names.index.shape(of: schema), !schema.isNewtype else { return false }
    return [.timestamp, .timestampMilliseconds, .dateTime].contains(schema.format)
  }

  /// Whether a value is a number, and no point in time.
  private func isNumber(_ schema: Schema) -> Bool {
    guard names.index.ownType(of: schema) == nil else { return false }
    let schema = resolved(schema)
    guard case .scalar = names.index.shape(of: schema), !schema.isNewtype else { return false }
    let isInteger = kind(of: schema) == .integer && schema.types == [.integer]
    return isInteger
      || schema.types == [.number]
        && [nil, .double, .float, .decimal].contains(schema.format)
  }

  private func report(
    _ path: FieldPath, _ key: String, expected: String?, among kinds: Set<Kind>, _ sink: inout DiagnosticSink
  ) {
    let text = path.components.joined(separator: ".")
    guard let end = key == "value" ? whole(path) : chain(path) else {
      return sink.error(
        .invalidPath,
        "'\(text)' goes through a value that isn't an object with properties of its own, and can't be the "
          + "'\(key)' of a failure", at: path.span)
    }
    if expected == nil, let own = names.index.ownType(of: end.schema), own.coder != nil {
      return sink.error(
        .wrongType,
        "the '\(key)' of a failure can't be '\(text)', whose type '\(own.type.text)' of your own has a coder; leave 'swift' out there",
        at: path.span)
    }
    guard let expected, kind(of: end.schema).map(kinds.contains) != true else { return }
    sink.error(
      .wrongType, "the '\(key)' of a failure is \(expected), but '\(text)' is of another type", at: path.span)
  }

  private var code: Code {
    guard let end = paths.code.flatMap(chain), kind(of: end.schema) != nil else { return "nil" }
    return .call("ServiceFailure.Code", [raw(end)])
  }

  private func text(_ path: FieldPath) -> Code {
    guard let end = chain(path), kind(of: end.schema) == .text else { return "nil" }
    return raw(end)
  }

  /// The raw value of a newtype or an enumeration, or the value itself.
  private func raw(_ end: (text: String, schema: Schema, isOptional: Bool)) -> Code {
    let resolved = names.index.resolved(end.schema)
    let isEnumeration =
      if case .enumeration = names.index.shape(of: resolved.schema) { true } else { false }
    return resolved.isNewtype || isEnumeration
      ? "\(end.text)\(end.isOptional ? "?" : "").rawValue" : Code(end.text)
  }

  private func kind(of schema: Schema) -> Kind? {
    guard names.index.ownType(of: schema) == nil else { return nil }
    let schema = resolved(schema)
    switch names.index.shape(of: schema) {
    case .any: return .any
    case .enumeration(let base):
      return base == .integer ? .integer : base == .string ? .text : nil
    case .scalar:
      switch (schema.types, schema.format) {
      case ([.integer], nil), ([.integer], .int32), ([.integer], .int64), ([.integer], .uint32),
        ([.integer], .uint64), ([.integer], .other):
        return .integer
      case ([.string], nil), ([.string], .other): return .text
      case (let types, nil) where types.count != 1: return .any
      default: return nil
      }
    case .object, .tuple, .union, .reference, .array, .map: return nil
    }
  }

  private func isOptional(_ property: Schema.Property) -> Bool {
    !property.isRequired || names.index.resolved(property.schema).isNullable
  }

  private typealias End = (text: String, schema: Schema, isOptional: Bool)

  /// `error?.code`, or `errors.first?.code`: a list on the way, or at the end, stands for its first element. Nil if the path leads
  /// through anything else but objects.
  private func chain(_ path: FieldPath) -> End? { whole(path).map(first(of:)) }

  /// The same, where a list at the end is meant itself.
  private func whole(_ path: FieldPath) -> End? {
    var end: End?
    if isParameter { end = ("$0", root, root.isNullable || names.index.resolved(root).isNullable) }
    for component in path.components {
      end = end.map(first(of:))
      guard
        let property = object(end?.schema ?? root)?.properties.first(where: { $0.name.text == component })
      else { return nil }
      let name = SwiftName.member(component, override: property.schema.swiftName?.text)
      let text = end.map { $0.text + ($0.isOptional ? "?." : ".") + SwiftName.escaped(name) } ?? first(name)
      end = (text, property.schema, isOptional(property))
    }
    return end
  }

  /// The first element of a list whose elements are never null; anything else as it is.
  private func first(of end: End) -> End {
    let list = resolved(end.schema)
    guard names.index.ownType(of: end.schema) == nil, case .array = names.index.shape(of: list),
      let items = list[.items], !names.index.resolved(items).isNullable
    else { return end }
    return (end.text + (end.isOptional ? "?." : ".") + "first", items, true)
  }

  /// A property of the envelope itself. In scripts without case, a nested type has the same name, so the name alone
  /// would be ambiguous.
  private func first(_ name: String) -> String {
    name.first?.isLowercase == true ? SwiftName.escaped(name) : "self." + SwiftName.escaped(name)
  }

  /// The properties that code can name; nil for a user-defined type.
  private func object(_ schema: Schema) -> FlatObject? {
    names.index.ownType(of: schema) == nil ? names.index.flattenedObject(resolved(schema)) : nil
  }

  private func resolved(_ schema: Schema) -> Schema { names.index.resolved(schema).schema }
}
