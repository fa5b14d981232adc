import Foundation
import Testing

@testable import APIModel

#if os(Linux)
  /// A schema can't have the name of a type that an app has by `import Foundation`.
  @Suite struct FoundationNameTests {
    /// The modules are asked for what they declare, so that a later toolchain's types aren't forgotten.
    @Test(arguments: ["Foundation", "FoundationNetworking", "FoundationXML", "Dispatch"])
    func typesAreReserved(module: String) throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "symbols-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let target = try JSONDecoder().decode(
        TargetInfo.self, from: run(["swiftc", "-print-target-info"])
      ).target.unversionedTriple
      _ = try run([
        "swift", "symbolgraph-extract", "-module-name", module, "-target", target, "-output-dir", folder.path,
      ])
      var declared: Set<String> = []
      for file in try FileManager.default.contentsOfDirectory(atPath: folder.path)
      where file.hasSuffix(".symbols.json") && !file.contains("@") {
        let graph = try JSONDecoder().decode(
          SymbolGraph.self, from: Data(contentsOf: folder.appendingPathComponent(file)))
        declared.formUnion(graph.symbols.filter(\.isType).compactMap(\.pathComponents.first))
      }
      // Names of types of C, such as `timeval`, aren't those of schemas.
      declared = declared.filter { $0.first?.isUppercase == true }
      #expect(!declared.isEmpty)
      #expect(declared.subtracting(reservedTypeNames).sorted() == [])
    }

    private struct TargetInfo: Decodable {
      struct Target: Decodable {
        let unversionedTriple: String
      }
      let target: Target
    }

    private struct SymbolGraph: Decodable {
      struct Symbol: Decodable {
        struct Kind: Decodable {
          let identifier: String
        }
        let kind: Kind
        let pathComponents: [String]

        var isType: Bool {
          let kinds = ["actor", "class", "enum", "protocol", "struct", "typealias"]
          return pathComponents.count == 1 && kinds.contains { kind.identifier == "swift.\($0)" }
        }
      }
      let symbols: [Symbol]
    }

    private func run(_ arguments: [String]) throws -> Data {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = arguments
      let output = Pipe()
      process.standardOutput = output
      process.standardInput = FileHandle.nullDevice
      try process.run()
      let data = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      try #require(process.terminationStatus == 0)
      return data
    }
  }
#endif
