import APIModel
import Diagnostics
import SpecYAML

extension EndpointReader {
  /// Reports `errors` and `retry.errors` of an endpoint whose responses can't contain an error code.
  func checkReportedErrors(_ fields: Fields, of endpoint: Endpoint) {
    let places = [fields.node, fields["retry"], fields["retry"]?["refusals"]].compactMap {
      node -> SourceSpan? in
      guard let entry = node?.mapping?.entry(for: "errors") else { return nil }
      let count = entry.value.entries?.count ?? entry.value.items?.count ?? 0
      return count > 0 ? entry.key.occurrence : nil
    }
    guard let place = places.first, !folder.reportsErrors(endpoint, envelopeNode: fields["envelope"]) else {
      return
    }
    let name = "'\(endpoint.operation)'"
    let reason: String
    let remedy: String
    if let envelope = endpoint.envelope {
      reason = "the envelope '\(envelope.text)' of \(name) has no 'failure'"
      remedy = "say there how it reports errors"
    } else if endpoint.responses.contains(where: { $0.payload == .bytes }) {
      reason = "\(name) answers with bytes and has no envelope"
      remedy = "set 'code' in 'failures'"
    } else {
      reason = "\(name) has no envelope"
      remedy = "name an envelope, set 'code' in 'failures'"
    }
    report.error(
      .unreportedErrors,
      "\(reason), so the client never sees an error code; \(remedy), or describe the status under 'responses'",
      at: place)
  }
}

extension ModuleReader {
  /// Warns of a module's `errors`, `retry.errors` and `limits.errors` if no endpoint's responses can contain an error
  /// code.
  func checkReportedErrors(of module: Module) {
    guard !module.endpoints.isEmpty else { return }
    let nodes = Dictionary(
      (folder.definitions[.endpoints] ?? []).map { ($0.name.text, $0.node) },
      uniquingKeysWith: { first, _ in first })
    let isReporting = module.endpoints.contains {
      folder.reportsErrors($0, envelopeNode: nodes[$0.operation]?["envelope"])
    }
    if isReporting { return }
    let retry = folder.moduleNode?["retry"]
    let policies = [retry, retry?["refusals"], folder.moduleNode?["limits"]].compactMap { $0?["errors"] }
    let places =
      folder.errorNodes.compactMap { $0.entries?.first?.key.occurrence }
      + policies.compactMap { $0.items?.first?.occurrence }
    for place in places {
      report.warning(
        .unreportedErrors,
        "no endpoint of \(module.name.text) has an envelope with 'failure', or 'failures' with a 'code', so the client "
          + "never sees an error code",
        at: place)
    }
  }
}

extension SpecFolder {
  /// Whether the responses of an endpoint can contain an error code; also true if its envelope is broken, which is
  /// reported elsewhere.
  fileprivate func reportsErrors(_ endpoint: Endpoint, envelopeNode: YAMLNode?) -> Bool {
    let written = endpoint.sharesFailures ? moduleNode?["failures"] : nil
    let shared =
      endpoint.sharesFailures && written?.text != "none" ? libraries().flatMap(\.failures) : []
    if (endpoint.failures + shared).contains(where: \.paths.hasError)
      || (written?.entries ?? []).contains(where: {
        $0.value["code"] != nil || $0.value["message"] != nil
      })
    {
      return true
    }
    if let envelope = endpoint.envelope {
      guard let definition = definition(envelope.text, in: .envelopes) else { return true }
      return definition.node.mapping == nil || definition.node["failure"] != nil
    }
    if endpoint.responses.contains(where: { $0.payload == .bytes }) { return false }
    guard let written = envelopeNode ?? moduleNode?["envelope"] else { return false }
    return written.text != "none"
  }
}
