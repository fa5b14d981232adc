import APIModel
import Diagnostics
import SpecYAML

/// Parses all files and collects the definitions of each folder, without reading them.
///
/// - Parameter schemas: JSON Schema documents, which are read elsewhere. Each makes its folder a module.
/// - Returns: the folders by name, in the order of their names.
func readFolders(
  _ files: [SpecFile], alsoNamedBy schemas: [SchemaFile] = [], _ report: Report
) -> [SpecFolder] {
  var folders: [String: SpecFolder] = [:]
  var scratch = DiagnosticSink()
  let broken = findBrokenModules(files, into: &scratch)
  for file in files.sorted(by: { $0.path < $1.path })
  where file.path.hasByteSuffix(".yaml") || file.path.hasByteSuffix(".yml") {
    let place = SourceSpan.unknown(file: file.displayPath)
    guard isSafePath(file.path) else {
      report.error(.unsafeName, unsafePathProblem, at: place)
      continue
    }
    let parts = file.path.byteParts(separatedBy: "/")
    guard parts.count > 1, let name = parts.first, let fileName = parts.last else {
      report.error(
        .misplacedFile, "the file doesn't belong to a module: put specs in folders, one for each module",
        at: place)
      continue
    }
    let folder = folders[name] ?? SpecFolder(name: name, span: place)
    folders[name] = folder
    folder.hasBrokenModule = broken.contains(name)
    let mayHoldModule = parts.count == 2 && (fileName == "module.yaml" || fileName == "module.yml")
    let nodes = parseYAML(bytes: file.bytes, file: file.displayPath, into: &report.sink)
    let isUnreadable = report.sink.hasErrors(inFile: file.displayPath)
    if isUnreadable { folder.hasUnreadableFile = true }
    if folder.hasBrokenModule, !mayHoldModule {
      // An OpenAPI document, or what is said beside one, would be full of mistakes.
      report.ignoring { for node in nodes { readDocument(node, mayHoldModule: false, into: folder, report) } }
      continue
    }
    if nodes.isEmpty, !isUnreadable {
      report.error(.missingVersion, "the file is empty; a spec begins with 'wgnapi: 1'", at: place)
    }
    for node in nodes { readDocument(node, mayHoldModule: mayHoldModule, into: folder, report) }
  }
  for schema in schemas where folders[schema.folder] == nil && !schema.folder.isEmpty {
    guard isSafePath(schema.spec.path) else {
      report.error(
        .unsafeName, unsafePathProblem,
        at: .unknown(file: schema.spec.displayPath))
      continue
    }
    folders[schema.folder] = SpecFolder(name: schema.folder, span: .unknown(file: schema.spec.displayPath))
  }
  if folders.isEmpty, files.isEmpty, let first = schemas.first {
    report.error(
      .misplacedFile, "the file doesn't belong to a module: put specs in folders, one for each module",
      at: .unknown(file: first.spec.displayPath))
  }
  report.rememberBrokenPlaces()
  return folders.values.sorted { $0.name < $1.name }
}

/// Whether a path stays below its root.
private func isSafePath(_ path: String) -> Bool {
  guard visibleText(path) == path, !path.hasByte("\\") else { return false }
  return path.byteParts(separatedBy: "/").allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
}

private let unsafePathProblem =
  "the path of the file has control characters, backslashes, or empty, hidden or '..' parts in it; rename it"

let topLevelKeys: [String] = ["wgnapi", "module", "group", "errors"] + Section.allCases.map(\.rawValue)

/// Other languages' names for schemas.
private let schemaKeys = ["components", "definitions", "$defs", "types", "models"]

private let topLevelHints: [String: String] =
  Dictionary(uniqueKeysWithValues: schemaKeys.map { ($0, "schemas go under 'schemas'") }).merging([
    "paths": "endpoints go under 'endpoints'", "operations": "endpoints go under 'endpoints'",
    "requests": "endpoints go under 'endpoints'",
    "events": "events that the service sends go under 'webhooks'",
    "tags": "a file's 'group' is that of its endpoints",
    "groups": "'groups' goes under 'module'; a file's 'group' is that of its endpoints",
    "info": "'module' in module.yaml describes the module",
    "servers": "write it under 'module' in module.yaml", "openapi": "a spec begins with 'wgnapi: 1' alone",
  ]) { first, _ in first }

private func readDocument(
  _ node: YAMLNode, mayHoldModule: Bool, into folder: SpecFolder, _ report: Report
) {
  guard node.mapping != nil else {
    report.mismatch(node, expected: "a mapping that begins with 'wgnapi: 1'", for: "the spec")
    return
  }
  guard checkVersion(of: node, report),
    let fields = Fields(node, what: "a spec", keys: topLevelKeys, hints: topLevelHints, report: report)
  else { return }
  if fields.misspelled.contains("schemas") || schemaKeys.contains(where: { node[$0] != nil }) {
    folder.hasLostSchemas = true
  }
  if let module = fields["module"] {
    take(module, of: fields, mayHoldModule: mayHoldModule, into: folder, report)
  }
  let group = fields["group"].flatMap(report.groupPath) ?? []
  if let node = fields["group"], fields["endpoints"] == nil, fields.misspelled.isEmpty {
    report.error(
      .misplacedKey, "'group' has no effect here: it is for the endpoints of its file", at: node.occurrence)
  }
  for section in Section.allCases {
    guard let definitions = fields[section.rawValue] else { continue }
    for entry in report.entries(
      definitions, for: "'\(section.rawValue)'", areWireNames: true, form: "{name: …}")
    {
      if let definition = readDefinition(entry, in: section, group: group, report) {
        folder.definitions[section, default: []].append(definition)
      }
    }
  }
  if let errors = fields["errors"] { folder.errorNodes.append(errors) }
}

/// A spec of another version isn't read further, because its meaning is unknown.
func checkVersion(of node: YAMLNode, _ report: Report) -> Bool {
  guard let version = node["wgnapi"] else {
    if let kind = OtherDocument(node) {
      report.error(.misplacedFile, kind.message(file: node.startSpan.file), at: node.startSpan)
      return false
    }
    report.error(
      .missingVersion, "a spec begins with 'wgnapi: 1', the version of the language", at: node.startSpan,
      suggestion: report.suggestion(for: "wgnapi", in: node.entries?.map(\.name) ?? []).map { _ in "wgnapi" })
    return false
  }
  if version.asInt == 1 { return true }
  if version.asInt != nil || version.scalar?.coreType == .float {
    report.error(
      .unsupportedVersion,
      "version \(abbreviate(version.text ?? "")) of the language is not supported, only 1",
      at: version.occurrence)
  } else {
    report.mismatch(version, expected: "1", for: "'wgnapi'")
  }
  return false
}

func take(
  _ module: YAMLNode, of fields: Fields, mayHoldModule: Bool, into folder: SpecFolder, _ report: Report
) {
  let place = fields.keySpan("module")
  if !mayHoldModule {
    report.error(
      .misplacedKey, "'module' belongs in the file module.yaml at the top of the folder", at: place)
  } else if let first = folder.moduleNode {
    report.error(
      .duplicateName, "the folder defines its module twice", at: place,
      notes: [.init("first defined here", at: first.occurrence)])
  } else if module.mapping == nil {
    report.mismatch(module, expected: "a mapping", for: "a module")
  } else {
    folder.moduleNode = module
    folder.moduleKeySpan = place
    folder.isLibrary = module["library"]?.asBool ?? false
  }
}

func readDefinition(
  _ entry: YAMLMapping.Entry, in section: Section, group: [Name], _ report: Report
) -> Definition? {
  let place = entry.key.occurrence
  switch section {
  case .parameters:
    let marked = MarkedName(entry.name)
    let name = Name(marked.name, span: place)
    guard report.checkWireName(name, of: "a parameter") else { return nil }
    report.notePlace(.parameter, name, definedAt: place)
    return Definition(name: name, isMarkedOptional: marked.isOptional, node: entry.value)
  case .webhooks:
    let name = Name(entry.name, span: place)
    guard report.checkWireName(name, of: section.article) else { return nil }
    return Definition(name: name, isMarkedOptional: false, node: entry.value)
  case .endpoints:
    let definition = endpointDefinition(entry, in: group, report)
    if let definition { report.notePlace(.endpoint, definition.name, definedAt: place) }
    return definition
  case .schemas, .envelopes, .slices:
    let name = Name(entry.name, span: place)
    guard report.checkDefinitionName(name, of: section.article) else { return nil }
    if section == .schemas, BuiltinType.all[name.text] != nil || name.text == BuiltinType.payload {
      report.error(
        .reservedName, "'\(name.text)' is a type of the language and can't be redefined", at: place)
      return nil
    }
    if section == .envelopes, name.text == "none" {
      report.error(.reservedName, "'none' means no envelope and can't be the name of one", at: place)
      return nil
    }
    if section == .schemas { report.notePlace(.schema, name, definedAt: place) }
    return Definition(name: name, isMarkedOptional: false, node: entry.value)
  }
}

/// A name whose mark `?` means that its value may be absent; `\?` at the end is a literal question mark.
struct MarkedName {
  var name: String
  var isOptional = false

  init(_ text: String) {
    name = text
    if name.hasByteSuffix("?"), !name.hasByteSuffix("\\?") {
      isOptional = true
      name = name.droppingByteSuffix("?")
    }
    if name.hasByteSuffix("\\?") { name = name.droppingByteSuffix("\\?") + "?" }
  }
}

extension DiagnosticSink {
  fileprivate func hasErrors(inFile file: String) -> Bool {
    diagnostics.contains { $0.severity == .error && $0.span?.file == file }
  }
}
