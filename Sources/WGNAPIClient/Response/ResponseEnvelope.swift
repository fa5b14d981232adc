import WGNAPIJSON

/// A model of the object that a service wraps around its payloads.
///
/// The layout contains everything except the payload, whose key is ``payloadKey``.
public protocol ResponseEnvelope: JSONModel {
  /// The type of the service's error codes.
  associatedtype ServiceCode: ServiceErrorCode = UnnamedErrorCode
  /// The key of the payload.
  static var payloadKey: String { get }
  /// The error in the envelope; nil if the request succeeded.
  var failure: ServiceFailure? { get }
}

/// No envelope: the body is the payload.
public struct NoEnvelope: ResponseEnvelope {
  /// An empty key, which isn't used.
  public static let payloadKey = ""
  /// An empty layout.
  public static let layout = Layout<Self> { _ in }

  /// Creates the envelope.
  public init() {}

  /// Nil, always.
  public var failure: ServiceFailure? { nil }
}
