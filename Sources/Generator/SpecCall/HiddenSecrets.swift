import APIModel
import Diagnostics
import SchemaValues

import struct WGNAPISupport.Redaction

extension Module {
  /// The module with placeholders for what the spec has of secrets, to be shown or exported: examples, defaults and constants may
  /// be real ones.
  package func hidingSecrets() -> Module { HiddenSecrets(self).module }
}

/// A module with placeholders for its secrets' examples, defaults and constants.
package struct HiddenSecrets: Sendable {
  package private(set) var module: Module
  /// The places of the constants that have placeholders.
  package private(set) var constants: [SourceSpan] = []

  package init(_ module: Module) {
    self.module = module
    guard module.hasSecrets else { return }
    let index = SchemaIndex(module)
    // Values are made up by schemas that have none of their own.
    let bare = SecretHiding(index: index, samples: nil)
    let samples = SampleMaker(ValueChecker(SchemaIndex(bare.changed(module))))
    let hiding = SecretHiding(index: index, samples: samples)
    self.module = hiding.changed(module)
    constants = hiding.constants
  }
}

extension Module {
  fileprivate var hasSecrets: Bool {
    if clientParameters.contains(where: \.isSecret) { return true }
    if endpoints.contains(where: { $0.parameters.contains(where: \.isSecret) }) { return true }
    var (copy, isFound) = (self, false)
    copy.changeSchemas { schema in isFound = isFound || schema.contains(\.isSecret) }
    return isFound
  }
}

/// Replaces the values of secrets in schemas.
private final class SecretHiding {
  private let index: SchemaIndex
  /// Makes placeholders; nil to leave out all examples and defaults.
  private let samples: SampleMaker?
  private(set) var constants: [SourceSpan] = []

  init(index: SchemaIndex, samples: SampleMaker?) { (self.index, self.samples) = (index, samples) }

  func changed(_ module: Module) -> Module {
    var result = module
    func hide(_ parameters: inout [Parameter]) {
      for position in parameters.indices where parameters[position].isSecret {
        parameters[position].schema = hidden(parameters[position].schema, isInside: true)
      }
    }
    hide(&result.clientParameters)
    for position in result.endpoints.indices { hide(&result.endpoints[position].parameters) }
    result.changeSchemas { $0 = hidden($0) }
    return result
  }

  /// - Parameter isInside: whether what has the schema is secret.
  private func hidden(_ schema: Schema, isInside: Bool = false) -> Schema {
    let isSecret = isInside || SecretMask(index: index).isSecret(schema)
    var result = schema.mappingChildren { hidden($0, isInside: isSecret) }
    (result.examples, result.defaultValue) = ([], nil)
    guard isSecret else {
      guard samples != nil else { return result }
      let hasSecret = (!schema.examples.isEmpty || schema.defaultValue != nil) && index.containsSecret(schema)
      let examples = hasSecret ? schema.examples.compactMap { masked($0, schema, result) } : schema.examples
      let usual = hasSecret ? schema.defaultValue.flatMap { masked($0, schema, result) } : schema.defaultValue
      (result.examples, result.defaultValue) = (examples, usual)
      return result
    }
    if let constant = schema.const {
      result.const = Self.constant(constant)
      if result.const != constant { constants.append(schema.span) }
    }
    if let example = schema.ownType?.example { result.ownType?.example = Self.constant(example) }
    let usual = schema.defaultValue.flatMap { placeholder(for: $0, result) }
    var example = schema.examples.first.flatMap { placeholder(for: $0, result) }
    // A named schema may have examples, and isn't secret everywhere.
    if example == nil, let target = schema.reference.flatMap({ index[$0.text] }),
      !SecretMask(index: index).isSecret(target)
    {
      example = samples?.sample(of: result, hint: Self.hint)
    }
    (result.examples, result.defaultValue) = (example.map { [$0] } ?? [], usual)
    return result
  }

  private static let hint = "secret"

  /// What stands for a constant, which is all that its schema accepts.
  private static func constant(_ value: Literal) -> Literal {
    switch value {
    case .null: .null
    case .boolean: .boolean(false)
    case .number: .number(NumberText("0"))
    case .string: .string(Redaction.mark)
    case .array(let items): .array(items.map(constant))
    case .object(let members): .object(members.map { .init(name: $0.name, value: constant($0.value)) })
    }
  }

  /// A value that stands for a secret one; nil if none is known that the schema accepts.
  private func placeholder(for value: Literal, _ bare: Schema) -> Literal? {
    guard value != .null, let samples else { return samples == nil ? nil : value }
    let mark = Literal.string(Redaction.mark)
    if case .enumeration = index.shape(of: index.resolved(bare).schema) {
      return samples.sample(of: bare, hint: Self.hint)
    }
    return samples.checker.isAccepted(mark, bare) ? mark : samples.sample(of: bare, hint: Self.hint)
  }

  /// A value with placeholders for the secrets in it; nil if its schema doesn't accept that.
  private func masked(_ value: Literal, _ schema: Schema, _ bare: Schema) -> Literal? {
    let mask = SecretMask(index: index) { secret in
      let mark = Literal.string(Redaction.mark)
      return self.placeholder(for: secret.value, self.hidden(secret.schema, isInside: true)) ?? mark
    }
    let masked = mask.masked(value, schema)
    guard masked != value, let samples else { return value }
    return samples.checker.isAccepted(masked, bare) ? masked : samples.sample(of: bare)
  }
}
