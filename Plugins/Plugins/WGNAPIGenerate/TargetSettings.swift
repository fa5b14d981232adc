import Foundation

/// What `wgnapi-plugin.json` in a target's folder says. Paths are relative to that folder.
struct TargetSettings {
  static let fileName = "wgnapi-plugin.json"
  static let keys = ["libraries", "maps", "shards", "specs"]

  /// The file and its content, if there is one.
  private(set) var source: (file: URL, content: String)?
  /// The folder of specs, or a single file; nil for `Specs` in the target's folder, or that folder itself.
  var specs: String?
  /// Folders of libraries of specs by their names.
  var libraries: [String: String] = [:]
  /// Folders of JSON Schemas by prefixes of their URIs.
  var maps: [String: String] = [:]
  /// The number of files to divide the output among; nil for a file for each spec file.
  var shards: Int?

  /// Reads the file, if there is one.
  init(in folder: URL) throws {
    let file = folder.appending(path: Self.fileName)
    let path = SpecFolder.plainPath(file)
    guard FileManager.default.fileExists(atPath: path) else { return }
    let content = try String(contentsOf: file, encoding: .utf8)
    source = (file, content)
    let object = try? JSONSerialization.jsonObject(with: Data(content.utf8))
    guard let object = object as? [String: Any] else { throw PluginFailure("\(path) isn't a JSON object") }
    func value<Value>(_ key: String, _ what: String) throws -> Value? {
      guard let any = object[key] else { return nil }
      guard let value = any as? Value else { throw PluginFailure("\(path): '\(key)' must be \(what)") }
      return value
    }
    if let unknown = object.keys.sorted().first(where: { !Self.keys.contains($0) }) {
      throw PluginFailure(
        "\(path): unknown key '\(unknown)'; there are \(Self.keys.joined(separator: ", "))")
    }
    specs = try value("specs", "a path")
    libraries = try value("libraries", "an object of paths by the libraries' names") ?? [:]
    maps = try value("maps", "an object of paths by prefixes of URIs") ?? [:]
    shards = try value("shards", "a number")
    if let shards, !(1...256).contains(shards) {
      throw PluginFailure("\(path): 'shards' must be from 1 to 256")
    }
  }
}
