import APIModel
import Diagnostics
import GeneratorKit

/// Which definitions the files of specs have, in their order.
struct ExportedFiles {
  private let module: Module
  private let folder: String

  init(_ module: Module) {
    self.module = module
    folder =
      module.endpoints.first?.span.file.byteParts(separatedBy: "/").first
      ?? module.name.span.file.byteParts(separatedBy: "/").first ?? module.name.text
  }

  /// The name of a file below the module's folder; that of a library's file begins with the library.
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
    var files: [String: (endpoints: [(SourceSpan, String)], schemas: [(SourceSpan, String)])] = [:]
    for endpoint in module.endpoints {
      files[name(of: endpoint.span.file), default: ([], [])].endpoints.append(
        (endpoint.name.span, endpoint.operation))
    }
    for schema in module.schemas {
      files[name(of: schema.name.span.file), default: ([], [])].schemas.append(
        (schema.name.span, schema.name.text))
    }
    func names(_ definitions: [(SourceSpan, String)]) -> SpecValue? {
      let sorted = definitions.sorted { $0.0.start < $1.0.start }
      return sorted.isEmpty ? nil : .texts(sorted.map(\.1))
    }
    return .map(
      files.sorted { $0.key < $1.key }.map { name, file in
        (name, .map([("endpoints", names(file.endpoints)), ("schemas", names(file.schemas))]))
      })
  }
}
