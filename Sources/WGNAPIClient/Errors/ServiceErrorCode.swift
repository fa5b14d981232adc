/// The error codes of a service: known ones by name, unknown ones kept.
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
/// A message may hold `*` for any text: `*_NOT_SPECIFIED`.
public protocol ServiceErrorCode: Hashable, Sendable, CaseIterable, CustomStringConvertible
where AllCases == [Self] {
  /// The code on the wire: a number, or a word such as `card_declined`.
  var code: ServiceFailure.Code { get }
  /// The name on the wire, with `*` for any text.
  var message: String { get }
  /// An error with this code and name.
  init(code: ServiceFailure.Code, message: String)
  /// The codes that speak of a passing condition; none by default.
  static var retryable: [Self] { get }
}

extension ServiceErrorCode {
  /// None.
  public static var retryable: [Self] { [] }

  /// The pattern this code is recognised by.
  public var pattern: ServiceErrorPattern { ServiceErrorPattern(code: code, message: message) }

  /// Whether `failure` has this code: the same code, and a name that fits.
  public func matches(_ failure: ServiceFailure) -> Bool { pattern.matches(failure) }

  /// Whether it is one of `allCases`.
  public var isKnown: Bool { Self.allCases.contains { $0 == self } }

  /// Whether sending the request again later may help.
  public var isRetryable: Bool {
    Self.retryable.contains { $0.matches(ServiceFailure(code: code, message: message)) }
  }

  /// The code of `failure`: a known one where one matches, those without `*` first; else an unknown one.
  public init(_ failure: ServiceFailure) {
    let matching = Self.allCases.filter { $0.matches(failure) }
    self =
      matching.first { !$0.message.contains("*") } ?? matching.first
      ?? Self(code: failure.code ?? 0, message: failure.message ?? "")
  }

  /// For instance `402 SEARCH_NOT_SPECIFIED`; a code alone where any message fits it.
  public var description: String {
    message.isEmpty || message == "*" ? code.description : "\(code) \(message)"
  }
}

/// The error codes of a service whose description names none.
public struct UnnamedErrorCode: ServiceErrorCode {
  /// The code on the wire.
  public let code: ServiceFailure.Code
  /// The name on the wire.
  public let message: String
  /// None.
  public static let allCases: [UnnamedErrorCode] = []

  /// An error with this code and name.
  public init(code: ServiceFailure.Code, message: String) {
    self.code = code
    self.message = message
  }
}
