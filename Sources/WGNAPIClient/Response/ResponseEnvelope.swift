import WGNAPIJSON

/// How a service wraps its payloads: a model with a hole.
///
/// The layout holds everything but the payload; ``payloadKey`` says where that stands.
public protocol ResponseEnvelope: JSONModel {
  /// The names of the service's error codes.
  associatedtype ServiceCode: ServiceErrorCode = UnnamedErrorCode
  /// The key the payload stands under.
  static var payloadKey: String { get }
  /// The error the envelope speaks of; nil where the request succeeded.
  var failure: ServiceFailure? { get }
}

/// No envelope: the body is the payload.
public struct NoEnvelope: ResponseEnvelope {
  /// None.
  public static let payloadKey = ""
  /// Nothing.
  public static let layout = Layout<Self> { _ in }

  /// Makes it.
  public init() {}

  /// None.
  public var failure: ServiceFailure? { nil }
}
