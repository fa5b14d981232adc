import Diagnostics
import SpecReader
import SpecYAML

/// Turns the parts of a Swagger 2.0 document into those that OpenAPI 3 has for the same thing.
///
/// Each part is turned when the reader comes to it, and not the document as a whole: which media types a response or a
/// body has depends on the operation that refers to it, and a part of another file refers to values from there. Nodes
/// keep their places, so what the reader says of them is said of the document. Schemas stay as they are, except for
/// `withDiscriminators`.
struct Swagger {
  let documents: DocumentSet
  var findings: Findings { documents.findings }

  init(_ documents: DocumentSet) { self.documents = documents }

  // MARK: Media types

  /// What an operation says under `consumes` or `produces`, or else the document. Empty lists say that there are none.
  func mediaTypes(_ key: String, of operation: Located) -> [YAMLNode] {
    let owner = operation[key] != nil ? operation : documents.root
    guard let list = owner.flatMap({ documents.child(key, of: $0) }) else { return [] }
    guard let items = list.node.items else {
      findings.mistake(
        "expected a list of media types for '\(key)', found \(describe(list.node))", at: list.node)
      return list.node.text == nil || list.node.asNull ? [] : [list.node]
    }
    return items.filter { item in
      if item.text == nil { findings.mismatch(item, expected: "a media type", for: "an item of '\(key)'") }
      return item.text != nil
    }
  }

  /// The media types that a value is described in. All of them have the same schema, so where JSON is among them, other
  /// ways to write an object or a list are the same value, and so is XML that contains a text.
  func forms(_ types: [YAMLNode], of schema: Located?) -> [YAMLNode] {
    guard types.contains(where: { form($0) == .json }) else { return types }
    let isStructured = isStructured(schema)
    return types.filter { type in
      let mediaType = DocumentMediaType(type.text ?? "")
      guard mediaType.isWellFormed else { return true }
      return switch mediaType.form {
      case .json, .events, .lines, .sequence: true
      case .text: !isStructured && !["xml", "yaml"].contains { mediaType.essence.hasSuffix($0) }
      case .bytes, .form, .multipart: !isStructured
      }
    }
  }

  func form(_ type: YAMLNode) -> DocumentMediaType.Form { DocumentMediaType(type.text ?? "").form }

  /// Whether a schema describes more than a text or a file.
  func isStructured(_ schema: Located?) -> Bool {
    guard let schema, let value = documents.followed(schema, for: "the value") else { return false }
    return !["string", "file"].contains(value.node["type"]?.text)
  }

  /// A schema of a body, a response or a field, of which `file` is a type.
  func withoutFile(_ schema: Located) -> YAMLNode {
    guard let value = documents.followed(schema, for: "the value"), value.node["type"]?.text == "file" else {
      return schema.node
    }
    return file(value.node)
  }

  /// The media type of a value of which the document names none.
  func usualType(of schema: Located?, at node: YAMLNode) -> YAMLNode {
    let value = schema.flatMap { documents.followed($0, for: "the value") }?.node
    let isFile = value?["type"]?.text == "file" || value?["format"]?.text == "binary"
    return .plain(isFile ? "application/octet-stream" : "application/json", at: node.span)
  }

  func file(_ node: YAMLNode) -> YAMLNode {
    let span = node["type"]?.span ?? node.span
    return .mapping(
      [
        "type": .plain("string", at: span), "format": .plain("binary", at: span),
        "description": node["description"],
      ], at: node.span)
  }
}
