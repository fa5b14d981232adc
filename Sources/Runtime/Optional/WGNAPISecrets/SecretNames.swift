import HTTPTypes
import WGNAPISupport
import WGNAPITransport

/// The names of parameters, keys and header fields whose values are secrets.
package struct SecretNames: Sendable {
  /// Names as ``plain(_:)`` returns them.
  private let exact: Set<String>
  let kept: Set<String>

  /// - Parameters:
  ///   - names: The names whose values are secrets, besides those that end like names of secrets.
  ///   - kept: Names whose values aren't secrets however they end, as ``plain(_:)`` returns them.
  package init(_ names: Set<String> = SecretNames.standard, keeping kept: Set<String> = []) {
    exact = Set(names.map { Self.plain($0) })
    self.kept = kept
  }

  /// The names in pairs `name=value`, of URLs, forms and cookies.
  package var inPairs: SecretNames {
    SecretNames(exact: exact.union(Self.pairNames.subtracting(kept)), kept: kept)
  }

  private init(exact: Set<String>, kept: Set<String>) { (self.exact, self.kept) = (exact, kept) }

  package func contains(_ name: some StringProtocol) -> Bool {
    let plain = Self.plain(name)
    if exact.contains(plain) { return true }
    guard !kept.contains(plain) else { return false }
    guard let ending = Self.endings.first(where: { plain.hasSuffix($0) }) else {
      return PasswordWords.occur(in: name, plain)
    }
    let rest = plain.dropLast(ending.count)
    return ending != "token" || !Self.positions.contains { rest.hasSuffix($0) }
  }

  /// Whether values of a name in URLs and forms are secrets if nobody could guess them: tickets of logins are, and the numbers of
  /// tickets for concerts and of questions to a service aren't.
  func containsTicket(_ name: some StringProtocol) -> Bool {
    let plain = Self.plain(name)
    return plain == "ticket" && !kept.contains(plain)
  }

  /// Whether a ticket has many letters and digits side by side: `ST-1856339-aA5Yuvrxzpv8Tau1cYQ7`.
  static func isUnguessable(ticket: some Collection<UInt8>) -> Bool {
    ticket.split { !$0.isDigit && !$0.isLetter }.contains { part in
      part.count >= 12 && part.contains { $0.isDigit } && part.contains { $0.isLetter }
    }
  }

  /// Whether the values of a header field are secrets. Fields such as `X-Shop-Key` and `Ocp-Apim-Subscription-Key` are: what a
  /// service names after itself and calls a key nearly always lets somebody in.
  package func contains(field name: String) -> Bool {
    guard let field = HTTPField.Name(name), !field.isSecret, !contains(name) else { return true }
    let plain = Self.plain(name)
    let lowercased = name.lowercased()
    let own = lowercased.hasPrefix("x-") ? String(plain.dropFirst()) : plain
    guard !kept.contains(plain), !Self.harmlessKeys.contains(own) else { return false }
    return plain.contains("apikey") || Self.fieldEndings.contains { lowercased.hasSuffix($0) }
  }

  /// Whether texts in lists with a name are secrets. Numbers of such a name count parts of a text.
  package func containsList(_ name: some StringProtocol) -> Bool {
    let name = Self.plain(name)
    return !kept.contains(name) && (name == "tokens" || Self.listEndings.contains { name.hasSuffix($0) })
  }

  /// The name in lowercase, without `_` and `-`.
  package static func plain(_ name: some StringProtocol) -> String {
    name.lowercased().filter { $0 != "_" && $0 != "-" }
  }
}
