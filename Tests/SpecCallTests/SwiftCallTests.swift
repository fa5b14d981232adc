import APIModel
import Foundation
import Testing

@testable import SpecCall

/// Calls in Swift, which the compiler accepts together with the generated modules.
@Suite struct SwiftCallTests {
  @Test func aCallInSwift() throws {
    let api = try API.reading(folder: "Specs")
    let call = try api.call("WOT.searchPlayers", ["search=gar", "type=exact", "limit=10"]) {
      $0.isOnlyShown = true
    }
    #expect(
      try call.swift() == """
        import Foundation
        import WOT
        import WGNAPIRuntime

        let client = WOT.Client(server: .eu, applicationID: try secret("WGNAPI_WOT_APPLICATION_ID"))
        let response = try await client.searchPlayers(search: "gar", type: .exact, limit: 10)
        print(response)

        /// A secret from the environment.
        func secret<Value: JSONValue>(_ variable: String) throws -> Value {
          try JSON.decode(Value.self, from: JSON.encode(ProcessInfo.processInfo.environment[variable] ?? ""))
        }

        """)
    #expect(throws: CallRefusal.self) {
      try api.call("WOT.searchPlayers", ["search=gar", "fields=nickname"]) { $0.isOnlyShown = true }.swift()
    }
  }

  @Test(arguments: [
    ("Specs", "WOT", 30), ("Tests/Golden/Requests/Specs", "Depot", 10),
    ("Tests/Golden/Credentials/Specs", "Vault", 8),
    ("Tests/Golden/Features/Specs", "Features", 20), ("Tests/Golden/Services/Specs", "Hub", 2),
    ("Tests/Golden/Recipes/Specs", "Kiosk", 8),
  ])
  func theCompilerAcceptsCalls(_ folder: String, _ name: String, _ least: Int) throws {
    let module = try #require(try API.reading(folder: folder).modules.first { $0.name.text == name })
    let samples = CallSamples(module)
    var functions: [String] = []
    var helpers: Set<String> = []
    var imports: Set<String> = []
    for endpoint in module.endpoints where samples.server(of: endpoint) != nil {
      for (_, arguments) in samples.arguments(of: endpoint) {
        guard let (plain, files) = samples.input(endpoint, arguments) else { continue }
        var input = plain
        input.isOnlyShown = true
        let call = try PreparedCall(.init(module: module, endpoint: endpoint), input) { files[$0] }
        // A body with a secret is refused.
        guard let program = try? call.swift() else { continue }
        let parts = program.components(separatedBy: "\n\n/// A ")
        var lines = parts[0].split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
        imports.formUnion(lines.filter { $0.hasPrefix("import ") })
        lines.removeAll { $0.hasPrefix("import ") }
        functions.append(
          "func call\(functions.count)() async throws {\n\(lines.joined(separator: "\n"))\n}\n")
        helpers.formUnion(parts.dropFirst().map { "/// A " + $0.trimmingCharacters(in: .newlines) })
      }
    }
    #expect(functions.count >= least)
    let text = ((imports.sorted() + functions) + helpers.sorted()).joined(separator: "\n") + "\n"
    let work = try CompilerFolder()
    if name == "Hub" {
      // Its webhooks need another package, so it isn't built with this one.
      let golden = package.appendingPathComponent("Tests/Golden/Services/Generated/Hub")
      let files = try FileManager.default.contentsOfDirectory(atPath: golden.path).sorted()
        .filter { $0.hasSuffix(".swift") && $0 != "Webhooks.swift" }
        .map { golden.appendingPathComponent($0).path }
      #expect(try work.compile(files, module: name, ["-emit-module"]) == [])
    }
    #expect(try work.compile([work.write(text)], module: "Calls", ["-typecheck"]) == [])
  }
}

/// A folder for what is compiled against the modules of this package, and for the modules that come of it.
private final class CompilerFolder {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "swift-\(UInt64.random(in: 0 ... .max))")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func write(_ text: String) throws -> String {
    let file = folder.appendingPathComponent("Calls.swift")
    try Data(text.utf8).write(to: file)
    return file.path
  }

  /// Returns the errors.
  func compile(_ files: [String], module: String, _ options: [String]) throws -> [String] {
    let built = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let root = package.path
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.currentDirectoryURL = folder
    process.arguments =
      [
        "swiftc", "-parse-as-library", "-swift-version", "6", "-module-name", module, "-suppress-warnings",
        "-diagnostic-style", "llvm", "-I", folder.path,
      ]
      // SwiftPM's build systems have modules in different places.
      + [built.appendingPathComponent("Modules"), built].flatMap { ["-I", $0.path] }
      + ["CWGNAPICurl", "CWGNAPIZlib"].flatMap {
        ["-Xcc", "-fmodule-map-file=\(root)/Sources/Runtime/Core/\($0)/module.modulemap"]
      } + options + files
    let output = Pipe()
    process.standardError = output
    process.standardOutput = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let log = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let errors = log.split(separator: "\n").filter { $0.contains("error: ") }.map(String.init)
    return process.terminationStatus != 0 && errors.isEmpty ? [log] : errors
  }
}
