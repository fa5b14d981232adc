import WGNAPIClient

/// The differences between requests, parameter by parameter, without secrets.
enum ParameterDifference {
  /// A parameter's name and its value as text.
  typealias Pair = (name: String, value: String)

  /// Returns the differences between two requests of a type; nil if their types differ.
  ///
  /// - Parameters:
  ///   - left: A request.
  ///   - right: Another request.
  ///   - names: The words for the two in a text.
  static func between(
    _ left: any APIRequest, _ right: any APIRequest, names: (String, String)
  ) -> [String]? {
    func differences<Request: APIRequest>(_ left: Request) -> [String]? {
      guard let right = right as? Request else { return nil }
      let texts = (parameters(of: left), parameters(of: right))
      return Request.endpoint.parameters.compactMap { parameter in
        guard !parameter.source.areEqual(left, right) else { return nil }
        if parameter.isSecret { return "\(parameter.name): the secret values differ" }
        let (value, other) = (texts.0[parameter.name], texts.1[parameter.name])
        if value == other { return "\(parameter.name): the secret values in it differ" }
        return "\(parameter.name): \(names.0) \(value ?? "nothing"), \(names.1) \(other ?? "nothing")"
      }
    }
    return differences(left)
  }

  /// Returns the differences between two lists of parameters.
  static func between(_ left: [Pair], _ right: [Pair], names: (String, String)) -> [String] {
    var order: [String] = []
    for name in (left + right).map(\.name) where !order.contains(name) { order.append(name) }
    return order.compactMap { name in
      let values = [left, right].map { list in list.filter { $0.name == name }.map(\.value) }
      guard values[0] != values[1] else { return nil }
      let texts = values.map { $0.isEmpty ? "nothing" : $0.joined(separator: ", ") }
      return "\(name): \(names.0) \(texts[0]), \(names.1) \(texts[1])"
    }
  }

  private static func parameters(of request: some APIRequest) -> [String: String] {
    let pairs = request.customMirror.children.map { ($0.label ?? "", "\($0.value)") }
    return Dictionary(pairs) { first, _ in first }
  }
}
