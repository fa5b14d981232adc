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

  /// All that apply.
  package var all: Policies { call.filled(by: endpoint).filled(by: api) }
}

extension ClientCore {
  /// Returns the policies that apply to calls of an endpoint.
  ///
  /// - Parameter options: The options of the call and the client; see ``options(_:)``.
  func policies(of facts: EndpointFacts, _ options: CallOptions) -> AppliedPolicies {
    AppliedPolicies(
      call: options.policies, endpoint: facts.policies, api: facts.isElsewhere ? [] : api.policies)
  }

  /// Returns the policies that apply to calls of an endpoint with these options.
  package func policies<Request>(of endpoint: Endpoint<Request>, _ options: CallOptions) -> AppliedPolicies {
    policies(of: endpoint.facts, self.options(options))
  }
}
