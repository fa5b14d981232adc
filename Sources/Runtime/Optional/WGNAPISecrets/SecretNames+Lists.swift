// What is known of the names of secrets. Each is here once, for recordings and for the tools that read traffic.
extension SecretNames {
  /// The names whose values are secrets in any service.
  package static let standard: Set<String> = [
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

  /// What names of secrets end in: `X-Shopify-Access-Token`, `db_password`.
  ///
  /// Most names that end in `key` are those of identifiers (`sort_key`, `user_key`, `tank_key`), so only the keys of people and
  /// programs that let somebody in are among them.
  static let endings = [
    "accesskey", "activationkey", "adminkey", "apikey", "appkey", "authkey", "authticket",
    "clientkey", "connectionstring",
    "consumerkey", "csrf", "deploykey", "developerkey", "employeekey", "encryptionkey", "integrationkey",
    "jwt", "licensekey", "loginkey", "loginticket", "masterkey", "merchantkey", "operatorkey", "partnerkey",
    "passcode",
    "passphrase", "passwd", "password", "passwordconfirmation", "privatekey", "psk", "pwd", "recoverykey",
    "secret",
    "secretkey", "securitykey", "serverkey", "servicekey", "sessid", "sessionid", "sessionkey",
    "sessionticket", "sharedkey",
    "signingkey", "staffkey", "streamkey", "subscriptionkey", "token",
    "writekey", "xsrf",
  ]

  /// What precedes `token` in names of places in a list: `nextPageToken`.
  static let positions = [
    "continuation", "cursor", "next", "page", "pagination", "paging", "prev", "previous", "resume", "start",
    "sync",
  ]

  /// What names of lists of secrets end in.
  static let listEndings = [
    "accesstokens", "apitokens", "authtokens", "bearertokens", "devicetokens", "idtokens", "invitetokens",
    "pushtokens", "refreshtokens", "resettokens", "sessiontokens", "usertokens",
  ]

  /// What names of header fields end in whose values are secrets.
  static let fieldEndings = ["-auth", "-key", "-signature"]

  /// Header fields whose keys let nobody in, without `X-`.
  static let harmlessKeys: Set<String> = [
    "cachekey", "correlationkey", "idempotencykey", "objectkey", "partitionkey", "publickey", "routingkey",
    "secwebsocketkey", "shardkey", "sortkey", "surrogatekey",
  ]
}
