import Diagnostics
import SpecReader
import SpecYAML

/// Checks the list of spec files in an exported document.
struct ExportedFileCheck {
  private let document: ExportedDocument
  private let known: [(section: String, what: String, names: [String])]

  init(_ document: ExportedDocument, _ words: SpecWords) {
    self.document = document
    func names(_ key: String) -> [String] {
      words.definitions.first { $0.key == key }?.value.entries.map(\.key) ?? []
    }
    known = [
      ("endpoints", "operation", words.endpoints.map(\.id)),
      ("schemas", "schema", words.schemas.map(\.name)), ("slices", "slice", names("slices")),
      ("webhooks", "webhook", names("webhooks")),
    ]
  }

  func check(into sink: inout DiagnosticSink) {
    let files = document.root.node["\(SpecExtension.prefix)files"]?.entries ?? []
    for file in files {
      for section in file.value.entries ?? [] where !known.contains(where: { $0.section == section.name }) {
        sink.error(
          .unknownKey,
          "a file has no '\(abbreviate(section.name))'; expected \(alternatives(known.map(\.section)))",
          at: section.key.occurrence, suggestion: closestMatch(to: section.name, in: known.map(\.section)))
      }
    }
    for (section, what, names) in known {
      let all = Set(names)
      var owners: [String: String] = [:]
      for file in files {
        for item in file.value[section]?.items ?? [] {
          guard let name = item.text else { continue }
          if let owner = owners[name] {
            let place =
              owner == file.name
              ? "twice in the file '\(owner)'" : "in the files '\(owner)' and '\(file.name)'"
            sink.error(
              .duplicateName, "the \(what) '\(abbreviate(name))' is \(place); list it once",
              at: item.occurrence)
          } else if !all.contains(name) {
            sink.warning(
              .leftOut,
              "the document has no \(what) '\(abbreviate(name))', so the file '\(abbreviate(file.name))' doesn't have it either",
              at: item.occurrence, suggestion: closestMatch(to: name, in: names))
          }
          owners[name] = owners[name] ?? file.name
        }
      }
    }
  }
}
