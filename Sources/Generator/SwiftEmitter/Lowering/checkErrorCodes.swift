import APIModel
import Diagnostics

/// Reports error codes that are words if all envelopes have numbers, because such an error never occurs.
func checkErrorCodes(
  of module: Module, _ envelopes: EnvelopeNames, _ names: TypeNames, into sink: inout DiagnosticSink
) {
  let used = module.envelopes.filter(envelopes.isUsed)
  let kinds = used.compactMap { envelope in
    envelope.failure.flatMap {
      FailureExpression(names: names, envelope: envelope, failure: $0).codeKind
    }
  }
  let failures = module.failures + module.endpoints.flatMap(\.failures)
  let others = failures.compactMap { failure in
    failure.payload.schema.flatMap {
      FailureExpression(names: names, body: $0, paths: failure.paths).codeKind
    }
  }
  guard let envelope = used.first(where: { $0.failure != nil }), !kinds.isEmpty,
    (kinds + others).allSatisfy({ $0 == .integer })
  else { return }
  for error in module.errors + module.endpoints.flatMap(\.errors) {
    guard case .text(let name) = error.code, Int(name.text) == nil else { continue }
    let code = envelope.failure?.paths.code
    sink.error(
      .wrongType,
      "the code of an error is '\(name.text)', but the codes of the envelope '\(envelope.name.text)' are integers",
      at: name.span,
      notes: code.map { [.init("the code is read from here", at: $0.span)] } ?? [])
  }
}
