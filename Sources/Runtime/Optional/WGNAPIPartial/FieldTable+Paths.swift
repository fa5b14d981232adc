import WGNAPIJSON

/// Finds the field for a key path.
extension FieldTable {
  /// Returns the index of the field with this offset and type; nil if there is none, or more than one.
  func index(at offset: Int, as type: Any.Type) -> Int? {
    var found: Int?
    for index in 0..<count where fields[index].offset == offset {
      guard fields[index].operations.slotType == type else { continue }
      // Values without size can have the same offset.
      guard found == nil else { return nil }
      found = index
    }
    if found == nil, let additional, additional.offset == offset, additional.operations.slotType == type {
      return count
    }
    return found
  }

  /// Returns a field's wire name; nil for the elements of a tuple and for additional keys.
  package func name(at index: Int) -> String? {
    form == .object && index < count ? fields[index].key.text : nil
  }

  /// Returns whether the service omits a field unless a request names it.
  func isExtra(_ index: Int) -> Bool { extraFields.contains(index) }
}

extension JSONModel {
  /// Returns the index of the field for a key path; `count` for additional keys, and nil if there is none.
  ///
  /// Stored properties are found by their offset, which is the same for the key paths of all modules.
  /// Properties with wrappers and attributes are computed; the layout and `DeprecatedFields` list them.
  package static func index(of path: PartialKeyPath<Self>) -> Int? {
    let table = layout.table
    if let offset = MemoryLayout<Self>.offset(of: path),
      let index = table.index(at: offset, as: Swift.type(of: path).valueType)
    {
      return index
    }
    for alias in table.aliases where alias.path == path { return alias.index }
    guard let deprecated = (Self.self as? any DeprecatedFields.Type)?.deprecatedPaths else { return nil }
    guard let name = deprecated.first(where: { $0.path == path })?.name else { return nil }
    return table.position(of: name)
  }
}
