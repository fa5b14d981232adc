import HTTPTypes
import WGNAPIClient
import WGNAPIJSON
import WGNAPISupport
import WGNAPITransport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An application that is registered with an OAuth 2 service.
///
/// ```swift
/// let application = OAuthApplication(
///   Client.api.oauth2("user"), clientID: "…", configuration: ClientConfiguration())
/// ```
///
/// Its secret doesn't appear in descriptions or mirrors.
public struct OAuthApplication: Sendable, CustomStringConvertible, CustomReflectable {
  /// How the application identifies itself to the service (RFC 6749, section 2.3.1).
  public enum Identification: Hashable, Sendable {
    /// By the header field `Authorization: Basic …`.
    case basic
    /// By fields of the form.
    case form
  }

  /// The addresses of the service.
  public let flows: OAuth2Flows
  /// The application's ID.
  public let clientID: String
  let clientSecret: String?
  let identification: Identification
  /// The transport, the clock and the time limit.
  let configuration: ClientConfiguration

  /// Creates a description of an application.
  ///
  /// - Parameters:
  ///   - flows: The addresses of the service: `Client.api.oauth2("…")`.
  ///   - clientID: The application's ID.
  ///   - clientSecret: The application's secret; nil for an application that can't keep one, such as an app.
  ///   - identification: How the application sends its secret.
  ///   - configuration: A client's configuration, whose transport, clock and time limit are used.
  public init(
    _ flows: OAuth2Flows?, clientID: String, clientSecret: String? = nil,
    identification: Identification = .basic, configuration: ClientConfiguration
  ) {
    self.flows = flows ?? OAuth2Flows()
    self.clientID = clientID
    self.clientSecret = clientSecret
    self.identification = identification
    self.configuration = configuration
  }

  /// The ID.
  public var description: String { "OAuthApplication(\(clientID))" }
  /// The ID and the addresses.
  public var customMirror: Mirror { Mirror(self, children: ["clientID": clientID, "flows": flows]) }

  var clock: any ClientClock { configuration.clock }

  /// Asks for a token.
  ///
  /// - Parameters:
  ///   - fields: The fields of the form.
  ///   - old: The token to be replaced, which may hold what the response omits.
  ///   - scopes: The scopes that were asked for.
  func token(
    _ fields: [(String, String)], replacing old: OAuthToken? = nil, scopes: Set<String>? = nil
  ) async throws -> OAuthToken {
    let response = try await post(fields, to: flows.tokenURL, called: "tokenURL")
    guard let token = response["access_token"]?.string, !token.isEmpty else {
      throw OAuthError.invalidResponse("it has no 'access_token'")
    }
    let refreshToken = response["refresh_token"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    for (name, token) in [("access_token", token), ("refresh_token", refreshToken ?? token)] {
      if let problem = OAuthToken.problem(of: token) {
        throw OAuthError.invalidResponse("its '\(name)' \(problem)")
      }
    }
    // A client must not use a type of token that it doesn't know (RFC 6749, section 7.1).
    guard response["token_type"]?.string?.lowercased() == "bearer" else {
      throw OAuthError.invalidResponse("its 'token_type' isn't 'Bearer'")
    }
    let given = response["scope"]?.string.map { Set($0.split(separator: " ").map(String.init)) }
    return OAuthToken(
      accessToken: token, refreshToken: refreshToken ?? old?.refreshToken,
      expiresAt: Self.seconds(response["expires_in"]).map { clock.date.addingTimeInterval($0) },
      // Without 'scope', the token has those that were asked for (RFC 6749, section 5.1).
      scopes: given ?? old?.scopes ?? (scopes?.isEmpty == false ? scopes : nil),
      requestedScopes: scopes ?? old?.requestedScopes,
      // A random text for each log-in and for other rights: nothing else surely differs between users.
      account: (given == nil || given == old?.scopes ? old?.account : nil) ?? PKCE.randomText())
  }

  /// Returns a duration, which some services write as text.
  static func seconds(_ json: JSON?) -> Double? {
    guard let value = json?.double ?? json?.string.flatMap(Double.init), value.isFinite, value >= 0 else {
      return nil
    }
    return min(value, 1e9)
  }

  /// Sends a form and returns the response.
  func post(_ fields: [(String, String)], to address: String?, called name: String) async throws -> JSON {
    let url = try Self.url(address, called: name)
    var fields = fields
    var head = HTTPRequest(
      method: .post, scheme: url.scheme, authority: url.authority, path: url.path,
      headerFields: [
        .contentType: "application/x-www-form-urlencoded", .accept: "application/json",
      ])
    var redaction = Redaction()
    switch (identification, clientSecret) {
    case (.basic, let secret?):
      let pair = "\(PercentEncoding.encode(clientID)):\(PercentEncoding.encode(secret))"
      let encoded = Data(pair.utf8).base64EncodedString()
      head.headerFields[.authorization] = "Basic \(encoded)"
      redaction.add(encoded)
      redaction.add(pair)
    case (.form, let secret?): fields += [("client_id", clientID), ("client_secret", secret)]
    case (_, nil): fields.append(("client_id", clientID))
    }
    let body = fields.map { "\(PercentEncoding.encode($0))=\(PercentEncoding.encode($1))" }
    for (name, value) in fields + [("client_secret", clientSecret ?? "")] where Self.isSecret(name) {
      redaction.add(value)
      // Its Base64 is another one.
      redaction.add(PercentEncoding.encode(value))
    }
    let received: TransportResponse
    do {
      received = try await configuration.transport.send(
        head, body: Array(body.joined(separator: "&").utf8),
        options: TransportOptions(
          timeout: configuration.timeout, responseSizeLimit: 1 << 20, redirects: .none))
    } catch let error as CancellationError {
      throw error
    } catch {
      throw OAuthError.transport(Self.text(of: error, redaction))
    }
    return try Self.response(received, redaction)
  }

  private static func isSecret(_ name: String) -> Bool {
    ["code", "code_verifier", "refresh_token", "device_code", "client_secret"].contains(name)
  }

  private static func response(_ received: TransportResponse, _ redaction: Redaction) throws -> JSON {
    let status = received.response.status.code
    let json = try? JSON.decode(received.body)
    if (200..<300).contains(status), let json, json.object != nil, json["error"] == nil { return json }
    if let code = json?["error"]?.string {
      throw OAuthError.reported(code: code, text: json?["error_description"]?.string, redaction)
    }
    if status >= 500 { throw OAuthError.unavailable(status: status) }
    throw OAuthError.invalidResponse(
      json == nil ? "its status is \(status), and it isn't JSON" : "its status is \(status)")
  }

  private static func text(of error: any Error, _ redaction: Redaction) -> String {
    switch error as? TransportError {
    case .timedOut: "no complete response in time"
    case .responseTooLarge: "the response is too large"
    case .redirected: "it redirects"
    case .failed(let failure): OAuthError.shown(failure.message, redaction, limit: 300)
    case nil: "\(type(of: error))"
    }
  }

  /// Returns the parts of an address that secrets can be sent to: encrypted, or to this machine.
  static func url(
    _ address: String?, called name: String
  ) throws(OAuthError) -> (scheme: String, authority: String, path: String) {
    guard let address else {
      throw .invalidAddress("the API description has no '\(name)' for this credential")
    }
    guard let parts = URLComponents(string: address), let scheme = parts.scheme?.lowercased(),
      let host = parts.percentEncodedHost, !host.isEmpty, parts.user == nil, parts.fragment == nil
    else { throw .invalidAddress("'\(name)' isn't a URL that tokens can be had from") }
    let isLocal = ["127.0.0.1", "localhost", "[::1]", "::1"].contains(host)
    guard scheme == "https" || scheme == "http" && isLocal else {
      throw .invalidAddress("'\(name)' must begin with https://, because secrets are sent to it")
    }
    let authority = parts.port.map { "\(host):\($0)" } ?? host
    let path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
    return (scheme, authority, parts.percentEncodedQuery.map { "\(path)?\($0)" } ?? path)
  }
}
