import Diagnostics
import GeneratorKit
import SpecReader
import WGNAPIJSON

/// A document that is open in the editor.
struct Document: Sendable {
  /// The URI as the client writes it.
  var uri: String
  var version: Int?
  var lines: TextLines
}

/// The folders, open documents and projects of a client.
struct Workspace {
  /// How the client counts.
  var encoding = PositionEncoding.utf16
  private(set) var documents: [String: Document] = [:]
  private var folders: [String] = []
  private(set) var projects: [SpecProject] = []
  /// Projects that have gone away, and their diagnostics with them.
  var formerProjects: [SpecProject] = []

  mutating func changeFolders(removing removed: [String], adding added: [String]) {
    folders.removeAll { removed.contains($0) }
    folders += added.filter { !folders.contains($0) }
    findProjects()
  }

  /// Finds the projects of all folders and open documents.
  private mutating func findProjects() {
    var found: [SpecProject] = []
    let parents = documents.keys.sorted().map {
      $0.byteParts(separatedBy: "/").dropLast().joined(separator: "/")
    }
    for folder in folders + parents {
      guard let place = place(of: folder), !found.contains(where: { $0.place == place }) else { continue }
      found.append(projects.first { $0.place == place } ?? SpecProject(place, documents))
    }
    formerProjects += projects.filter { project in !found.contains { $0 === project } }
    projects = found
  }

  /// Where the tool would find specs if it ran in a folder. Without settings, they are in `Specs`.
  private func place(of folder: String) -> SpecProject.Place? {
    if let settings = Project.find(from: folder) { return .settings(settings) }
    let root = folders.first { folder == $0 || folder.hasBytePrefix($0 + "/") }
    return root.map { .specs("\($0)/Specs") }
  }

  /// Reads all files again.
  mutating func reload() {
    findProjects()
    for project in projects { project.reload(documents) }
  }

  /// The project that a file belongs to.
  func project(of path: String) -> SpecProject? { projects.first { $0.contains(path) } }

  // MARK: Documents

  /// The texts of documents and of other files.
  func texts(_ files: [SpecFile]) -> Texts { Texts(documents, files, encoding) }

  mutating func open(_ path: String, _ document: Document) {
    documents[path] = document
    findProjects()
    take(path)
  }

  mutating func change(_ path: String, _ changes: [JSON], version: Int?) {
    guard var lines = documents[path]?.lines else { return }
    for change in changes {
      guard let text = change["text"]?.string else { continue }
      guard let range = change["range"], !range.isNull else {
        lines = TextLines(text, encoding)
        continue
      }
      // A range that isn't one says nothing about what to replace.
      guard let first = TextPosition(range["start"]), let second = TextPosition(range["end"]) else {
        continue
      }
      let (start, end) = (lines.offset(of: first), lines.offset(of: second))
      lines.replace(min(start, end)..<max(start, end), with: text)
    }
    documents[path]?.lines = lines
    documents[path]?.version = version
    take(path)
  }

  mutating func close(_ path: String) {
    documents[path] = nil
    reload()
  }

  private func take(_ path: String) {
    guard let document = documents[path] else { return }
    for project in projects { project.take(path, document.lines.bytes, among: documents) }
  }
}
