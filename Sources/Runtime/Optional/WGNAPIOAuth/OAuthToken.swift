import WGNAPIClient
import WGNAPISupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An access token with what belongs to it (RFC 6749, section 5.1).
///
/// Encoding it writes its secrets, so keep the result where secrets belong, such as the Keychain. They don't appear
/// in descriptions or mirrors.
public struct OAuthToken: Hashable, Sendable, Codable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The token for requests.
  public let accessToken: String
  /// The token for getting another access token; nil if there is none.
  public let refreshToken: String?
  /// The time at which the access token expires; nil if unknown.
  public let expiresAt: Date?
  /// What the access token may be used for; nil if unknown.
  public let scopes: Set<String>?
  /// The scopes that were asked for, of which the service may have granted others; nil if unknown.
  public let requestedScopes: Set<String>?
  /// What all tokens of one log-in have in common, so that a renewed one finds the responses that are cached; nil if unknown.
  public let account: String?

  /// Creates a token.
  public init(
    accessToken: String, refreshToken: String? = nil, expiresAt: Date? = nil, scopes: Set<String>? = nil,
    requestedScopes: Set<String>? = nil, account: String? = nil
  ) {
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    self.expiresAt = expiresAt
    self.scopes = scopes
    self.requestedScopes = requestedScopes
    self.account = account
  }

  /// The expiry and the scopes.
  public var description: String {
    let scopes = scopes.map { $0.sorted().joined(separator: " ") } ?? "unknown"
    return
      "OAuthToken(\(Redaction.mark), expires: \(expiresAt.map { "\($0)" } ?? "unknown"), scopes: \(scopes))"
  }
  /// Same as ``description``.
  public var debugDescription: String { description }
  /// The expiry and the scopes.
  public var customMirror: Mirror {
    Mirror(self, children: ["expiresAt": expiresAt as Any, "scopes": scopes as Any])
  }
}

extension OAuthToken {
  /// Why the token can't be sent; nil if it can.
  var problem: String? { Self.problem(of: accessToken) ?? refreshToken.flatMap(Self.problem) }

  /// Why a text isn't a token (RFC 6749, appendices A.12 and A.17); nil if it is one.
  static func problem(of text: String) -> String? {
    if text.isEmpty { return "is empty" }
    return text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
      ? nil : "contains a line break, or another character that tokens can't have"
  }
}

/// A place that keeps a token between runs of an app, such as the Keychain.
public protocol TokenStorage: Sendable {
  /// Returns the token that was saved last; nil if there is none.
  func load() async throws -> OAuthToken?
  /// Saves a token in place of the last one; nil removes it.
  func save(_ token: OAuthToken?) async throws
}

/// A storage that forgets its token at the end of the process.
public actor MemoryTokenStorage: TokenStorage {
  private var token: OAuthToken?

  /// Creates a storage.
  public init(_ token: OAuthToken? = nil) { self.token = token }

  public func load() -> OAuthToken? { token }
  public func save(_ token: OAuthToken?) { self.token = token }
}
