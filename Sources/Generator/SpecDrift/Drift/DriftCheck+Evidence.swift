import APIModel
import Diagnostics
import SchemaValues
import SpecInference
import TrafficEvidence

/// Evidence that was stored, compared with the endpoints that a spec has. It doesn't add endpoints: whoever removed one knows why.
extension DriftCheck {
  /// Compares the responses that were seen before.
  package func add(_ evidence: Evidence) {
    onLargeStack {
      for (server, paths) in evidence.servers.sorted(by: { $0.key < $1.key }) {
        self.compare(paths, server: server, path: [])
      }
    }
  }

  private func compare(_ paths: PathEvidence, server: String, path: [String]) {
    for (key, operation) in paths.operations.sorted(by: { $0.key < $1.key }) {
      let (method, call) = RPCCall.parse(key: key)
      guard var exchange = TrafficExchange(method: method, url: "/", status: 200) else { continue }
      if let call {
        exchange.body = TrafficBody(Array(call.body.description.utf8), mediaType: "application/json")
      }
      (exchange.server, exchange.path, exchange.hasRequest) = (server, path, !server.isEmpty)
      compare(operation, as: exchange)
    }
    for (word, child) in paths.words.sorted(by: { $0.key < $1.key }) {
      let last = word.hasPrefix(":") ? path.last : nil
      compare(child, server: server, path: last.map { path.dropLast() + [$0 + word] } ?? path + [word])
    }
    // Which value it is says nothing.
    for (_, child) in paths.variables.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      compare(child, server: server, path: path + ["0"])
    }
  }
}

/// What was seen of an endpoint that the spec has.
struct DriftEvidence {
  let module: Module
  let endpoint: Endpoint
  let operation: OperationEvidence

  func walk(_ walker: inout DriftWalker) {
    // Which requests asked for some fields only isn't known.
    walker.isPartial = endpoint.policies.partial != nil
    for (status, response) in operation.responses.sorted(by: { $0.key < $1.key }) where status < 300 {
      guard let schema = payload(status) else { continue }
      walk(response.success, schema, &walker)
    }
    walker.isPartial = false
  }

  /// The schema of the responses' JSON; nil if the spec has none, or several.
  private func payload(_ status: Int) -> Schema? {
    let schemas = endpoint.responses.narrowest(for: status).compactMap {
      if case .json(let schema) = $0.payload { schema } else { nil }
    }
    return schemas.count == 1 ? schemas.first : nil
  }

  private func walk(_ shape: Shape, _ schema: Schema, _ walker: inout DriftWalker) {
    let spot = DriftWalker.Spot(label: "\(endpoint.operation)()")
    guard let envelope = module.envelope(of: endpoint) else { return walker.walk(shape, schema, spot) }
    guard let members = shape.objects?.all else { return }
    let object = walker.index.flattenedObject(envelope.schema) ?? FlatObject()
    let own = Set(object.properties.map(\.name.text))
    let outer = DriftWalker.Spot(label: envelope.name.text)
    guard let key = envelope.payload?.text else {
      let others = Set(members.fields.map(\.name)).subtracting(own)
      walker.walk(members.without(others), object, envelope.schema, outer)
      return walker.walk(Shape(members.without(own)), schema, spot)
    }
    walker.walk(members, object, envelope.schema, outer, except: [key])
    if let payload = members.shape(of: key) { walker.walk(payload, schema, spot) }
  }
}
