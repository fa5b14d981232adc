import APIModel
import SpecReader

extension SchemaStore {
  /// Says of the only alternative without the discriminator's property that its objects don't have it, if the others'
  /// values are known: the base type, as ASP.NET Core lists it.
  func markUntagged(_ schema: inout Schema, _ written: [Located]) {
    guard let discriminator = schema.discriminator, !discriminator.mapping.isEmpty else { return }
    let property = discriminator.property.text
    let mapped = Set(discriminator.mapping.map(\.schema.text))
    let others = written.compactMap { alternative -> String? in
      guard let reference = alternative["$ref"], let text = reference.node.text,
        let target = documents.target(of: text, from: reference)
      else { return nil }
      let name = name(of: target)
      guard !mapped.contains(name) else { return nil }
      let facts = facts(of: target.value)
      let lacksTag =
        facts.hasObjectForm && facts.unions.isEmpty && !facts.properties.contains { $0.name == property }
      return lacksTag ? name : nil
    }
    func mark(_ list: inout [Schema]) {
      for position in list.indices where list[position].reference?.text == others[0] {
        var tagged = Schema(span: list[position].span)
        tagged.object.requiredOthers = [property]
        list[position][.not] = tagged
      }
    }
    let untold = (schema.oneOf + schema.anyOf).filter { !mapped.contains($0.reference?.text ?? "") }
    guard others.count == 1, untold.count == 1 else { return }
    mark(&schema.oneOf)
    mark(&schema.anyOf)
  }
}
