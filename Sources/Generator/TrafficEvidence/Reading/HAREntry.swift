import Foundation
import WGNAPIJSON

/// Reads an entry of a HAR file (HTTP Archive 1.2), as browsers and proxies write them.
///
/// Everything that isn't needed may be missing or of another type.
enum HAREntry {
  /// - Returns: nil for an entry that isn't a request to a web server.
  static func exchange(_ entry: JSON) -> TrafficExchange? {
    guard let request = entry["request"], let response = entry["response"], let url = request["url"]?.string,
      var exchange = TrafficExchange(
        method: request["method"]?.string ?? "GET", url: url, status: response["status"]?.int ?? 0)
    else { return nil }
    // Without a server, the URL is only a path.
    guard !exchange.server.isEmpty else { return nil }
    exchange.requestFields = pairs(request["headers"])
    exchange.answerFields = pairs(response["headers"])
    exchange.body = requestBody(request, fields: exchange.requestFields)
    exchange.answer = answer(response, fields: exchange.answerFields)
    return exchange
  }

  private static func pairs(_ list: JSON?) -> [(name: String, value: String)] {
    (list?.array ?? []).compactMap { pair in
      guard let name = pair["name"]?.string, !name.hasPrefix(":") else { return nil }
      return (name, pair["value"]?.string ?? "")
    }
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
    let parameters = data["params"]?.array ?? []
    if body.pairs.isEmpty, !parameters.isEmpty {
      for parameter in parameters {
        guard let name = parameter["name"]?.string else { continue }
        if parameter["fileName"]?.string != nil {
          body.files.append(name)
        } else {
          let value = parameter["value"]?.string ?? ""
          let isForm = !body.mediaType.hasPrefix("multipart/")
          body.pairs.append(
            isForm ? TrafficExchange.pairs(of: "\(name)=\(value)").first ?? (name, value) : (name, value))
        }
      }
    } else if body.mediaType.hasPrefix("multipart/"), body.pairs.isEmpty {
      (body.pairs, body.files) = MultipartText.parts(text)
    }
    return body
  }

  private static func answer(_ response: JSON, fields: [(name: String, value: String)]) -> TrafficBody {
    let content = response["content"]
    let type = mediaType(content, fields)
    guard let text = content?["text"]?.string, !text.isEmpty else {
      var body = TrafficBody([], mediaType: type)
      let size = max(content?["size"]?.int ?? 0, response["bodySize"]?.int ?? 0)
      body.isMissing = size > 0
      return body
    }
    let isBase64 = content?["encoding"]?.string?.lowercased() == "base64"
    return TrafficBody(bytes(text, isBase64: isBase64), mediaType: type)
  }
}

/// The text of a body of several parts (RFC 7578).
enum MultipartText {
  static func parts(_ text: String) -> (pairs: [(name: String, value: String)], files: [String]) {
    var (pairs, files): ([(name: String, value: String)], [String]) = ([], [])
    let lines = text.replacing("\r\n", with: "\n")
    guard lines.hasPrefix("--") else { return (pairs, files) }
    let boundary = lines.prefix { $0 != "\n" }
    for part in lines.split(separator: String(boundary)).prefix(200) {
      guard let gap = part.firstRange(of: "\n\n"), let start = part.firstRange(of: " name=\"") else {
        continue
      }
      let name = String(part[start.upperBound...].prefix { $0 != "\"" })
      if part[..<gap.lowerBound].contains("filename") {
        files.append(name)
      } else {
        var value = part[gap.upperBound...]
        if value.hasSuffix("\n") { value.removeLast() }
        pairs.append((name, String(value)))
      }
    }
    return (pairs, files)
  }
}
