import Diagnostics
import SpecReader

/// The files of a target that swift-openapi-generator reads.
struct MigrationFiles {
  /// The path of the configuration.
  var config: String
  /// The path of the document.
  var document: String
}

private let configNames = ["openapi-generator-config.yaml", "openapi-generator-config.yml"]
private let documentNames = ["openapi.yaml", "openapi.yml", "openapi.json"]

/// Finds a configuration and its document as Apple's plugin does: by their names, anywhere in a target's folder. If there are
/// several documents, the one beside the configuration is taken.
///
/// - Parameters:
///   - path: the folder of the target, or the configuration.
///   - document: the path of the document, if it is known.
func findMigrationFiles(
  _ path: String, document: String?, into sink: inout DiagnosticSink
) -> MigrationFiles? {
  let root = trimmingFolderPath(path)
  guard let config = findConfig(root, into: &sink) else { return nil }
  if let document { return MigrationFiles(config: config, document: document) }
  let beside = OutputPath.split(config).folder
  let folder = root == config ? beside : root
  var found = search(documentNames, in: beside, depth: 1)
  if found.isEmpty { found = search(documentNames, in: folder) }
  let place = SourceSpan.unknown(file: config)
  if found.count > 1 {
    sink.error(
      .conflictingKeys,
      "there is more than one document: \(alternatives(found, last: "and")); name one with '--document'",
      at: place)
  } else if found.isEmpty {
    sink.error(
      .fileSystem,
      "there is no OpenAPI document beside the configuration: neither \(alternatives(documentNames, last: "nor")); "
        + "name it with '--document'", at: place)
  }
  return found.count == 1 ? found.first.map { MigrationFiles(config: config, document: $0) } : nil
}

private func findConfig(_ root: String, into sink: inout DiagnosticSink) -> String? {
  if isSpec(root) { return root }
  let place = SourceSpan.unknown(file: root.isEmpty ? "." : root)
  do {
    _ = try Folder.open(root)
  } catch {
    if error.isNoFolder {
      sink.error(
        .fileSystem, "is neither a folder nor a configuration, whose name ends in .yaml or .yml", at: place)
    } else {
      sink.append(error.diagnostic)
    }
    return nil
  }
  let found = search(configNames, in: root)
  if found.count == 1 { return found.first }
  sink.error(
    .fileSystem,
    found.isEmpty
      ? "there is no \(alternatives(configNames)) in this folder; pass the folder of a target that has one, such as Sources/Shop"
      : "there is more than one configuration: \(alternatives(found, last: "and")); pass one of them",
    at: place)
  return nil
}

/// The files of some names in a folder and, down to a depth, in folders below it. Links aren't followed.
private func search(_ names: [String], in folder: String, depth: Int = 8) -> [String] {
  guard let opened = try? Folder.open(folder), let all = try? opened.names().compactMap(validText) else {
    return []
  }
  var found: [String] = []
  for name in all.sorted() where !name.hasPrefix(".") {
    guard let kind = try? opened.status(of: name)?.kind else { continue }
    if kind == .folder, depth > 1 {
      found += search(names, in: opened.path(of: name), depth: depth - 1)
    } else if kind != .folder, names.contains(name) {
      found.append(opened.path(of: name))
    }
  }
  return found
}
