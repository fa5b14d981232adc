import APIModel

/// What an endpoint's body says about calls of JSON-RPC.
struct RPCMethod {
  /// The methods that the endpoint is for; nil if it is for methods of any name.
  let names: [String]?
  /// Whether calls are marked as those of version 2.0.
  let isMarked: Bool

  /// The place of a method in a call.
  static let pointer = "/method"

  /// Nil if an endpoint isn't called by JSON-RPC.
  init?(of endpoint: Endpoint, _ index: SchemaIndex) {
    guard let schema = endpoint.body.flatMap(Self.schema), let method = Self(of: schema, index) else {
      return nil
    }
    self = method
  }

  private init?(of schema: Schema, _ index: SchemaIndex, depth: Int = 0) {
    let resolved = index.resolved(schema).schema
    if case .union = index.shape(of: resolved) {
      // Documents have one operation for all calls at an address.
      let alternatives = resolved.oneOf + resolved.anyOf
      let methods = depth < 8 ? alternatives.compactMap { Self(of: $0, index, depth: depth + 1) } : []
      guard methods.count == alternatives.count else { return nil }
      let known = methods.compactMap(\.names)
      names = known.count == methods.count && resolved.isOpen != true ? known.flatMap(\.self) : nil
      isMarked = methods.allSatisfy(\.isMarked)
      return
    }
    guard let method = Self.property("method", of: schema, index) else { return nil }
    let has = { Self.property($0, of: schema, index) != nil }
    // Version 1 has no mark.
    isMarked = has("jsonrpc")
    guard isMarked || has("id") && has("params") else { return nil }
    let target = index.resolved(method).schema
    let listed = target.isOpen == true ? nil : target.enumeration?.cases.map(\.value)
    let values = (method.const ?? target.const).map { [$0] } ?? listed ?? []
    let texts = values.compactMap { if case .string(let text) = $0 { text } else { nil } }
    names = texts.isEmpty ? nil : texts
  }

  private static func schema(_ body: Endpoint.Body) -> Schema? {
    switch body {
    case .json(let schema), .jsonOfType(let schema, _): schema
    case .alternatives(let alternatives): alternatives.lazy.compactMap { schema($0.body) }.first
    case .form, .multipart, .text, .bytes, .file: nil
    }
  }

  /// Returns a property of an object or of its `allOf` schemas.
  private static func property(
    _ name: String, of schema: Schema, _ index: SchemaIndex, depth: Int = 0
  ) -> Schema? {
    let resolved = index.resolved(schema).schema
    if let own = resolved.object.properties.first(where: { $0.name.text == name }) { return own.schema }
    guard depth < 8 else { return nil }
    return resolved.allOf.lazy.compactMap { property(name, of: $0, index, depth: depth + 1) }.first
  }
}
