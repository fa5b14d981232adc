import WGNAPIClient
import WGNAPIJSON

/// A request that can ask for some fields of its answer. Its endpoint has a `PartialPolicy`.
public protocol SelectableRequest: APIRequest {}

extension SelectableRequest where Response: ModelContainer {
  /// Returns the same request for some fields of its answer.
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

/// A request for some fields of the answer to `Base`; see ``SelectableRequest/selecting(_:extra:)``.
public struct PartialRequest<Base: SelectableRequest>: APIRequest
where Base.Response: ModelContainer {
  public typealias Response = Base.Response.PartialCoder.Decoded
  public typealias ServiceEnvelope = Base.ServiceEnvelope
  public typealias ServiceCode = Base.ServiceCode

  /// The request for all fields.
  public internal(set) var base: Base
  let fields: FieldRequest

  /// The endpoint of ``base`` with parameters for the fields.
  public static var endpoint: Endpoint<Self> {
    RestrictedEndpoints.endpoint(Self.self) {
      RestrictedEndpoints.make(Self.self, base: \.base) { format in format.partial(as: Response.self) }
    }
  }
}

/// A request for the fields of a ``ModelSlice``.
///
/// `Value` is the type of the answer: that of `Base` with the slice in place of the model.
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
    RestrictedEndpoints.endpoint(Self.self) {
      RestrictedEndpoints.make(Self.self, base: \.base) { format in
        format.replacingModel(by: Slice.self, as: Value.self)
      }
    }
  }
}

extension PartialRequest: PaginatedRequest where Base: PaginatedRequest {}
extension SliceRequest: PaginatedRequest where Base: PaginatedRequest {}

/// A request for some fields of another request's answer.
protocol FieldsRequest<Base>: RestrictedRequest {
  associatedtype Base: SelectableRequest
  var base: Base { get }
  var fields: FieldRequest { get }
}

extension PartialRequest: FieldsRequest {}
extension SliceRequest: FieldsRequest {}

extension FieldsRequest {
  package var selection: FieldSelection { fields.selection }

  package var unrestricted: any APIRequest { base }

  /// The violations in the lists of fields.
  package var fieldViolations: [Violation] { fields.violations(Base.endpoint.policies.partial) }

  /// The names to send as fields.
  var fieldTexts: [String]? {
    guard !fields.fields.isEmpty else { return nil }
    let prefix = fields.isExclusion ? Base.endpoint.policies.partial?.exclusionPrefix ?? "" : ""
    return fields.fields.map { prefix + $0 }
  }

  /// The names to send as extra fields.
  var extraTexts: [String]? { fields.extra.isEmpty ? nil : fields.extra }
}
