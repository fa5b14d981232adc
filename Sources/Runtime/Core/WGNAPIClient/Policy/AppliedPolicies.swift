/// The policies that apply to a call: of each type its own or, if there is none, the endpoint's or the API's.
package struct AppliedPolicies: Sendable {
  /// The call's own, and the client's for all calls.
  let call: Policies
  package let endpoint: Policies
  /// The API's; none for a request to a URL that isn't the API's.
  package let api: Policies

  /// The policy of a type; nil if there is none.
  package subscript<Value: PolicyValue>(type: Value.Type) -> Value? {
    call[type] ?? endpoint[type] ?? api[type]
  }

  private var all: Policies { call.filled(by: endpoint).filled(by: api) }

  /// Whether sending a request twice has the same effect as sending it once; nil if none says anything about it.
  package var allowRepetition: Bool? { all.allowRepetition }

  /// Returns whether a failed request may succeed later; nil if none says anything about it.
  func isTemporary(status: Int?, failure: ServiceFailure?) -> Bool? {
    all.isTemporary(status: status, failure: failure)
  }

  /// Why the request must not reach the transport; nil if it may.
  var reasonNotToSend: (any NotSentReason)? { all.reasonNotToSend }
}

extension ClientCore {
  /// Returns the policies that apply to calls of an endpoint with these options.
  func policies(of facts: EndpointFacts, _ options: CallOptions) -> AppliedPolicies {
    AppliedPolicies(
      call: self.options(options).policies, endpoint: facts.policies,
      api: facts.isElsewhere ? [] : api.policies)
  }

  /// Returns the policies that apply to calls of an endpoint with these options.
  package func policies<Request>(of endpoint: Endpoint<Request>, _ options: CallOptions) -> AppliedPolicies {
    policies(of: endpoint.facts, options)
  }
}
