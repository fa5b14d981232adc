import WGNAPIJSON
import WGNAPITransport

/// A model of the object that a service wraps around its payloads.
///
/// The layout contains everything except the payload: the value of ``payloadKey`` or, if that is empty, all members
/// that the layout doesn't contain.
public protocol ResponseEnvelope: JSONModel {
  /// The type of the service's error codes.
  associatedtype ServiceCode: ServiceErrorCode = UnnamedErrorCode
  /// The key of the payload; empty if the payload is the rest of the object.
  static var payloadKey: String { get }
  /// The error in the envelope; nil if the request succeeded.
  var failure: ServiceFailure? { get }
}

/// No envelope: the body is the payload.
public struct NoEnvelope: ResponseEnvelope {
  /// An empty key, which isn't used.
  public static let payloadKey = ""
  /// An empty layout.
  public static let layout = ModelLayout<Self> { _ in }

  /// Creates the envelope.
  package init() {}

  /// Nil, always.
  public var failure: ServiceFailure? { nil }
}
