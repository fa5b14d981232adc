/// Where a schema stands: decides what a type that it needs is called.
struct Place {
  /// The enclosing types' names.
  var enclosing: [String]
  var name: String
  /// What an element is called, if this is a list or a map that has the name itself.
  var elementName: String?

  init(enclosing: [String] = [], name: String, elementName: String? = nil) {
    self.enclosing = enclosing
    self.name = name
    self.elementName = elementName
  }

  /// The place of a type that becomes a `typealias` where Swift has it already.
  init(alias name: String) { self.init(name: name, elementName: name + "Element") }

  /// The names of the types from the module's top to the one of this place.
  var path: [String] { enclosing + [name] }

  /// Within the type of this place.
  ///
  /// - Parameters:
  ///   - taken: names of the module's types: a nested type of the same name would hide them.
  ///   - others: names that generated code needs within this one type.
  func property(_ wireName: String, avoiding taken: Set<String>, and others: Set<String> = []) -> Place {
    var nested = SwiftName.nestedType(wireName)
    while taken.contains(nested) || others.contains(nested) || unusableNestedTypeNames.contains(nested)
      || nested == name || enclosing.contains(nested)
    {
      nested += "Value"
    }
    return Place(enclosing: path, name: nested)
  }

  /// The same place, for a type with a name that the spec sets.
  func called(_ name: String, avoiding taken: Set<String>) -> Place {
    guard let outer = enclosing.last else { return Place(name: SwiftName.type(name)) }
    return Place(enclosing: enclosing.dropLast(), name: outer).property(name, avoiding: taken)
  }

  /// Elements of a list or a map go by the name of the whole: a type `Crew` is one element of `crew: [Crew]`.
  var element: Place { Place(enclosing: enclosing, name: elementName ?? name) }

  var key: Place { Place(enclosing: enclosing, name: name + "Key") }
}
