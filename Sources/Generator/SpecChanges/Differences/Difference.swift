import Diagnostics

/// One change of the API, with everything that it does to an app.
package struct Difference: Sendable {
  package var kind: ChangeKind
  package var module: String
  /// The module's old name.
  package var oldModule: String
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
  /// The uses in an app that the change concerns.
  package var uses: [DeclarationUse] = []
  /// The places of these uses in the app; nil without an app.
  package var places: [AppPlace]?
  /// How often recorded traffic has it: `in 312 of 340`.
  package var share: String?
}

/// A line of an app, and what replaces it.
package struct Rewrite: Sendable, Hashable {
  /// The line that no longer compiles; nil for a new declaration.
  package var before: CodeLine?
  /// The line to write; nil if nothing replaces it.
  package var after: CodeLine?

  /// Whether another one has the same lines.
  func isWritten(like other: Rewrite) -> Bool {
    func lines(_ rewrite: Rewrite) -> [CodeLine?] {
      [rewrite.before, rewrite.after].map { line in line.map { CodeLine($0.text, $0.variables) } }
    }
    return lines(self) == lines(other)
  }
}

/// A line of Swift, with the variables that it takes from around.
package struct CodeLine: Sendable, Hashable {
  package struct Variable: Sendable, Hashable {
    package var name: String
    package var type: String
  }

  package var text: String
  package var variables: [Variable]

  /// What an app with the line uses.
  var uses: [DeclarationUse]

  init(_ text: String, _ variables: [Variable] = [], uses: [DeclarationUse] = []) {
    (self.text, self.variables, self.uses) = (text, variables, uses)
  }

  /// Another line with this one in it.
  func within(_ text: String) -> CodeLine { CodeLine(text, variables, uses: uses) }
}
