import CallComposing

/// A multipart body as it is sent (RFC 7578), with line feeds and a constant boundary.
struct MultipartText {
  static let boundary = "BOUNDARY"

  let parts: [ComposedCall.Part]

  var text: String {
    var text = ""
    for part in parts {
      let file = part.file.map { "; filename=\"\(Self.quoted($0.name))\"" } ?? ""
      text +=
        "--\(Self.boundary)\nContent-Disposition: form-data; name=\"\(Self.quoted(part.name))\"\(file)\n"
      text += part.mediaType.map { "Content-Type: \($0)\n" } ?? ""
      text += "\n\(String(decoding: part.bytes, as: UTF8.self))\n"
    }
    return text + "--\(Self.boundary)--\n"
  }

  private static func quoted(_ name: String) -> String {
    name.unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "%22"
      case "\r": "%0D"
      case "\n": "%0A"
      default: String(Character(scalar))
      }
    }.joined()
  }
}
