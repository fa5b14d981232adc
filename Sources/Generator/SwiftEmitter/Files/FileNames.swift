import APIModel

/// The names of a module's files, without their endings. All are in one folder.
///
/// - A spec file `WOT/account.yaml` becomes `Account`, and `module.yaml` belongs to the client's file.
/// - A library's `Wargaming/common.yaml` becomes `WargamingCommon`.
/// - A JSON Schema document `order.schema.yaml` becomes `Order`.
/// - The operations of an OpenAPI document are in a file for each first tag, and in `Operations` without one. A model is
///   beside the tag that alone uses it, or in `Models`.
///
/// They begin with the prefix of the module's types. Names that differ only in case, are equal, or have a meaning of their
/// own, are told apart by their folder or a number.
struct FileNames: Sendable {
  /// The file of the client, or of what a module without a client has once.
  let client: String
  /// The file in which the compiler checks user-defined types.
  let ownTypes: String
  /// The file of declarations with old names.
  let shims: String
  private var bySource: [String: String] = [:]
  /// The files of the groups of an OpenAPI document; empty for specs.
  private var byGroup: [String: String] = [:]
  private var operations = ""
  private var bySchema: [String: String] = [:]
  private var models = ""
  private var webhooks: String?

  init(_ module: Module, _ names: TypeNames, hasShims: Bool = false) {
    let hasOwnTypes = !names.ownTypes.uses.isEmpty
    var taken = TakenNames(prefix: names.common.prefix)
    client = taken.take([module.endpoints.isEmpty ? "Module" : "Client"])
    ownTypes = hasOwnTypes ? taken.take(["OwnTypes"]) : ""
    shims = hasShims ? taken.take(["Renamed"]) : ""
    if module.origin == .document {
      nameDocumentFiles(of: module, &taken)
    } else {
      nameSpecFiles(of: module, &taken)
    }
  }

  /// The file of an endpoint's request.
  func file(of endpoint: Endpoint) -> String {
    if byGroup.isEmpty, operations.isEmpty { return file(ofSpec: endpoint.span.file) }
    return endpoint.group.first.flatMap { byGroup[$0.text] } ?? operations
  }

  /// The file of a schema's types.
  func file(of definition: NamedSchema) -> String {
    if let name = bySchema[definition.name.text] { return name }
    return models.isEmpty ? file(ofSpec: definition.name.span.file) : models
  }

  /// The file of the events of webhooks.
  func file(of event: Webhooks.Event) -> String { webhooks ?? file(ofSpec: event.name.span.file) }

  /// The file of everything else that a spec file defines.
  func file(ofSpec source: String) -> String { bySource[source] ?? client }

  // MARK: Specs

  private mutating func nameSpecFiles(of module: Module, _ taken: inout TakenNames) {
    let own = Set(
      module.schemas.filter { $0.library == nil }.map(\.name.span.file) + module.endpoints.map(\.span.file)
        + module.slices.map(\.name.span.file) + (module.webhooks?.events ?? []).map(\.name.span.file)
        + (module.schemaGraph?.documents ?? []).filter(\.isOwn).map(\.source))
    let others = Set(
      module.schemas.map(\.name.span.file) + (module.schemaGraph?.documents ?? []).map(\.source)
    ).subtracting(own)
    for source in own.sorted() {
      let path = SpecPath(source)
      if path.isModuleFile {
        bySource[source] = client
      } else {
        bySource[source] = taken.take([path.name, path.nameWithFolder])
      }
    }
    for source in others.sorted() { bySource[source] = taken.take([SpecPath(source).nameWithFolder]) }
  }

  // MARK: OpenAPI documents

  private mutating func nameDocumentFiles(of module: Module, _ taken: inout TakenNames) {
    for group in module.endpoints.compactMap(\.group.first) where byGroup[group.text] == nil {
      let name = SwiftName.groupPrefix([group])
      byGroup[group.text] = taken.take([name, name + "Operations"])
    }
    operations = taken.take(["Operations", "OtherOperations"])
    models = taken.take(["Models", "SharedModels"])
    if module.webhooks != nil { webhooks = taken.take(["Webhooks", "WebhookEvents"]) }
    var users: [String: Set<String>] = [:]
    func use(_ schemas: [Schema], in file: String) {
      for name in module.schemas(reachableFrom: schemas, in: index) { users[name, default: []].insert(file) }
    }
    let index = SchemaIndex(module)
    for (file, endpoints) in Dictionary(grouping: module.endpoints, by: file(of:)) {
      use(endpoints.flatMap(\.schemas), in: file)
    }
    if let webhooks { use(module.webhookSchemas, in: webhooks) }
    for (name, files) in users where files.count == 1 { bySchema[name] = files.first }
  }
}

/// Names of files that are in use, as file systems that ignore case see them.
private struct TakenNames {
  /// The prefix of the module's types, so that files of two modules can be in one target.
  let prefix: String
  /// `main.swift` would make the target a program, and Windows has devices of the other names.
  private var names = Set(
    ["main", "con", "prn", "aux", "nul"] + (1...9).flatMap { ["com\($0)", "lpt\($0)"] })

  init(prefix: String) { self.prefix = prefix }

  /// The first of the names that is free, or the last with a number.
  mutating func take(_ wanted: [String]) -> String {
    let wanted = wanted.map { prefix + $0 }
    if let free = wanted.first(where: { names.insert($0.lowercased()).inserted }) { return free }
    let last = wanted.last ?? ""
    var number = 2
    while !names.insert("\(last)\(number)".lowercased()).inserted { number += 1 }
    return "\(last)\(number)"
  }
}

/// The path of a spec file, such as `WOT/account.yaml`, or the URI of a document from elsewhere.
private struct SpecPath {
  private let folder: Substring
  private let rest: [Substring]

  init(_ path: String) {
    // Of a URI, the last part is enough.
    var parts = path.contains("://") ? path.split(separator: "/").suffix(1) : path.split(separator: "/")[...]
    if let last = parts.popLast() { parts.append(last.split(separator: ".").first ?? last) }
    folder = parts.count > 1 ? parts.first ?? "" : ""
    rest = Array(parts.dropFirst(parts.count > 1 ? 1 : 0))
  }

  var isModuleFile: Bool { rest == ["module"] }
  var name: String { name(of: rest) }
  var nameWithFolder: String { name(of: isModuleFile ? [folder] : [folder] + rest) }

  private func name(of parts: [Substring]) -> String {
    let name = upperCamelCase(parts.joined(separator: "_"))
    return name.isEmpty ? "Spec" : shortened(name)
  }
}
