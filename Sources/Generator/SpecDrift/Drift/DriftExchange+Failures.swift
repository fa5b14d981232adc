import APIModel
import SchemaValues
import SpecInference

/// Failures that may be somebody else's: a proxy's, a gateway's, a page's.
extension DriftExchange {
  /// Whether a body isn't as the module's default failure, and may not be the service's own. It is recorded as one difference,
  /// without an edit: what somebody else answers must not widen the type of all failures.
  func isForeign(_ failure: Failure, _ walker: inout DriftWalker) -> Bool {
    guard failure.statuses == Endpoint.Response.otherStatuses, !endpoint.failures.contains(failure),
      case .json(let schema) = failure.payload, let json = exchange.response.json
    else { return false }
    let value = Literal(json)
    guard exchange.status >= 500 || !sharesKey(value, schema, walker.index) else { return false }
    var trial = walker
    trial.table = DriftTable()
    trial.walk(value, schema, .init(label: ""))
    walker.secrets = trial.secrets
    guard !trial.table.entries.isEmpty else { return false }
    walker.table.visit(schema.span)
    walker.table.record(
      .otherForm(.failureBody(status: exchange.status)), at: schema.span, "\(endpoint.operation)()")
    return true
  }

  /// Whether a response with the status of success says that something went wrong, and the spec neither says how failures look
  /// nor accepts the response. It is recorded as one difference, without an edit: if the type of success were widened, clients
  /// would take failures for success.
  func isUntoldFailure(_ walker: inout DriftWalker) -> Bool {
    guard exchange.status < 300, envelope?.failure == nil, exchange.isRefused || exchange.hasOnlyErrors
    else { return false }
    var trial = walker
    trial.table = DriftTable()
    walkResponse(&trial)
    walker.secrets = trial.secrets
    guard !trial.table.entries.isEmpty else { return false }
    walker.table.record(.otherForm(.untoldFailure), at: endpoint.name.span, "\(endpoint.operation)()") {
      $0.totalAt = SpecPlace(endpoint.span)
    }
    return true
  }

  /// Whether an object has a key that a schema describes. Other values are compared as always.
  private func sharesKey(_ value: Literal, _ schema: Schema, _ index: SchemaIndex) -> Bool {
    guard case .object(let members) = value,
      let object = index.flattenedObject(index.resolved(schema).schema), !object.properties.isEmpty
    else { return true }
    return members.contains { object.property($0.name) != nil }
  }
}
