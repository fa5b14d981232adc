import APIModel
import Diagnostics
import GeneratorKit

/// The definitions in each spec file, in their order.
struct ExportedFiles {
  private let module: Module
  private let folder: String

  init(_ module: Module) {
    self.module = module
    folder =
      module.endpoints.first?.span.file.byteParts(separatedBy: "/").first
      ?? module.name.span.file.byteParts(separatedBy: "/").first ?? module.name.text
  }

  /// The name of a file in the module's folder. The name of a library's file begins with the library.
  func name(of path: String) -> String {
    var parts = path.byteParts(separatedBy: "/")
    if let last = parts.popLast() {
      let ending = [".yaml", ".yml", ".json"].first { last.hasByteSuffix($0) } ?? ""
      parts.append(String(last.dropLast(ending.count)))
    }
    if parts.first == folder || parts.count < 2 {
      return parts.dropFirst(parts.count > 1 ? 1 : 0).joined(separator: "/")
    }
    return parts.joined(separator: "_")
  }

  var value: SpecValue {
    let endpoints = module.endpoints.map { ($0.name.span, $0.operation) }
    let schemas = module.schemas.map { ($0.name.span, $0.name.text) }
    let slices = module.slices.map { ($0.name.span, $0.name.text) }
    let webhooks = (module.webhooks?.events ?? []).map { ($0.name.span, $0.name.text) }
    let all: [(key: String, definitions: [(SourceSpan, String)])] = [
      ("endpoints", endpoints), ("schemas", schemas), ("slices", slices), ("webhooks", webhooks),
    ]
    let files = Set(all.flatMap { $0.definitions.map { name(of: $0.0.file) } })
    return .map(
      files.sorted().map { file in
        let own = all.map { key, definitions in
          (key, definitions.filter { name(of: $0.0.file) == file }.sorted { $0.0.start < $1.0.start })
        }
        // In the order of the file.
        let sections = own.filter { !$0.1.isEmpty }.sorted { $0.1[0].0.start < $1.1[0].0.start }
        let entries = sections.map { ($0.0, Optional(SpecValue.texts($0.1.map(\.1)))) }
        return (file, .map(entries))
      })
  }
}
