import APIModel
import SchemaValues

import struct WGNAPISupport.Redaction

/// Hides the parts of values that their schemas call secret.
struct SecretMask {
  let index: SchemaIndex
  /// What is in the place of a secret.
  var mark: (Secret) -> Literal = { _ in .string(Redaction.mark) }

  /// A value that is secret.
  struct Secret {
    /// The keys that lead to it.
    var path: [String]
    var value: Literal
    var schema: Schema
  }

  /// The value with a mark in place of each secret.
  func masked(_ value: Literal, _ schema: Schema, at path: [String] = []) -> Literal {
    masked(value, schema, path, depth: 0)
  }

  /// Whether a part of a value must not be quoted. An object with a secret in it has other parts that may be.
  static func hides(_ path: [ValueStep], of value: Literal, masked: Literal) -> Bool {
    switch value.part(at: path) {
    case nil, .array, .object: false
    case let part: part != masked.part(at: path)
    }
  }

  /// The texts of the scalars that a mask hides.
  static func texts(of value: Literal, hiddenIn masked: Literal) -> [String] {
    var texts: [String] = []
    func compare(_ plain: Literal, _ masked: Literal) {
      switch (plain, masked) {
      case (.object(let left), .object(let right)):
        for (one, other) in zip(left, right) { compare(one.value, other.value) }
      case (.array(let left), .array(let right)): for (one, other) in zip(left, right) { compare(one, other) }
      case _ where plain != masked: texts += plain.scalarTexts
      default: break
      }
    }
    compare(value, masked)
    return texts
  }

  private func masked(_ value: Literal, _ schema: Schema, _ path: [String], depth: Int) -> Literal {
    guard value != .null, index.containsSecret(schema) else { return value }
    guard depth < 100, !isSecret(schema) else {
      return mark(Secret(path: path, value: value, schema: schema))
    }
    let resolved = index.resolved(schema).schema
    var isObject = false
    if case .object = value { isObject = true }
    // Where several schemas describe a value, each hides its own. Objects have the members of all parts.
    let parts = isObject && resolved.reference == nil ? [] : resolved.allOf
    var result = value
    for alternative in resolved.oneOf + resolved.anyOf + parts {
      result = masked(result, alternative, path, depth: depth + 1)
    }
    switch result {
    case .object(let members):
      let object = index.flattenedObject(resolved)
      let patterns = resolved.object.patternProperties.map(\.schema) + (object?.patterns.map(\.schema) ?? [])
      let additional = object?.additional ?? resolved[.additionalProperties]
      return .object(
        members.map { member in
          let own = object?.property(member.name)?.schema
          let schemas = own.map { [$0] } ?? (patterns + [additional].compactMap(\.self))
          let value = schemas.reduce(member.value) { masked($0, $1, path + [member.name], depth: depth + 1) }
          return .init(name: member.name, value: value)
        })
    case .array(let items):
      return .array(
        items.enumerated().map { position, item in
          if let tuple = TupleArguments(resolved, index)?.elements, tuple.indices.contains(position) {
            return masked(item, tuple[position].schema, path + [tuple[position].name], depth: depth + 1)
          }
          return resolved[.items].map { masked(item, $0, path, depth: depth + 1) } ?? item
        })
    default: return result
    }
  }

  /// Whether the schema, or one that it is only another name for, is a secret.
  func isSecret(_ schema: Schema) -> Bool { index.isSecret(schema) }
}

extension Literal {
  /// The texts of all scalars in it.
  var scalarTexts: [String] {
    switch self {
    case .array(let items): items.flatMap(\.scalarTexts)
    case .object(let members): members.flatMap(\.value.scalarTexts)
    case .null, .boolean: []
    case .number, .string: [text]
    }
  }
}
