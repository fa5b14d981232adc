import Foundation

/// A folder that exists as long as this object.
final class TemporaryFolder {
  let path: String

  init() throws {
    let name = "wgnapi-gen-tests-\(UUID().uuidString)"
    path = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().appendingPathComponent(name).path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func path(_ relative: String) -> String { path + "/" + relative }

  func write(_ text: String, to relative: String) throws {
    let file = path(relative)
    // Foundation takes paths apart at characters, and doesn't see a slash that is combined with another scalar.
    for slash in file.utf8.indices where file.utf8[slash] == UInt8(ascii: "/") && slash != file.startIndex {
      mkdir(String(decoding: file.utf8[..<slash], as: UTF8.self), 0o777)
    }
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
  }

  func link(_ relative: String, to target: String) throws {
    let folder = (path(relative) as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: path(relative), withDestinationPath: target)
  }

  func read(_ relative: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path(relative))), as: UTF8.self)
  }

  func exists(_ relative: String) -> Bool { FileManager.default.fileExists(atPath: path(relative)) }

  func remove(_ relative: String) throws { try FileManager.default.removeItem(atPath: path(relative)) }

  /// Everything below a folder with the content of files; folders end in a slash.
  func snapshot(_ relative: String) throws -> [String: String] {
    var content: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: path(relative)) {
      var isFolder: ObjCBool = false
      let file = relative + "/" + name
      guard FileManager.default.fileExists(atPath: path(file), isDirectory: &isFolder) else { continue }
      content[isFolder.boolValue ? name + "/" : name] = isFolder.boolValue ? "" : try read(file)
    }
    return content
  }

  /// Gives a file a modification time long past, so that a later one is sure to differ.
  func age(_ relative: String) throws {
    let past = Date(timeIntervalSince1970: 1_000_000_000)
    try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: path(relative))
  }

  func isAged(_ relative: String) throws -> Bool {
    let date = try FileManager.default.attributesOfItem(atPath: path(relative))[.modificationDate] as? Date
    return date == Date(timeIntervalSince1970: 1_000_000_000)
  }
}
