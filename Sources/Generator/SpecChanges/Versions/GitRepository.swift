import Diagnostics
import Foundation

/// Reads a repository with the user's `git`. Changes nothing, and never touches the work tree.
struct GitRepository {
  /// What `git` couldn't do, in one line.
  struct Failure: Error {
    var message: String
  }

  /// The folder that `git` runs in.
  let folder: String
  private let git: InstalledTool

  /// Finds `git`, and the repository of a folder.
  init(of folder: String) throws(Failure) {
    guard let git = InstalledTool("git") else {
      throw Failure(
        message: "reading a revision needs git, which isn't installed; install it, or pass a folder")
    }
    self.git = git
    self.folder = folder.isEmpty ? "." : folder
    let found = try run(["rev-parse", "--is-inside-work-tree"])
    guard found.status == 0 else {
      let reason = found.errors.split(separator: "\n").first.map { " (\($0))" } ?? ""
      throw Failure(
        message: "'\(self.folder)' isn't in a checkout of Git, so it has no revisions\(reason)")
    }
  }

  /// The path of the folder in the repository: empty, or with a slash at its end.
  func prefix() throws(Failure) -> String { try run(["rev-parse", "--show-prefix"]).line }

  /// The tree of a revision.
  func tree(of revision: String) throws(Failure) -> String {
    // A name of a revision can't begin with a hyphen, and must not be an option.
    if !revision.isEmpty, !revision.hasPrefix("-") {
      let found = try run(["rev-parse", "--verify", "--quiet", "--end-of-options", "\(revision)^{tree}"])
      if found.status == 0, !found.line.isEmpty { return found.line }
    }
    let names = try run(["for-each-ref", "--format=%(refname:short)"]).text.split(separator: "\n")
    let match = closestMatch(to: revision, in: names.map(String.init)).map { "; did you mean '\($0)'?" } ?? ""
    let isShallow = try run(["rev-parse", "--is-shallow-repository"]).line == "true"
    let hint =
      isShallow ? "; this clone is shallow: fetch the revision first, such as with 'fetch-depth: 0'" : ""
    throw Failure(
      message:
        "there is no revision '\(visibleText(revision))', and no file or folder of that name\(match)\(hint)"
    )
  }

  /// The objects below a path of a tree; nil if there is nothing.
  func entries(of tree: String, at path: String) throws(Failure) -> GitTree? {
    let object = "\(tree):\(path)"
    let kind = try run(["cat-file", "-t", object])
    guard kind.status == 0 else { return nil }
    guard kind.line == "tree" else {
      let id = try run(["rev-parse", "--verify", "--quiet", object]).line
      return GitTree(repository: self, file: id)
    }
    let list = try run(["ls-tree", "-r", "-z", "-l", "--full-tree", object])
    guard list.status == 0 else { throw Failure(message: "git can't list the revision: \(list.errors)") }
    return GitTree(repository: self, list: list.bytes)
  }

  /// Where a tree has files that are elsewhere now; nil if there is no such place.
  ///
  /// - Parameter files: The paths of the files below their folder.
  func formerPlace(of files: [String], in tree: String) throws(Failure) -> String? {
    guard let all = try entries(of: tree, at: "")?.paths, !files.isEmpty else { return nil }
    let up = try run(["rev-parse", "--show-cdup"]).line
    func isThere(_ path: String) -> Bool {
      FileManager.default.fileExists(atPath: "\(folder)/\(up)\(path)")
    }
    var found: [String: Int] = [:]
    for file in files {
      for path in all where path.hasSuffix("/\(file)") {
        found[String(path.dropLast(file.count + 1)), default: 0] += 1
      }
    }
    let isDocument = files.count == 1 && !files[0].contains("/")
    let places = found.filter { place, count in
      count * 2 > files.count && !isThere(isDocument ? "\(place)/\(files[0])" : place)
    }
    guard let best = places.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key else { return nil }
    return isDocument ? "\(best)/\(files[0])" : best
  }

  /// The contents of objects, in their order; nil for one that isn't there.
  func contents(of objects: [String]) throws(Failure) -> [[UInt8]?] {
    let input = objects.map { $0 + "\n" }.joined()
    var rest = try run(["cat-file", "--batch"], input: Array(input.utf8)).bytes[...]
    return objects.map { _ in
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      let words = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
      rest = rest[(end + 1)...]
      guard words.count == 3, let size = words.last.flatMap({ Int($0) }), size <= rest.count else {
        return nil
      }
      let bytes = Array(rest.prefix(size))
      // A line feed follows.
      rest = rest.dropFirst(size + 1)
      return bytes
    }
  }

  // MARK: Running

  private func run(_ arguments: [String], input: [UInt8] = []) throws(Failure) -> InstalledTool.Output {
    let environment = [
      "LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0",
      // Nothing is fetched, not even the parts that a partial clone lacks.
      "GIT_NO_LAZY_FETCH": "1",
    ]
    do {
      return try git.run(["--no-pager", "-C", folder] + arguments, environment: environment, input: input)
    } catch {
      throw Failure(message: "can't run \(git.url.path): \(error.localizedDescription)")
    }
  }
}
