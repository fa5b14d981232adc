import APIModel

extension Endpoint {
  /// The body, or one of several.
  package func body(_ alternative: Int) -> Body? {
    guard case .alternatives(let alternatives) = body else { return body }
    return alternatives.indices.contains(alternative) ? alternatives[alternative].body : nil
  }

  /// Whether a codec encodes the body, or one of several.
  package func hasCodec(_ alternative: Int) -> Bool {
    guard case .alternatives(let alternatives) = body else { return bodyCodec != nil }
    return alternatives.indices.contains(alternative) && alternatives[alternative].codec != nil
  }

  /// Whether each request has a token besides its declared parameters.
  package var takesToken: Bool {
    switch policies.authentication {
    case .bearer: return true
    case .header(let name):
      return !parameters.contains { $0.location == .header && $0.name.text.lowercased() == name.lowercased() }
    case nil, .some(.none), .parameter, .credentials: return false
    }
  }
}
