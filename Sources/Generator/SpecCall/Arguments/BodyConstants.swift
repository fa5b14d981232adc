import APIModel
import SchemaValues

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The constants in values, which clients send without being told, and the values that they make.
struct BodyConstants {
  let checker: ValueChecker
  private var index: SchemaIndex { checker.index }

  /// The only value that a client can send by a schema, as it is sent; nil if there is a choice.
  func onlyValue(_ schema: Schema, depth: Int = 0) -> Literal? {
    chosenValue(schema, depth: depth).map { checker.canonical($0, schema) }
  }

  private func chosenValue(_ schema: Schema, depth: Int) -> Literal? {
    let resolved = index.resolved(schema)
    guard depth < 100, !resolved.isNullable else { return nil }
    if let constant = schema.const ?? resolved.schema.const { return constant }
    if schema.isAutomatic { return automaticValue(of: resolved.schema) }
    switch index.shape(of: resolved.schema) {
    case .enumeration:
      let cases = resolved.schema.enumeration?.cases ?? []
      return cases.count == 1 ? cases.first?.value : nil
    case .object:
      // One whose required properties are constants.
      let value = completing(.object([]), resolved.schema, depth: depth + 1)
      return value != .object([]) && checker.isAccepted(value, schema) ? value : nil
    default: return nil
    }
  }

  /// A value as clients make it.
  private func automaticValue(of schema: Schema) -> Literal {
    if schema.types == [.integer] { return .number(NumberText("1")) }
    let text = UUID().uuidString.lowercased()
    return .string(schema.format == .uuid ? text : text.replacing("-", with: ""))
  }

  /// The value with the constants that it lacks, in the order of the properties; of a union, with those of the alternative
  /// that is meant.
  func completing(_ value: Literal, _ schema: Schema) -> Literal {
    let complete = completing(value, schema, depth: 0)
    return complete == value ? value : checker.canonical(complete, schema)
  }

  private func completing(_ value: Literal, _ schema: Schema, depth: Int) -> Literal {
    guard depth < 100 else { return value }
    let resolved = index.resolved(schema).schema
    switch (index.shape(of: resolved), value) {
    case (.object, .object(let members)):
      guard let object = index.flattenedObject(resolved) else { return value }
      return .object(completing(members, object, depth))
    case (.map, .object(let members)):
      guard let element = resolved[.additionalProperties] else { return value }
      return .object(
        members.map { .init(name: $0.name, value: completing($0.value, element, depth: depth + 1)) })
    case (.array, .array(let items)), (.tuple, .array(let items)):
      let first = resolved.array.prefixItems
      return .array(
        items.enumerated().map { position, item in
          let element = position < first.count ? first[position] : resolved[.items]
          return element.map { completing(item, $0, depth: depth + 1) } ?? item
        })
    case (.union, _):
      let alternatives = resolved.oneOf + resolved.anyOf
      let tagged = tagged(value, alternatives, index.forms(ofUnion: resolved))
      guard !tagged.contains(where: { $0.value == value && checker.isAccepted(value, $0.schema) }) else {
        return value
      }
      return alternative(of: tagged, depth) ?? value
    default: return value
    }
  }

  private func completing(_ members: [Literal.Member], _ object: FlatObject, _ depth: Int) -> [Literal.Member]
  {
    var result = members.map { member in
      let schema = object.property(member.name)?.schema ?? object.additional
      let value = schema.map { completing(member.value, $0, depth: depth + 1) }
      return Literal.Member(name: member.name, value: value ?? member.value)
    }
    let given = Set(members.map(\.name))
    for property in object.properties where property.isRequired && !given.contains(property.name.text) {
      guard let value = onlyValue(property.schema, depth: depth + 1) else { continue }
      result.append(.init(name: property.name.text, value: value))
    }
    return result
  }

  /// The alternatives that a value can be meant as, with the value that says so: a mapping may give an alternative a tag that its
  /// own schema doesn't have as a constant.
  private func tagged(
    _ value: Literal, _ alternatives: [Schema], _ forms: UnionForms
  ) -> [(schema: Schema, value: Literal)] {
    guard let tag = forms.discriminator, case .object(let members) = value else {
      return alternatives.map { ($0, value) }
    }
    let given = members.first { $0.name == tag }?.value
    return zip(alternatives, forms.forms).compactMap { alternative, form in
      guard case .tags(let texts) = form else { return (alternative, value) }
      let object = index.flattenedObject(index.resolved(alternative).schema)
      let values = texts.compactMap { text in
        let literals = [Literal.string(text)] + (Int64(text).map { [.number(NumberText("\($0)"))] } ?? [])
        guard let property = object?.property(tag) else { return literals.first }
        return literals.first { checker.isAccepted($0, property.schema) }
      }
      if let given { return values.contains(given) ? (alternative, value) : nil }
      guard values.count == 1, let only = values.first else { return (alternative, value) }
      return (alternative, .object(members + [.init(name: tag, value: only)]))
    }
  }

  /// The alternatives of a union that a value can be meant as, although it may lack something.
  func alternatives(of union: Schema, meantBy value: Literal) -> [Schema] {
    tagged(value, union.oneOf + union.anyOf, index.forms(ofUnion: union))
      .filter { mayBeMeant($0.value, as: $0.schema) }.map(\.schema)
  }

  /// The value as the one alternative that it can be meant as; nil if there are several, or none.
  private func alternative(of alternatives: [(schema: Schema, value: Literal)], _ depth: Int) -> Literal? {
    let meant = alternatives.filter { mayBeMeant($0.value, as: $0.schema) }
      .map { (schema: $0.schema, value: completing($0.value, $0.schema, depth: depth + 1)) }
    let accepted = meant.filter { checker.isAccepted($0.value, $0.schema) }
    if accepted.count == 1 { return accepted[0].value }
    // What it lacks is reported by the alternative.
    return accepted.isEmpty && meant.count == 1 ? meant[0].value : nil
  }

  /// Whether a value is none of the alternatives of an open union: the service may know it, but a client can't send it.
  func isUnknown(_ value: Literal, _ schema: Schema) -> Bool {
    let resolved = index.resolved(schema).schema
    guard case .union = index.shape(of: resolved), value != .null else { return false }
    return !(resolved.oneOf + resolved.anyOf).contains { checker.isAccepted(value, $0) }
  }

  /// Whether an alternative describes all members, and no constant in it is another one.
  private func mayBeMeant(_ value: Literal, as schema: Schema) -> Bool {
    let resolved = index.resolved(schema).schema
    guard case .object(let members) = value, case .object = index.shape(of: resolved),
      let object = index.flattenedObject(resolved)
    else { return true }
    return members.allSatisfy { member in
      guard let property = object.property(member.name) else { return object.additional?.isNever == false }
      if property.schema.isAutomatic { return true }
      return onlyValue(property.schema).map { $0 == checker.canonical(member.value, property.schema) } ?? true
    }
  }
}

extension ArgumentReader {
  /// Adds what has only one possible value, as clients do: parameters, and what is in the body.
  mutating func addConstants() {
    for (position, parameter) in endpoint.parameters.enumerated()
    where arguments.parameters[position] == nil {
      setParameter(position, parameter.constant(index.resolved(parameter.schema).schema))
    }
    let constants = BodyConstants(checker: checker)
    switch endpoint.body(arguments.alternative) {
    case .multipart(let parts):
      for (position, part) in parts.enumerated() {
        guard case .value(let schema) = part.content else { continue }
        if case .value(let value)? = arguments.parts[position] {
          setPart(position, .value(constants.completing(value, schema)))
        } else if arguments.parts[position] == nil, part.isRequired, let only = constants.onlyValue(schema) {
          setPart(position, .value(only))
        }
      }
    case .json(let schema), .jsonOfType(let schema, _), .form(let schema, _, _, _):
      if case .value(let value)? = arguments.body {
        setBody(.value(constants.completing(value, schema)))
      } else if arguments.body == nil, !endpoint.isBodyOptional, let only = constants.onlyValue(schema) {
        setBody(.value(only))
      }
    case .bytes, .text, .file, .alternatives, nil: break
    }
  }
}
