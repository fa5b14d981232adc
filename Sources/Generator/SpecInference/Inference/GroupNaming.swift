import APIModel

/// Puts the names of groups in place of their keys, and those without a name themselves.
package struct GroupNaming {
  private let groups: [String: SchemaGroup]
  /// Whether no group has a name.
  private let isInline: Bool
  /// The most groups within each other that are written without names.
  private static let deepest = 8
  /// The most groups that are written without names in one schema. Those that contain others several times would multiply.
  private static let most = 500

  package init(_ groups: [String: SchemaGroup], isInline: Bool = false) {
    (self.groups, self.isInline) = (groups, isInline)
  }

  /// Whether a group is written where it is used: an object with few properties, which say nothing uncertain.
  func isInline(_ key: String) -> Bool {
    if isInline { return true }
    guard let group = groups[key], !group.isKnown, group.uses == 1, group.tag == nil, !group.isElement,
      !group.hasOtherKeys, group.schema.discriminator == nil, group.schema.object.properties.count <= 3
    else { return false }
    return group.schema.object.properties.allSatisfy { property in
      let schema = property.schema
      if case .other? = schema.format { return false }
      return schema.comment == nil && schema.enumeration == nil && schema.children.isEmpty
        && schema.reference.map { groups[$0.text] == nil } ?? true
    }
  }

  /// The schema of a group, with its file as its place; nil if the group has no name, or is known.
  func schema(_ key: String) -> NamedSchema? {
    guard let group = groups[key], !group.isKnown, !isInline(key) else { return nil }
    let comments = [
      group.members.count == 1 ? "one sample" : nil,
      group.hasOtherKeys ? "without keys that can't be properties" : nil,
    ].compactMap(\.self)
    var schema = named(group.schema)
    if !comments.isEmpty { schema.comment = comments.joined(separator: "; ") }
    let file = group.files.count == 1 ? group.files.first.flatMap { $0 == "module" ? nil : $0 } : nil
    return NamedSchema(name: Name(group.name, span: .unknown(file: file ?? "common")), schema: schema)
  }

  /// - Parameter path: The groups around the schema that have no names, from the outside.
  package func named(_ schema: Schema, within path: [String] = []) -> Schema {
    var rest = Self.most
    return named(schema, within: path, &rest)
  }

  private func named(_ schema: Schema, within path: [String], _ rest: inout Int) -> Schema {
    guard let key = schema.reference?.text, let group = groups[key] else {
      var result = schema.mappingChildren { named($0, within: path, &rest) }
      var taken: Set<String> = []
      for place in result.object.properties.indices {
        result.object.properties[place].setSwiftName(besides: &taken)
      }
      // What repeats the key was for `Identifiers`.
      result.object.keys?.value.title = nil
      if result.object.keys?.value.isOnly(.string) == true { result.object.keys = nil }
      return result
    }
    var result = schema
    result.reference = nil
    if !isInline(key) {
      result.reference = Name(guess: group.name)
    } else if path.contains(key) || path.count >= Self.deepest || rest == 0 {
      // It would have to contain itself, is nested too deep, or is too much.
      result.isNullable = false
    } else {
      rest -= 1
      let content = named(group.schema, within: path + [key], &rest)
      (result.types, result.object) = (content.types, content.object)
    }
    return result
  }
}

extension Schema.Property {
  /// Sets a Swift name if its own isn't usable in Swift, or if another property has it.
  ///
  /// - Parameter taken: What the names of the object's other properties become, as `Words.folded` returns it.
  package mutating func setSwiftName(besides taken: inout Set<String>) {
    let words = Words.split(self.name.text)
    let first = words.first?.utf8.first
    let isUsual = first.map { $0.isASCIILetter || $0.isDigit } ?? false
    guard !taken.insert(Words.folded(self.name.text)).inserted || !isUsual else { return }
    var name = Words.member(words)
    if name.isEmpty { name = "value" }
    let base = name
    var number = 1
    while !taken.insert(name.lowercased()).inserted {
      number += 1
      name = "\(base)\(number)"
    }
    schema.swiftName = Name(guess: name)
  }
}
