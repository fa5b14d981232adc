/// An entry of an endpoint's table: a part of requests, which a method of the table's builder adds.
struct EndpointEntry {
  /// The builder's method: `query`, `body`.
  var method: String
  var arguments: [Code]
  /// The body that it writes among several: a case of `Payload`, which may be missing.
  var alternative: (name: String, isOptional: Bool)?
  private var needed: Imports = []

  /// - Parameter arguments: Those that are nil are left out.
  init(_ method: String, _ arguments: [Code?]) {
    self.method = method
    self.arguments = arguments.compactMap(\.self)
  }

  /// The imports that it needs.
  var imports: Imports { Imports(of: arguments.map(\.imports) + [needed]) }

  /// The same entry, which needs imports.
  func needing(_ imports: Imports) -> EndpointEntry {
    var entry = self
    entry.needed.formUnion(imports)
    return entry
  }
}

/// An entry of a response format that depends on the status, or on the type of an event.
struct ResponseEntry {
  /// The builder's method: `json`, `empty`.
  var method: String
  var arguments: [Code]
  /// The case that the response becomes: `Response.ok`.
  var result: String
  /// Whether the case has a value.
  var hasValue: Bool

  /// - Parameter arguments: Those that are nil are left out.
  init(_ method: String, _ arguments: [Code?], as result: String, hasValue: Bool = true) {
    self.method = method
    self.arguments = arguments.compactMap(\.self)
    self.result = result
    self.hasValue = hasValue
  }

  /// The imports that it needs.
  var imports: Imports { Imports(of: arguments.map(\.imports)) }
}
