/// What can be different between two surfaces.
package enum ChangeKind: String, Sendable, CaseIterable {
  // What no longer compiles.
  case removed
  case renamed
  case moved
  case retyped
  case kindChanged = "kind-changed"
  case becameOptional = "became-optional"
  case becameRequired = "became-required"
  case becameReadOnly = "became-read-only"
  case newRequiredArgument = "new-required-argument"
  case reordered
  case newCase = "new-case"
  case conformanceLost = "conformance-lost"
  case accessLowered = "access-lowered"
  /// The module's target imports something else, so its manifest needs a line.
  case newDependency = "new-dependency"
  // What compiles as before.
  case added
  case deprecated

  /// Whether an app that uses the declaration doesn't compile any more.
  package var breaks: Bool { self != .added && self != .deprecated }
  /// Whether every app with the module has to do something, whatever it uses.
  package var concernsEveryApp: Bool { self == .newDependency }
}
