import WGNAPIClient
import WGNAPIJSON

/// A request whose answer can be restricted to some of its fields: its endpoint has a ``PartialPolicy``.
public protocol SelectableRequest: APIRequest {}

extension SelectableRequest where Response: ModelContainer {
  /// The same request for some fields only.
  ///
  /// ```swift
  /// PlayersRequest(accountIDs: ids).selecting([\.nickname, \.statistics.all.wins])
  /// ```
  ///
  /// An extra field among `fields` is asked for as one; `extra` adds some to all others. Paths that name no field, and
  /// more fields than the endpoint takes, are violations of the request.
  ///
  /// - Parameters:
  ///   - fields: Key paths of fields, `.excluding(…)` some, or `.all`.
  ///   - extra: Fields that come only when they are asked for by name.
  public func selecting(
    _ fields: Fields<Response.PartialCoder.Model>, extra: FieldPaths<Response.PartialCoder.Model> = []
  ) -> PartialRequest<Self> {
    PartialRequest(base: self, fields: FieldRequest(fields, extra: extra))
  }
}

/// A request for some fields of what `Base` answers; see ``SelectableRequest/selecting(_:extra:)``.
public struct PartialRequest<Base: SelectableRequest>: APIRequest
where Base.Response: ModelContainer {
  public typealias Response = Base.Response.PartialCoder.Decoded
  public typealias ServiceEnvelope = Base.ServiceEnvelope

  /// The request for everything.
  public internal(set) var base: Base
  let fields: FieldRequest

  /// The endpoint of ``base``, with parameters for the fields.
  public static var endpoint: Endpoint<Self> {
    RestrictedEndpoints.endpoint(Self.self) {
      RestrictedEndpoints.make(Self.self, base: \.base) { format in format.partial(as: Response.self) }
    }
  }
}

/// A request for the fields of a ``ModelSlice``.
///
/// `Value` is what is answered: that of `Base` with the slice in the model's place.
public struct SliceRequest<Base: SelectableRequest, Slice: ModelSlice, Value: JSONValue>: APIRequest {
  public typealias Response = Value
  public typealias ServiceEnvelope = Base.ServiceEnvelope

  /// The request for everything.
  public internal(set) var base: Base
  var fields: FieldRequest { FieldRequest(fields: Slice.fields, extra: Slice.extraFields) }

  init(base: Base) { self.base = base }

  /// The endpoint of ``base``, with parameters for the fields.
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

/// A request that asks for some fields of what another one answers.
protocol FieldsRequest<Base>: RestrictedRequest {
  associatedtype Base: SelectableRequest
  var base: Base { get }
  var fields: FieldRequest { get }
}

extension PartialRequest: FieldsRequest {}
extension SliceRequest: FieldsRequest {}

extension FieldsRequest {
  package var selection: FieldSelection { fields.selection }

  /// What is wrong with the lists of fields.
  package var fieldViolations: [Violation] { fields.violations(Base.endpoint.policies.partial) }

  /// What is sent as fields.
  var fieldTexts: [String]? {
    guard !fields.fields.isEmpty else { return nil }
    let prefix = fields.isExclusion ? Base.endpoint.policies.partial?.exclusionPrefix ?? "" : ""
    return fields.fields.map { prefix + $0 }
  }

  /// What is sent as extra fields.
  var extraTexts: [String]? { fields.extra.isEmpty ? nil : fields.extra }
}
