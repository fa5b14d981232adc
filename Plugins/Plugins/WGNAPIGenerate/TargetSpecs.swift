import Foundation

/// A target's specs, and the files that are generated from them.
///
/// A build command declares its outputs before it has read anything, so the plugin names them after the spec files:
/// `items.yaml` becomes `items.generated.swift`, and `common.yaml` of the library `Prices` becomes
/// `Prices-common.generated.swift`. Everything else goes to `Shop.generated.swift`, or with shards to that and
/// `Shop-2.generated.swift` and so on. The tool puts what has no file of its own there, and a comment into a file that
/// nothing is in.
struct TargetSpecs {
  let module: String
  let specs: URL
  private let folder: URL
  private let settings: TargetSettings
  private let libraries: [(name: String, folder: URL)]
  private let maps: [(prefix: String, folder: URL)]

  /// - Parameters:
  ///   - module: the module's name.
  ///   - folder: the target's folder.
  init(module: String, in folder: URL) throws {
    self.module = module
    self.folder = folder
    settings = try TargetSettings(in: folder)
    /// What a path in the settings names.
    func existing(_ path: String) throws -> URL {
      let url = folder.appending(path: path).standardizedFileURL
      guard FileManager.default.fileExists(atPath: SpecFolder.plainPath(url)) else {
        let file = SpecFolder.plainPath(folder.appending(path: TargetSettings.fileName))
        throw PluginFailure("\(file): there is no '\(path)', that is \(SpecFolder.plainPath(url))")
      }
      return url
    }
    if let path = settings.specs {
      specs = try existing(path)
    } else {
      let below = folder.appending(path: "Specs")
      specs = FileManager.default.fileExists(atPath: SpecFolder.plainPath(below)) ? below : folder
    }
    libraries = try settings.libraries.sorted { $0.key < $1.key }.map { ($0.key, try existing($0.value)) }
    maps = try settings.maps.sorted { $0.key < $1.key }.map { ($0.key, try existing($0.value)) }
    guard !specFiles(in: specs).isEmpty else {
      throw PluginFailure(
        "the target \(module) has no specs: there are no .yaml or .json files in \(SpecFolder.plainPath(specs))"
      )
    }
  }

  /// What the tool reads: files, and folders, which change when a file is added.
  var inputs: [URL] {
    let read = ([specs] + libraries.map(\.folder) + maps.map(\.folder)).flatMap { path in
      SpecFolder.contents(of: path).filter { $0.hasDirectoryPath || SpecFolder.isSpec($0) }
    }
    var seen: Set<String> = []
    return ([settings.source?.file].compactMap(\.self) + read).filter {
      seen.insert(SpecFolder.plainPath($0)).inserted
    }
  }

  /// The outputs, in a folder with the module's name.
  func outputs(in workFolder: URL) -> [URL] {
    (others + files.map(\.name)).map { workFolder.appending(path: module).appending(path: $0) }
  }

  /// The arguments of the tool.
  func arguments(workFolder: URL) -> [String] {
    var arguments = ["plugin", "generate", SpecFolder.plainPath(specs), "--module", module]
    for library in libraries {
      arguments += ["--library", "\(library.name)=\(SpecFolder.plainPath(library.folder))"]
    }
    for map in maps { arguments += ["--map", "\(map.prefix)=\(SpecFolder.plainPath(map.folder))"] }
    for file in files { arguments += ["--file", "\(file.source)=\(file.name)"] }
    for other in others { arguments += ["--other", other] }
    // SwiftPM doesn't ask the plugin again when the settings change, so the tool has to notice.
    if let (file, content) = settings.source {
      arguments += ["--settings-file", SpecFolder.plainPath(file), "--settings-content", content]
    }
    return arguments + ["-o", SpecFolder.plainPath(workFolder), "--diagnostics", "compiler"]
  }

  /// The output files of spec files.
  private var files: [(source: String, name: String)] {
    guard settings.shards == nil else { return [] }
    var taken = Set(others.map { $0.lowercased() })
    var files: [(source: String, name: String)] = []
    func add(_ file: URL, _ path: String, in folder: String, prefix: String) {
      // Defines only what a module has once.
      if path == "module.yaml" || path == "module.yml" { return }
      let stem = (path as NSString).deletingPathExtension.replacingOccurrences(of: "/", with: "-")
      let name = "\(prefix)\(stem).generated.swift"
      // Of two files with the same name, the second one's types go to the others.
      if taken.insert(name.lowercased()).inserted { files.append(("\(folder)/\(path)", name)) }
    }
    for file in specFiles(in: specs) {
      let path = SpecFolder.path(of: file, below: specs) ?? file.lastPathComponent
      add(file, path, in: module, prefix: "")
    }
    for library in libraries {
      for file in specFiles(in: library.folder) {
        guard let path = SpecFolder.path(of: file, below: library.folder) else { continue }
        add(file, path, in: library.name, prefix: "\(library.name)-")
      }
    }
    return files
  }

  private var others: [String] {
    ["\(module).generated.swift"]
      + (1..<(settings.shards ?? 1)).map { "\(module)-\($0 + 1).generated.swift" }
  }

  private func specFiles(in folder: URL) -> [URL] {
    SpecFolder.files(at: folder).filter {
      SpecFolder.isSpec($0) && $0.lastPathComponent != TargetSettings.fileName
    }
  }
}
