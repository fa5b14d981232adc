import Diagnostics
import SpecReader
import SpecYAML

/// Finds what was edited in an exported document without effect, because an extension replaces it.
struct EditCheck {
  private let document: ExportedDocument
  private let plain: SpecWords

  /// - Parameter plain: what the document says to every tool.
  init(_ document: ExportedDocument, _ plain: SpecWords) { (self.document, self.plain) = (document, plain) }

  func check(into sink: inout DiagnosticSink) {
    if let version = document.root.node[SpecExtension.marker], version.text != SpecExtension.version {
      sink.error(
        .unsupportedVersion,
        "the document has the version '\(abbreviate(version.text ?? ""))' of what 'export' adds, and this wgnapi-gen knows "
          + "version \(SpecExtension.version); use one that is at least as new as the one that exported it",
        at: version.occurrence)
    }
    check(document.root.saying, plain.definitions, "the document", document.root.node, into: &sink)
    check(
      document.moduleSaying, plain.module, "the document", document.root.node, isModule: true, into: &sink)
    var seen: Set<String> = []
    for endpoint in plain.endpoints where seen.insert(endpoint.id).inserted {
      guard let part = document.operations[endpoint.id]?.part else { continue }
      check(
        part.saying, endpoint.entries, "the operation '\(abbreviate(endpoint.id))'", part.node, into: &sink)
    }
    for schema in plain.schemas {
      guard let part = document.schemas[schema.name] else { continue }
      check(part.saying, schema.entries, "the schema '\(abbreviate(schema.name))'", part.node, into: &sink)
    }
    let known = Set(document.operations.keys)
    for (id, operation) in document.operations.sorted(by: { $0.key < $1.key }) {
      let key = "\(SpecExtension.prefix)method-of"
      guard let main = operation.part.node[key], !known.contains(main.text ?? "") else { continue }
      sink.error(
        .unknownEndpoint,
        "the operation '\(abbreviate(id))' is another method of '\(abbreviate(main.text ?? ""))', which isn't in the document",
        at: main.occurrence, suggestion: closestMatch(to: main.text ?? "", in: known))
    }
  }

  private func check(
    _ saying: SpecExtension, _ object: [SpecValue.Entry], _ what: String, _ node: YAMLNode,
    isModule: Bool = false, into sink: inout DiagnosticSink
  ) {
    let sums = isModule ? "its 'replaces'" : "'\(SpecExtension.prefix)\(SpecExtension.replacedKey)'"
    for key in saying.edits(of: object) {
      let owner =
        isModule
        ? "module"
        : saying.without.contains(key.key) && saying[key.key] == nil
          ? SpecExtension.withoutKey : key.key
      sink.warning(
        .leftOut,
        "\(what) says something else of '\(abbreviate(key.text))' than when it was exported, but "
          + "'\(SpecExtension.prefix)\(owner)' counts; change it there, too, and remove '\(abbreviate(key.text))' from \(sums)",
        at: Self.place(of: key, in: node))
    }
    for key in saying.unknownMembers(in: object) {
      let (id, kind): (DiagnosticID, String) =
        switch key.key {
        case "properties": (.unknownProperty, "property")
        case "parameters": (.unknownParameter, "parameter")
        default: (.unknownKey, "webhook")
        }
      sink.warning(
        id,
        "\(what) has no \(kind) '\(abbreviate(key.member ?? ""))' in OpenAPI, so other tools don't know what "
          + "'\(SpecExtension.prefix)\(key.key)' adds",
        at: node[SpecExtension.prefix + key.key]?.occurrence ?? node.occurrence)
    }
  }

  /// The words of OpenAPI for keys of the spec language that are called otherwise.
  private static let names = [
    "body": "requestBody", "response": "responses", "failures": "responses", "docs": "description",
    "authentication": "security", "credentials": "components",
  ]

  /// Where the edit is, or the whole object if the key was removed.
  private static func place(of key: ExtendedKey, in node: YAMLNode) -> SourceSpan {
    guard let whole = node[key.key] ?? names[key.key].flatMap({ node[$0] }) else { return node.occurrence }
    guard let member = key.member else { return whole.occurrence }
    let own = whole[member] ?? whole.items?.first { $0["name"]?.text == member }
    return (own ?? whole).occurrence
  }
}
