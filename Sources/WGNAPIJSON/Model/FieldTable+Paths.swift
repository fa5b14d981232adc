/// Finds the field that a key path is that of.
extension FieldTable {
  /// Which field lies at an offset and is kept as a type; nil where there is none, or no telling which.
  func index(at offset: Int, as type: Any.Type) -> Int? {
    var found: Int?
    for index in 0..<count where fields[index].offset == offset {
      guard fields[index].operations.slotType == type else { continue }
      // Values that take no memory may lie at one place.
      guard found == nil else { return nil }
      found = index
    }
    if found == nil, let additional, additional.offset == offset, additional.operations.slotType == type {
      return count
    }
    return found
  }

  /// A field's wire name; nil for elements of a tuple and for additional keys, which have none.
  package func name(at index: Int) -> String? {
    form == .object && index < count ? fields[index].key.text : nil
  }

  /// Whether a field comes only when it is asked for by name.
  package func isExtra(_ index: Int) -> Bool { extraFields.contains(index) }
}

extension JSONModel {
  /// The index of the field that a key path is that of, `count` for that of additional keys.
  ///
  /// Stored properties are found by where they are stored: that is the same whichever module made the key path. Those
  /// behind wrappers and attributes are computed; the layout and ``DeprecatedFields`` say which these are.
  package static func index(of path: PartialKeyPath<Self>) -> Int? {
    let table = layout.table
    if let offset = MemoryLayout<Self>.offset(of: path),
      let index = table.index(at: offset, as: Swift.type(of: path).valueType)
    {
      return index
    }
    if let index = table.aliases[path] { return index }
    guard let deprecated = (Self.self as? any DeprecatedFields.Type)?.deprecatedPaths else { return nil }
    guard let name = deprecated.first(where: { $0.path == path })?.name else { return nil }
    var key = name
    return key.withUTF8 { table.keys.find($0) }
  }
}

/// A model with deprecated properties, which are computed ones, and which its layout can't name without a warning.
public protocol DeprecatedFields {
  /// The properties' wire names and key paths.
  static var deprecatedPaths: [(name: String, path: AnyKeyPath)] { get }
}
