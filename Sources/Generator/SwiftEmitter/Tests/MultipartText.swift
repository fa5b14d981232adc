import APIModel
import SchemaValues

/// A multipart body as it is sent (RFC 7578), with line feeds and a constant boundary.
package struct MultipartText {
  let parts: [Endpoint.Part]
  let arguments: TestArguments

  var text: String {
    var text = ""
    func add(_ name: String, _ content: String, filename: String? = nil, mediaType: String? = nil) {
      let file = filename.map { "; filename=\"\(Self.quoted($0))\"" } ?? ""
      text += "--BOUNDARY\nContent-Disposition: form-data; name=\"\(Self.quoted(name))\"\(file)\n"
      text += (mediaType.map { "Content-Type: \($0)\n" } ?? "") + "\n\(content)\n"
    }
    for (position, part) in parts.enumerated() {
      switch (part.content, arguments.parts[position]) {
      case (.file(let type, _), .files(let files)):
        for file in files {
          add(part.name.text, file, filename: TestArguments.filename, mediaType: Self.fileType(type))
        }
      case (.value, .value(let value)):
        if let style = part.style {
          for (name, item) in Self.styled(value, part.name.text, style) {
            add(name, item, mediaType: part.mediaType)
          }
        } else if value.isNested {
          add(part.name.text, value.json, mediaType: part.mediaType ?? "application/json")
        } else {
          for item in value.texts { add(part.name.text, item, mediaType: part.mediaType) }
        }
      default: break
      }
    }
    return text + "--BOUNDARY--\n"
  }

  /// The type of the test's file, whose name ends with `.txt`.
  static func fileType(_ described: String?) -> String {
    guard let described else { return "application/octet-stream" }
    let types = described.split(separator: ",").map { String($0.drop { $0 == " " }) }
    if types.count == 1, !described.contains("*") { return described }
    if types.contains(where: { ["*/*", "text/*", "text/plain"].contains($0) }) { return "text/plain" }
    if let first = types.first(where: { !$0.contains("*") }) { return first }
    let usual = ["image/*": "image/png", "audio/*": "audio/mpeg", "video/*": "video/mp4"]
    return types.lazy.compactMap { usual[$0] }.first ?? "application/octet-stream"
  }

  /// The parts of a value in a style: as in a query, without percent-encoding.
  package static func styled(
    _ value: Literal, _ name: String, _ style: Parameter.Style
  ) -> [(name: String, value: String)] {
    let separators: [Parameter.Style.Kind: String] = [.spaceDelimited: " ", .pipeDelimited: "|"]
    let separator = separators[style.kind] ?? ","
    switch (style.kind, value) {
    case (.json, _): return [(name, value.json)]
    case (.deepObject, _):
      return NestedFormText(lists: style.lists, objects: .brackets).fields(of: value, named: name)
    case (_, .object(let members)):
      let kept = members.filter { $0.value != .null }
      if style.isExploded { return kept.map { ($0.name, $0.value.text) } }
      let texts = kept.flatMap { [$0.name, $0.value.text] }
      return texts.isEmpty ? [] : [(name, texts.joined(separator: separator))]
    case (_, .array(let items)):
      let texts = items.filter { $0 != .null }.map(\.text)
      if style.isExploded { return texts.map { (name, $0) } }
      return texts.isEmpty ? [] : [(name, texts.joined(separator: separator))]
    default: return [(name, value.text)]
    }
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
