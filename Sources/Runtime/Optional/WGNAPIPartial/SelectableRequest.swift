import WGNAPIClient
import WGNAPIJSON
import WGNAPIOptionalSupport

/// A request that can ask for some fields of its response. Its endpoint has a `PartialPolicy`.
public protocol SelectableRequest: APIRequest {}

extension SelectableRequest where Response: SelectableValue {
  /// Returns the same request for some fields of its response.
  ///
  /// ```swift
  /// PlayersRequest(accountIDs: ids).selecting([\.nickname, \.statistics.all.wins])
  /// ```
  ///
  /// Extra fields in `fields` are requested as such; `extra` adds extra fields to all others. Paths that name
  /// no field, and more fields than the endpoint accepts, are violations of the request.
  ///
  /// - Parameters:
  ///   - fields: Key paths of fields, `.excluding(…)`, or `.all`.
  ///   - extra: Fields that the service omits unless a request names them.
  public func selecting(
    _ fields: Fields<Response.PartialCoder.Model>, extra: FieldPaths<Response.PartialCoder.Model> = []
  ) -> PartialRequest<Self> {
    PartialRequest(base: self, fields: FieldRequest(fields, extra: extra))
  }
}

/// A request for some fields of the response to `Base`; see ``SelectableRequest/selecting(_:extra:)``.
public struct PartialRequest<Base: SelectableRequest>: APIRequest
where Base.Response: SelectableValue {
  public typealias Response = Base.Response.PartialCoder.Decoded
  public typealias ServiceEnvelope = Base.ServiceEnvelope
  public typealias ServiceCode = Base.ServiceCode

  /// The request for all fields.
  public internal(set) var base: Base
  let fields: FieldRequest

  /// The endpoint of ``base`` with parameters for the fields.
  public static var endpoint: Endpoint<Self> {
    DerivedEndpoints.endpoint(Self.self) {
      RestrictedEndpoints.make(Self.self, base: \.base) { format in format.partial(as: Response.self) }
    }
  }
}

/// A request for the fields of a ``ModelSlice``.
///
/// `Value` is the type of the response: that of `Base` with the slice in place of the model.
public struct SliceRequest<Base: SelectableRequest, Slice: ModelSlice, Value: JSONValue>: APIRequest {
  public typealias Response = Value
  public typealias ServiceEnvelope = Base.ServiceEnvelope
  public typealias ServiceCode = Base.ServiceCode

  /// The request for all fields.
  public internal(set) var base: Base
  var fields: FieldRequest { FieldRequest(fields: Slice.fields, extra: Slice.extraFields) }

  init(base: Base) { self.base = base }

  /// The endpoint of ``base`` with parameters for the fields.
  public static var endpoint: Endpoint<Self> {
    DerivedEndpoints.endpoint(Self.self) {
      RestrictedEndpoints.make(Self.self, base: \.base) { format in
        format.replacingModel(by: Slice.self, as: Value.self)
      }
    }
  }
}

extension PartialRequest: PaginatedRequest where Base: PaginatedRequest {}
extension SliceRequest: PaginatedRequest where Base: PaginatedRequest {}

/// A request for some fields of another request's response.
protocol FieldsRequest<Base>: RestrictedRequest {
  associatedtype Base: SelectableRequest
  var base: Base { get }
  var fields: FieldRequest { get }
}

extension PartialRequest: FieldsRequest {}
extension SliceRequest: FieldsRequest {}

extension FieldsRequest {
  package var selection: any SelectedFields { fields.selection }

  package var unrestricted: any APIRequest { base }

  /// The violations in the lists of fields.
  package var fieldViolations: [Violation] { fields.violations(Base.endpoint.policies[PartialPolicy.self]) }

  /// The names to send as fields.
  var fieldTexts: [String]? {
    guard !fields.fields.isEmpty else { return nil }
    let prefix = fields.isExclusion ? Base.endpoint.policies[PartialPolicy.self]?.exclusionPrefix ?? "" : ""
    return fields.fields.map { prefix + $0 }
  }

  /// The names to send as extra fields.
  var extraTexts: [String]? { fields.extra.isEmpty ? nil : fields.extra }
}

/// Makes the endpoints of requests for some fields.
enum RestrictedEndpoints {
  /// Creates the base's endpoint with another response type and with parameters for the fields.
  static func make<Request: FieldsRequest>(
    _ request: Request.Type, base: KeyPath<Request, Request.Base>,
    response: (ResponseFormat<Request.Base.Response>) -> ResponseFormat<Request.Response>
  ) -> Endpoint<Request>
  where Request.ServiceCode == Request.Base.ServiceCode {
    let endpoint = Request.Base.endpoint
    let policy = endpoint.policies[PartialPolicy.self]
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
    return Endpoint(like: endpoint, parameters: parameters, response: response(endpoint.response))
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

  /// Returns the same format with another model in the response's type.
  func replacingModel<Model: JSONModel, Other: JSONValue>(
    by model: Model.Type, as type: Other.Type
  ) -> ResponseFormat<Other> {
    guard case .payload(let format) = content, let replaced = format.replacingModel(by: model, as: type)
    else { return .json() }
    return ResponseFormat<Other>(.payload(replaced))
  }

  /// A format for responses without fields: those that depend on the status or aren't JSON.
  private static var unreadable: ResponseFormat {
    ResponseFormat(
      .body(
        BodyReader(accept: nil) { response throws(ResponseRefusal) in
          throw ResponseRefusal(.httpStatus(excerpt: response.excerpt))
        }))
  }
}

extension PayloadFormat {
  fileprivate func partial<Other: Sendable>(as type: Other.Type) -> (any PayloadFormat<Other>)? {
    guard let own = self as? any CodedPayload, let container = own.coder as? any SelectableValue.Type else {
      return nil
    }
    func payload<Coder: SelectableValue>(_ coder: Coder.Type) -> (any PayloadFormat<Other>)? {
      // The selection determines which part of the constraint applies.
      CoderPayload<Coder.PartialCoder, Coder.PartialCoder.Decoded>(constraint: own.constraint) { $0 }
        as? any PayloadFormat<Other>
    }
    return payload(container)
  }

  fileprivate func replacingModel<Model: JSONModel, Other: Sendable>(
    by model: Model.Type, as type: Other.Type
  ) -> (any PayloadFormat<Other>)? {
    guard let own = self as? any CodedPayload, let container = own.coder as? any SelectableValue.Type else {
      return nil
    }
    func payload<Coder: JSONCoder>(_ coder: Coder.Type) -> (any PayloadFormat<Other>)? {
      CoderPayload<Coder, Coder.Decoded>(constraint: own.constraint.ofParts) { $0 }
        as? any PayloadFormat<Other>
    }
    func replaced<Container: SelectableValue>(_ container: Container.Type) -> any JSONCoder.Type {
      Container.PartialCoder.replacingModel(by: model)
    }
    return payload(replaced(container))
  }
}

extension APIClient {
  /// Sends a request for some fields of its response; see ``SelectableRequest/selecting(_:extra:)``.
  ///
  /// ```swift
  /// let players = try await client.send(
  ///   PlayersRequest(accountIDs: ids), fields: [\.nickname, \.statistics.all.wins])
  /// ```
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - fields: Key paths of fields, `.excluding(…)`, or `.all`.
  ///   - extra: Fields that the service omits unless a request names them.
  ///   - options: The options of this call.
  /// - Throws: ``APIError``, and `CancellationError` when the task is cancelled.
  public func send<Request: SelectableRequest>(
    _ request: Request, fields: Fields<Request.Response.PartialCoder.Model>,
    extra: FieldPaths<Request.Response.PartialCoder.Model> = [], options: CallOptions = CallOptions()
  ) async throws -> Request.Response.PartialCoder.Decoded where Request.Response: SelectableValue {
    try await send(request.selecting(fields, extra: extra), options: options)
  }
}
