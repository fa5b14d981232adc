import Diagnostics
import SpecReader
import SpecYAML

/// Where names are defined and used, for editors: in specs, as the reader resolves them, and in OpenAPI documents.
package func readAllNamePlaces(
  _ files: [SpecFile], references: [ReferencedFile] = []
) -> Set<NamePlace> {
  onLargeStack {
    let (folders, others) = separateDocumentFolders(files)
    if others.first?.isGivenAlone == true { return DocumentNamePlaces(others).places }
    var places = readNamePlaces(others, references: references)
    for files in folders {
      let document = DocumentNamePlaces(files.documents, beside: files.specs)
      places.formUnion(document.places)
      var sink = DiagnosticSink()
      guard let folder = DocumentFolder(files.specs, into: &sink) else { continue }
      _ = readDocument(of: folder, files, into: &sink)
      // To the reader, a schema of a document is where its value is.
      for place in folder.places {
        let definition = document.definitionsByValue[place.definition] ?? place.definition
        places.insert(NamePlace(place.kind, place.name, at: place.span, definedAt: definition))
      }
    }
    return places
  }
}

/// Finds the names of schemas and parameters in OpenAPI documents and in the overrides of `module.yaml`, in the files' YAML trees.
private struct DocumentNamePlaces {
  private(set) var places: Set<NamePlace> = []
  private(set) var definitionsByValue: [SourceSpan: SourceSpan] = [:]
  private var roots: [String: YAMLNode] = [:]
  private var definitions: [String: SourceSpan] = [:]

  private static let sections: [(path: [String], kind: NamePlace.Kind)] = [
    (["components", "schemas"], .schema), (["definitions"], .schema),
    (["components", "parameters"], .parameter), (["parameters"], .parameter),
  ]

  init(_ documents: [SpecFile], beside specs: [SpecFile] = []) {
    for file in documents { roots[file.path] = parse(file) }
    for (path, root) in roots {
      for (section, kind) in Self.sections {
        for entry in section.reduce(root, { $0?[$1] })?.entries ?? [] {
          let span = entry.key.occurrence
          definitions["\(path)#/\(section.joined(separator: "/"))/\(entry.name)"] = span
          places.insert(NamePlace(kind, entry.name, at: span, definedAt: span))
          var value = entry.value.occurrence
          value.file = path
          definitionsByValue[value] = span
        }
      }
    }
    for (path, root) in roots { addReferences(in: root, of: path) }
    for root in specs.compactMap(parse) { addOverrides(root) }
  }

  private func parse(_ file: SpecFile) -> YAMLNode? {
    var sink = DiagnosticSink()
    let nodes = parseYAML(bytes: file.bytes, file: file.displayPath, into: &sink)
    return nodes.first
  }

  // MARK: References

  private mutating func addReferences(in node: YAMLNode, of path: String) {
    // Nodes behind an alias are elsewhere in the tree.
    guard node.aliasedFrom == nil else { return }
    for item in node.items ?? [] { addReferences(in: item, of: path) }
    for entry in node.entries ?? [] where entry.mergedFrom == nil {
      if entry.name == "$ref", let text = entry.value.text { addReference(text, entry.value, of: path) }
      addReferences(in: entry.value, of: path)
    }
  }

  private mutating func addReference(_ text: String, _ node: YAMLNode, of path: String) {
    let parts = text.byteParts(separatedBy: "#")
    guard parts.count == 2 else { return }
    let file = parts[0].isEmpty ? path : Self.joined(path, parts[0])
    let pointer = parts[1].byteParts(separatedBy: "/")
    guard let definition = definitions["\(file)#\(parts[1])"], let name = pointer.last else { return }
    let kind: NamePlace.Kind = pointer.contains("parameters") ? .parameter : .schema
    // The end of the text, if it is written as it is read.
    var span = node.occurrence
    let quotes = node.scalar?.style == .plain ? 0 : 1
    let (width, length) = (text.unicodeScalars.count + 2 * quotes, name.unicodeScalars.count)
    if span.start.line == span.end.line, span.end.column - span.start.column == width {
      span.end.column -= quotes
      span.end.offset -= quotes
      span.start = span.end
      span.start.column -= length
      span.start.offset -= name.utf8.count
    }
    places.insert(NamePlace(kind, name, at: span, definedAt: definition))
  }

  private static func joined(_ path: String, _ reference: String) -> String {
    var parts = Array(path.byteParts(separatedBy: "/").dropLast())
    for part in reference.byteParts(separatedBy: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }

  // MARK: Overrides

  /// Adds what `types` and `operations` are about.
  private mutating func addOverrides(_ root: YAMLNode) {
    for entry in root["types"]?.entries ?? [] {
      let found = places.first { $0.kind == .schema && $0.isDefinition && $0.name == entry.name }
      if let found {
        places.insert(NamePlace(.schema, entry.name, at: entry.key.occurrence, definedAt: found.span))
      }
    }
    for entry in root["operations"]?.entries ?? [] {
      guard let operation = operation(entry.name) else { continue }
      for parameter in entry.value["parameters"]?.entries ?? [] {
        guard let name = name(of: parameter.name, in: operation) else { continue }
        places.insert(NamePlace(.parameter, parameter.name, at: name, definedAt: name))
        places.insert(NamePlace(.parameter, parameter.name, at: parameter.key.occurrence, definedAt: name))
      }
    }
  }

  /// The operation with an id, or a method and path, and the parameters of its path.
  private func operation(_ name: String) -> (path: String, parameters: [YAMLNode])? {
    for (file, root) in roots {
      for path in root["paths"]?.entries ?? [] {
        for entry in path.value.entries ?? [] {
          let title = "\(entry.name.uppercased()) \(path.name)"
          guard entry.value["operationId"]?.text == name || title == name else { continue }
          return (file, (entry.value["parameters"]?.items ?? []) + (path.value["parameters"]?.items ?? []))
        }
      }
    }
    return nil
  }

  /// The position of a parameter's name in the document.
  private func name(of parameter: String, in operation: (path: String, parameters: [YAMLNode])) -> SourceSpan?
  {
    for node in operation.parameters {
      var node = node
      if let parts = node["$ref"]?.text?.byteParts(separatedBy: "#"), parts.count == 2 {
        let file = parts[0].isEmpty ? operation.path : Self.joined(operation.path, parts[0])
        let keys = removingPercentEncoding(parts[1]).flatMap(pointerTokens)
        guard let target = keys?.reduce(roots[file], { $0?.child(at: $1) }) else { continue }
        node = target
      }
      if let name = node["name"], name.text == parameter { return name.occurrence }
    }
    return nil
  }
}
