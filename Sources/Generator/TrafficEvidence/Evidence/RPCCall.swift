import WGNAPIJSON

/// A call by JSON-RPC: many methods have one address, and the body says which one is meant.
package struct RPCCall: Hashable, Sendable {
  /// The most methods of one address that are told apart.
  package static let most = 500

  /// The code of the error that a service has no such method.
  package static let unknownMethod = "-32601"

  package var method: String
  /// The version of the protocol that the body names, such as `2.0`; nil if it names none.
  package var version: String?

  /// The call in a body; nil if it is none, or its method isn't the name of one.
  package init?(_ body: JSON?) {
    guard let object = body?.object, Self.isCall(object), let method = object["method"]?.string else {
      return nil
    }
    let forms = TextForms(method)
    let isName =
      method.utf8.count <= 64 && method.utf8.first?.isASCIILetter == true
      && method.utf8.allSatisfy { $0.isWordByte || "-./:".utf8.contains($0) }
    guard isName, !forms.contains(.random), !forms.contains(.url) else { return nil }
    self.method = method
    version = object["jsonrpc"]?.string.flatMap { ["1.0", "1.1", "2.0"].contains($0) ? $0 : nil }
  }

  /// Whether an object is a call: it says so, or it has what the first version of JSON-RPC demands.
  private static func isCall(_ object: JSONObject) -> Bool {
    guard let method = object["method"]?.string else { return false }
    if object["jsonrpc"] != nil { return true }
    // A description of a request isn't one.
    guard !TrafficExchange.methods.contains(method.uppercased()) else { return false }
    let arguments = object["params"]
    return object["id"] != nil && (arguments?.array != nil || arguments?.object != nil)
  }

  /// Whether a body is a list of calls.
  package static func isBatch(_ body: JSON?) -> Bool {
    guard let calls = body?.array, !calls.isEmpty else { return false }
    return calls.allSatisfy { $0.object.map(isCall) ?? false }
  }

  /// The smallest body of such a call.
  package var body: JSON {
    var object: JSONObject = ["method": .string(method)]
    if let version { object["jsonrpc"] = .string(version) }
    return .object(object)
  }

  // MARK: Keys

  /// What evidence calls the operation: `POST getBalance 2.0`.
  func key(_ httpMethod: String) -> String {
    ([httpMethod, method] + [version].compactMap(\.self)).joined(separator: " ")
  }

  /// The HTTP method and the call behind the name of an operation in evidence.
  package static func parse(key: String) -> (httpMethod: String, call: RPCCall?) {
    let parts = key.split(separator: " ", maxSplits: 2).map(String.init)
    guard parts.count > 1 else { return (key, nil) }
    return (parts[0], RPCCall(method: parts[1], version: parts.count > 2 ? parts[2] : nil))
  }

  private init(method: String, version: String?) { (self.method, self.version) = (method, version) }
}

extension PathEvidence {
  /// The operations of an HTTP method: the plain one, then one for each RPC method, sorted by name. If a method was called by
  /// several versions of the protocol, its call has none.
  package func operations(_ httpMethod: String) -> [(call: RPCCall?, operation: OperationEvidence)] {
    var plain: OperationEvidence?
    var calls: [String: (call: RPCCall, operation: OperationEvidence)] = [:]
    for (key, operation) in operations.sorted(by: { $0.key < $1.key }) {
      let (method, call) = RPCCall.parse(key: key)
      guard method == httpMethod else { continue }
      guard let call else {
        plain = operation
        continue
      }
      guard var known = calls[call.method] else {
        calls[call.method] = (call, operation)
        continue
      }
      known.operation.merge(operation)
      if known.call.version != call.version { known.call.version = nil }
      calls[call.method] = known
    }
    return (plain.map { [(nil, $0)] } ?? [])
      + calls.sorted { $0.key < $1.key }.map { (Optional($0.value.call), $0.value.operation) }
  }
}
