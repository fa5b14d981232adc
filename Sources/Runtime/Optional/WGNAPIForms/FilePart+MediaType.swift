import WGNAPIClient
import WGNAPISupport

extension FilePart {
  /// Returns the media type to send: the file's own, otherwise the described one.
  ///
  /// - Parameter described: A media type, a range of them such as `image/*`, or several with commas; nil for any file. Of
  ///   a range or several, the one that the first bytes or the name of the file say, otherwise the first one, or the
  ///   range's usual one.
  package func sentMediaType(_ described: String?) -> String {
    if let mediaType { return mediaType }
    let accepted = MediaRange.list(described ?? "")
    guard accepted.count > 1 || accepted.contains(where: \.isRange) else {
      return accepted.first?.text ?? "application/octet-stream"
    }
    let known = FileKind.all.filter { kind in accepted.contains { $0.contains(essence: kind.type) } }
    let bytes = body.bytes ?? []
    let name = filename?.lowercased() ?? ""
    let found =
      known.first { !$0.beginning.isEmpty && bytes.starts(with: $0.beginning) }
      ?? known.first { name.hasSuffix($0.ending) }
    // With the parameters that are described.
    if let found { return accepted.first { $0.essence == found.type }?.text ?? found.type }
    return accepted.first { !$0.isRange }?.text ?? known.first?.type ?? "application/octet-stream"
  }
}

/// How files of a media type are recognized.
private struct FileKind {
  let ending: String
  let type: String
  /// Its first bytes; empty if they say nothing.
  var beginning: [UInt8] = []

  /// The first of a range is its usual one.
  static let all = [
    FileKind(ending: ".bin", type: "application/octet-stream"),
    FileKind(ending: ".png", type: "image/png", beginning: [0x89, 0x50, 0x4E, 0x47]),
    FileKind(ending: ".jpg", type: "image/jpeg", beginning: [0xFF, 0xD8, 0xFF]),
    FileKind(ending: ".jpeg", type: "image/jpeg"),
    FileKind(ending: ".gif", type: "image/gif", beginning: Array("GIF8".utf8)),
    FileKind(ending: ".webp", type: "image/webp"), FileKind(ending: ".svg", type: "image/svg+xml"),
    FileKind(ending: ".pdf", type: "application/pdf", beginning: Array("%PDF-".utf8)),
    FileKind(ending: ".zip", type: "application/zip", beginning: [0x50, 0x4B, 0x03, 0x04]),
    FileKind(ending: ".json", type: "application/json"), FileKind(ending: ".xml", type: "application/xml"),
    FileKind(ending: ".txt", type: "text/plain"), FileKind(ending: ".csv", type: "text/csv"),
    FileKind(ending: ".html", type: "text/html"), FileKind(ending: ".md", type: "text/markdown"),
    FileKind(ending: ".mp3", type: "audio/mpeg"), FileKind(ending: ".wav", type: "audio/wav"),
    FileKind(ending: ".mp4", type: "video/mp4"), FileKind(ending: ".webm", type: "video/webm"),
  ]
}
