import WGNAPIClient

/// A secret that the service and the receiver of its webhooks share.
///
/// It doesn't appear in descriptions, mirrors or errors.
public struct WebhookSecret: Sendable, ExpressibleByStringLiteral, CustomStringConvertible,
  CustomDebugStringConvertible, CustomReflectable
{
  let text: String

  /// Creates a secret from its text, as the service shows it: with the prefix `whsec_`, for example.
  public init(_ text: String) { self.text = text }
  public init(stringLiteral text: String) { self.text = text }

  /// Returns whether a text is the secret, in a time that depends on the lengths only. Some services send the secret itself.
  public func matches(_ text: String) -> Bool { HMAC.areEqual(Array(text.utf8), Array(self.text.utf8)) }

  /// The mark in place of secrets.
  public var description: String { Redaction.mark }
  /// Same as ``description``.
  public var debugDescription: String { description }
  /// Empty.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// A source of secrets, such as a vault. A list of secrets is the simplest one.
public protocol WebhookSecretProvider: Sendable {
  /// Returns the secrets that are valid now. While the service changes from one to another, these are both.
  func secrets() async throws -> [WebhookSecret]
}

extension WebhookSecret: WebhookSecretProvider {
  /// Returns this secret.
  public func secrets() -> [WebhookSecret] { [self] }
}

extension [WebhookSecret]: WebhookSecretProvider {
  /// Returns these secrets.
  public func secrets() -> [WebhookSecret] { self }
}
