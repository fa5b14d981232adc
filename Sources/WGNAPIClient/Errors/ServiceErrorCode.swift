/// A type for the error codes of a service. Known codes have names; unknown codes are kept.
///
/// ```swift
/// public struct ErrorCode: ServiceErrorCode {
///   public let code: ServiceFailure.Code
///   public let message: String
///   public init(code: ServiceFailure.Code, message: String) { … }
///   public static var searchNotSpecified: Self { Self(code: 402, message: "SEARCH_NOT_SPECIFIED") }
///   public static let allCases: [Self] = [.searchNotSpecified]
/// }
/// ```
///
/// A message may contain `*` for any text: `*_NOT_SPECIFIED`.
public protocol ServiceErrorCode: Hashable, Sendable, CaseIterable, CustomStringConvertible
where AllCases == [Self] {
  /// The code on the wire: a number, or a word such as `card_declined`.
  var code: ServiceFailure.Code { get }
  /// The name on the wire, with `*` for any text.
  var message: String { get }
  /// Creates an error code with this code and name.
  init(code: ServiceFailure.Code, message: String)
  /// The codes for temporary conditions; none by default.
  static var retryable: [Self] { get }
}

extension ServiceErrorCode {
  /// An empty list.
  public static var retryable: [Self] { [] }

  /// The pattern that recognizes this code.
  public var pattern: ServiceErrorPattern { ServiceErrorPattern(code: code, message: message) }

  /// Returns whether `failure` has the same code and a matching name.
  public func matches(_ failure: ServiceFailure) -> Bool { pattern.matches(failure) }

  /// Whether it is one of `allCases`.
  public var isKnown: Bool { Self.allCases.contains { $0 == self } }

  /// Whether sending the request again later may succeed.
  public var isRetryable: Bool {
    Self.retryable.contains { $0.matches(ServiceFailure(code: code, message: message)) }
  }

  /// Creates the code of a failure: a known code if one matches, preferring codes without `*`; otherwise an
  /// unknown code.
  public init(_ failure: ServiceFailure) {
    let matching = Self.allCases.filter { $0.matches(failure) }
    self =
      matching.first { !$0.message.contains("*") } ?? matching.first
      ?? Self(code: failure.code ?? 0, message: failure.message ?? "")
  }

  /// The code and the message, such as `402 SEARCH_NOT_SPECIFIED`; only the code if the message is empty or
  /// `*`.
  public var description: String {
    message.isEmpty || message == "*" ? code.description : "\(code) \(message)"
  }
}

/// The error codes of a service whose API description lists none.
public struct UnnamedErrorCode: ServiceErrorCode {
  /// The code on the wire.
  public let code: ServiceFailure.Code
  /// The name on the wire.
  public let message: String
  /// An empty list.
  public static let allCases: [UnnamedErrorCode] = []

  /// Creates an error code with this code and name.
  public init(code: ServiceFailure.Code, message: String) {
    self.code = code
    self.message = message
  }
}
