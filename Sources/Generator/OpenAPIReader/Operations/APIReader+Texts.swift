import APIModel
import SpecReader
import SpecYAML

// Whether a value of a media type is a file, a text, or something that can only be JSON.
extension APIReader {
  /// Whether a schema describes a file: bytes, or a text of another media type that nothing encodes.
  func isFile(_ schema: Located) -> Bool {
    if isBinary(schema) { return true }
    let node = described(schema).node
    // Spring writes this class for a file that it sends in pieces, and says nothing of it.
    if schemas.referenceName(schema) == "StreamingResponseBody", node.entries?.isEmpty == true { return true }
    guard node["type"]?.text == "string" || node["type"] == nil else { return false }
    return node["contentMediaType"] != nil && node["contentEncoding"] == nil
  }

  /// Whether a schema says that a value is bytes, in the words of OpenAPI 3.0 or of JSON Schema.
  func isBinary(_ schema: Located) -> Bool {
    let node = described(schema).node
    return node["format"]?.text == "binary" || node["contentEncoding"]?.text?.lowercased() == "binary"
  }

  /// What a schema refers to. Broken references are reported where the schema is read.
  private func described(_ schema: Located) -> Located {
    var value = schema
    var chain = ReferenceChain()
    while let reference = value["$ref"], let text = reference.node.text, chain.append(reference),
      let target = documents.target(of: text, from: reference)
    { value = target.value }
    return value
  }

  /// Whether a body is a text or a file, or isn't described.
  func isText(_ schema: Located) -> Bool {
    guard let node = documents.followed(schema, for: "the body")?.node else { return true }
    guard let type = node["type"]?.text else { return node.entries?.isEmpty != false || isBinary(schema) }
    return type == "string"
  }

  /// Whether a value can only be a text.
  func isOnlyText(_ schema: Located) -> Bool {
    let facts = schemas.facts(of: schema)
    return facts.types == [.string] || facts.types == nil && facts.listsTexts
  }

  /// Whether the schema allows a text.
  func mayBeText(_ schema: Located?, depth: Int = 0) -> Bool {
    guard let schema, depth < 8 else { return true }
    let facts = schemas.facts(of: schema)
    if let types = facts.types { return types.contains(.string) }
    if facts.hasObjectForm || facts.items != nil || !facts.prefixItems.isEmpty { return false }
    if facts.enumeration != nil { return facts.listsTexts }
    if let union = facts.unions.first {
      return union.alternatives.contains { !schemas.isNull($0) && mayBeText($0, depth: depth + 1) }
    }
    return facts.numberOfFormat == nil
  }

  // MARK: What isn't checked

  /// What the document says of bodies that are text, by their media types.
  func textSchemas(_ contents: [(key: YAMLNode, name: String, value: Located)], _ title: String)
    -> [String: Schema]
  {
    var found: [String: Schema] = [:]
    for content in contents {
      let type = DocumentMediaType(content.name)
      guard [.text, .lines, .sequence].contains(type.form),
        let schema = documents.mediaType(content.value)?["schema"],
        let value = documents.followed(schema, for: "the body of \(title)"),
        !uncheckedKeywords(of: value).isEmpty
      else { continue }
      found[type.name] = schemas.use(value)
    }
    return found
  }

  /// What the schema of a text demands.
  private func uncheckedKeywords(of value: Located) -> [String] {
    guard value.node["type"]?.text == "string" else { return [] }
    return ["minLength", "maxLength", "pattern", "enum", "const", "format"].filter { keyword in
      // Any text is one, and a file is sent as it is.
      guard let text = value.node[keyword]?.text else { return value.node[keyword] != nil }
      return keyword != "minLength" && keyword != "format" || !["0", "binary"].contains(text)
    }
  }

  /// Warns of what a schema demands of a text that isn't JSON.
  func tellUnchecked(_ schema: Located?, _ what: String) {
    guard let schema, let value = documents.followed(schema, for: what) else { return }
    let keywords = uncheckedKeywords(of: value)
    guard let first = keywords.first.flatMap({ value.node[$0] }) else { return }
    let list = keywords.map { "'\($0)'" }.joined(separator: ", ")
    findings.leaveOut(
      "\(list) of \(what) \(keywords.count == 1 ? "isn't" : "aren't") checked, because it is text, and not JSON; check the text before it is sent",
      at: first)
  }
}
