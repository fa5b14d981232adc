/// A declaration that keeps an old name of a module working.
package struct Shim: Sendable, Hashable {
  /// The old name: `Item.price`.
  package var name: String
  package var text: String
  /// The types that it mentions.
  package var types: [SwiftType]

  package init(name: String, text: String, types: [SwiftType]) {
    (self.name, self.text, self.types) = (name, text, types)
  }
}
