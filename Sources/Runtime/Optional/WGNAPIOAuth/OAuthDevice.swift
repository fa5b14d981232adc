import WGNAPIClient
import WGNAPIJSON
import WGNAPISupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A log-in of a device without a browser (RFC 8628): the user enters a code on another device.
///
/// Show ``userCode`` and ``verificationURL``, and wait for ``OAuthApplication/token(for:)``.
public struct OAuthDevice: Sendable, CustomStringConvertible, CustomReflectable {
  /// The code that the user enters.
  public let userCode: String
  /// The page on which the user enters it.
  public let verificationURL: URL
  /// The same page with the code, for a QR code; nil if there is none.
  public let completeURL: URL?
  /// The time that the user has.
  public let lifetime: Duration
  let interval: Duration
  let deviceCode: String
  let scopes: Set<String>
  /// The client's uptime at which the code expires.
  let end: Duration

  /// The page.
  public var description: String { "OAuthDevice(\(verificationURL.host ?? ""))" }
  /// The page.
  public var customMirror: Mirror { Mirror(self, children: ["lifetime": lifetime]) }
}

extension OAuthApplication {
  /// Begins a log-in of a device.
  ///
  /// - Throws: ``OAuthError``, and `CancellationError` when the task is cancelled.
  public func device(scopes: Set<String> = []) async throws -> OAuthDevice {
    var fields: [(String, String)] = []
    if clientSecret != nil, identification == .basic { fields.append(("client_id", clientID)) }
    if !scopes.isEmpty { fields.append(("scope", scopes.sorted().joined(separator: " "))) }
    let start = clock.uptime
    let response = try await post(fields, to: flows.deviceURL, called: "deviceURL")
    // Some services use the name of a draft.
    let page = response["verification_uri"]?.string ?? response["verification_url"]?.string
    guard let code = response["device_code"]?.string, let userCode = response["user_code"]?.string,
      let page = page.flatMap({ URL(string: $0) }), let lifetime = Self.seconds(response["expires_in"])
    else {
      throw OAuthError.invalidResponse(
        "it lacks one of 'device_code', 'user_code', 'verification_uri' and 'expires_in'")
    }
    // Both are shown to the user, perhaps in a terminal.
    guard OAuthError.shown(userCode, Redaction(), limit: 64) == userCode else {
      throw OAuthError.invalidResponse("its 'user_code' is too long, or has characters that can't be shown")
    }
    let complete = response["verification_uri_complete"]?.string.flatMap { URL(string: $0) }
    for page in [page, complete ?? page] where !Self.isPage(page) {
      throw OAuthError.invalidResponse("its 'verification_uri' isn't the address of a page: https://…")
    }
    return OAuthDevice(
      userCode: userCode, verificationURL: page,
      completeURL: complete,
      lifetime: .seconds(lifetime), interval: .seconds(max(Self.seconds(response["interval"]) ?? 5, 1)),
      deviceCode: code, scopes: scopes, end: start + .seconds(lifetime))
  }

  private static func isPage(_ url: URL) -> Bool {
    let isLocal = ["127.0.0.1", "localhost", "[::1]", "::1"].contains(url.host ?? "")
    return url.scheme?.lowercased() == "https" || url.scheme?.lowercased() == "http" && isLocal
  }

  /// Waits until the user has logged in on another device, and returns the token.
  ///
  /// - Throws: ``OAuthError/expired`` after the device's lifetime, ``OAuthError/denied`` if the user refuses, and
  ///   `CancellationError` when the task is cancelled.
  public func token(for device: OAuthDevice) async throws -> OAuthToken {
    var interval = device.interval
    while true {
      guard clock.uptime + interval < device.end else { throw OAuthError.expired }
      try await clock.sleep(for: interval)
      do {
        return try await token(
          [
            ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"),
            ("device_code", device.deviceCode),
          ], scopes: device.scopes)
      } catch let error as OAuthError {
        switch error {
        case .service("authorization_pending", _): break
        // Section 3.5: five seconds more for this and all later requests.
        case .service("slow_down", _): interval += .seconds(5)
        case .service("access_denied", _): throw OAuthError.denied
        case .service("expired_token", _): throw OAuthError.expired
        // Section 3.5 suggests longer and longer pauses.
        case .transport, .unavailable: interval = max(interval, min(interval * 2, .seconds(60)))
        default: throw error
        }
      }
    }
  }
}
