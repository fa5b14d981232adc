/// How an app uses a declaration, as far as a change concerns it.
package struct DeclarationUse: Sendable, Hashable {
  package enum Manner: Sendable, Hashable {
    /// Any reference to it.
    case anyUse
    /// A reference to it or to one of its members.
    case anyPart
    /// A read of its value. At the end of an optional chain (`card?.title`), an optional value has the same type.
    case reading
    case writing
    /// The projected value of a property: `item.$note`.
    case projected
    /// A `switch` over its cases that has no `default`.
    case switched
    /// A call with one of these arguments.
    case passing(Set<String>)
    /// A call without one of these arguments.
    case omitting(Set<String>)
    /// A call with one of these arguments, written as a literal.
    case passingLiteral(Set<String>)
    /// A call with one of these arguments, not written as a literal.
    case passingValue(Set<String>)
    /// A call with several of these arguments. The two lists are the old order and the new order.
    case ordered([String], [String])
  }

  /// Its name from the top of the module: `Item.title`, `Client.item(id:detail:)`; empty for the module itself.
  package var declaration: String
  package var manner: Manner
}
