/// The place of a schema, which determines the name of a type declared for it.
struct Place {
  /// The names of the enclosing types.
  var enclosing: [String]
  var name: String
  /// The name of an element's type, if this is a list or a map that has the name itself.
  var elementName: String?

  init(enclosing: [String] = [], name: String, elementName: String? = nil) {
    self.enclosing = enclosing
    self.name = name
    self.elementName = elementName
  }

  /// The place of a named schema that becomes a `typealias` if Swift already has its type.
  init(alias name: String) { self.init(name: name, elementName: name + "Element") }

  /// The names of the types from the top of the module to this place.
  var path: [String] { enclosing + [name] }

  /// A place within the type of this one.
  ///
  /// - Parameters:
  ///   - word: the name in the spec, or the one that the spec gives it in Swift.
  ///   - taken: names of the module's types, which a nested type of the same name would hide.
  ///   - others: names that generated code needs within this type.
  func property(_ word: String, avoiding taken: Set<String>, and others: Set<String> = []) -> Place {
    var nested = SwiftName.nestedType(word)
    while taken.contains(nested) || others.contains(nested) || unusableNestedTypeNames.contains(nested)
      || nested == name || enclosing.contains(nested)
    {
      nested += "Value"
    }
    return Place(enclosing: path, name: nested)
  }

  /// The same place with a name that the spec sets.
  func called(_ name: String, avoiding taken: Set<String>) -> Place {
    guard let outer = enclosing.last else { return Place(name: SwiftName.type(name)) }
    return Place(enclosing: enclosing.dropLast(), name: outer).property(name, avoiding: taken)
  }

  /// Elements have the name of their list or map: a type `Crew` is one element of `crew: [Crew]`.
  var element: Place { Place(enclosing: enclosing, name: elementName ?? name) }

  var key: Place { Place(enclosing: enclosing, name: name + "Key") }
}
