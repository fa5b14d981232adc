import Diagnostics
import SpecReader
import SpecYAML

/// Responses, whose media types are those that the operation produces.
extension Swagger {
  /// A response of an operation.
  func response(_ value: Located, of operation: Located, isFailure: Bool) -> Located {
    let node = value.node
    guard node.mapping != nil else { return value }
    let schema = value["schema"]
    let examples = documents.child("examples", of: value).map(examples) ?? []
    var types = forms(mediaTypes("produces", of: operation), of: schema)
    if schema == nil {
      // Without a schema there is no body, unless an example says otherwise.
      types = examples.map(\.key)
    } else if types.isEmpty || isFailure && isStructured(schema) && !types.contains(where: holdsStructure) {
      types = [usualType(of: schema, at: schema?.node ?? node)]
    }
    report(examples, besides: types + mediaTypes("produces", of: operation))
    let described = schema.map(withoutFile)
    let content = types.map { type in
      let essence = DocumentMediaType(type.text ?? "").essence
      let example = examples.first { DocumentMediaType($0.name).essence == essence }?.value
      return YAMLMapping.Entry(
        named: type,
        value: .mapping(["schema": described, "example": example], at: schema?.node.span ?? node.span))
    }
    var entries = (node.entries ?? []).filter { ["description", "headers"].contains($0.name) }
    if !content.isEmpty {
      entries.append(.init(name: "content", value: node.replacing(entries: content)))
    }
    return Located(node: node.replacing(entries: entries), file: value.file)
  }

  /// Whether objects and lists can be written in a media type. An archive that can't be made isn't an archive of what
  /// went wrong: services then answer with JSON, whatever they produce otherwise.
  private func holdsStructure(_ type: YAMLNode) -> Bool {
    switch form(type) {
    case .json: true
    case .text: !["text/plain", "text/html"].contains(DocumentMediaType(type.text ?? "").essence)
    case .bytes, .form, .multipart, .events, .lines, .sequence: false
    }
  }

  private func examples(_ list: Located) -> [(key: YAMLNode, name: String, value: YAMLNode)] {
    list.entries.compactMap { key, name, value in
      guard DocumentMediaType(name).isWellFormed else {
        findings.mistake(
          "'examples' of a response are by media type, as in 'application/json: …', and '\(abbreviate(name))' is none, so it "
            + "is ignored", at: key)
        return nil
      }
      return (key, name, value.node)
    }
  }

  private func report(_ examples: [(key: YAMLNode, name: String, value: YAMLNode)], besides types: [YAMLNode])
  {
    let known = Set(types.map { DocumentMediaType($0.text ?? "").essence })
    for (key, name, _) in examples where !known.contains(DocumentMediaType(name).essence) {
      findings.mistake(
        "an example is '\(abbreviate(name))', which the operation doesn't produce, so it is ignored", at: key)
    }
  }
}
