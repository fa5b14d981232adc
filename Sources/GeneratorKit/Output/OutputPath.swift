import Diagnostics

/// Rules for the paths of generated files, which also protect against what a manifest or spec might say.
///
/// A path is its bytes, as the file system sees it: a `/` is one, whatever character it is combined with.
enum OutputPath {
  /// What is wrong with a path that a file is to be written to; nil if nothing is.
  static func problem(of path: String) -> String? {
    if path.isEmpty { return "is empty" }
    if path.utf8.first == UInt8(ascii: "/") { return "is absolute" }
    if path.utf8.contains(UInt8(ascii: "\\")) { return "has a backslash in it" }
    if path.utf8.contains(0) { return "has a NUL character in it" }
    if visibleText(path) != path { return "has an invisible character in it" }
    for part in parts(of: path) {
      if part.isEmpty { return "has an empty part" }
      if part == "." || part == ".." { return "has '\(part)' in it" }
      if part.utf8.count > 255 { return "has a part of more than 255 bytes" }
      if part.utf8.starts(with: reservedPrefix.utf8) {
        return "has a name that the generator keeps for itself"
      }
    }
    return nil
  }

  /// The parts of a path between its slashes.
  static func parts(of path: String) -> [String] { path.byteParts(separatedBy: "/") }

  /// The folders around a path, the outermost first: `A` and `A/B` for `A/B/C.swift`.
  static func folders(of path: String) -> [String] {
    path.utf8.indices.filter { path.utf8[$0] == slash }.map {
      String(decoding: path.utf8[..<$0], as: UTF8.self)
    }
  }

  /// The module that a file belongs to: the outermost folder; empty for a file that is in none.
  static func module(of path: String) -> String {
    let parts = parts(of: path)
    return parts.count > 1 ? parts[0] : ""
  }

  /// The folder that a path is in, empty for the root, and its name there.
  static func split(_ path: String) -> (folder: String, name: String) {
    guard let end = path.utf8.lastIndex(of: slash) else { return ("", path) }
    let name = path.utf8[path.utf8.index(after: end)...]
    return (String(decoding: path.utf8[..<end], as: UTF8.self), String(decoding: name, as: UTF8.self))
  }

  private static let slash = UInt8(ascii: "/")

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
    guard name.hasBytePrefix(reservedPrefix + "-"), name.hasByteSuffix(".tmp") else { return false }
    let numbers = name.utf8.dropFirst(reservedPrefix.utf8.count + 1).dropLast(4)
      .split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return numbers.count == 2
      && numbers.allSatisfy {
        !$0.isEmpty && $0.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      }
  }
}
