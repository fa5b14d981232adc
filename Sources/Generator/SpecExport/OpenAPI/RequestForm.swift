import APIModel

/// The parameters of a request that are fields of a form.
struct RequestForm {
  /// By their indices among the endpoint's parameters.
  private(set) var own: Set<Int> = []
  private(set) var fields: [Parameter] = []

  init(_ endpoint: Endpoint, _ method: Endpoint.Method, _ module: Module) {
    // As POST, what would be in the query is a form.
    let queryIsForm = method == .post && endpoint.methods.contains(.get)
    let formIsQuery = !method.allowsBody
    for (position, parameter) in endpoint.parameters.enumerated() {
      let isField = parameter.location == .form && !formIsQuery || parameter.location == .query && queryIsForm
      if isField {
        own.insert(position)
        fields.append(parameter)
      }
    }
    guard queryIsForm || !fields.isEmpty else { return }
    fields += module.clientParameters(of: endpoint).filter { [.query, .form].contains($0.location) }
  }

  func contains(_ parameter: Parameter) -> Bool { fields.contains { $0.name.text == parameter.name.text } }
}
