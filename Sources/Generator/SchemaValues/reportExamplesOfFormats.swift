import APIModel
import Diagnostics

extension Module {
  /// Notes examples that don't have the format of their own schema, whose Swift type refuses such values.
  ///
  /// Documents say `format: uuid` of 24 hexadecimal digits. The examples of each format are noted once, with their number.
  func reportExamplesOfFormats(_ checker: ValueChecker, into sink: inout DiagnosticSink) {
    var found: [String: (text: String, spans: [SourceSpan])] = [:]
    var order: [String] = []
    var pending = schemas.map(\.schema)
    for endpoint in endpoints {
      pending += endpoint.parameters.map(\.schema) + (endpoint.body?.schemas ?? []) + endpoint.responseSchemas
    }
    pending += webhookSchemas
    pending.reverse()
    while let schema = pending.popLast() {
      pending += schema.children.reversed()
      guard let format = schema.format?.nameInDocuments,
        let text = schema.examples.lazy.compactMap({ checker.refusedText($0, by: schema) }).first
      else { continue }
      if found[format] == nil { order.append(format) }
      found[format, default: (text, [])].spans.append(schema.span)
    }
    for format in order {
      guard let (text, spans) = found[format], let first = spans.first else { continue }
      let places = Set(spans).count
      let others = places > 1 ? ", the first of \(places) in this document" : ""
      sink.append(
        Diagnostic(
          .note, .invalidExample,
          "the example '\(abbreviate(text))' doesn't have the format '\(format)' of its schema\(others); if real values are "
            + "like it, their type refuses them: correct 'format'", at: first,
          notes: Array(Set(spans).subtracting([first])).sorted { $0.start.offset < $1.start.offset }.prefix(5)
            .map {
              Diagnostic.Note("another is here", at: $0)
            }))
    }
  }
}

extension Format {
  /// The name of a format of texts that have a Swift type.
  fileprivate var nameInDocuments: String? {
    switch self {
    case .dateTime: "date-time"
    case .date: "date"
    case .uri: "uri"
    case .uuid: "uuid"
    case .bytes: "byte"
    case .base64URL: "base64url"
    default: nil
    }
  }
}

extension ValueChecker {
  /// The text of an example that has another format; nil for any other example. An empty text stands for none.
  fileprivate func refusedText(_ example: Literal, by schema: Schema) -> String? {
    guard case .string(let text) = example, !text.isEmpty,
      let violations = violations(of: example, by: schema),
      violations.contains(where: { $0.keyword == "format" })
    else { return nil }
    return text
  }
}
