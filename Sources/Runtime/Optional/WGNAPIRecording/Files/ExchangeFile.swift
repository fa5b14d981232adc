import WGNAPIClient
import WGNAPIOptionalSupport

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
/// A body that is long or isn't text is in a file of its own, whose name replaces it: `< searchPlayers-4f1c2a90.response.bin`.
struct ExchangeFile {
  static let suffix = ".http"
  /// The maximum size of a body without a file of its own, in bytes.
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
    // A body that claims to be JSON but isn't would make the file look damaged.
    if body.count <= Self.longestBody, BodyText.fitsIntoText(body),
      isJSON || isPart || !BodyText.isJSON(type)
    {
      text += "\n\(String(decoding: body, as: UTF8.self))\n"
    } else {
      let name = "\(file).\(isJSON ? "json" : BodyText.isUTF8(body) ? "txt" : "bin")"
      bodies.append((name, body))
      text += "\n< \(name)\n"
    }
  }

  /// The beginning of a file's name: the exchange's name, and a digest of the parts of the request that are compared.
  ///
  /// It contains only letters, digits, `-` and `_`, and doesn't depend on the order of recording.
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
