/// Which words of a place may be kept, by the names around it.
package enum WordPlace: Sendable {
  /// The name of the place decides.
  case ordinary
  /// In an error. What it repeats of the request isn't kept.
  case error
  /// The body of a JSON-RPC call, whose members are arguments.
  case call
  /// The arguments of a call: values without names, of which nobody knows what they are. A passphrase may be among them.
  case arguments
  /// In a list of arguments.
  case argument
  /// What an error repeats of the request.
  case echo

  /// What a member's name says about this.
  package enum Name: Sendable { case ordinary, error, arguments, echo }

  /// Whether words may be kept here, if the name of the place allows it.
  package var keepsWords: Bool {
    switch self {
    case .ordinary, .error, .call: true
    case .arguments, .argument, .echo: false
    }
  }

  /// The place of a member.
  package func inside(_ name: Name) -> WordPlace {
    switch (self, name) {
    case (.echo, _), (.error, .echo), (.error, .arguments): .echo
    case (_, .error): .error
    case (_, .arguments), (.call, _): .arguments
    case (.error, .ordinary): .error
    case (_, .ordinary), (_, .echo): .ordinary
    }
  }

  /// The place of an element.
  package var inList: WordPlace { self == .arguments ? .argument : self }

  package func inside(_ name: String) -> WordPlace { inside(Name(name)) }
}

extension WordPlace.Name {
  package init(_ name: String) {
    let name = name.lowercased()
    self =
      ErrorConvention.members.contains(name)
      ? .error
      : NameWords.isOfArguments(name) ? .arguments : Self.echoes.contains(name) ? .echo : .ordinary
  }

  /// Members of errors that repeat what was sent, or say more about it.
  private static let echoes: Set<String> = [
    "args", "arguments", "context", "data", "debug", "details", "extra", "info", "input", "meta", "params",
    "received", "request", "value", "values",
  ]
}
