import APIModel
import Diagnostics
import SchemaValues

extension Module {
  /// Gives the examples of the document's responses to the schemas of their payloads, where the spec language has them. The
  /// others are reported.
  mutating func keepResponseExamples(into sink: inout DiagnosticSink) {
    var kept = ResponseExamples(checker: ValueChecker(SchemaIndex(self)))
    for position in failures.indices {
      kept.move(failures[position].examples, to: &failures[position].payload)
    }
    for endpoint in endpoints.indices {
      for position in endpoints[endpoint].responses.indices {
        kept.move(
          endpoints[endpoint].responses[position].examples,
          to: &endpoints[endpoint].responses[position].payload)
      }
      for position in endpoints[endpoint].failures.indices {
        kept.move(
          endpoints[endpoint].failures[position].examples, to: &endpoints[endpoint].failures[position].payload
        )
      }
    }
    kept.report(examplesOfRequests, into: &sink)
  }
}

private struct ResponseExamples {
  let checker: ValueChecker
  /// Those of payloads without a schema of their own.
  private var left: [ResponseExample] = []
  private var named: [ResponseExample] = []

  init(checker: ValueChecker) { self.checker = checker }

  mutating func move(_ examples: [ResponseExample], to payload: inout Endpoint.Response.Payload) {
    guard !examples.isEmpty else { return }
    guard payload.schema != nil else {
      left += examples
      return
    }
    named += examples.filter { $0.name != nil }
    payload.changeSchema { schema in
      var known = Set(checker.index.resolved(schema).schema.examples)
      let values = examples.map { checker.fitted($0.value, to: schema) }.filter { known.insert($0).inserted }
      // Those of the response come first, as for the mock server.
      schema.examples = values + schema.examples
    }
  }

  func report(_ ofRequests: [SourceSpan], into sink: inout DiagnosticSink) {
    warn("of responses that are neither JSON nor streams of one type", left.map(\.span), &sink)
    warn(
      "beside the schemas of parameters and bodies; write them as 'example' of the schema", ofRequests, &sink)
    guard let first = named.first, let span = first.span else { return }
    sink.append(
      Diagnostic(
        .note, .leftOut,
        "examples have no names in the spec language, so '\(abbreviate(first.name ?? ""))'"
          + (named.count > 1 ? " and \(named.count - 1) more" : "")
          + " are known by their numbers, as in 'Prefer: example=1' for the mock server", at: span))
  }

  private func warn(_ which: String, _ spans: [SourceSpan?], _ sink: inout DiagnosticSink) {
    guard let span = spans.lazy.compactMap(\.self).first else { return }
    let subject = spans.count == 1 ? "this one is" : "this one and \(spans.count - 1) more are"
    sink.warning(.leftOut, "no examples are written \(which): \(subject) left out", at: span)
  }
}
