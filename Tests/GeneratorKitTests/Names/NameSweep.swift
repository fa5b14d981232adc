import Foundation

/// Tries names in one place of a spec: each is refused with a message, or gives Swift that compiles.
struct NameSweep {
  let tool: String
  let folder: String

  struct Outcome {
    var accepted = 0
    /// The messages by name.
    var refused: [(name: String, message: String)] = []
    /// What the compiler says of the code, with the names that it comes of where that is known.
    var errors: [String] = []
  }

  /// Names of one module may stand in each other's way; what is refused for that is tried once more, without the others.
  func run(_ names: [String], in place: NamePlace) throws -> Outcome {
    var outcome = Outcome()
    var pending = names
    while !pending.isEmpty {
      var group = pending
      var refused: [String: String] = [:]
      while !group.isEmpty {
        let found = try generate(group, place)
        if found.isEmpty { break }
        refused.merge(found) { first, _ in first }
        group.removeAll { found[$0] != nil }
      }
      if !group.isEmpty { outcome.errors += try compile(group) }
      outcome.accepted += group.count
      let left = pending.filter { refused[$0] != nil }
      guard !group.isEmpty else {
        outcome.refused = left.map { ($0, refused[$0] ?? "") }
        break
      }
      pending = left
    }
    return outcome
  }

  private var specs: String { folder + "/Specs" }
  private var output: String { folder + "/Generated" }

  /// Writes specs for the names and generates.
  ///
  /// - Returns: the names that were refused, with the messages.
  private func generate(_ names: [String], _ place: NamePlace) throws -> [String: String] {
    for path in [specs, output] { try? FileManager.default.removeItem(atPath: path) }
    try FileManager.default.createDirectory(atPath: specs + "/Sweep", withIntermediateDirectories: true)
    var owners: [String: String] = [:]
    var module = ["wgnapi: 1", "module:"]
    if place.moduleEntry?.key != "servers" { module.append("  servers: {main: https://a.example.com/}") }
    if let entry = place.moduleEntry {
      module.append("  \(entry.key):")
      for (number, name) in names.enumerated() {
        module.append("    \(entry.entry(name, number))")
        owners["module.yaml:\(module.count)"] = name
      }
    }
    module += ["endpoints:", "  ping: {get: ping, response: \"[timestamp]\"}"]
    try write(module.joined(separator: "\n") + "\n", to: "Sweep/module.yaml")
    for (number, name) in names.enumerated() {
      let file = place.file?(name, number) ?? "n\(number)n.yaml"
      guard !file.contains("/") else { continue }
      owners[file] = name
      try write(place.definitions(name, number), to: "Sweep/\(file)")
    }
    let result = try execute(tool, [specs, "-o", output, "--diagnostics", "json", "-q"])
    if result.status == 0 { return [:] }
    var refused: [String: String] = [:]
    let list = try JSONSerialization.jsonObject(with: Data(result.text.utf8)) as? [[String: Any]]
    for diagnostic in list ?? [] where diagnostic["severity"] as? String == "error" {
      let message = diagnostic["message"] as? String ?? ""
      let file = ((diagnostic["file"] as? String ?? "") as NSString).lastPathComponent
      let place = "\(file):\(diagnostic["line"] as? Int ?? 0)"
      guard let name = owners[file] ?? owners[place] else { throw Failure(text: "of no name: \(diagnostic)") }
      refused[name] = message
    }
    guard !refused.isEmpty else { throw Failure(text: result.text) }
    return refused
  }

  private func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: specs + "/" + path))
  }

  struct Failure: Error, CustomStringConvertible {
    var text: String
    var description: String { text }
  }

  /// Lets the compiler check the generated code.
  private func compile(_ names: [String]) throws -> [String] {
    let module = output + "/Sweep"
    let files = try FileManager.default.subpathsOfDirectory(atPath: module).filter { $0.hasSuffix(".swift") }
      .sorted()
    let list = folder + "/files.txt"
    let lines = files.map { "\"\(module)/\($0)\"" }.joined(separator: "\n")
    try Data(lines.utf8).write(to: URL(fileURLWithPath: list))
    let result = try execute(
      "/usr/bin/env",
      [
        "swiftc", "-typecheck", "-whole-module-optimization", "-swift-version", "6",
        "-enable-upcoming-feature", "ExistentialAny",
        "-warnings-as-errors", "-module-name", "Sweep", "-diagnostic-style", "llvm", "@\(list)",
      ] + GeneratorTool.moduleOptions())
    var errors: [String] = []
    for line in result.text.split(separator: "\n") where line.contains(": error: ") {
      let path = line.split(separator: ":").first.map(String.init) ?? ""
      let head = (try? String(contentsOfFile: path, encoding: .utf8))?.prefix { $0 != "\n" } ?? ""
      var name = ""
      if let mark = head.firstRange(of: "/n"),
        let number = Int(head[mark.upperBound...].prefix { $0.isNumber }),
        names.indices.contains(number)
      {
        name = "'\(names[number])': "
      }
      errors.append(name + line.replacingOccurrences(of: module + "/", with: ""))
    }
    return result.status != 0 && errors.isEmpty ? [result.text] : errors
  }

  private func execute(_ tool: String, _ arguments: [String]) throws -> (status: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: tool)
    process.arguments = arguments
    let log = folder + "/log"
    try Data().write(to: URL(fileURLWithPath: log))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
    process.standardOutput = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return (process.terminationStatus, try String(contentsOfFile: log, encoding: .utf8))
  }
}
