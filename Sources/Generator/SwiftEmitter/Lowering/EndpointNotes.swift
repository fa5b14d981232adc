import APIModel

/// What a spec says about an endpoint besides its parameters and its answer, in a sentence each: "Answers are cached for
/// 10 minutes."
struct EndpointNotes {
  private let endpoint: Endpoint
  private let defaultCredentials: [[CredentialUse]]?

  /// - Parameter defaultCredentials: The credentials that the module's endpoints need by default.
  init(_ endpoint: Endpoint, defaultCredentials: [[CredentialUse]]?) {
    self.endpoint = endpoint
    self.defaultCredentials = defaultCredentials
  }

  var all: [String] { [servers, credentials, pages, lifetime].compactMap(\.self) }

  private var servers: String? {
    guard let servers = endpoint.servers, !servers.isEmpty else { return nil }
    return "Only on the servers \(servers.map { DocComment.code($0.text) }.joined(separator: ", "))."
  }

  /// What differs from the module's default, which most endpoints share.
  private var credentials: String? {
    guard case .credentials(let alternatives) = endpoint.policies.authentication else {
      return defaultCredentials == nil ? nil : "Needs no credential."
    }
    if let defaultCredentials, alternatives.asksForTheSame(as: defaultCredentials) { return nil }
    let needed = alternatives.filter { !$0.isEmpty }
    guard !needed.isEmpty else { return defaultCredentials == nil ? nil : "Needs no credential." }
    let names = needed.map { uses in uses.map(name).joined(separator: " and ") }.joined(separator: ", or ")
    return needed.count < alternatives.count ? "Sends \(names), if the client has it." : "Needs \(names)."
  }

  private func name(_ use: CredentialUse) -> String {
    let name = DocComment.code(use.name.text)
    guard !use.scopes.isEmpty else { return name }
    let scopes = use.scopes.map { DocComment.code($0.text) }.joined(separator: ", ")
    return "\(name) with the \(use.scopes.count == 1 ? "scope" : "scopes") \(scopes)"
  }

  private var pages: String? {
    switch endpoint.policies.pagination?.style {
    case nil: nil
    case .snapshot: "Returns ids; `client.pages(snapshot:fetching:)` returns what has them."
    default: "Returns one page; `client.pages(…)` returns all of them."
    }
  }

  private var lifetime: String? {
    guard case .lifetime(let seconds) = endpoint.policies.cache, seconds > 0 else { return nil }
    return "Answers are cached for \(Self.text(seconds: seconds))."
  }

  /// `600` → "10 minutes", in the largest unit that needs no fraction.
  private static func text(seconds: Int) -> String {
    let units = [(86_400, "day"), (3_600, "hour"), (60, "minute")]
    let (length, name) = units.first { seconds.isMultiple(of: $0.0) } ?? (1, "second")
    let count = seconds / length
    return "\(count) \(name)\(count == 1 ? "" : "s")"
  }
}
