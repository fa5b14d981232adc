import APIModel
import Diagnostics
import GeneratorKit

/// Writes the files of an inferred module. Its documentation becomes comments.
package struct SpecFilesWriter {
  private let module: Module
  private let writer: ModuleWriter
  private let clean: (String) -> String

  /// - Parameters:
  ///   - usualEnvelope: The envelope that endpoints have without saying so; nil for none.
  ///   - clean: Removes secrets from texts before they are written: escapes would hide them.
  package init(_ module: Module, usualEnvelope: String?, clean: @escaping (String) -> String) {
    self.module = module
    self.clean = clean
    writer = ModuleWriter(module, keepsNames: true, usualEnvelope: usualEnvelope, hasComments: true)
  }

  /// The files, below the module's folder.
  package func files(exchanges: Int) -> [ConvertedFile] {
    let head = "# Inferred from \(counted(exchanges, "exchange")). What is uncertain has a comment.\n"
    let settings = "module:\n" + print(writer.moduleValue.entries, depth: 1)
    let module = ConvertedFile(path: "module.yaml", text: head + "wgnapi: 1\n" + settings)
    return [module]
      + names.compactMap { name in
        let text = sections(of: name).map { Self.section($0.key, $0.blocks) }.joined()
        return text.isEmpty ? nil : ConvertedFile(path: "\(name).yaml", text: "wgnapi: 1\n" + text)
      }
  }

  /// The names of the files besides the module's.
  private var names: [String] {
    var names = ["envelope", "common"]
    for endpoint in module.endpoints where !names.contains(endpoint.span.file) {
      names.append(endpoint.span.file)
    }
    return names
  }

  private func sections(of file: String) -> [(key: String, blocks: [String])] {
    let definitions = SpecValue.map(writer.definitions).entries.filter { section in
      let isOfEnvelope = section.key != "parameters" && !module.envelopes.isEmpty
      return file == (isOfEnvelope ? "envelope" : "common")
    }
    var sections: [(key: String, blocks: [String])] = definitions.map { section in
      (section.key, section.value.entries.map { print([$0], depth: 1) })
    }
    sections.append(("endpoints", module.endpoints.filter { $0.span.file == file }.map { block($0) }))
    sections.append(("schemas", module.schemas.filter { $0.name.span.file == file }.map { block($0) }))
    return sections
  }

  /// A part of a file, with blank lines as people write them.
  private static func section(_ key: String, _ blocks: [String]) -> String {
    guard !blocks.isEmpty else { return "" }
    var text = "\n\(key):\n"
    var wasLong = false
    for (place, block) in blocks.enumerated() {
      let isLong = block.utf8.count { $0 == UInt8(ascii: "\n") } > 1
      if place > 0, isLong || wasLong { text += "\n" }
      text += block
      wasLong = isLong
    }
    return text
  }

  /// An endpoint, indented by two spaces.
  package func block(_ endpoint: Endpoint) -> String {
    let comment = endpoint.documentation.summary.map { "  # \(SpecPrinter.commentText(clean($0)))\n" } ?? ""
    let name = SpecPrinter.quoted(clean(endpoint.name.text), inFlow: false)
    let entries = writer.endpoints.value(endpoint).entries
    return "\(comment)  \(name):\n" + print(entries, depth: 2)
  }

  /// A schema, indented by two spaces.
  package func block(_ schema: NamedSchema) -> String {
    print(
      [.init(key: schema.name.text, value: writer.value(of: schema), comment: schema.schema.comment)],
      depth: 1)
  }

  private func print(_ entries: [SpecValue.Entry], depth: Int) -> String {
    SpecPrinter.print(entries.map { $0.mappingTexts(clean) }, depth: depth)
  }
}
