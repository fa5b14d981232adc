/// The text of a body of several parts (RFC 7578).
enum MultipartText {
  private static let mostParts = 200

  static func parts(_ text: String) -> (pairs: [(name: String, value: String)], files: [TrafficBody.File]) {
    var (pairs, files): ([(name: String, value: String)], [TrafficBody.File]) = ([], [])
    let lines = text.replacing("\r\n", with: "\n")
    guard lines.hasPrefix("--") else { return (pairs, files) }
    let boundary = lines.prefix { $0 != "\n" }
    for part in lines.split(separator: String(boundary)).prefix(mostParts) {
      guard let gap = part.firstRange(of: "\n\n"), let start = part.firstRange(of: " name=\"") else {
        continue
      }
      let name = String(part[start.upperBound...].prefix { $0 != "\"" })
      let fields = part[..<gap.lowerBound]
      if fields.contains("filename") {
        files.append(.init(name: name, mediaType: mediaType(fields)))
      } else {
        var value = part[gap.upperBound...]
        if value.hasSuffix("\n") { value.removeLast() }
        pairs.append((name, String(value)))
      }
    }
    return (pairs, files)
  }

  private static func mediaType(_ fields: Substring) -> String {
    let field = fields.split(separator: "\n").first { $0.lowercased().hasPrefix("content-type:") }
    return field.map { String($0.dropFirst("content-type:".count)) } ?? ""
  }
}
