import WGNAPIClient
import WGNAPISupport

/// A secret that the service and the receiver of its webhooks share.
///
/// It doesn't appear in descriptions, mirrors or errors.
public struct WebhookSecret: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The length of the shortest secret, in bytes: 112 bits, the shortest key that NIST accepts for an HMAC (SP 800-131A,
  /// revision 2, section 10). Anybody can find a shorter one, or sign with an empty one.
  public static let minimumLength = 14

  /// Precedes the key in secrets of Standard Webhooks and Stripe.
  static let prefix = "whsec_"

  let text: String

  /// Creates a secret from its text, as the service shows it: with the prefix `whsec_`, for example.
  ///
  /// - Throws: ``WebhookError/configuration(_:)`` if the text is empty, has fewer than ``minimumLength`` bytes after such a
  ///   prefix, or contains a control character, such as the line break at the end of a file.
  public init(_ text: String) throws(WebhookError) {
    let length = text.utf8.count - (text.hasPrefix(Self.prefix) ? Self.prefix.utf8.count : 0)
    guard !text.isEmpty else {
      throw .configuration(
        "the secret is empty, so anybody could sign messages; check where it is read from")
    }
    guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      throw .configuration(
        "the secret contains a line break or another control character; pass only what the service shows")
    }
    guard length >= Self.minimumLength else {
      throw .configuration(
        "the secret has \(length) bytes, so it can be guessed; choose one of at least \(Self.minimumLength) at the service"
      )
    }
    self.text = text
  }

  /// Returns whether a text is the secret, in a time that depends on the lengths only. Some services send the secret itself.
  public func matches(_ text: String) -> Bool { areEqual(Array(text.utf8), Array(self.text.utf8)) }

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
