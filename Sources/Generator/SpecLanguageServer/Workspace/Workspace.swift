import Diagnostics
import GeneratorKit
import WGNAPIJSON

/// The folders, projects and open documents of a client.
struct Workspace {
  /// A document that is open in the editor.
  struct Document {
    /// The URI as the client writes it.
    var uri: String
    var version: Int?
    var lines: TextLines
  }

  private(set) var documents: [String: Document] = [:]
  private(set) var folders: [String] = []
  private(set) var projects: [SpecProject] = []

  // MARK: Folders

  mutating func addFolders(_ paths: [String]) {
    for path in paths where !folders.contains(path) {
      folders.append(path)
      addProject(for: path)
    }
  }

  mutating func removeFolders(_ paths: [String]) { folders.removeAll { paths.contains($0) } }

  /// Finds the settings as the tool does that runs in a folder. Without settings, the specs are in `Specs`.
  private mutating func addProject(for folder: String) {
    let place: SpecProject.Place
    if let settings = Project.find(from: folder) {
      place = .settings(settings)
    } else if let root = folders.first(where: { folder == $0 || folder.hasBytePrefix($0 + "/") }) {
      place = .specs("\(root)/Specs")
    } else {
      return
    }
    guard !projects.contains(where: { $0.place == place }) else { return }
    let project = SpecProject(place)
    project.reload(documents)
    projects.append(project)
  }

  // MARK: Documents

  mutating func open(_ path: String, uri: String, text: String, version: Int?) {
    documents[path] = Document(uri: uri, version: version, lines: TextLines(text))
    addProject(for: path.byteParts(separatedBy: "/").dropLast().joined(separator: "/"))
    take(path)
  }

  mutating func change(_ path: String, _ changes: [JSON], version: Int?, _ encoding: PositionEncoding) {
    guard documents[path] != nil else { return }
    documents[path]?.version = version
    for change in changes {
      guard let text = change["text"]?.string else { continue }
      let range = change["range"].flatMap { range -> (TextPosition, TextPosition)? in
        guard let start = TextPosition(range["start"]), let end = TextPosition(range["end"]) else {
          return nil
        }
        return (start, end)
      }
      // A range that isn't one says nothing about what to replace.
      if range == nil, change["range"].map({ !$0.isNull }) ?? false { continue }
      documents[path]?.lines.replace(range, with: text, encoding)
    }
    take(path)
  }

  mutating func save(_ path: String) {
    for project in projects where project.mayConcern(path) { project.reload(documents) }
  }

  mutating func close(_ path: String) {
    documents[path] = nil
    for project in projects where project.mayConcern(path) { project.reload(documents) }
  }

  /// Reads all files again.
  mutating func reloadAll() {
    for folder in folders { addProject(for: folder) }
    for project in projects { project.reload(documents) }
  }

  private func take(_ path: String) {
    guard let document = documents[path] else { return }
    for project in projects { project.take(path, document.lines.bytes, among: documents) }
  }

  // MARK: Files

  /// The text of a file, as it is in the editor or on the disk.
  func text(of path: String) -> TextLines? {
    if let document = documents[path] { return document.lines }
    return projects.lazy.compactMap { $0.bytes(of: path) }.first.map { TextLines(bytes: $0) }
  }

  /// The project whose specs a file belongs to.
  func project(of path: String) -> SpecProject? { projects.first { $0.bytes(of: path) != nil } }

  // MARK: Diagnostics

  var needsCheck: Bool { projects.contains(where: \.needsCheck) }

  /// The diagnostics of the files that were checked, sorted by path.
  func check() -> [(path: String, diagnostics: [Diagnostic])] {
    var found: [String: [Diagnostic]] = [:]
    for project in projects where project.needsCheck {
      found.merge(project.check()) { $0 + $1 }
    }
    return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
