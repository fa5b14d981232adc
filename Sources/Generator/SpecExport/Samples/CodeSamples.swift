import APIModel
import CallComposing
import GeneratorKit
import SchemaValues
import SpecCall
import SwiftEmitter

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
  private let samples: SampleMaker
  private let names: SwiftCallNames
  private var index: SchemaIndex { samples.checker.index }

  init(_ module: Module) {
    self.module = module
    samples = SampleMaker(ValueChecker(SchemaIndex(module)))
    names = SwiftCallNames(module)
  }

  /// The samples by the operations' ids. An operation whose arguments nobody can make up has none.
  var byOperation: [String: [CodeSample]] {
    Dictionary(module.endpoints.map { ($0.operation, samples(of: $0)) }) { first, _ in first }
  }

  private func samples(of endpoint: Endpoint) -> [CodeSample] {
    let target = CallableEndpoints.Target(module: module, endpoint: endpoint)
    guard let arguments = arguments(of: endpoint),
      let call = try? PreparedCall(target, knownArguments: arguments, index)
    else { return [] }
    var list: [CodeSample] = []
    if let swift = try? call.swift(names: names) {
      list.append(CodeSample(language: "Swift", label: "Swift", source: Self.trimmed(swift)))
    }
    list.append(CodeSample(language: "Shell", label: "curl", source: call.curl))
    return list
  }

  private static func trimmed(_ text: String) -> String {
    text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  /// Made-up arguments, without secrets; nil if one can't be made up.
  private func arguments(of endpoint: Endpoint) -> CallArguments? {
    guard var arguments = minimalArguments(of: endpoint, in: module, samples) else { return nil }
    for (position, parameter) in endpoint.parameters.enumerated()
    where parameter.isSecret || index.containsSecret(parameter.schema) {
      arguments.parameters[position] = nil
    }
    arguments.token = nil
    arguments.body = arguments.body.map(Self.withPlainFiles)
    arguments.parts = arguments.parts.mapValues(Self.withPlainFiles)
    return arguments
  }

  private static func withPlainFiles(_ content: CallArguments.Content) -> CallArguments.Content {
    let file = CallFile(path: "file", bytes: [])
    return switch content {
    case .file: .file(file)
    case .files(let files): .files(files.map { _ in file })
    case .text, .value: content
    }
  }
}
