import APIModel
import Diagnostics
import OpenAPIReader
import SpecReader
import SpecYAML

/// The extensions in an exported document, by the parts that have them.
struct ExportedDocument {
  /// An object with its extension.
  struct Part {
    var saying: SpecExtension
    var span: SourceSpan
    let node: YAMLNode

    init(_ node: YAMLNode) {
      self.node = node
      let own = node.entries?.filter { $0.name.hasPrefix(SpecExtension.prefix) } ?? []
      saying = SpecExtension(own.map { .init(key: $0.name, value: SpecValue($0.value)) })
      span = node.occurrence
    }
  }

  /// An operation, and the group of its first tag.
  struct Operation {
    var part: Part
    /// Names separated by dots, or `none`; nil if the document has no group for the tag.
    var group: String?
    var method: String
  }

  /// The definitions of a file of specs, in their order.
  struct File {
    var name: String
    var endpoints: [String] = []
    var schemas: [String] = []
    var slices: [String] = []
    var webhooks: [String] = []
    /// The order of these sections.
    var sections: [String] = []

    init(_ entry: SpecValue.Entry) {
      name = entry.key
      sections = entry.value.entries.map(\.key)
      func names(_ key: String) -> [String] { entry.value[key]?.texts ?? [] }
      (endpoints, schemas) = (names("endpoints"), names("schemas"))
      (slices, webhooks) = (names("slices"), names("webhooks"))
    }
  }

  private(set) var root: Part
  /// By `operationId`, or by their places where they have none of their own.
  private(set) var operations: [String: Operation] = [:]
  private var ids: [SourceSpan: String] = [:]
  /// The names of operations that have the name of another one before them.
  private(set) var repeatedIDs: [(id: String, span: SourceSpan, first: SourceSpan)] = []
  private(set) var schemas: [String: Part] = [:]
  private(set) var files: [File] = []

  /// What the document says of the module.
  var moduleSaying: SpecExtension { SpecExtension(root.saying["module"]?.entries ?? [], prefix: "") }

  /// The name of the exported module.
  var moduleName: String? { root.saying["module"]?["name"]?.text }

  /// Reads the parts of a document; nil if it wasn't exported.
  init?(_ file: SpecFile) {
    guard file.bytes.hasBytes(SpecExtension.marker), let root = documentRoot(file),
      root[SpecExtension.marker] != nil
    else { return nil }
    self.root = Part(root)
    var groups: [String: String] = [:]
    for tag in root["tags"]?.items ?? [] {
      if let name = tag["name"]?.text { groups[name] = tag["\(SpecExtension.prefix)group"]?.text }
    }
    for path in root["paths"]?.entries ?? [] {
      for (key, node) in path.value.entries?.map({ ($0.name, $0.value) }) ?? [] {
        // OpenAPI doesn't have all methods.
        let isOwn = key.hasPrefix(SpecExtension.prefix)
        let method = isOwn ? String(key.dropFirst(SpecExtension.prefix.count)) : key
        guard Endpoint.Method(rawValue: method) != nil else { continue }
        let tag = node["tags"]?.items?.first?.text
        add(
          Operation(part: Part(node), group: tag.flatMap { groups[$0] }, method: method),
          node["operationId"])
      }
    }
    for schema in root["components"]?["schemas"]?.entries ?? [] { schemas[schema.name] = Part(schema.value) }
    files = (self.root.saying["files"]?.entries ?? []).map(File.init)
  }

  private mutating func add(_ operation: Operation, _ written: YAMLNode?) {
    let span = operation.part.span
    var id = "operation at \(span.start.line):\(span.start.column)"
    if let written, let text = written.text {
      if let first = operations[text] {
        if operation.part.saying["method-of"] == nil {
          let place = first.part.node["operationId"]?.occurrence ?? first.part.span
          repeatedIDs.append((text, written.occurrence, place))
        }
      } else {
        id = text
      }
    }
    operations[id] = operation
    ids[span] = id
  }

  /// The objects that a section of a file of specs is read from. OpenAPI calls some of them as the spec language does: `webhooks`.
  private func nodes(of section: String) -> [YAMLNode] {
    [root.node[SpecExtension.prefix + section], root.node[section]].compactMap(\.self)
  }

  /// The position of a section, or of the root if the document doesn't have it.
  func place(of section: String) -> SourceSpan { nodes(of: section).first?.occurrence ?? root.span }

  /// The positions of a section's members, by their names.
  func places(in section: String) -> [String: SourceSpan] {
    nodes(of: section).reduce(into: [:]) { places, node in
      // An alias has its members elsewhere.
      guard node.aliasedFrom == nil else { return }
      for entry in node.entries ?? [] where places[entry.name] == nil {
        places[entry.name] = entry.mergedFrom ?? entry.key.occurrence
      }
    }
  }

  /// The key in `operations` of the operation that an endpoint was read from.
  func id(of endpoint: Endpoint) -> String {
    ids[endpoint.span] ?? endpoint.operationID ?? endpoint.operation
  }

  /// The names of the operations that were exported, not added later.
  var exportedIDs: Set<String> { Set(files.flatMap(\.endpoints)) }

  /// Whether a schema describes an envelope rather than a schema of the spec.
  func isEnvelope(_ schema: String) -> Bool { schemas[schema]?.saying["envelope"] != nil }
}
