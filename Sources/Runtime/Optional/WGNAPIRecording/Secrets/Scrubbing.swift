/// The values, texts and header fields to remove from a recording, in addition to the secrets that a client knows.
///
/// A client knows its credentials, its secret parameters and those of its requests. They are removed wherever they occur in
/// URLs, header fields and bodies, in each encoding: percent-encoded, as a form, with the escapes of JSON and HTML, in Base64
/// and in hexadecimal digits.
///
/// Other secrets are found by their names, also those that end in words such as `token` or `password`
/// (`X-Shopify-Access-Token`), unless they are about places in a list (`nextPageToken`). Header fields such as `X-Shop-Key` are
/// secrets, too. And they are found by their form: users and passwords in URLs, `Bearer …` and `Basic …`, JSON Web Tokens, private
/// keys, and tokens with the prefixes of well-known services.
public struct Scrubbing: Sendable {
  /// The names of parameters, keys and header fields whose values are secrets. Letter case, `_` and `-` are ignored.
  public var names: Set<String>
  /// Texts that are secrets.
  public var secrets: [String]
  /// The names of header fields to leave out.
  public var omittedFields: Set<String>
  /// Names whose values aren't secrets, as ``plain(_:)`` returns them.
  let kept: Set<String>

  /// Creates rules in addition to the standard ones.
  ///
  /// - Parameters:
  ///   - names: Further names of parameters, keys and header fields whose values are secrets.
  ///   - keeping: Names whose values aren't secrets, although they are in ``standardNames`` or end like names of secrets.
  ///   - secrets: Texts that are secrets, of at least four bytes.
  ///   - omittedFields: Further header fields to leave out.
  public init(
    names: Set<String> = [], keeping: Set<String> = [], secrets: [String] = [],
    omittedFields: Set<String> = []
  ) {
    let kept = Set(keeping.map { Self.plain($0) })
    self.kept = kept
    self.names = Self.standardNames.filter { !kept.contains(Self.plain($0)) }.union(names)
    self.secrets = secrets
    self.omittedFields = Self.standardOmittedFields.union(omittedFields)
  }

  /// The standard rules.
  public static let standard = Scrubbing()

  /// The names whose values are secrets in any service.
  public static let standardNames: Set<String> = [
    "access_code", "access_token", "activation_code", "api_key", "api_secret", "api_token", "assertion",
    "auth_token",
    "authorization", "backup_code", "backup_codes", "bearer_token", "client_assertion", "client_secret",
    "code_verifier", "cookie", "credentials", "csrf", "csrf_token", "cvc", "cvv", "device_code",
    "door_code", "hmac", "id_token", "invitation_code", "invitation_link", "invite_code", "invite_link",
    "jwt",
    "login_code", "login_link", "magic_link", "mfa_code", "mnemonic", "new_password", "old_password",
    "one_time_code", "one_time_password", "otp", "otp_code", "pairing_code", "passphrase", "passwd",
    "password", "private_key", "proxy_authorization", "psk", "puk",
    "pwd", "recovery_code", "recovery_codes", "refresh_token", "reset_code", "reset_link", "saml_response",
    "secret", "secret_key",
    "security_code", "seed_phrase", "session_id", "session_token", "set_cookie", "signing_secret",
    "sms_code", "token", "totp", "twofa", "two_factor_code", "unlock_code", "verification_code",
    "verify_code", "webhook_secret",
    "x_access_token", "x_amz_credential", "x_amz_security_token", "x_amz_signature", "x_api_key",
    "x_auth_token", "x_csrf_token", "x_goog_credential", "x_goog_signature", "xsrf",
  ]

  /// The names whose values are secrets in URLs, forms and cookies only: elsewhere, they may be those of identifiers and settings.
  static let pairNames: Set<String> = ["auth", "session", "sid", "sig", "signature"]

  /// The header fields about the time, the machine or the connection of a message.
  public static let standardOmittedFields: Set<String> = [
    "accept-encoding", "age", "alt-svc", "cf-cache-status", "cf-ray", "connection", "content-encoding",
    "content-length", "date", "expires", "host", "keep-alive", "nel", "proxy-connection", "report-to",
    "server",
    "server-timing", "strict-transport-security", "te", "traceparent", "tracestate", "trailer",
    "transfer-encoding",
    "upgrade", "user-agent", "via", "x-amzn-requestid", "x-amzn-trace-id", "x-cache", "x-request-id",
    "x-runtime",
    "x-served-by", "x-timer",
  ]

  /// The name in lowercase, without `_` and `-`.
  static func plain(_ name: some StringProtocol) -> String {
    name.lowercased().filter { $0 != "_" && $0 != "-" }
  }
}
