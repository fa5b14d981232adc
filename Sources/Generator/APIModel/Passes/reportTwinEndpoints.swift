import Diagnostics

extension API {
  /// Reports two endpoints of one method and path whose requests nothing constant tells apart: neither a service nor the tools that
  /// read traffic know which of them a request is for.
  ///
  /// Only in specs: a document can't have such operations.
  public func reportTwinEndpoints(into sink: inout DiagnosticSink) {
    for module in modules where module.origin == .specs {
      let forms = RequestForms(module)
      var seen: [String: [RequestForms.Form: Endpoint]] = [:]
      for endpoint in module.endpoints {
        guard let form = forms.form(of: endpoint) else { continue }
        let keys = forms.keys(of: endpoint)
        if let first = keys.lazy.compactMap({ seen[$0]?[form] }).first,
          !needDifferentParameters(first, endpoint)
        {
          sink.append(
            Diagnostic(
              .warning, .indistinctEndpoints,
              "'\(endpoint.operation)' and '\(first.operation)' have the same method and path, and nothing constant or required tells "
                + "their requests apart; make them one endpoint, or give a parameter, a header field or a property of the body of "
                + "each a 'const'", at: endpoint.name.span,
              notes: [.init("the other is here", at: first.name.span)]))
        }
        for key in keys where seen[key]?[form] == nil { seen[key, default: [:]][form] = endpoint }
      }
    }
  }
}

/// Whether each of two endpoints needs a parameter that the other doesn't have.
private func needDifferentParameters(_ first: Endpoint, _ second: Endpoint) -> Bool {
  func names(_ endpoint: Endpoint, _ isIncluded: (Parameter) -> Bool) -> Set<String> {
    Set(endpoint.parameters.filter(isIncluded).map { "\($0.location.rawValue) \($0.name.text)" })
  }
  func isAlone(_ one: Endpoint, _ other: Endpoint) -> Bool {
    !names(one) { $0.isRequired && $0.location != .path }.isSubset(of: names(other) { _ in true })
  }
  return isAlone(first, second) && isAlone(second, first)
}
