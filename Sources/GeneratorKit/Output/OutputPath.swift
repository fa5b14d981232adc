import Diagnostics

/// Rules for the paths of generated files, which also protect against what a manifest or spec might say.
enum OutputPath {
  /// What is wrong with a path that a file is to be written to; nil if nothing is.
  static func problem(of path: String) -> String? {
    if path.isEmpty { return "is empty" }
    if path.utf8.first == UInt8(ascii: "/") { return "is absolute" }
    if path.utf8.contains(UInt8(ascii: "\\")) { return "has a backslash in it" }
    if path.utf8.contains(0) { return "has a NUL character in it" }
    if visibleText(path) != path { return "has an invisible character in it" }
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      if part.isEmpty { return "has an empty part" }
      if part == "." || part == ".." { return "has '\(part)' in it" }
      if part.utf8.count > 255 { return "has a part of more than 255 bytes" }
      if part.utf8.starts(with: reservedPrefix.utf8) {
        return "has a name that the generator keeps for itself"
      }
    }
    return nil
  }

  /// The folders around a path, the outermost first: `A` and `A/B` for `A/B/C.swift`.
  static func folders(of path: String) -> [String] {
    path.indices.filter { path[$0] == "/" }.map { String(path[..<$0]) }
  }

  /// The folder that a path is in, empty for the root, and its name there.
  static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return ("", path) }
    return (String(path[..<slash]), String(path[path.index(after: slash)...]))
  }

  /// What paths have in common that name the same file where upper and lower case are the same.
  static func folded(_ path: String) -> String { path.lowercased() }

  /// How the names of the manifest and of temporary files begin.
  static let reservedPrefix = ".wgnapi-gen"

  /// The name of a temporary file.
  static func temporaryName(process: Int32, number: Int) -> String {
    "\(reservedPrefix)-\(process)-\(number).tmp"
  }

  /// Whether a file has the name of a temporary one.
  static func isTemporaryName(_ name: String) -> Bool {
    guard name.hasPrefix(reservedPrefix + "-"), name.hasSuffix(".tmp") else { return false }
    let numbers = name.dropFirst(reservedPrefix.count + 1).dropLast(4)
      .split(separator: "-", omittingEmptySubsequences: false)
    return numbers.count == 2
      && numbers.allSatisfy {
        !$0.isEmpty && $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      }
  }
}
