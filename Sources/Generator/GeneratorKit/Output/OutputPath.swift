import Diagnostics

/// The rules for paths of generated files, which also protect against hostile manifests and specs.
///
/// A path is its bytes, as for the file system: a `/` is a separator even if it is combined with another character.
enum OutputPath {
  /// Why a file can't be written to a path; nil if it can.
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

  /// Whether a text can be the name of a Swift file, without its ending, on every system.
  static func isFileName(_ name: String) -> Bool {
    guard let first = name.utf8.first, isLetter(first), name.utf8.count <= 100 else { return false }
    return name.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || "+-_".utf8.contains($0) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  /// The folders that contain a path, outermost first: `A` and `A/B` for `A/B/C.swift`.
  static func folders(of path: String) -> [String] {
    path.utf8.indices.filter { path.utf8[$0] == slash }.map {
      String(decoding: path.utf8[..<$0], as: UTF8.self)
    }
  }

  /// The module of a file: the outermost folder; empty for a file at the root.
  static func module(of path: String) -> String {
    let parts = parts(of: path)
    return parts.count > 1 ? parts[0] : ""
  }

  /// The folder of a path, empty for the root, and the file's name.
  static func split(_ path: String) -> (folder: String, name: String) {
    guard let end = path.utf8.lastIndex(of: slash) else { return ("", path) }
    let name = path.utf8[path.utf8.index(after: end)...]
    return (String(decoding: path.utf8[..<end], as: UTF8.self), String(decoding: name, as: UTF8.self))
  }

  private static let slash = UInt8(ascii: "/")

  /// The same for paths that name the same file on a case-insensitive file system.
  static func folded(_ path: String) -> String { path.lowercased() }

  /// The prefix of the names of the manifest and of temporary files.
  static let reservedPrefix = ".wgnapi-gen"

  /// The name of a temporary file.
  static func temporaryName(process: Int32, number: Int) -> String {
    "\(reservedPrefix)-\(process)-\(number).tmp"
  }

  /// The process that made a temporary file, by its name.
  static func process(ofTemporary name: String) -> Int32? {
    Int32(name.dropFirst(reservedPrefix.count + 1).prefix { $0 != "-" })
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
