import Diagnostics
import SpecYAML

extension SchemaLibrary {
  /// The schema that a reference leads to, and the plain name in it. Reports an unresolved reference and returns nil.
  func resolve(_ node: YAMLNode, of keyword: String, from site: SchemaSite) -> (
    key: SchemaKey, anchor: String?
  )? {
    guard let text = node.scalar?.text, node.scalar?.coreType == .string, let reference = URIReference(text)
    else {
      report.error(
        .invalidIdentifier, "expected a URI reference for '\(keyword)', found \(describe(node))",
        at: node.occurrence
      )
      return nil
    }
    let base = resources[site.resource].uri
    let path = documents[site.document].retrievalURI
    let uri = reference.resolved(against: base)
    // The standard uses the `$id`, but files in one folder often refer to each other by path.
    guard
      let resource = resource(at: uri)
        ?? (reference.isAbsolute ? nil : self.resource(at: reference.resolved(against: path)))
    else {
      reportUnknown(uri, written: text, at: node)
      return nil
    }
    guard let fragment = uri.fragment, !fragment.isEmpty else { return (resources[resource].root, nil) }
    guard let decoded = uri.decodedFragment else {
      report.error(
        .invalidIdentifier, "the fragment of '\(abbreviate(text))' is not valid UTF-8", at: node.occurrence)
      return nil
    }
    if decoded.hasBytePrefix("/") {
      return follow(decoded, in: resource, written: text, at: node).map { ($0, nil) }
    }
    guard let key = resources[resource].anchors[decoded] else {
      report.error(
        .unresolvedReference,
        "'\(abbreviate(text))' can't be resolved: there is no anchor '\(abbreviate(decoded))'",
        at: node.occurrence,
        suggestion: report.suggestion(for: decoded, in: resources[resource].anchors.keys.sorted())
          .map { text.dropLast(fragment.count) + $0 })
      return nil
    }
    return (key, decoded)
  }

  private func follow(_ pointer: String, in resource: Int, written text: String, at node: YAMLNode)
    -> SchemaKey?
  {
    guard let tokens = pointerTokens(pointer) else {
      report.error(
        .invalidIdentifier,
        "'\(abbreviate(text))' doesn't end in a JSON Pointer: '~' is allowed only in '~0' and '~1'",
        at: node.occurrence)
      return nil
    }
    let owner = resources[resource]
    if let key = site(at: owner.path + tokens, in: owner.root.document) { return key }
    var current = owner.node
    var passed = ""
    for token in tokens {
      guard let next = current.child(at: token) else {
        let names = current.entries?.map(\.name) ?? []
        report.error(
          .unresolvedReference,
          "'\(abbreviate(text))' can't be resolved: there is no '\(abbreviate(token))' in '#\(abbreviate(passed))'",
          at: node.occurrence, suggestion: report.suggestion(for: token, in: names))
        return nil
      }
      current = next
      passed += "/" + pointerToken(token)
    }
    report.error(
      .unresolvedReference, "'\(abbreviate(text))' leads to \(describe(current)), which isn't a schema",
      at: node.occurrence, notes: [.init("it is here", at: current.occurrence)])
    return nil
  }

  private func reportUnknown(_ uri: URIReference, written text: String, at node: YAMLNode) {
    guard uri.scheme != pathScheme else {
      let path = removingPercentEncoding(uri.path) ?? uri.path
      report.error(
        .unresolvedReference,
        "'\(abbreviate(text))' can't be resolved: no schema file '\(abbreviate(String(path.dropFirst())))' was given",
        at: node.occurrence)
      return
    }
    let shown = uri.withoutFragment.description
    report.error(
      .unresolvedReference,
      "'\(abbreviate(shown))' is unknown, and schemas are never fetched; "
        + "use '--map URI-PREFIX=FOLDER' to read such URIs from a folder",
      at: node.occurrence, suggestion: report.suggestion(for: shown, in: knownURIs(like: shown)))
  }

  // MARK: Dialects

  /// The vocabularies of a resource. Reports an unsupported dialect, and uses the standard's own instead.
  func dialect(of resource: Int) -> SchemaDialect {
    if let known = dialects[resource] { return known }
    dialects[resource] = .standard
    let found = findDialect(of: resource)
    dialects[resource] = found
    return found
  }

  private func findDialect(of resource: Int) -> SchemaDialect {
    guard let node = resources[resource].node["$schema"] else {
      return resources[resource].parent.map { dialect(of: $0) } ?? .standard
    }
    guard let text = node.scalar?.text, let uri = URIReference(text), uri.isAbsolute, uri.fragment ?? "" == ""
    else {
      report.error(
        .invalidIdentifier, "expected an absolute URI for '$schema', found \(describe(node))",
        at: node.occurrence)
      return .standard
    }
    let metaschema = uri.withoutFragment.description
    if metaschema == SchemaDialect.metaschema { return .standard }
    if metaschema.contains("//json-schema.org/draft") {
      report.error(
        .unsupportedDialect, "'\(abbreviate(text))' is not supported, only '\(SchemaDialect.metaschema)'",
        at: node.occurrence)
      return .standard
    }
    guard let found = self.resource(at: uri) else {
      report.error(
        .unsupportedDialect,
        "the metaschema '\(abbreviate(text))' is unknown; use '--map URI-PREFIX=FOLDER' to read it from a folder",
        at: node.occurrence, suggestion: report.suggestion(for: metaschema, in: knownURIs(like: metaschema)))
      return .standard
    }
    guard let vocabularies = resources[found].node["$vocabulary"]?.entries else { return .standard }
    var result: SchemaDialect = .init(vocabularies: [])
    for entry in vocabularies {
      let name =
        entry.name.hasPrefix(SchemaDialect.vocabularyPrefix)
        ? String(entry.name.dropFirst(SchemaDialect.vocabularyPrefix.count)) : ""
      if SchemaDialect.known.contains(name) {
        result.vocabularies.insert(name)
      } else if entry.value.asBool ?? true {
        report.error(
          .unsupportedDialect,
          "the metaschema requires an unsupported vocabulary: '\(abbreviate(entry.name))'",
          at: node.occurrence, notes: [.init("it is required here", at: entry.key.occurrence)])
      }
    }
    return result
  }
}
