import Foundation
import WGNAPIJSON

/// Reads an entry of a HAR file (HTTP Archive 1.2), as browsers and proxies write them.
///
/// Everything that isn't needed may be missing or of another type.
enum HAREntry {
  /// What is wrong with an entry.
  struct Problem: Error {
    var message: String
  }

  /// - Returns: nil for an entry that isn't a request to a web server.
  static func exchange(_ entry: JSON) throws(Problem) -> TrafficExchange? {
    // Proxyman leaves out the response of a request that failed.
    let response = entry["response"] ?? .null
    guard let request = entry["request"], let url = request["url"]?.string else { return nil }
    if let problem = TrafficExchange.problem(ofURL: url) {
      throw Problem(message: "the URL of an entry \(problem), so the entry is left out")
    }
    guard
      var exchange = TrafficExchange(
        method: request["method"]?.string ?? "GET", url: url, status: try status(response["status"]))
    else { return nil }
    // Without a server, the URL is only a path.
    guard !exchange.server.isEmpty else { return nil }
    // Insomnia's URLs lack the parameters that it has in a table.
    if exchange.query.isEmpty { exchange.query = pairs(request["queryString"]) }
    exchange.requestFields = requestFields(request)
    exchange.responseFields = pairs(response["headers"])
    exchange.body = requestBody(request, fields: exchange.requestFields)
    exchange.response = Self.response(response, fields: exchange.responseFields)
    return exchange
  }

  /// The status of a response; 0 if there is none.
  private static func status(_ value: JSON?) throws(Problem) -> Int {
    guard let value, value != .null, value != .string("") else { return 0 }
    guard let status = number(value) else {
      throw Problem(message: "the status of an entry isn't a number, so the entry is left out")
    }
    return status
  }

  /// An integer, which some programs write as text.
  private static func number(_ value: JSON?) -> Int? {
    guard let text = value?.string else { return value?.int }
    return JSONNumber(text.filter { $0 != " " }).flatMap { JSON.number($0).int }
  }

  private static func pairs(_ list: JSON?) -> [(name: String, value: String)] {
    (list?.array ?? []).compactMap { pair in
      guard let name = pair["name"]?.string, !name.hasPrefix(":") else { return nil }
      return (name, pair["value"]?.string ?? "")
    }
  }

  private static func requestFields(_ request: JSON) -> [(name: String, value: String)] {
    let fields = pairs(request["headers"])
    // Insomnia says the media type of a form only beside it.
    guard let type = request["postData"]?["mimeType"]?.string, !type.isEmpty, type != "x-unknown",
      !fields.contains(where: { $0.name.lowercased() == "content-type" })
    else { return fields }
    return fields + [("Content-Type", type)]
  }

  private static func mediaType(_ content: JSON?, _ fields: [(name: String, value: String)]) -> String {
    let type = content?["mimeType"]?.string ?? ""
    // Chrome writes `x-unknown` where it doesn't know.
    if !type.isEmpty, type != "x-unknown" { return type }
    return fields.first { $0.name.lowercased() == "content-type" }?.value ?? ""
  }

  private static func bytes(_ text: String, isBase64: Bool) -> [UInt8] {
    guard isBase64 else { return Array(text.utf8) }
    return Data(base64Encoded: text, options: .ignoreUnknownCharacters).map { [UInt8]($0) }
      ?? Array(text.utf8)
  }

  private static func requestBody(_ request: JSON, fields: [(name: String, value: String)]) -> TrafficBody {
    guard let data = request["postData"] else { return TrafficBody() }
    let type = mediaType(data, fields)
    let text = data["text"]?.string ?? ""
    let isBase64 = (data["encoding"] ?? data["_encoding"])?.string?.lowercased() == "base64"
    var body = TrafficBody(bytes(text, isBase64: isBase64), mediaType: type)
    // Chrome's parameters don't tell files from fields, and its text does.
    guard body.pairs.isEmpty, body.files.isEmpty else { return body }
    // Proxyman reads every text as a form, JSON as well.
    guard body.bytes.isEmpty || body.mediaType.hasPrefix("multipart/") else { return body }
    for parameter in data["params"]?.array ?? [] {
      guard let name = parameter["name"]?.string else { continue }
      let value = parameter["value"]?.string ?? ""
      if !body.mediaType.hasPrefix("multipart/") {
        body.pairs.append(TrafficExchange.pairs(of: "\(name)=\(value)").first ?? (name, value))
      } else if parameter["fileName"]?.string != nil || value == "(binary)" {
        body.files.append(.init(name: name, mediaType: parameter["contentType"]?.string ?? ""))
      } else {
        body.pairs.append((name, value))
      }
    }
    return body
  }

  private static func response(_ response: JSON, fields: [(name: String, value: String)]) -> TrafficBody {
    let content = response["content"]
    let type = mediaType(content, fields)
    guard let text = content?["text"]?.string, !text.isEmpty else {
      var body = TrafficBody([], mediaType: type)
      let size = number(response["bodySize"]) ?? 0
      // Firefox counts the header fields as a part of the body.
      let isTransferred = size > 0 && size != number(response["headersSize"])
      body.isMissing = isTransferred || (number(content?["size"]) ?? 0) > 0
      return body
    }
    let isBase64 = content?["encoding"]?.string?.lowercased() == "base64"
    return TrafficBody(bytes(text, isBase64: isBase64), mediaType: type)
  }
}
