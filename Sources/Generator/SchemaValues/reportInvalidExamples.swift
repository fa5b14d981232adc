import APIModel
import Diagnostics

extension API {
  /// Notes examples of responses that the mock server doesn't answer with, because their schema doesn't accept them, or the
  /// envelope can't hold them.
  ///
  /// These are notes: documents of others contain wrong examples, and clients don't need them.
  public func reportInvalidExamples(into sink: inout DiagnosticSink) {
    for module in modules {
      let check = ExampleCheck(module)
      if module.origin == .document { module.reportExamplesOfFormats(check.checker, into: &sink) }
      for failure in module.failures { check.visit(failure, &sink) }
      for endpoint in module.endpoints {
        for response in endpoint.responses { check.visit(response, of: endpoint, &sink) }
        for failure in endpoint.failures { check.visit(failure, &sink) }
      }
    }
  }
}

private struct ExampleCheck {
  private let module: Module
  let checker: ValueChecker

  init(_ module: Module) {
    self.module = module
    checker = ValueChecker(SchemaIndex(module))
  }

  func visit(_ failure: Failure, _ sink: inout DiagnosticSink) {
    guard let schema = failure.payload.schema else { return }
    for example in failure.examples { check(example, schema, &sink) }
  }

  func visit(_ response: Endpoint.Response, of endpoint: Endpoint, _ sink: inout DiagnosticSink) {
    guard let schema = response.payload.schema else { return }
    for example in response.examples { check(example, schema, &sink) }
    guard case .json = response.payload,
      let envelope = module.envelope(of: endpoint)
    else { return }
    let written = checker.index.resolved(schema).schema.examples.map {
      ResponseExample(value: $0, span: schema.span)
    }
    for example in response.examples + written where !envelope.canHold(example.value) {
      note(example, "isn't an object, and so it can't be the rest of the envelope's object", &sink)
    }
  }

  private func check(_ example: ResponseExample, _ schema: Schema, _ sink: inout DiagnosticSink) {
    let value = checker.fitted(example.value, to: schema)
    guard let violations = checker.violations(of: value, by: schema) else {
      return note(example, "takes too much work to check", &sink)
    }
    guard let first = violations.first else { return }
    let place = first.path.isEmpty ? "" : "\(first.path.text.prefix(100)): "
    let others = violations.count > 1 ? ", and \(violations.count - 1) more" : ""
    note(example, "isn't accepted by its schema: \(place)\(first.message) [\(first.keyword)]\(others)", &sink)
  }

  private func note(_ example: ResponseExample, _ problem: String, _ sink: inout DiagnosticSink) {
    guard let span = example.span else { return }
    let name = example.name.map { " '\($0.prefix(100))'" } ?? ""
    sink.append(Diagnostic(.note, .invalidExample, "the example\(name) \(problem)", at: span))
  }
}
