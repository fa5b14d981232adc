import Foundation

/// Files and folders that a command reads.
enum SpecFolder {
  /// Whether the tool reads a file, by its name.
  static func isSpec(_ file: URL) -> Bool { ["yaml", "yml", "json"].contains(file.pathExtension) }

  /// The files at or below a path, except hidden ones, in a fixed order.
  static func files(at path: URL) -> [URL] { contents(of: path).filter { !$0.hasDirectoryPath } }

  /// The files and folders at or below a path, except hidden ones, in a fixed order.
  ///
  /// As an input of a command, a folder changes when a file is added to it or removed.
  static func contents(of path: URL) -> [URL] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path.path(percentEncoded: false), isDirectory: &isFolder)
    else { return [] }
    // Build systems treat paths that end in a slash differently.
    guard isFolder.boolValue else { return [path] }
    let below = FileManager.default.enumerator(
      at: path, includingPropertiesForKeys: [.isDirectoryKey], options: .skipsHiddenFiles)
    let found = below?.compactMap { $0 as? URL } ?? []
    return [path] + found.sorted { $0.path < $1.path }
  }

  /// The path of a file below a folder: `sub/items.yaml`; nil if it isn't there.
  static func path(of file: URL, below folder: URL) -> String? {
    let (file, folder) = (plainPath(file), plainPath(folder) + "/")
    return file.hasPrefix(folder) ? String(file.dropFirst(folder.count)) : nil
  }

  /// A path without a slash at its end.
  static func plainPath(_ url: URL) -> String {
    var path = url.standardizedFileURL.path(percentEncoded: false)
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }
}

/// Why a plugin can't do its work.
struct PluginFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
