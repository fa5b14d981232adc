import HTTPTypes
import WGNAPITransport

/// The names of parameters, keys and header fields whose values are secrets.
struct SecretNames {
  /// Names as ``Scrubbing/plain(_:)`` returns them.
  private let exact: Set<String>
  private let kept: Set<String>

  init(_ rules: Scrubbing, and others: [String]) {
    exact = Set((Array(rules.names) + others).map { Scrubbing.plain($0) })
    kept = rules.kept
  }

  /// The names in pairs `name=value`, of URLs, forms and cookies.
  var inPairs: SecretNames {
    SecretNames(exact: exact.union(Scrubbing.pairNames.subtracting(kept)), kept: kept)
  }

  private init(exact: Set<String>, kept: Set<String>) { (self.exact, self.kept) = (exact, kept) }

  func contains(_ name: some StringProtocol) -> Bool {
    let plain = Scrubbing.plain(name)
    if exact.contains(plain) { return true }
    guard !kept.contains(plain) else { return false }
    guard let ending = Self.endings.first(where: { plain.hasSuffix($0) }) else {
      return PasswordWords.occur(in: name, plain)
    }
    let rest = plain.dropLast(ending.count)
    return ending != "token" || !Self.positions.contains { rest.hasSuffix($0) }
  }

  /// Whether values of a name in URLs and forms are secrets if nobody could guess them: tickets of logins are, and the numbers of
  /// tickets for concerts and of questions to a service aren't.
  func containsTicket(_ name: some StringProtocol) -> Bool {
    let plain = Scrubbing.plain(name)
    return plain == "ticket" && !kept.contains(plain)
  }

  /// Whether a ticket has many letters and digits side by side: `ST-1856339-aA5Yuvrxzpv8Tau1cYQ7`.
  static func isUnguessable(ticket: some Collection<UInt8>) -> Bool {
    ticket.split { !$0.isDigit && !$0.isLetter }.contains { part in
      part.count >= 12 && part.contains { $0.isDigit } && part.contains { $0.isLetter }
    }
  }

  /// Whether the values of a header field are secrets. Fields such as `X-Shop-Key` are: what a service names after itself and
  /// calls a key nearly always lets somebody in.
  func contains(field name: String) -> Bool {
    guard let field = HTTPField.Name(name), !field.isSecret, !contains(name) else { return true }
    let plain = Scrubbing.plain(name)
    guard !kept.contains(plain), !Self.harmlessKeys.contains(plain) else { return false }
    let lowercased = name.lowercased()
    return plain.contains("apikey")
      || lowercased.hasPrefix("x-") && Self.fieldEndings.contains { lowercased.hasSuffix($0) }
  }

  private static let fieldEndings = ["-auth", "-key", "-signature"]

  /// Header fields whose keys let nobody in.
  private static let harmlessKeys: Set<String> = [
    "xcachekey", "xcorrelationkey", "xidempotencykey", "xobjectkey", "xpartitionkey", "xpublickey",
    "xroutingkey", "xshardkey", "xsortkey", "xsurrogatekey",
  ]

  /// Whether texts in lists with a name are secrets. Numbers of such a name count parts of a text.
  func containsList(_ name: some StringProtocol) -> Bool {
    let name = Scrubbing.plain(name)
    return !kept.contains(name) && (name == "tokens" || Self.listEndings.contains { name.hasSuffix($0) })
  }

  private static let listEndings = [
    "accesstokens", "apitokens", "authtokens", "bearertokens", "devicetokens", "idtokens", "invitetokens",
    "pushtokens", "refreshtokens", "resettokens", "sessiontokens", "usertokens",
  ]

  /// What names of secrets end in: `X-Shopify-Access-Token`, `db_password`.
  ///
  /// Most names that end in `key` are those of identifiers (`sort_key`, `user_key`, `tank_key`), so only the keys of people and
  /// programs that let somebody in are among them.
  private static let endings = [
    "accesskey", "activationkey", "adminkey", "apikey", "appkey", "authkey", "authticket",
    "clientkey", "connectionstring",
    "consumerkey", "csrf", "deploykey", "developerkey", "employeekey", "encryptionkey", "integrationkey",
    "jwt", "licensekey", "loginkey", "loginticket", "masterkey", "merchantkey", "operatorkey", "partnerkey",
    "passcode",
    "passphrase", "passwd", "password", "passwordconfirmation", "privatekey", "psk", "pwd", "recoverykey",
    "secret",
    "secretkey", "securitykey", "serverkey", "servicekey", "sessid", "sessionid", "sessionkey",
    "sessionticket", "sharedkey",
    "signingkey", "staffkey", "streamkey", "token", "writekey", "xsrf",
  ]

  /// What precedes `token` in names of places in a list: `nextPageToken`.
  private static let positions = [
    "continuation", "cursor", "next", "page", "pagination", "paging", "prev", "previous", "resume", "start",
    "sync",
  ]
}
