import APIModel

/// One of several things that a name means, in brief.
package struct MeaningFacts: Sendable, Encodable {
  package var kind: Explanation.Kind
  /// The full name, which explains it alone.
  package var name: String
  /// `GET account/list/`; nil for what isn't an endpoint.
  package var route: String?
  package var summary: String?
  package var position: String?

  init(_ meaning: Meaning) {
    name = meaning.name
    switch meaning.subject {
    case .endpoint(let explainer, let endpoint):
      kind = .endpoint
      route = endpoint.route
      summary = endpoint.documentation.summary
      position = explainer.position(endpoint.name.span)
    case .type(let explainer, let type):
      kind = .type
      let facts = explainer.facts(of: type, withExample: false)
      (summary, position) = (facts.summary, facts.position)
    case .group(let explainer, let path):
      kind = .group
      summary = explainer.groups.first { $0.path == path }?.facts.summary
    case .module(let explainer):
      kind = .module
      summary = explainer.module.documentation.summary
    case .error(_, let error):
      kind = .error
      summary = error.summary
    case .webhook(let explainer, let event):
      kind = .webhook
      let explanation = explainer.explanation(of: event)
      (summary, position) = (explanation.value.summary, explanation.position)
    case .parameter(let explainer, let parameter):
      kind = .parameter
      let explanation = explainer.explanation(of: parameter)
      (summary, position) = (explanation.value.summary, explanation.position)
    }
  }
}
