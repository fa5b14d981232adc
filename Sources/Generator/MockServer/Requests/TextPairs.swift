import APIModel

/// The parameters in the query and in the form of a request.
struct SentPairs {
  let query: TextPairs
  let form: TextPairs
  /// Those of both, among which are the client's parameters.
  let all: TextPairs
  /// Whether an endpoint reads all parameters from both places.
  private let isEither: Bool
  private let hasNoBody: Bool

  init(_ endpoint: Endpoint, _ request: MockRequest, query: [TextPair], form: [TextPair]) {
    all = TextPairs(query + form)
    // Clients that send a long GET as a POST put the query into the form.
    isEither = endpoint.methods.contains(.get) && endpoint.methods.contains(.post)
    self.query = isEither ? all : TextPairs(query)
    // Without a body, the form is the query.
    hasNoBody = !Endpoint.Method(other: request.method).allowsBody
    self.form = isEither ? all : TextPairs(hasNoBody ? query : form)
  }

  /// Whether the endpoint reads its parameters of a location from a place, which is the query or the form.
  func areRead(_ location: Parameter.Location, from place: Parameter.Location) -> Bool {
    switch location {
    case .query: place == .query || isEither
    case .form: place == .form || isEither || hasNoBody
    case .path, .header, .cookie, .url: false
    }
  }
}

/// The pairs in a place of a request, by the parts of their names before brackets, so that each parameter looks only at
/// its own.
struct TextPairs {
  /// In the order in which they were sent.
  let all: [TextPair]
  private let groups: [Substring: [TextPair]]

  init(_ pairs: [TextPair]) {
    all = pairs
    groups = Dictionary(grouping: pairs) { Self.base(of: $0.name) }
  }

  private static func base(of name: String) -> Substring { name.prefix { $0 != "[" } }

  /// The texts of the pairs with a name.
  func texts(_ name: String) -> [SentText] {
    (groups[Self.base(of: name)] ?? []).filter { $0.name == name }.map(\.text)
  }

  /// The pairs with a name, or with the name and brackets after it.
  func nested(_ name: String) -> [TextPair] {
    (groups[Self.base(of: name)] ?? []).filter { $0.name == name || $0.name.hasPrefix("\(name)[") }
  }
}
