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

  init(_ module: Module) {
    self.module = module
    samples = SampleMaker(ValueChecker(SchemaIndex(module)))
  }

  /// The samples by the operations' ids. An operation whose arguments nobody can make up has none.
  var byOperation: [String: [CodeSample]] {
    Dictionary(module.endpoints.map { ($0.operation, samples(of: $0)) }) { first, _ in first }
  }

  private func samples(of endpoint: Endpoint) -> [CodeSample] {
    let target = CallableEndpoints.Target(module: module, endpoint: endpoint)
    guard let input = input(endpoint),
      let call = try? PreparedCall(target, input, readFile: { _ in Array("…".utf8) })
    else { return [] }
    var list: [CodeSample] = []
    if let swift = try? call.swift() {
      list.append(CodeSample(language: "Swift", label: "Swift", source: Self.trimmed(swift)))
    }
    list.append(CodeSample(language: "Shell", label: "curl", source: call.curl))
    return list
  }

  private static func trimmed(_ text: String) -> String {
    text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  // MARK: Arguments

  /// The arguments as the terminal takes them; nil if one can't be made up.
  private func input(_ endpoint: Endpoint) -> CallInput? {
    guard let arguments = minimalArguments(of: endpoint, in: module, samples) else { return nil }
    var input = CallInput()
    input.isOnlyShown = true
    for (position, value) in arguments.parameters.sorted(by: { $0.key < $1.key }) {
      let parameter = endpoint.parameters[position]
      let isConstant = parameter.constant(samples.checker.index.resolved(parameter.schema).schema) != nil
      if isConstant || parameter.isSecret { continue }
      input.arguments.append("\((parameter.label ?? parameter.name).text):=\(value.json)")
    }
    if case .alternatives(let list) = endpoint.body { input.bodyType = list.first?.mediaType.text }
    switch arguments.body {
    case .value(let value)?: input.body = value.json
    case .text(let text)?: input.body = text
    case .file?, .files?: input.body = "@file"
    case nil: break
    }
    if case .multipart(let parts) = endpoint.body(0) {
      for (position, content) in arguments.parts.sorted(by: { $0.key < $1.key }) {
        let name = parts[position].name.text
        switch content {
        case .value(let value): input.arguments.append("\(name):=\(value.json)")
        case .text(let text): input.arguments.append("\(name)=\(text)")
        case .file, .files: input.arguments.append("\(name)=@file")
        }
      }
    }
    return input
  }
}
