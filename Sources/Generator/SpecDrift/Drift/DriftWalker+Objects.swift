import APIModel
import Diagnostics
import SchemaValues
import SpecInference
import TrafficEvidence

extension DriftWalker {
  /// Goes through an object.
  mutating func walk(_ value: Literal, _ object: FlatObject, _ schema: Schema, _ spot: Spot) {
    guard case .object(let members) = value else {
      return table.record(.otherType(value.type), at: schema.span, spot.label)
    }
    walkMembers(members, object, schema, spot)
    for part in object.parts { check(value, part, spot) }
  }

  /// - Parameter others: What describes members that the object doesn't have; nil if nothing does.
  mutating func walkMembers(
    _ members: [Literal.Member], _ object: FlatObject, _ schema: Schema, _ spot: Spot,
    except known: Set<String> = []
  ) {
    var names: Set<String> = []
    let patterns = object.patterns
    for member in members where names.insert(member.name).inserted && !known.contains(member.name) {
      let name = member.name
      let isSecret = secrets.isSecret(name: name, member.value)
      if let property = object.property(name) {
        if member.value == .null, property.schema.lenience.contains(.nullAsAbsent) { continue }
        walk(
          member.value, property.schema,
          spot.inside(".\(name)", name, isSecret: isSecret || property.schema.isSecret))
      } else if let pattern = patterns.first(where: { checker.matches($0.name, name) == true }) {
        walk(member.value, pattern.schema, spot.inside("{}", name, isSecret: isSecret))
      } else if let additional = object.additional, !additional.isNever {
        walk(member.value, additional, spot.inside("{}", name, isSecret: isSecret))
      } else {
        let shape = secrets.shape(
          of: member.value.asJSON, isSecret: isSecret || spot.isSecret, spot.words.inside(name))
        addKey(name, shape, to: object, schema, spot)
      }
    }
    for property in object.properties where !known.contains(property.name.text) {
      let label = "\(spot.label).\(property.name.text)"
      let isThere = names.contains(property.name.text)
      if !isPartial { table.visit(property, isThere: isThere, label: label) }
      guard property.isRequired, !isThere, !isPartial else { continue }
      table.record(.missingKey, at: property.name.span, label)
    }
  }

  /// Notes a key that the spec doesn't have.
  ///
  /// - Parameter shape: What was seen of its values.
  mutating func addKey(
    _ name: String, _ shape: Shape, to object: FlatObject, _ schema: Schema, _ spot: Spot, times: Int = 1
  ) {
    // The object's own part, not those of a library that it is composed of.
    let part = object.parts.last { !$0.object.properties.isEmpty } ?? schema
    let isName = KeyKind(name, isKnown: false) == .name && !secrets.looksSecret(name)
    if SpecPlace(part.span) != SpecPlace(schema.span) { table.visit(part.span, times: times) }
    let origin = table.origin
    table.record(.newKey(isName ? name : nil), at: part.span, spot.label, times: times) { entry in
      entry.shape.add(shape, from: origin)
      entry.canEdit = isName
      guard entry.taken.isEmpty else { return }
      entry.taken = Set(object.properties.map { Words.folded(($0.schema.swiftName ?? $0.name).text) })
    }
  }
}
