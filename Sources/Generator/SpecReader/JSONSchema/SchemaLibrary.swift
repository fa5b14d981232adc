import APIModel
import Diagnostics
import SpecYAML

/// The documents that contain a module's schemas or that these may refer to, and everything in them that has a URI.
///
/// Documents are loaded on first reference: from the given files, from mapped folders, or from the standard's own
/// metaschemas. Nothing is ever fetched.
final class SchemaLibrary {
  let report: Report
  private(set) var documents: [LoadedDocument] = []
  private(set) var resources: [LoadedResource] = []
  private(set) var sites: [SchemaKey: SchemaSite] = [:]
  /// In the order of discovery.
  private(set) var keys: [SchemaKey] = []

  /// By absolute URI without a fragment.
  private var resourcesByURI: [String: Int] = [:]
  private var sources: [String: Source] = [:]
  var dialects: [Int: SchemaDialect] = [:]

  private enum Source {
    case file(SchemaFile)
    case reference(ReferencedFile)
    case bundled(String)
  }

  /// - Parameters:
  ///   - files: all given schema files, including the module's own.
  ///   - references: files that have a URI.
  init(files: [SchemaFile], references: [ReferencedFile], report: Report) {
    self.report = report
    for (uri, text) in bundledMetaschemas { sources[uri] = .bundled(text) }
    for reference in references { sources[normalized(reference.uri)] = .reference(reference) }
    for file in files {
      sources[file.retrievalURI.description] = .file(file)
      if let id = file.root["$id"]?.text, let uri = URIReference(id) {
        let absolute = uri.resolved(against: file.retrievalURI).withoutFragment.description
        if sources[absolute] == nil { sources[absolute] = .file(file) }
      }
    }
  }

  private func normalized(_ uri: String) -> String {
    URIReference(uri)?.withoutFragment.description ?? uri
  }

  // MARK: Documents

  /// Loads one of the module's own files.
  ///
  /// - Returns: its position among `documents`.
  @discardableResult
  func load(_ file: SchemaFile) -> Int {
    if let known = resourcesByURI[file.retrievalURI.description] {
      return resources[known].root.document
    }
    let name = Name(file.name, span: file.root.startSpan)
    return add(
      LoadedDocument(
        name: name, source: file.spec.path, root: file.root, retrievalURI: file.retrievalURI))
  }

  /// The resource of a URI, whose document is loaded if necessary; nil if there is none.
  func resource(at uri: URIReference) -> Int? {
    let text = uri.withoutFragment.description
    if let known = resourcesByURI[text] { return known }
    for candidate in [text] + fileEndings.map({ text + $0 }) {
      guard let source = sources[candidate] else { continue }
      sources[candidate] = nil
      switch source {
      case .file(let file): load(file)
      case .reference(let reference): load(reference, from: uri.withoutFragment)
      case .bundled(let json):
        guard
          let root = parseJSON(
            bytes: Array(json.utf8), file: text, limits: YAMLLimits(depth: 100), into: &report.sink)
        else { continue }
        let name = Name("metaschema \(schemaName(ofPath: uri.path))", span: root.span)
        _ = add(LoadedDocument(name: name, source: text, root: root, retrievalURI: uri.withoutFragment))
      }
      if let loaded = resourcesByURI[text] { return loaded }
    }
    return nil
  }

  private func load(_ reference: ReferencedFile, from uri: URIReference) {
    let nodes = parseDocuments(reference.file, into: &report.sink)
    guard let root = nodes.first else { return }
    let name = Name(schemaName(ofPath: uri.path), span: root.startSpan)
    _ = add(LoadedDocument(name: name, source: uri.description, root: root, retrievalURI: uri))
  }

  private let fileEndings = [".json", ".yaml", ".yml", ".schema.json", ".schema.yaml", ".schema.yml"]

  private func add(_ document: LoadedDocument) -> Int {
    let uri = document.retrievalURI
    let position = documents.count
    documents.append(document)
    let resource = addResource(
      document.root, in: position, path: [], parent: nil, base: uri)
    documents[position].resource = resource
    // A document that was loaded by its path is known by that path, whatever its `$id` is.
    if resourcesByURI[uri.description] == nil { resourcesByURI[uri.description] = resource }
    index(document.root, in: position, resource: resource, path: [], pointer: "")
    return position
  }

  /// Known or loadable URIs that a wrong one may have meant: those that differ only in the last part, or only in the
  /// others.
  func knownURIs(like uri: String) -> [String] {
    let (folder, name) = parts(of: uri)
    return (Array(sources.keys) + resourcesByURI.keys).filter { known in
      let other = parts(of: known)
      return !known.hasPrefix("\(pathScheme):") && (other.folder == folder || other.name == name)
    }.sorted()
  }

  private func parts(of uri: String) -> (folder: Substring, name: Substring) {
    guard let slash = uri.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", uri[...]) }
    return (uri[..<slash], uri[slash...])
  }

  // MARK: Schemas

  /// Adds the resource of a document's root or of a schema with `$id`.
  private func addResource(
    _ node: YAMLNode, in document: Int, path: [String], parent: Int?, base: URIReference
  ) -> Int {
    var uri = base
    var isNamed = true
    if let id = node["$id"] {
      if let text = id.scalar?.text, let reference = URIReference(text), reference.fragment ?? "" == "" {
        uri = reference.resolved(against: base).withoutFragment
      } else {
        isNamed = false
        report.error(
          .invalidIdentifier, "expected a URI without a fragment for '$id', found \(describe(id))",
          at: id.occurrence
        )
      }
    }
    let position = resources.count
    let resource = LoadedResource(
      uri: uri, root: SchemaKey(document: document, path: path), node: node, path: path, parent: parent)
    resources.append(resource)
    guard isNamed else { return position }
    if let known = resourcesByURI[uri.description], resources[known].root != resource.root {
      let shown = uri.scheme == pathScheme ? node["$id"]?.text ?? "" : uri.description
      report.error(
        .duplicateIdentifier, "two schemas have the URI '\(abbreviate(shown))'",
        at: (node["$id"] ?? node).occurrence,
        notes: [.init("the other is here", at: resources[known].node.occurrence)])
    } else {
      resourcesByURI[uri.description] = position
    }
    return position
  }

  /// Registers a schema and all of its subschemas.
  private func index(_ node: YAMLNode, in document: Int, resource outer: Int, path: [String], pointer: String)
  {
    let key = SchemaKey(document: document, path: path)
    guard sites[key] == nil else { return }
    var resource = outer
    var pointer = pointer
    if !path.isEmpty, node["$id"] != nil {
      resource = addResource(
        node, in: document, path: path, parent: outer, base: resources[outer].uri)
      pointer = ""
    }
    sites[key] = SchemaSite(
      node: node, document: document, resource: resource, path: path, pointer: pointer)
    keys.append(key)
    guard let mapping = node.mapping else { return }
    addAnchors(of: mapping, key: key, to: resource)
    for entry in mapping.entries {
      guard let keyword = StandardKeyword.all[entry.name] else { continue }
      let inner = path + [entry.name]
      let innerPointer = pointer + "/" + entry.name
      switch keyword.shape {
      case .value: break
      case .schema:
        index(entry.value, in: document, resource: resource, path: inner, pointer: innerPointer)
      case .schemas:
        for (position, item) in (entry.value.items ?? []).enumerated() {
          index(
            item, in: document, resource: resource, path: inner + [String(position)],
            pointer: "\(innerPointer)/\(position)")
        }
      case .schemaMap:
        for member in entry.value.entries ?? [] {
          index(
            member.value, in: document, resource: resource, path: inner + [member.name],
            pointer: "\(innerPointer)/\(pointerToken(member.name))")
        }
      }
    }
  }

  private func addAnchors(of mapping: YAMLMapping, key: SchemaKey, to resource: Int) {
    for keyword in ["$anchor", "$dynamicAnchor"] {
      guard let node = mapping[keyword] else { continue }
      guard let name = node.scalar?.text, isAnchorName(name) else {
        report.error(
          .invalidIdentifier,
          "expected a name of letters, digits, '_', '-' and '.' for '\(keyword)', found \(describe(node))",
          at: node.occurrence)
        continue
      }
      if let other = resources[resource].anchors[name], other != key {
        report.error(
          .duplicateIdentifier, "two schemas have the anchor '\(abbreviate(name))'", at: node.occurrence,
          notes: [.init("the other is here", at: resources[resource].anchorSpans[name])])
        continue
      }
      resources[resource].anchors[name] = key
      resources[resource].anchorSpans[name] = node.occurrence
      if keyword == "$dynamicAnchor" { resources[resource].dynamicAnchors.append((name, key)) }
    }
  }

  /// JSON Schema Core, section 8.2.2.
  private func isAnchorName(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first.isASCII,
      first == "_" || first.properties.isAlphabetic
    else { return false }
    return text.unicodeScalars.allSatisfy {
      $0.isASCII
        && ($0.properties.isAlphabetic || $0.properties.numericType != nil
          || "_-.".unicodeScalars.contains($0))
    }
  }

  /// The schema at a path of a document, even at a place where the standard expects none.
  ///
  /// - Returns: nil if the path doesn't lead to a schema.
  func site(at path: [String], in document: Int) -> SchemaKey? {
    let key = SchemaKey(document: document, path: path)
    if sites[key] != nil { return key }
    var node = documents[document].root
    var enclosing = documents[document].resource
    var pointer = ""
    for (position, token) in path.enumerated() {
      if let site = sites[SchemaKey(document: document, path: Array(path[..<position]))] {
        enclosing = site.resource
        pointer = site.pointer
      }
      guard let child = node.child(at: token) else { return nil }
      node = child
      pointer += "/" + pointerToken(token)
    }
    guard node.mapping != nil || isBooleanSchema(node) else { return nil }
    index(node, in: document, resource: enclosing, path: path, pointer: pointer)
    return key
  }
}

/// Whether the node is the schema `true` or `false`.
func isBooleanSchema(_ node: YAMLNode) -> Bool { node.scalar?.coreType == .boolean }
