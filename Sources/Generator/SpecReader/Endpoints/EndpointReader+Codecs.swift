import APIModel
import Diagnostics
import SpecYAML

extension SchemaReader {
  /// `codec`: the Swift type that decodes or encodes a body of bytes.
  ///
  /// - Parameter forms: The other keys that say what the body is.
  func codec(_ fields: Fields, besides forms: [String]) -> Name? {
    guard fields["codec"] != nil, let name = codecName(fields) else { return nil }
    guard forms.contains("bytes") else {
      let form = forms.first.map { "a body of '\($0)' has none" } ?? "it also needs the body's media type"
      report.error(
        .conflictingKeys,
        "'codec' is the Swift type for a body of bytes, and \(form); write "
          + "{bytes: application/octet-stream, codec: \(abbreviate(name.text))}", at: fields.keySpan("codec"))
      return nil
    }
    return name
  }

  /// The value of `image/png: {codec: PNG}`, where the key is the media type.
  func codec(ofMediaType node: YAMLNode) -> Name? {
    Fields(
      node, what: "a body with a codec", keys: ["codec"],
      hints: ["bytes": "the key above is the media type"], report: report
    ).flatMap(codecName)
  }

  private func codecName(_ fields: Fields) -> Name? {
    guard let name = fields.swiftName("codec", isType: true) else { return nil }
    guard folder.definition(name.text, in: .schemas) == nil else {
      report.error(
        .conflictingKeys,
        "'\(abbreviate(name.text))' is a schema; a codec is a Swift type that you write, in a file beside the "
          + "generated ones", at: name.span)
      return nil
    }
    return name
  }
}

extension YAMLNode {
  /// Whether it is the form of a body with a codec.
  var namesCodec: Bool { mapping?["codec"] != nil }
}
