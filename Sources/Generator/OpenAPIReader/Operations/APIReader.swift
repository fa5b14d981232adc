import APIModel
import Diagnostics
import SpecReader
import SpecYAML

/// Reads a document as a module.
final class APIReader {
  let documents: DocumentSet
  let schemas: SchemaStore
  let root: Located
  /// What turns parts of a Swagger 2.0 document into those of OpenAPI 3; nil for a document of OpenAPI 3.
  let swagger: Swagger?
  var findings: Findings { documents.findings }
  var module: Module
  /// Whether a file mentions that events end with the data `[DONE]`, as OpenAI's do.
  let mentionsEnd: Bool
  /// The parts of the document that are known not to mention it.
  var partsWithoutEnd: Set<SchemaStore.Spot> = []
  private var operationNames = OperationNames(paths: [])
  private var controllerNames = ControllerNames()
  private var endpointNames: Set<String> = []
  /// The last number appended to a name, by the name.
  private var lastNumbers: [String: Int] = [:]
  private var operationIDs: Set<String> = []
  var events: [Webhooks.Event] = []
  /// The servers read so far, by their positions.
  var knownServers: [SourceSpan: [Server]] = [:]
  /// The groups by the tags that they are named after, and by the letters of these.
  private var groups: [String: Name] = [:]
  private var groupsByLetters: [String: Name] = [:]
  /// What the document says of its tags, by their names.
  private lazy var describedTags = Dictionary(
    (documents.child("tags", of: root)?.items ?? []).compactMap { written in
      documents.object(written, "a tag").flatMap { tag in tag.node["name"]?.text.map { ($0, tag) } }
    }, uniquingKeysWith: { first, _ in first })
  /// Overrides from the folder's specs.
  private let folder: DocumentFolder?
  private var filter: OperationFilter?
  /// Which operations the module's endpoints are.
  private var origins: [OperationOrigin] = []
  /// Why operations aren't among the endpoints, by id and title.
  private var missing: [String: String] = [:]

  init(
    _ documents: DocumentSet, root: Located, module name: Name, mentionsEnd: Bool,
    folder: DocumentFolder? = nil
  ) {
    self.documents = documents
    self.root = root
    self.mentionsEnd = mentionsEnd
    self.folder = folder
    filter = folder.flatMap { OperationFilter($0.settings) }
    swagger = documents.dialect == .swagger ? Swagger(documents) : nil
    schemas = SchemaStore(
      documents, ownFormats: folder?.ownFormats ?? [],
      keepsUndeclared: folder?.settings.keepsAdditionalProperties, choices: folder?.choices ?? [])
    let info = documents.child("info", of: root)?.node
    module = Module(
      name: name,
      documentation: documentation(
        info?["summary"]?.text ?? info?["description"]?.text, title: info?["title"]?.text))
    module.origin = .document
  }

  /// Reads the whole document.
  ///
  /// - Parameter takesAll: whether schemas that no operation uses are read, too.
  func read(takingAllSchemas takesAll: Bool = false) -> Module {
    module.servers = mainServers()
    module.relativeServers = relativeServers()
    module.credentials = credentials()
    let authentication = documents.child("security", of: root).flatMap(requirement)
    // An empty list is the same as none.
    module.authentication = authentication == [] ? nil : authentication
    let paths = documents.child("paths", of: root)?.entries ?? []
    // What is behind a reference may begin otherwise.
    let areHere = !paths.contains { $0.value.node["$ref"] != nil }
    let operations = (areHere ? paths : []).flatMap { _, path, item in
      item.entries.filter { Endpoint.Method(rawValue: $0.name) != nil }.map {
        (path: path, method: $0.name, value: $0.value)
      }
    }
    operationNames = OperationNames(
      paths: Set(paths.map(\.name)),
      operations: operations.map { ($0.value.node["operationId"]?.text ?? "", $0.method, $0.path) })
    controllerNames = names(ofControllersWith: operations.map(\.value))
    for (key, path, item) in paths { readPath(path, key, item) }
    let webhooks = swagger == nil ? documents.child("webhooks", of: root)?.allEntries ?? [] : []
    for (key, name, item) in webhooks {
      if filter?.accepts(webhook: name) != false { readWebhook(name, key, item) }
    }
    filter?.reportUnused(findings)
    if takesAll || module.endpoints.isEmpty && events.isEmpty && filter == nil { schemas.takeAll() }
    schemas.finish()
    module.schemas = schemas.schemas
    module.examplesOfRequests = findings.examplesOfRequests
    if !events.isEmpty { module.webhooks = Webhooks(events: events) }
    module.findEventNames()
    let used = Set(module.endpoints.map { $0.group.map(\.text) })
    module.groups.removeAll { !used.contains($0.path.map(\.text)) }
    folder?.adjust(
      &module, origins: origins, missing: missing, tags: groups.mapValues(\.text),
      merged: schemas.chosenSchemas(), into: &findings.sink)
    return module
  }

  private func names(ofControllersWith operations: [Located]) -> ControllerNames {
    let definitions = documents.child("components", of: root)?["schemas"] ?? root["definitions"]
    let words = ["x-displayName", "summary", "title"]
    return ControllerNames(
      operations.map { .init(tag: tag(in: $0["tags"])?.text, id: $0.node["operationId"]?.text ?? "") },
      schemas: definitions?.node.entries?.map(\.name) ?? [],
      tags: describedTags.mapValues { tag in words.contains { tag.node[$0] != nil } })
  }

  // MARK: Paths

  private func readPath(_ path: String, _ key: YAMLNode, _ item: Located) {
    let layers = documents.layers(of: item, for: "the path '\(abbreviate(path))'")
    guard let last = layers.last else { return }
    guard last.node.mapping != nil else {
      if !last.node.asNull {
        findings.mismatch(last.node, expected: "a mapping of operations", for: "a path")
      }
      return
    }
    for (methodKey, name, operation) in documents.entries(of: layers) {
      if let method = Endpoint.Method(rawValue: name) {
        readOperation(method, path, key, operation, layers)
      } else if name == "additionalOperations" {
        for entry in documents.object(operation, "'additionalOperations'")?.entries ?? [] {
          guard isToken(entry.name), entry.name.utf8.count < 64 else {
            findings.mistake(
              "'\(abbreviate(entry.name))' can't be a method, so the operation is left out", at: entry.key)
            continue
          }
          readOperation(Endpoint.Method(other: entry.name), path, key, entry.value, layers)
        }
      } else if !["summary", "description", "parameters", "servers", "$ref"].contains(name) {
        findings.mistake("a path has no '\(abbreviate(name))'", at: methodKey)
      }
    }
  }

  private func readOperation(
    _ method: Endpoint.Method, _ path: String, _ key: YAMLNode, _ written: Located, _ layers: [Located]
  ) {
    guard let operation = documents.object(written, "an operation") else { return }
    let node = operation.node
    guard node.mapping != nil else {
      return findings.mismatch(node, expected: "an operation", for: "'\(method.rawValue)'")
    }
    schemas.begin()
    let title = "\(method.rawValue.uppercased()) \(abbreviate(path))"
    let id = node["operationId"]
    if let id, id.scalar == nil { findings.mismatch(id, expected: "a name", for: "'operationId'") }
    let group = group(of: operation)
    let verb = method.rawValue.lowercased()
    var names = operationNames.names(id: id?.text, method: verb, path: path, group: group.first?.text)
    let added = module.endpoints.count
    if let function = id?.text.flatMap(controllerNames.function) {
      names =
        operationNames.names(id: function, method: verb, path: path, group: group.first?.text) + names
    }
    let isRepeated = id?.text.map { !operationIDs.insert($0).inserted } ?? false
    if isRepeated { names = [operationNames.name(method: verb, path: path)] }
    let name = freeName(names, in: group)
    if isRepeated, let id {
      findings.mistake(
        "two operations are called '\(abbreviate(id.text ?? ""))'; this one is called '\(name)' until it has an "
          + "'operationId' of its own", at: id)
    }
    let origin = OperationOrigin(id: id?.text, title: title)
    let tags = documents.child("tags", of: operation)?.node.items?.compactMap(\.text) ?? []
    // After names are given, which must not depend on what is wanted.
    if filter?.accepts(
      path: path, tags: tags, names: origin.names + [(group.map(\.text) + [name]).joined(separator: ".")])
      == false
    {
      for name in origin.names { missing[name] = "'include' or 'exclude' leaves it out" }
      return
    }
    defer {
      for _ in added..<module.endpoints.count { origins.append(origin) }
      if module.endpoints.count == added {
        for name in origin.names { missing[name] = "it can't be read, as a warning says" }
      }
    }
    var endpoint = Endpoint(
      name: Name(name, span: (id ?? key).occurrence), methods: [method], path: Name("", span: key.occurrence),
      span: node.occurrence)
    endpoint.group = group
    endpoint.operationID = id?.text
    endpoint.documentation = endpointDocumentation(node)
    guard let template = documentPath(path, at: key),
      readParameters(of: operation, in: layers, template: template, title, into: &endpoint)
    else { return }
    endpoint.path.text = template.text
    guard let parts = readBody(of: operation, in: layers, method, title, into: &endpoint) else { return }
    endpoint.policies.authentication = authentication(of: operation)
    readServers(of: operation, in: layers, into: &endpoint)
    if swagger == nil { readLinks(of: operation, into: &endpoint) }
    readResponses(of: operation, method, title, into: &endpoint)
    if let parts { addMultipart(parts, besideEndpointsFrom: added) }
    if swagger == nil { readCallbacks(of: operation, endpoint.name.text) }
  }

  /// The first of the names that is free, or the first with a number.
  func freeName(_ names: [String], in group: [Name]) -> String {
    let prefix = group.map { $0.text + "." }.joined()
    if let free = names.first(where: { endpointNames.insert(prefix + $0).inserted }) { return free }
    let wanted = names.first ?? ""
    var name = wanted
    var number = lastNumbers[prefix + wanted] ?? 1
    while !endpointNames.insert(prefix + name).inserted {
      number += 1
      name = "\(wanted)\(number)"
    }
    lastNumbers[prefix + wanted] = number
    return name
  }

  /// The first of tags, if it can be a name.
  private func tag(in tags: Located?) -> (node: YAMLNode, text: String)? {
    guard let tag = tags?.node.items?.first, let text = tag.text,
      text.unicodeScalars.contains(where: { $0.properties.isAlphabetic })
    else { return nil }
    return (tag, text)
  }

  /// The group that is named after an operation's tag.
  private func group(of operation: Located) -> [Name] {
    guard let (tag, text) = tag(in: documents.child("tags", of: operation)) else { return [] }
    if let known = groups[text] { return [known] }
    // Tags such as `Order Items` and `order-items` would have the same name in Swift. They are one, unless the document
    // describes both.
    let letters = OperationNames.plain(text)
    let own = describedTags[text]
    if let same = groupsByLetters[letters], own == nil || describedTags[same.text] == nil {
      findings.sink.append(
        Diagnostic(
          .note, .nameCollision,
          "the tags '\(abbreviate(same.text))' and '\(abbreviate(text))' have the same name in Swift, so both are one group",
          at: tag.occurrence, notes: [.init("the other is here", at: same.span)]))
      return [same]
    }
    let name = Name(controllerNames.group(text), span: tag.occurrence)
    groups[text] = name
    if groupsByLetters[letters] == nil { groupsByLetters[letters] = name }
    let words = documentation(own?.node["description"]?.text ?? own?.node["summary"]?.text)
    module.groups.append(EndpointGroup(path: [name], documentation: words))
    return [name]
  }

  func endpointDocumentation(_ node: YAMLNode) -> Documentation {
    var words = documentation(
      node["summary"]?.text, isDeprecated: node["deprecated"]?.asBool == true)
    if let description = node["description"]?.text.map({ trimmed(markdown(fromHTML: $0)) }),
      !description.isEmpty,
      description != words.summary
    {
      if words.summary == nil {
        let deprecation = words.deprecation
        words = documentation(description)
        words.deprecation = deprecation
      } else {
        words.details = description
      }
    }
    return words
  }
}
