import WGNAPIJSON

/// A kind of policy: what an API, an endpoint or a call says about its requests to those that act on them.
///
/// The type is declared next to what acts on it, together with the way to write it:
///
/// ```swift
/// struct Priority: PolicyValue { var level: Int }
///
/// extension Policy {
///   static func priority(_ level: Int) -> Policy { Policy(Priority(level: level)) }
/// }
///
/// // In a middleware:
/// let level = request.call.policy(Priority.self)?.level ?? 0
/// ```
public protocol PolicyValue: Equatable, Sendable {
  /// Returns what applies if a list has an earlier policy of this type, too; by default, this one.
  func following(_ earlier: Self) -> Self

  /// Whether sending a request twice has the same effect as sending it once; nil if the policy says nothing about it. If
  /// several say something, each must allow it.
  var allowsRepetition: Bool? { get }

  /// Returns whether requests that fail with this status, or with this error of the service, may succeed later; nil if
  /// the policy says nothing about it. If several say something, one is enough.
  func isTemporary(status: Int?, failure: ServiceFailure?) -> Bool?

  /// Why a request with this policy must not reach the transport; nil if it may. A middleware that acts on the policy ends the
  /// request before.
  var reasonNotToSend: (any NotSentReason)? { get }

  /// Returns what a caller can do about a violation in a request, as a part of a sentence; nil if nothing.
  func advice<Request: APIRequest>(on violation: Violation, in request: Request.Type) -> String?
}

extension PolicyValue {
  /// Returns this policy.
  public func following(_ earlier: Self) -> Self { self }
  /// Nil: the policy doesn't say so.
  public var allowsRepetition: Bool? { nil }
  /// Returns nil: the policy doesn't say so.
  public func isTemporary(status: Int?, failure: ServiceFailure?) -> Bool? { nil }
  /// Nil: it may be sent.
  public var reasonNotToSend: (any NotSentReason)? { nil }
  /// Returns nil.
  public func advice<Request: APIRequest>(on violation: Violation, in request: Request.Type) -> String? {
    nil
  }
}
