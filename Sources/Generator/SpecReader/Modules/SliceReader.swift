import APIModel
import Diagnostics
import SpecYAML

/// Reads slices.
struct SliceReader {
  let schemas: SchemaReader
  private var folder: SpecFolder { schemas.folder }
  private var report: Report { schemas.report }

  func readSlices() -> [Slice] {
    (folder.definitions[.slices] ?? []).compactMap(slice)
  }

  private func slice(_ definition: Definition) -> Slice? {
    let name = definition.name
    if let schema = folder.definition(name.text, in: .schemas) {
      report.error(
        .duplicateName, "the slice '\(name.text)' has the name of a schema", at: name.span,
        notes: [.init("the schema is here", at: schema.name.span)])
    }
    guard
      let fields = Fields(
        definition.node, what: "a slice", keys: ["of", "fields", "summary", "docs", "deprecated"],
        report: report)
    else { return nil }
    for key in ["of", "fields"] { fields.require(key, in: "a slice") }
    let documentation = fields.documentation()
    guard let text = fields.placedText("of"), let base = schemas.schemaName(text), let list = fields["fields"]
    else {
      return nil
    }
    let names = report.names(list, of: "fields", for: "'fields'")
    if list.items?.isEmpty == true {
      report.error(.valueOutOfRange, "'fields' is empty, but a slice needs at least one", at: list.occurrence)
    }
    var root = Schema(span: base.span)
    root.reference = base
    var tables: [[String]: FieldTable] = [:]
    let found = (list.items ?? []).filter { $0.text?.isEmpty == false }.compactMap {
      schemas.fieldPath($0, for: "'fields'", in: root, of: "'\(base.text)'", known: &tables)
    }
    checkOverlaps(found.map { Name($0.components.joined(separator: "."), span: $0.span) })
    return Slice(
      name: name, base: base, fields: names, documentation: documentation)
  }

  /// `statistics` beside `statistics.all` is redundant.
  private func checkOverlaps(_ names: [Name]) {
    let byPath = Dictionary(names.map { ($0.text, $0) }, uniquingKeysWith: { first, _ in first })
    for name in names {
      for index in name.text.indices where name.text[index] == "." {
        guard let whole = byPath[String(name.text[..<index])] else { continue }
        report.error(
          .duplicateValue,
          "'\(abbreviate(name.text))' is a part of '\(whole.text)', which the slice already has",
          at: name.span, notes: [.init("'\(abbreviate(whole.text))' is here", at: whole.span)])
        break
      }
    }
  }
}
