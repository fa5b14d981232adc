import Diagnostics

/// One change of the API, with everything that it does to an app.
package struct Difference: Sendable {
  package var kind: ChangeKind
  package var module: String
  /// What changed, by its old name in Swift: `Item.price`.
  package var place: String
  /// One line, in lower case, about the place: "became optional".
  package var message: String
  /// Where the old version and the new one describe it; nil where it doesn't exist.
  package var old: SourceSpan?
  package var new: SourceSpan?
  /// Where the new version describes what it belongs to.
  package var around: SourceSpan?
  /// The lines of an app that it concerns.
  package var rewrites: [Rewrite] = []
}

/// A line of an app, and what replaces it.
package struct Rewrite: Sendable, Hashable {
  /// The line that no longer compiles; nil for a new declaration.
  package var before: CodeLine?
  /// The line to write; nil if nothing replaces it.
  package var after: CodeLine?
}

/// A line of Swift, with the variables that it takes from around.
package struct CodeLine: Sendable, Hashable {
  package struct Variable: Sendable, Hashable {
    package var name: String
    package var type: String
  }

  package var text: String
  package var variables: [Variable]

  init(_ text: String, _ variables: [Variable] = []) { (self.text, self.variables) = (text, variables) }
}
