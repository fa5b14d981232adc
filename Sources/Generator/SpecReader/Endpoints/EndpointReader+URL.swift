import APIModel
import Diagnostics
import SpecYAML

// Endpoints whose whole URL is a parameter, such as one in a response of the service.
extension EndpointReader {
  /// Whether one of the parameters is the whole URL.
  func isURLParameter(in fields: Fields) -> Bool {
    let url = Parameter.Location.url
    return (fields["parameters"]?.entries ?? []).contains { entry in
      if entry.value["in"]?.text == url.rawValue { return true }
      return entry.value["$parameter"]?.text.flatMap(folder.parameter(named:))?.parameter.location == url
    }
  }

  /// Has nothing of the module sent to a URL that may belong to anybody.
  func leaveModule(_ module: EndpointContext, _ fields: Fields, _ endpoint: inout Endpoint) {
    for key in ["server", "servers", "omit", "pagination", "partial", "queue", "weight"] {
      guard let node = fields[key], node.asBool != false, node.text != "none" else { continue }
      let hint =
        key == "weight"
        ? ", because the module's limits don't count its requests" : ""
      report.error(
        .conflictingKeys, "'\(key)' can't be used where a parameter is the whole URL\(hint)",
        at: fields.keySpan(key))
    }
    for parameter in endpoint.parameters where parameter.location == .query {
      report.error(
        .conflictingKeys,
        "the parameter '\(parameter.name.text)' is in the query, which is a part of the URL here",
        at: parameter.name.span)
    }
    if case .credentials(let uses) = endpoint.policies.authentication, !uses.joined().isEmpty {
      report.error(
        .conflictingKeys,
        "the client's credentials aren't sent to a URL that is a parameter; if the URL needs a secret, make it a "
          + "parameter, too",
        at: fields.keySpan("authentication"))
    }
    endpoint.omittedClientParameters = module.clientParameters.map(\.parameter.name)
    endpoint.omittedHeaders = module.headers.map(\.name)
    if fields["failures"] == nil { endpoint.takesModuleFailures = false }
    if endpoint.policies.authentication == nil, !module.credentials.isEmpty {
      endpoint.policies.authentication = .some(.none)
    }
  }
}

extension EndpointContext {
  /// What remains for an endpoint whose URL is a parameter: how often it is tried, and for how long.
  fileprivate func kept() -> WrittenPolicies {
    var kept = WrittenPolicies()
    kept.retry = policies.retry
    kept.timeout = policies.timeout
    return kept
  }

  /// The same settings without everything that is sent to the module's servers, or expected from them.
  var elsewhere: EndpointContext {
    var context = self
    context.clientParameters = []
    context.headers = []
    context.envelope = nil
    context.basePlaceholders = []
    context.policies = kept()
    return context
  }
}
