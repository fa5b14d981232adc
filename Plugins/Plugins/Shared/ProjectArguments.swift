import Foundation

/// What the tool works on in a package or an Xcode project: what its settings file says, or else `Specs` and `Generated`.
struct ProjectArguments {
  let folder: URL

  /// The settings file; nil if there is none.
  var settings: URL? {
    let file = folder.appending(path: "wgnapi-gen.yaml")
    return FileManager.default.fileExists(atPath: SpecFolder.plainPath(file)) ? file : nil
  }

  /// The arguments for a run in the folder.
  var relative: [String] { settings == nil ? defaults : [] }

  /// The arguments for a run anywhere.
  var absolute: [String] {
    if let settings { return ["--settings", SpecFolder.plainPath(settings)] }
    return defaults.map { $0.hasPrefix("-") ? $0 : SpecFolder.plainPath(folder.appending(path: $0)) }
  }

  /// The files and folders that a check reads.
  var inputs: [URL] {
    guard let settings else {
      return defaults.filter { !$0.hasPrefix("-") }.flatMap(contents)
    }
    // Plugins have no YAML parser. Everything in the settings that is the name of something in the project counts, which is
    // at least what the tool reads.
    let text = (try? String(contentsOf: settings, encoding: .utf8)) ?? ""
    return [settings] + Set(words(of: text)).sorted().flatMap(contents)
  }

  private var defaults: [String] {
    let tests = "Tests/Generated"
    let manifest = folder.appending(path: "\(tests)/.wgnapi-gen.json")
    let hasTests = FileManager.default.fileExists(atPath: SpecFolder.plainPath(manifest))
    return ["Specs", "-o", "Generated"] + (hasTests ? ["--tests", tests] : [])
  }

  /// The contents of a folder, with the manifest of generated code.
  private func contents(of path: String) -> [URL] {
    guard path != ".", !path.hasPrefix("/") else { return [] }
    let found = folder.appending(path: path)
    let manifest = found.appending(path: ".wgnapi-gen.json")
    let hasManifest = FileManager.default.fileExists(atPath: SpecFolder.plainPath(manifest))
    return SpecFolder.contents(of: found) + (hasManifest ? [manifest] : [])
  }

  /// The scalars in YAML, and parts of some.
  private func words(of text: String) -> [String] {
    var words: [String] = []
    for line in text.split(separator: "\n") where !line.drop(while: { $0 == " " }).hasPrefix("#") {
      // Quoted ones may contain spaces.
      for (index, part) in line.split(
        omittingEmptySubsequences: false, whereSeparator: { "\"'".contains($0) }
      )
      .enumerated() {
        if index % 2 == 1 { words.append(String(part)) }
        words += part.split { " \t,{}[]".contains($0) }.map(String.init)
      }
      // A plain one may, too.
      if let value = line.split(separator: ": ", maxSplits: 1).dropFirst().first {
        words.append(value.trimmingCharacters(in: .whitespaces))
      }
    }
    return words.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }.filter { !$0.isEmpty }
  }
}
