import APIModel
import TrafficEvidence

/// Calls by JSON-RPC: an endpoint for each method, in whose body the method is a constant.
enum RPCRule {
  /// What is known of the bodies of a call.
  struct Call {
    var method: String
    private let version: String?

    init(_ call: RPCCall) { (method, version) = (call.method, call.version) }

    /// The constant that a member of the body is; nil if it isn't one.
    func constant(of member: String) -> String? {
      switch member {
      case "method": method
      case "jsonrpc": version
      default: nil
      }
    }
  }

  /// The constant that a member of all responses is; nil if it isn't one. A response names the version of its call (JSON-RPC 2.0,
  /// section 5).
  static func constant(ofResponses member: String, _ shape: Shape, to endpoints: [FoundEndpoint])
    -> String?
  {
    guard member == "jsonrpc", shape.texts?.count == shape.count, !endpoints.isEmpty,
      endpoints.allSatisfy({ $0.call?.version == "2.0" })
    else { return nil }
    return "2.0"
  }

  /// Whether the client can make a member of the body: another number, or another text, in each request.
  static func isAutomatic(_ member: String, _ guess: Schema) -> Bool {
    member == "id" && !guess.isNullable && !guess.isSecret
      && (guess.isOnly(.integer) || guess.isOnly(.string))
  }

  /// The names of errors that the protocol defines.
  static let errors = [
    "-32700": "parseError", "-32600": "invalidRequest", RPCCall.unknownMethod: "methodNotFound",
    "-32602": "invalidParams", "-32603": "internalError",
  ]

  /// Words before what a method returns: `eth_getBlock` returns a block.
  private static let verbs: Set<String> = ["fetch", "find", "get", "list", "query", "read"]

  /// The type of what a method returns.
  static func type(_ words: [String]) -> String {
    if let verb = words.lastIndex(where: verbs.contains), verb + 1 < words.count {
      return Words.type(Array(words[(verb + 1)...]))
    }
    return Words.type(words + ["result"])
  }

  // MARK: Calls that aren't JSON-RPC

  /// A note on an endpoint that is several ones: a word in its requests says what is meant, and responses differ; nil for any
  /// other.
  static func noteOnSelector(_ endpoint: FoundEndpoint) -> InferenceNote? {
    let operation = endpoint.operation
    var response = Shape()
    for (_, one) in endpoint.successes { response.merge(one.success) }
    guard endpoint.call == nil, differs(response, depth: 0) else { return nil }
    let members = operation.bodies.json.objects?.all.fields.map { ($0.name, $0.shape.texts, "body") } ?? []
    let places =
      members + operation.query.map { ($0.name, Optional($0.texts), "query") }
      + (operation.bodies.form + operation.bodies.parts).map { ($0.name, Optional($0.texts), "form") }
    for (name, texts, place) in places where RequestSelectors.names.contains(name.lowercased()) {
      guard let texts, !texts.hasOthers, texts.empty == 0, texts.values.count >= 2 else { continue }
      let list = texts.values.keys.sorted().prefix(5).joined(separator: ", ")
      return InferenceNote(
        place: endpoint.label,
        text:
          "'\(name)' in the \(place) says what is meant (\(list)\(texts.values.count > 5 ? ", …" : "")), and responses differ, "
          + "but it is described as one endpoint: write one for each value, with 'const'")
    }
    return nil
  }

  /// Whether values have several types, or objects with hardly anything in common.
  private static func differs(_ shape: Shape, depth: Int) -> Bool {
    if shape.jsonTypes > 1 { return true }
    guard let objects = shape.objects, depth < 3 else { return false }
    let members = objects.all
    let optional = members.fields.count { $0.shape.count < members.count }
    return optional * 2 > members.fields.count
      || members.fields.contains {
        EnvelopeRule.payloads.contains($0.name) && differs($0.shape, depth: depth + 1)
      }
  }
}
