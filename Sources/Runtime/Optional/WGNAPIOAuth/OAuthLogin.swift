import WGNAPIClient
import WGNAPISupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A log-in by authorization code with PKCE (RFC 6749, section 4.1, and RFC 7636), from its page to its callback.
///
/// Open ``url`` in a browser, and pass the callback to ``OAuthApplication/token(for:callback:)``. A log-in is for one
/// callback. Its secrets don't appear in descriptions or mirrors, except in ``url``'s text, which contains `state`.
public struct OAuthLogin: Sendable, CustomStringConvertible, CustomReflectable {
  /// The page on which the user logs in.
  public let url: URL
  /// The address that the page leads back to.
  public let redirectURI: URL
  let scopes: Set<String>
  let state: String
  let proof: PKCE

  /// The address of the callback.
  public var description: String { "OAuthLogin(\(redirectURI.scheme ?? "")://\(redirectURI.host ?? "")…)" }
  /// The scopes.
  public var customMirror: Mirror { Mirror(self, children: ["scopes": scopes]) }

  /// Returns the code in a callback.
  ///
  /// - Throws: ``OAuthError``.
  func code(in callback: URL) throws(OAuthError) -> String {
    let query = try CallbackQuery(callback, expecting: redirectURI)
    guard try query["state"] == state else { throw .invalidCallback("its 'state' doesn't match") }
    if let error = try query["error"] {
      if error == "access_denied" { throw .denied }
      var redaction = Redaction()
      for secret in [state, proof.verifier, try query["code"] ?? ""] { redaction.add(secret) }
      throw .reported(code: error, text: try query["error_description"], redaction)
    }
    guard let code = try query["code"], !code.isEmpty else { throw .invalidCallback("it has no 'code'") }
    return code
  }
}

/// The query of a callback, in which no name may be repeated.
struct CallbackQuery {
  private let items: [URLQueryItem]

  init(_ callback: URL, expecting address: URL) throws(OAuthError) {
    let (given, expected) = (callback.absoluteURL, address.absoluteURL)
    func path(_ url: URL) -> String { url.path.isEmpty ? "/" : url.path }
    guard given.scheme?.lowercased() == expected.scheme?.lowercased(),
      given.host?.lowercased() == expected.host?.lowercased(), given.port == expected.port,
      path(given) == path(expected)
    else { throw .invalidCallback("it leads to another address") }
    items = URLComponents(url: callback, resolvingAgainstBaseURL: true)?.queryItems ?? []
  }

  subscript(name: String) -> String? {
    get throws(OAuthError) {
      let values = items.filter { $0.name == name }.map { $0.value ?? "" }
      guard values.count < 2 else { throw .invalidCallback("it has '\(name)' twice") }
      return values.first
    }
  }
}

extension OAuthApplication {
  /// Begins a log-in. Nothing is sent: open its ``OAuthLogin/url`` in a browser.
  ///
  /// - Parameters:
  ///   - redirectURI: The address that the page leads back to, as registered with the service.
  ///   - scopes: The scopes to ask for.
  ///   - parameters: Further parameters of the page, such as `prompt`.
  /// - Throws: ``OAuthError``.
  public func login(
    redirectURI: URL, scopes: Set<String> = [], parameters: [String: String] = [:]
  ) throws -> OAuthLogin {
    try login(
      redirectURI: redirectURI, scopes: scopes, parameters: parameters, state: PKCE.randomText(),
      proof: PKCE())
  }

  /// Begins a log-in. Nothing is sent: open its ``OAuthLogin/url`` in a browser.
  ///
  /// - Parameters:
  ///   - redirectURI: The address that the page leads back to, as registered with the service.
  ///   - scopes: The scopes to ask for.
  ///   - parameters: Further parameters of the page, such as `prompt`.
  /// - Throws: ``OAuthError``, also if the address isn't a URL.
  public func login(
    redirectURI: String, scopes: Set<String> = [], parameters: [String: String] = [:]
  ) throws -> OAuthLogin {
    guard let url = URL(string: redirectURI), url.scheme != nil else {
      throw OAuthError.invalidAddress("'redirectURI' isn't a URL")
    }
    return try login(redirectURI: url, scopes: scopes, parameters: parameters)
  }

  func login(
    redirectURI: URL, scopes: Set<String>, parameters: [String: String], state: String, proof: PKCE
  ) throws -> OAuthLogin {
    _ = try Self.url(flows.authorizationURL, called: "authorizationURL")
    var fields = [
      ("response_type", "code"), ("client_id", clientID), ("redirect_uri", redirectURI.absoluteString),
      ("state", state), ("code_challenge", proof.challenge), ("code_challenge_method", "S256"),
    ]
    if !scopes.isEmpty { fields.append(("scope", scopes.sorted().joined(separator: " "))) }
    let own = Set(fields.map(\.0))
    fields += parameters.filter { !own.contains($0.key) }.sorted { $0.key < $1.key }.map {
      ($0.key, $0.value)
    }
    let query = fields.map { "\(PercentEncoding.encode($0))=\(PercentEncoding.encode($1))" }
      .joined(separator: "&")
    // The page's address may have a query of its own (RFC 6749, section 3.1).
    let page = flows.authorizationURL ?? ""
    guard let url = URL(string: "\(page)\(page.contains("?") ? "&" : "?")\(query)") else {
      throw OAuthError.invalidAddress("'authorizationURL' isn't a URL")
    }
    return OAuthLogin(url: url, redirectURI: redirectURI, scopes: scopes, state: state, proof: proof)
  }

  /// Ends a log-in: checks its callback, and exchanges the callback's code for a token.
  ///
  /// - Throws: ``OAuthError``, and `CancellationError` when the task is cancelled.
  public func token(for login: OAuthLogin, callback: URL) async throws -> OAuthToken {
    try await token(
      [
        ("grant_type", "authorization_code"), ("code", try login.code(in: callback)),
        ("redirect_uri", login.redirectURI.absoluteString), ("code_verifier", login.proof.verifier),
      ], scopes: login.scopes)
  }
}
