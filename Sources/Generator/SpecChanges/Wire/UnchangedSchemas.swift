import APIModel

/// The schemas that are the same in two versions, with everything that they refer to. There is nothing to compare in them.
struct UnchangedSchemas {
  private var names: Set<String>
  private(set) var validators: SameValidators

  /// The same with what is written and what is read in each other's place.
  var reversed: UnchangedSchemas {
    var copy = self
    copy.validators = validators.reversed
    return copy
  }

  /// - Parameters:
  ///   - writer: the module whose values are written.
  ///   - reader: the module that reads them.
  init(_ writer: Module, _ reader: Module) {
    validators = SameValidators(writer.schemaGraph, reader.schemaGraph)
    let known = Dictionary(reader.schemas.map { ($0.name.text, $0.schema) }) { first, _ in first }
    let all = Dictionary(writer.schemas.map { ($0.name.text, $0.schema) }) { first, _ in first }
    names = []
    for (name, schema) in all {
      if let other = known[name], validators.areSame(schema, other), schema.demandsTheSame(as: other) {
        names.insert(name)
      }
    }
    // What refers to a schema that has changed has changed, too.
    var users: [String: [String]] = [:]
    for name in names {
      for target in all[name]?.references ?? [] { users[target, default: []].append(name) }
    }
    var changed = users.keys.filter { !names.contains($0) }
    while let name = changed.popLast() {
      for user in users[name] ?? [] where names.remove(user) != nil { changed.append(user) }
    }
  }

  /// Whether both schemas are the same, and what they refer to is unchanged.
  func areUnchanged(_ written: Schema, _ read: Schema) -> Bool {
    // Most schemas that differ do so here.
    guard written.reference?.text == read.reference?.text, written.types == read.types,
      written.isNullable == read.isNullable,
      written.object.properties.count == read.object.properties.count
    else { return false }
    return written.references.allSatisfy(names.contains) && validators.areSame(written, read)
      && written.demandsTheSame(as: read)
  }
}

/// Finds out whether documents that validate values are the same in two versions.
struct SameValidators {
  private let written: SchemaGraph?
  private let read: SchemaGraph?

  init(_ written: SchemaGraph?, _ read: SchemaGraph?) { (self.written, self.read) = (written, read) }

  var reversed: SameValidators { SameValidators(read, written) }

  /// Whether two schemas are validated by the same documents, and so are their parts.
  func areSame(_ schema: Schema, _ other: Schema) -> Bool {
    let (own, known) = (schema.validators, other.validators)
    return own.count == known.count && zip(own, known).allSatisfy { areSame($0, $1) }
  }

  /// Whether two schemas of documents have the same keywords, and so does everything that they refer to.
  func areSame(_ id: SchemaNode.ID, _ other: SchemaNode.ID) -> Bool {
    guard let written, let read else { return false }
    var pending = [(id, other)]
    var seen: Set<[Int]> = []
    while let (id, other) = pending.popLast() {
      guard seen.insert([id.position, other.position]).inserted else { continue }
      let (node, otherNode) = (written[id], read[other])
      guard case .keywords(let keywords) = node.content, case .keywords(let others) = otherNode.content else {
        if node.content == otherNode.content { continue }
        return false
      }
      guard keywords.count == others.count else { return false }
      for (keyword, other) in zip(keywords, others) {
        guard keyword.map({ _ in 0 }) == other.map({ _ in 0 }) else { return false }
        pending += zip(keyword.subschemas, other.subschemas)
      }
      // What a dynamic reference means depends on the resources on the way to it.
      let (resource, otherResource) = (
        written.resources[node.resource], read.resources[otherNode.resource]
      )
      guard resource.dynamicAnchors.map(\.name) == otherResource.dynamicAnchors.map(\.name) else {
        return false
      }
      pending += zip(resource.dynamicAnchors.map(\.node), otherResource.dynamicAnchors.map(\.node))
    }
    return true
  }
}

extension SchemaKeyword {
  fileprivate var subschemas: [Child] {
    if case .inText(let limits) = self { return [limits] }
    return children + [target].compactMap(\.self)
  }
}
