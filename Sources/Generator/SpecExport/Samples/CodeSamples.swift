import APIModel
import GeneratorKit
import SchemaValues
import SpecCall

/// Code that calls an operation, as Redoc, Scalar and others show it (`x-codeSamples`).
struct CodeSample {
  var language: String
  var label: String
  var source: String

  var value: SpecValue {
    .map([("lang", .text(language)), ("label", .text(label)), ("source", .text(source))])
  }
}

/// The calls of a module's operations in Swift and with curl, with the arguments that they need. Secrets are environment
/// variables.
struct CodeSamples {
  private let module: Module
  private let context: ExampleCall.Context

  init(_ module: Module) {
    self.module = module
    context = ExampleCall.Context(module, SampleMaker(ValueChecker(SchemaIndex(module))))
  }

  /// The samples by the operations' ids. An operation has none if no arguments can be generated for it.
  var byOperation: [String: [CodeSample]] {
    Dictionary(module.endpoints.map { ($0.operation, samples(of: $0)) }) { first, _ in first }
  }

  private func samples(of endpoint: Endpoint) -> [CodeSample] {
    guard let call = ExampleCall(of: endpoint, in: context) else { return [] }
    var list: [CodeSample] = []
    if let swift = call.program {
      list.append(CodeSample(language: "Swift", label: "Swift", source: Self.trimmed(swift)))
    }
    list.append(CodeSample(language: "Shell", label: "curl", source: call.curl))
    return list
  }

  private static func trimmed(_ text: String) -> String {
    text.hasSuffix("\n") ? String(text.dropLast()) : text
  }
}
