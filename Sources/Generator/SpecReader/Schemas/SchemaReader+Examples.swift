import APIModel
import Diagnostics
import SchemaValues
import SpecYAML

/// An example and its position in the spec.
struct WrittenExample {
  var value: Literal
  var node: YAMLNode
}

extension SchemaReader {
  /// `example`, a value, or `examples`, a list of them.
  func readExamples(_ fields: Fields, into schema: inout Schema) -> [WrittenExample] {
    fields.requireAtMostOne(of: ["example", "examples"], in: "a schema")
    var nodes = fields["example"].map { [$0] } ?? []
    if let list = fields["examples"] { nodes += report.list(list, of: "values", for: "'examples'") }
    guard !nodes.isEmpty else { return [] }
    // Examples may have the forms that are only read.
    let isAnyTypeRead =
      fields["lenient"] != nil || schema.reference.map { isLenient(named: $0.text) } ?? false
    let known = isAnyTypeRead ? nil : knownTypes(of: schema)
    let examples = nodes.compactMap { node in
      literal(node, types: known, for: "an example", isChecked: true).map {
        WrittenExample(value: $0, node: node)
      }
    }
    schema.examples = examples.map(\.value)
    return examples
  }

  /// Checks examples once everything that the schema refers to has been read.
  func checkExamples(_ examples: [WrittenExample], of schema: Schema) {
    guard !examples.isEmpty else { return }
    afterReading { [self] in
      let schema = schema.normalized()
      for example in examples {
        let value = exampleChecker.fitted(example.value, to: schema)
        guard let violations = exampleChecker.violations(ofExample: value, by: schema, isWritten: true) else {
          report.error(
            .invalidExample, "checking the example takes too much work: make it smaller",
            at: example.node.occurrence)
          continue
        }
        for violation in violations.prefix(10) { reportViolation(violation, of: example, schema) }
      }
    }
  }

  private func reportViolation(_ violation: ValueViolation, of example: WrittenExample, _ schema: Schema) {
    let place = violation.path.isEmpty ? "" : "\(abbreviate(violation.path.text)): "
    var suggestion: String?
    if violation.keyword == "properties", case .key(let key)? = violation.path.last {
      let known = exampleChecker.keys(at: violation.path.dropLast(), of: example.value, by: schema)
      suggestion = report.suggestion(for: key, in: known)
    }
    report.error(
      .invalidExample,
      "the schema doesn't accept the example: \(place)\(violation.message) [\(violation.keyword)]",
      at: example.node.place(of: violation.path[...]), suggestion: suggestion)
  }

  /// Makes a checker for all schemas that may be used in this folder.
  func makeExampleChecker() -> ValueChecker {
    let names = folder.visibleNames(in: .schemas)
    let schemas = names.compactMap { name in
      folder.schema(named: name).map { schema in
        NamedSchema(name: Name(name, span: schema.span), schema: schema.normalized())
      }
    }
    return ValueChecker(SchemaIndex(schemas))
  }
}

extension YAMLNode {
  /// The position of a path's target, or of its key if that is the mistake.
  fileprivate func place(of path: ArraySlice<ValueStep>) -> SourceSpan {
    guard let first = path.first else { return occurrence }
    switch first {
    case .key(let name):
      guard let entry = mapping?.entry(for: name) else { return occurrence }
      return path.count == 1 && entry.value.scalar == nil
        ? entry.key.occurrence : entry.value.place(of: path.dropFirst())
    case .index(let index):
      guard let items, items.indices.contains(index) else { return occurrence }
      return items[index].place(of: path.dropFirst())
    }
  }
}
