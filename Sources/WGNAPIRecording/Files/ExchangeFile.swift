import WGNAPIClient

/// The text of an exchange.
///
/// ```text
/// ### request searchPlayers
/// GET https://api.example.com/players?key=<redacted>&search=gar
/// Accept: application/json
///
/// ### response
/// 200
/// Content-Type: application/json
///
/// {
///   "status": "ok"
/// }
/// ```
///
/// In place of a body that is long or isn't text there is the name of a file beside: `< searchPlayers-4f1c2a90.response.bin`.
struct ExchangeFile {
  static let suffix = ".http"
  /// The size in bytes from which a body has a file of its own.
  static let longestBody = 64 << 10

  let name: String
  var text = ""
  /// The bodies that have files of their own.
  var bodies: [(name: String, bytes: [UInt8])] = []

  /// - Parameters:
  ///   - exchange: The exchange, without secrets.
  ///   - stem: The file's name without its suffix.
  init(_ exchange: Exchange, stem: String) {
    name = stem + Self.suffix
    let request = exchange.request
    text = "### request \(exchange.name)\n\(request.method) \(request.url)\n"
    add(request.fields)
    add(request.body, type: request.mediaType, file: stem + ".request")
    for redirect in exchange.redirects {
      text += "\n### redirect\n\(redirect.status)\n"
      add(redirect.fields)
    }
    text += "\n### response\n\(exchange.response.status)\n"
    add(exchange.response.fields)
    add(
      exchange.body, type: exchange.response.fields.value(of: "content-type"), file: stem + ".response",
      isPart: exchange.response.status == 206)
  }

  private mutating func add(_ fields: [RecordedField]) {
    for field in fields { text += "\(field.name): \(field.value)\n" }
  }

  private mutating func add(_ body: [UInt8], type: String?, file: String, isPart: Bool = false) {
    guard !body.isEmpty else { return }
    let isJSON: Bool
    if case .json = BodyText(body, type: type, isPart: isPart).kind { isJSON = true } else { isJSON = false }
    // What claims to be JSON and isn't would look like a damaged file.
    if body.count <= Self.longestBody, BodyText.canStandInLines(body),
      isJSON || isPart || !BodyText.isJSON(type)
    {
      text += "\n\(String(decoding: body, as: UTF8.self))\n"
    } else {
      let name = "\(file).\(isJSON ? "json" : BodyText.isUTF8(body) ? "txt" : "bin")"
      bodies.append((name, body))
      text += "\n< \(name)\n"
    }
  }

  /// The beginning of a file's name: the exchange's name, and a digest of what is compared.
  ///
  /// It has only letters, digits, `-` and `_`, and doesn't depend on the order in which exchanges are recorded.
  static func stem(of exchange: Exchange, _ matching: RequestMatching) -> String {
    let name = exchange.name.unicodeScalars.prefix(60).map { scalar -> Character in
      let isPlain =
        scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_")
      return isPlain ? Character(scalar) : "-"
    }
    let digest = SHA256Digest.text(of: Array("\(exchange.name)\n".utf8) + matching.key(of: exchange.request))
    return "\(String(name))-\(digest.prefix(8))"
  }
}
