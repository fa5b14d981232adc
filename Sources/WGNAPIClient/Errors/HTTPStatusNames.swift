import HTTPTypes

/// The statuses of IANA's registry (https://www.iana.org/assignments/http-status-codes) that HTTPTypes has no
/// names for. If it gets them, its own are preferred.
extension HTTPResponse.Status {
  /// 102 Processing (RFC 2518).
  @_disfavoredOverload public static var processing: Self { 102 }
  /// 207 Multi-Status (RFC 4918).
  @_disfavoredOverload public static var multiStatus: Self { 207 }
  /// 208 Already Reported (RFC 5842).
  @_disfavoredOverload public static var alreadyReported: Self { 208 }
  /// 226 IM Used (RFC 3229).
  @_disfavoredOverload public static var imUsed: Self { 226 }
  /// 402 Payment Required (RFC 9110).
  @_disfavoredOverload public static var paymentRequired: Self { 402 }
  /// 423 Locked (RFC 4918).
  @_disfavoredOverload public static var locked: Self { 423 }
  /// 424 Failed Dependency (RFC 4918).
  @_disfavoredOverload public static var failedDependency: Self { 424 }
  /// 506 Variant Also Negotiates (RFC 2295).
  @_disfavoredOverload public static var variantAlsoNegotiates: Self { 506 }
  /// 507 Insufficient Storage (RFC 4918).
  @_disfavoredOverload public static var insufficientStorage: Self { 507 }
  /// 508 Loop Detected (RFC 5842).
  @_disfavoredOverload public static var loopDetected: Self { 508 }
  /// 510 Not Extended (RFC 2774).
  @_disfavoredOverload public static var notExtended: Self { 510 }
}
