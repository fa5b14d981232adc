import Diagnostics
import GeneratorKit

/// The files of a folder in a revision, or a single file.
struct GitTree {
  private struct Entry {
    var object: String
    var isLink: Bool
    var size: Int
  }

  private let repository: GitRepository
  private var entries: [String: Entry] = [:]
  /// The object, if the path is that of a file.
  let file: String?

  init(repository: GitRepository, file: String) {
    self.repository = repository
    self.file = file
  }

  /// - Parameter list: What `git ls-tree -r -z -l` prints: `mode type object size<tab>path`.
  init(repository: GitRepository, list: [UInt8]) {
    self.repository = repository
    file = nil
    for line in list.split(separator: 0) {
      guard let tab = line.firstIndex(of: UInt8(ascii: "\t")) else { continue }
      let words = String(decoding: line[..<tab], as: UTF8.self).split(separator: " ")
      guard words.count == 4, words[1] == "blob" else { continue }
      entries[String(decoding: line[(tab + 1)...], as: UTF8.self)] = Entry(
        object: String(words[2]), isLink: words[0] == "120000", size: Int(words[3]) ?? 0)
    }
  }
}

extension GitTree: SpecContents {
  var paths: [String] { entries.keys.sorted() }

  func kind(of path: String) -> SpecContentsKind {
    guard let entry = entries[path] else { return .missing }
    return entry.isLink ? .link : .file(size: entry.size)
  }

  func read(_ paths: [String]) -> [[UInt8]?] {
    let objects = paths.map { entries[$0]?.object }
    // Files that are known by their listing are there, unless the repository is damaged.
    var contents = ((try? repository.contents(of: objects.compactMap(\.self))) ?? [])[...]
    return objects.map { $0 == nil ? nil : contents.popFirst() ?? nil }
  }
}
