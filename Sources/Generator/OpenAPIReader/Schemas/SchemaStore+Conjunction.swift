import APIModel
import SpecReader
import SpecYAML

// Several schemas that apply to the same value: parts of `allOf`, and what these say of the same property.
extension SchemaStore {
  /// The values that satisfy all of several schemas.
  func conjunction(_ parts: [Located]) -> Schema {
    if parts.count == 1 { return use(parts[0]) }
    if let reference = onlyReference(among: parts) { return reference }
    let last = parts[parts.count - 1]
    guard !hasBeenReadOften(Spot(last)) else { return use(last) }
    let inserted = parts.map(Spot.init).filter { around.insert($0).inserted }
    defer { for spot in inserted { around.remove(spot) } }
    guard inserted.count == parts.count else { return use(last) }
    var facts = SchemaFacts()
    var seen: Set<String> = []
    for part in parts { facts.add(part, in: documents, seen: &seen) }
    var schema = schema(of: facts, at: parts[0])
    choose(for: &schema, of: facts.parts, at: last)
    for part in parts { annotate(&schema, part) }
    if schema.isAnything { schema.isNullable = false }
    return schema
  }

  /// The reference among several schemas for one value if the others say nothing that its target doesn't, so that the type
  /// isn't copied: frameworks write `data: {}` in a general response, and a model for it in a specific one.
  func onlyReference(among parts: [Located]) -> Schema? {
    let found = parts.lazy.compactMap { part in self.onlyReference(part).map { (part, $0.0) } }.first
    guard let (reference, target) = found else { return nil }
    let spot = Spot(reference)
    let others = parts.filter { Spot($0) != spot }
    let saySomething = others.contains { other in
      if other.isAnySchema || onlyAnnotates(other, besides: "") { return false }
      if onlyReference(other)?.0.key == target.key { return false }
      guard onlyAnnotates(other, besides: "type"), let own = facts(of: other).types,
        let types = types(of: target.value)
      else { return true }
      return !types.isSubset(of: own)
    }
    guard !saySomething else { return nil }
    var schema = use(reference)
    choose(for: &schema, of: others.map(Spot.init), at: reference)
    for part in parts { annotate(&schema, part) }
    return schema
  }

  /// The types of a schema's values beside null, also by the form that it describes or by its alternatives; nil if they aren't
  /// known.
  private func types(of value: Located, isAlternative: Bool = false) -> Set<JSONType>? {
    let facts = self.facts(of: value)
    if let types = facts.types ?? (facts.hasObjectForm ? [.object] : nil) { return types }
    guard !isAlternative, facts.unions.count == 1, let union = facts.unions.first else { return nil }
    var all: Set<JSONType> = []
    for alternative in union.alternatives where !isNull(alternative) {
      guard let types = types(of: alternative, isAlternative: true) else { return nil }
      all.formUnion(types)
    }
    return all.isEmpty ? nil : all
  }
}

extension Located {
  /// Whether it only says that a value is an object, or nothing at all.
  var isAnyObject: Bool {
    isAnySchema
      || node.entries?.allSatisfy {
        $0.name == "type" && $0.value.text == JSONType.object.rawValue
          || ["title", "description", "nullable"].contains($0.name) || $0.name.hasBytePrefix("x-")
      }
        ?? false
  }
}
