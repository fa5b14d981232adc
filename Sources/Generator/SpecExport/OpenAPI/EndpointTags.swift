import APIModel
import GeneratorKit

/// The tags of operations: the names of their groups or, without a group, of their files.
struct EndpointTags {
  private let files: ExportedFiles
  private var names: [(name: String, group: String, words: Documentation?)] = []

  init(_ module: Module) {
    files = ExportedFiles(module)
    for endpoint in module.endpoints {
      guard let name = name(of: endpoint), !names.contains(where: { $0.name == name }) else { continue }
      let path = endpoint.group.map(\.text)
      let words = module.groups.first { $0.path.map(\.text) == path && !path.isEmpty }?.documentation
      names.append((name, path.isEmpty ? "none" : path.joined(separator: "."), words))
    }
  }

  /// Nil for an operation without a tag.
  func name(of endpoint: Endpoint) -> String? {
    guard endpoint.group.isEmpty else { return endpoint.group.map(\.text).joined(separator: ".") }
    let file = files.name(of: endpoint.span.file)
    return file == "module" ? nil : file
  }

  var value: SpecValue? {
    guard !names.isEmpty else { return nil }
    return .list(
      names.map { tag in
        .map([
          ("name", .text(tag.name)), ("description", tag.words.flatMap(ModelSchemaWriter.description)),
          ("\(SpecExtension.prefix)group", .text(tag.group)),
        ])
      })
  }
}
