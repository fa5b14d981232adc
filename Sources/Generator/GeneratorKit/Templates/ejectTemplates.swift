import BundledTemplates
import Diagnostics

/// The names of all bundled templates, in order.
public let bundledTemplateNames: [String] = BundledTemplates.all.map(\.name).sorted()

/// Writes bundled templates into a folder, for users to change.
///
/// Nothing is written if a name is unknown, or a file with its name has another content.
///
/// - Parameters:
///   - names: the templates; all if empty.
///   - folder: the folder, which is created if necessary.
///   - replacing: whether to replace files with another content.
///   - sink: receives the diagnostics.
/// - Returns: the paths of the files that were written or already contained the template.
public func ejectTemplates(
  _ names: [String], into folder: String, replacing: Bool = false, sink: inout DiagnosticSink
) -> [String] {
  for name in names where !bundledTemplateNames.contains(name) {
    sink.error(
      .unknownTemplate, "there is no template '\(name)'",
      suggestion: closestMatch(to: name, in: bundledTemplateNames))
  }
  guard !sink.hasErrors else { return [] }
  let chosen = BundledTemplates.all.filter { names.isEmpty || names.contains($0.name) }
  return writeBundled(
    chosen.map { ($0.name + templateExtension, $0.text) }, into: folder, replacing: replacing,
    conflict: "already contains another template", sink: &sink)
}

/// Writes the skill for coding agents into a folder `wgnapi-gen` of a folder of skills.
///
/// Nothing is written if a file with another content is in the way.
///
/// - Returns: the paths of the files that were written or already had the content.
public func writeSkill(
  into folder: String, replacing: Bool = false, sink: inout DiagnosticSink
) -> [String] {
  writeBundled(
    BundledSkill.files, into: skillFolder(in: folder), replacing: replacing, conflict: skillConflict,
    sink: &sink)
}

private let skillConflict = "already has another content"

private func skillFolder(in folder: String) -> String {
  let root = trimmingFolderPath(folder)
  return root.isEmpty ? BundledSkill.name : "\(root)/\(BundledSkill.name)"
}

/// Reports what prevents `writeSkill` from writing, and changes nothing.
public func checkSkill(in folder: String, into sink: inout DiagnosticSink) {
  do {
    let folder = try Folder.open(skillFolder(in: folder))
    _ = try missing(BundledSkill.files, in: folder, replacing: false, conflict: skillConflict, sink: &sink)
  } catch {
    if !error.isAbsence { sink.append(error.diagnostic) }
  }
}

/// The paths that `writeSkill` writes to.
public func skillPaths(in folder: String) -> [String] {
  BundledSkill.files.map { "\(skillFolder(in: folder))/\($0.name)" }
}

private func writeBundled(
  _ files: [(name: String, text: String)], into folder: String, replacing: Bool, conflict: String,
  sink: inout DiagnosticSink
) -> [String] {
  do {
    let folder = try Folder.make(trimmingFolderPath(folder))
    let missing = try missing(files, in: folder, replacing: replacing, conflict: conflict, sink: &sink)
    guard !sink.hasErrors else { return [] }
    for (name, bytes) in missing { try write(bytes, to: name, in: folder) }
    return files.map { folder.path(of: $0.name) }
  } catch {
    sink.append(error.diagnostic)
    return []
  }
}

/// The files that a folder doesn't have yet.
///
/// - Parameter sink: takes what is in their places.
private func missing(
  _ files: [(name: String, text: String)], in folder: Folder, replacing: Bool, conflict: String,
  sink: inout DiagnosticSink
) throws(FileSystemError) -> [(name: String, bytes: [UInt8])] {
  var missing: [(name: String, bytes: [UInt8])] = []
  for (name, text) in files {
    let bytes = Array(text.utf8)
    let status = try folder.status(of: name)
    if let status, status.kind != .file {
      sink.error(.foreignFile, "is \(status.kind.description)", at: .unknown(file: folder.path(of: name)))
    } else if status != nil, try folder.file(name).read(limit: bytes.count + 1) == bytes {
      continue
    } else if status != nil, !replacing {
      sink.error(.foreignFile, conflict, at: .unknown(file: folder.path(of: name)))
    } else {
      missing.append((name, bytes))
    }
  }
  return missing
}

/// Writes a file so that it is there as a whole or not at all.
func write(_ bytes: [UInt8], to name: String, in folder: Folder) throws(FileSystemError) {
  let file = try PendingFile(name, in: folder)
  try file.write(bytes)
  try file.keep()
}
