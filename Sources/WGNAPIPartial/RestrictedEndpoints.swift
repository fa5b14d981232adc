import WGNAPIClient
import WGNAPIJSON
import WGNAPISupport

/// The endpoints of requests for some fields, one per request type, because generic types can't have static
/// stored properties.
enum RestrictedEndpoints {
  private static let mutex = Mutex()
  nonisolated(unsafe) private static var endpoints: [ObjectIdentifier: any Sendable] = [:]

  static func endpoint<Request: APIRequest>(
    _ request: Request.Type, _ make: () -> Endpoint<Request>
  ) -> Endpoint<Request> {
    let key = ObjectIdentifier(request)
    if let known = mutex.withLock({ endpoints[key] }) as? Endpoint<Request> { return known }
    let made = make()
    mutex.withLock { endpoints[key] = made }
    return made
  }

  /// Creates the base's endpoint with another answer type and with parameters for the fields.
  static func make<Request: FieldsRequest>(
    _ request: Request.Type, base: KeyPath<Request, Request.Base>,
    response: (ResponseFormat<Request.Base.Response>) -> ResponseFormat<Request.Response>
  ) -> Endpoint<Request>
  where Request.ServiceCode == Request.Base.ServiceCode {
    let endpoint = Request.Base.endpoint
    let policy = endpoint.policies.partial
    let own = Set([policy?.fieldsParameter, policy?.extraParameter].compactMap(\.self))
    var parameters = endpoint.parameters.filter { !own.contains($0.name) }.map { $0.lifted(by: base) }
    if let policy {
      // The place of the other parameters.
      let isForm = !endpoint.methods.contains(.get)
      func add(_ name: String, _ path: KeyPath<Request, [String]?>) {
        parameters.append(
          .texts(name, isForm ? .form : .query, separator: policy.separator, path))
      }
      add(policy.fieldsParameter, \.fieldTexts)
      if let extra = policy.extraParameter { add(extra, \.extraTexts) }
    }
    return Endpoint(restricting: endpoint, parameters: parameters, response: response(endpoint.response))
  }
}

extension ResponseFormat {
  /// Returns the same format with partial models.
  func partial<Other: Sendable>(as type: Other.Type) -> ResponseFormat<Other> {
    guard case .payload(let format) = content, let partial = format.partial(as: type) else {
      return .unreadable
    }
    return ResponseFormat<Other>(.payload(partial))
  }

  /// Returns the same format with another model in the answer's type.
  func replacingModel<Model: JSONModel, Other: JSONValue>(
    by model: Model.Type, as type: Other.Type
  ) -> ResponseFormat<Other> {
    guard case .payload(let format) = content, let replaced = format.replacingModel(by: model, as: type)
    else { return .json() }
    return ResponseFormat<Other>(.payload(replaced))
  }

  /// A format for answers without fields: those that depend on the status or aren't JSON.
  private static var unreadable: ResponseFormat { .byStatus { _ in } }
}

extension PayloadFormat {
  fileprivate func partial<Other: Sendable>(as type: Other.Type) -> (any PayloadFormat<Other>)? {
    guard let own = self as? any CodedPayload, let container = own.coder as? any ModelContainer.Type else {
      return nil
    }
    func payload<Coder: ModelContainer>(_ coder: Coder.Type) -> (any PayloadFormat<Other>)? {
      // The selection determines which part of the constraint applies.
      CoderPayload<Coder.PartialCoder, Coder.PartialCoder.Decoded>(constraint: own.constraint) { $0 }
        as? any PayloadFormat<Other>
    }
    return payload(container)
  }

  fileprivate func replacingModel<Model: JSONModel, Other: Sendable>(
    by model: Model.Type, as type: Other.Type
  ) -> (any PayloadFormat<Other>)? {
    guard let own = self as? any CodedPayload, let container = own.coder as? any ModelContainer.Type else {
      return nil
    }
    func payload<Coder: JSONCoder>(_ coder: Coder.Type) -> (any PayloadFormat<Other>)? {
      CoderPayload<Coder, Coder.Decoded>(constraint: own.constraint.ofParts) { $0 }
        as? any PayloadFormat<Other>
    }
    func replaced<Container: ModelContainer>(_ container: Container.Type) -> any JSONCoder.Type {
      Container.PartialCoder.replacingModel(by: model)
    }
    return payload(replaced(container))
  }
}
