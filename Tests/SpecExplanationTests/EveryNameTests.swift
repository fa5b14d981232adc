import APIModel
import Diagnostics
import Foundation
import SpecReader
import SpecYAML
import Testing
import Thoroughness

@testable import SpecExplanation
@testable import SwiftEmitter

/// Every endpoint, type and schema of real specs and documents is explained under each name that it has in Swift and in the spec, or
/// a message says what it is a part of.
///
/// `WGNAPI_EXPLAIN=all` tries all names rather than a sample, and prints how many there are.
struct EveryNameTests {
  private static let isComplete = ProcessInfo.processInfo.environment["WGNAPI_EXPLAIN"] == "all"
  private static let mostNames = isComplete ? Int.max : 100

  @Test(arguments: [
    "Specs", "Tests/Golden/APIs/Specs", "Tests/Golden/Features/Specs",
  ])
  func ofSpecs(folder: String) throws { try check(folder, ExplainedSpecs(folder: folder)) }

  @Test(
    .thorough, .enabled(if: !Documents.paths.isEmpty, "needs shared/openapi/documents; see CONTRIBUTING.md"),
    arguments: Documents.paths)
  func ofDocuments(path: String) throws { try check(path, ExplainedSpecs(path: path)) }

  private func check(_ path: String, _ specs: ExplainedSpecs) throws {
    let names = SubjectNames(specs.explainers)
    // Documents are read once, not with each name.
    let documents = DocumentSchemas(specs.files, specs.explainers)
    var wanted = Set(specs.files.flatMap(Self.names(in:)))
    for explainer in specs.explainers {
      let module = explainer.module.name.text
      for endpoint in explainer.module.endpoints {
        wanted.formUnion([explainer.name(of: endpoint), "\(module).\(endpoint.operation)"])
        wanted.formUnion(
          endpoint.methods.map { "\(module).\($0.rawValue.uppercased()) \(endpoint.path.text)" })
      }
      for type in explainer.types {
        wanted.insert("\(module).\(type.name)")
        if let name = explainer.specName(of: type) { wanted.insert("\(module).\(name)") }
      }
    }
    let all = wanted.sorted()
    let step = max(1, all.count / Self.mostNames)
    var (explained, messages) = (0, [String: Int]())
    for name in stride(from: 0, to: all.count, by: step).map({ all[$0] }) {
      do throws(UnknownSubject) {
        for explanation in Explanation.all(of: name, try names.find(name)) {
          #expect(explanation.text.utf8.count > 20, "\(name)")
        }
        explained += 1
      } catch {
        let message = documents.message(about: name) ?? error.message
        let kind = Self.kinds.first { message.contains($0) }
        #expect(kind != nil, "\(message)")
        messages[kind ?? "other", default: 0] += 1
      }
    }
    if Self.isComplete {
      print("\(path): \(all.count) names, \(explained) explained, \(messages.sorted { $0.key < $1.key })")
    }
  }

  private static let kinds = [
    "has no type of its own in Swift; it is a part of", "so there is nothing for it in Swift",
  ]

  /// The names of schemas, endpoints and operations in a file.
  private static func names(in file: SpecFile) -> [String] {
    var sink = DiagnosticSink()
    guard let root = parseYAML(bytes: file.bytes, file: file.path, into: &sink).first else { return [] }
    if root["openapi"] == nil, root["swagger"] == nil {
      // A folder beside a document says more about it.
      guard root["module"]?["openapi"] == nil else { return [] }
      return root["schemas"]?.entries?.map(\.name) ?? []
    }
    let schemas = root["components"]?["schemas"] ?? root["definitions"]
    let operations = (root["paths"]?.entries ?? []).flatMap { $0.value.entries ?? [] }
    return (schemas?.entries?.map(\.name) ?? []) + operations.compactMap { $0.value["operationId"]?.text }
  }
}
