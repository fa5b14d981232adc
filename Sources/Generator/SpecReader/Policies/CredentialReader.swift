import APIModel
import Diagnostics
import SpecYAML

/// Words that mean something else under `authentication`.
package let reservedCredentialNames: Set<String> = ["none", "bearer", "parameter", "header", "anyOf"]

/// Reads the credentials of a module.
struct CredentialReader {
  let report: Report

  private static let keys =
    ["scheme", "prefix", "refusals", "summary", "docs", "swiftName"] + placeKeys + oauthKeys
  private static let placeKeys = CredentialDefinition.Place.allCases.map(\.rawValue)
  private static let urlKeys = ["authorizationURL", "tokenURL", "deviceURL"]
  private static let oauthKeys = urlKeys + ["scopes"]
  private static let schemes = ["bearer", "basic", "apiKey", "oauth2"]

  private static let hints = [
    "type": "write 'scheme: bearer', 'basic', 'apiKey' or 'oauth2'",
    "in": "write the place as a key: 'header: X-Api-Key'",
    "name": "write the name beside its place: 'header: X-Api-Key'",
    "flows": "write the addresses beside 'scheme': 'authorizationURL', 'tokenURL', 'deviceURL'",
    "authorizationUrl": "write 'authorizationURL'",
    "tokenUrl": "write 'tokenURL'",
    "refreshUrl": "tokens are refreshed at the 'tokenURL'",
    "description": "a credential has a 'summary' and 'docs'",
    "value": "a secret doesn't belong in a spec; it is given to the client",
  ]

  func credentials(_ node: YAMLNode) -> [CredentialDefinition] {
    var credentials: [CredentialDefinition] = []
    for entry in report.entries(node, for: "'credentials'", areWireNames: true) {
      let name = Name(entry.name, span: entry.key.occurrence)
      guard report.checkDefinitionName(name, of: "a credential") else { continue }
      if reservedCredentialNames.contains(name.text) {
        let hint =
          name.text == "bearer" ? "'authentication: bearer' means a token for each call" : "it has a meaning"
        report.error(
          .reservedName, "a credential can't be called '\(name.text)': \(hint) under 'authentication'",
          at: name.span)
        continue
      }
      if let credential = credential(name, entry.value) { credentials.append(credential) }
    }
    return credentials
  }

  private func credential(_ name: Name, _ node: YAMLNode) -> CredentialDefinition? {
    guard
      let fields = Fields(
        node, what: "a credential", keys: Self.keys, hints: Self.hints, form: "{scheme: bearer}",
        report: report)
    else { return nil }
    fields.require("scheme", in: "the credential '\(name.text)'", hint: ": \(alternatives(Self.schemes))")
    guard let word = fields.placedText("scheme") else { return nil }
    var credential = CredentialDefinition(
      name: name, swiftName: fields.swiftName(),
      documentation: Documentation(summary: fields.text("summary"), details: fields.text("docs")),
      scheme: .bearer)
    var allowed: [String] = []
    switch word.text {
    case "bearer": break
    case "basic": credential.scheme = .basic
    case "apiKey":
      guard let scheme = apiKey(fields, named: name.text) else { return nil }
      credential.scheme = scheme
      allowed = Self.placeKeys + ["prefix"]
    case "oauth2":
      credential.scheme = .oauth2(oauth2(fields, named: name.text))
      allowed = Self.oauthKeys
    default:
      let others = ["http": "bearer", "token": "bearer", "key": "apiKey", "oauth": "oauth2"]
      report.error(
        .invalidValue,
        "the scheme of a credential is \(alternatives(Self.schemes)), not '\(abbreviate(word.text))'",
        at: word.span,
        suggestion: others[word.text.lowercased()]
          ?? Self.schemes.first { $0.lowercased() == word.text.lowercased() }
          ?? report.suggestion(for: word.text, in: Self.schemes))
      return nil
    }
    for key in Self.placeKeys + Self.oauthKeys + ["prefix"]
    where fields[key] != nil && !allowed.contains(key) {
      report.error(
        .misplacedKey, "'\(key)' has no meaning for the scheme '\(word.text)'", at: fields.keySpan(key))
    }
    readRefusals(fields, into: &credential)
    return credential
  }

  private func apiKey(_ fields: Fields, named name: String) -> CredentialDefinition.Scheme? {
    let present = fields.requireAtMostOne(of: Self.placeKeys, in: "the credential '\(name)'")
    guard let key = present.first, let place = CredentialDefinition.Place(rawValue: key) else {
      report.error(
        .missingKey, "the credential '\(name)' needs its place: \(alternatives(Self.placeKeys))",
        at: fields.node.startSpan)
      return nil
    }
    guard let wireName = fields.placedText(key) else { return nil }
    switch place {
    case .header, .cookie: guard report.checkToken(wireName, of: "a \(key)") else { return nil }
    case .query, .path, .form:
      guard report.checkWireName(wireName, of: "a parameter") else { return nil }
    }
    let prefix = fields.placedText("prefix")
    if let prefix {
      if place != .header {
        report.error(
          .misplacedKey, "'prefix' precedes a key in a header field only", at: fields.keySpan("prefix"))
      } else if !prefix.text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) {
        report.error(.invalidValue, "'prefix' has a character that no header field may have", at: prefix.span)
        return nil
      }
    }
    return .apiKey(place, name: wireName, prefix: prefix?.text)
  }

  private func oauth2(_ fields: Fields, named name: String) -> CredentialDefinition.OAuth2 {
    func url(_ key: String) -> String? { fields[key].flatMap { report.secretURL($0, for: "'\(key)'") } }
    let flows = CredentialDefinition.OAuth2(
      authorizationURL: url("authorizationURL"), tokenURL: url("tokenURL"), deviceURL: url("deviceURL"),
      scopes: fields["scopes"].map(scopes) ?? [])
    fields.require("tokenURL", in: "the credential '\(name)'")
    return flows
  }

  /// A list, or a mapping of scopes to what they allow.
  private func scopes(_ node: YAMLNode) -> [Name] {
    let names: [Name]
    if node.mapping != nil {
      names = report.entries(node, for: "'scopes'", areWireNames: true).map {
        Name($0.name, span: $0.key.occurrence)
      }
    } else {
      names = report.names(node, of: "scopes", for: "'scopes'")
    }
    return names.filter { name in
      let isScope = name.text.utf8.allSatisfy { (0x21..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }
      if !isScope {
        report.error(
          .invalidName, "'\(abbreviate(name.text))' can't be a scope: no spaces, quotes or accents",
          at: name.span)
      }
      return isScope
    }
  }

  private func readRefusals(_ fields: Fields, into credential: inout CredentialDefinition) {
    guard let node = fields["refusals"],
      let refusals = Fields(node, what: "'refusals'", keys: ["statuses", "errors"], report: report)
    else { return }
    credential.refusalStatuses = refusals["statuses"].map { node in
      report.list(node, of: "status codes", for: "'statuses'").compactMap {
        report.integer($0, for: "a status code by which a credential is refused", in: 400...499)
      }
    }
    credential.refusalErrors =
      refusals["errors"].map { report.names($0, of: "errors", for: "'errors'").map { .init(message: $0) } }
      ?? []
  }
}

/// Reads the credentials that an endpoint needs.
extension CredentialReader {
  /// `token`, `[a, b]`, `{user: [read]}` or `{anyOf: […]}`.
  func requirement(_ node: YAMLNode) -> [[CredentialUse]]? {
    guard let mapping = node.mapping, mapping["anyOf"] != nil else { return together(node).map { [$0] } }
    guard let fields = Fields(node, what: "'authentication'", keys: ["anyOf"], report: report),
      let list = fields["anyOf"]
    else { return nil }
    let items = report.list(list, of: "credentials", for: "'anyOf'")
    if list.items != nil, items.count < 2 {
      report.error(
        .valueOutOfRange, "'anyOf' needs at least two credentials to choose from", at: list.occurrence)
    }
    let all = items.compactMap { $0.text == "none" ? [] : together($0) }
    return all.isEmpty ? nil : all
  }

  /// Credentials that are sent together.
  private func together(_ node: YAMLNode) -> [CredentialUse]? {
    if node.mapping != nil {
      return report.entries(node, for: "'authentication'", areWireNames: true).map { entry in
        CredentialUse(
          name: Name(entry.name, span: entry.key.occurrence),
          scopes: report.names(entry.value, of: "scopes", for: "'\(abbreviate(entry.name))'"))
      }.nonEmpty ?? emptyMapping(node)
    }
    if node.items != nil {
      let uses = report.list(node, of: "credentials", for: "'authentication'").flatMap { together($0) ?? [] }
      return uses.nonEmpty
    }
    return report.name(node, for: "'authentication'").map { [CredentialUse(name: $0)] }
  }

  private func emptyMapping(_ node: YAMLNode) -> [CredentialUse]? {
    report.mismatch(
      node, expected: "the name of a credential, a list of names, {name: [scopes]}, {anyOf: [...]} or 'none'",
      for: "'authentication'")
    return nil
  }

  /// Reports undefined names. Returns whether all are defined.
  func check(_ alternatives: [[CredentialUse]], among credentials: [CredentialDefinition]) -> Bool {
    var isRight = true
    for use in alternatives.joined() {
      guard let credential = credentials.first(where: { $0.name.text == use.name.text }) else {
        isRight = false
        let tail =
          credentials.isEmpty
          ? "; define it under 'credentials' of the module, or write 'bearer' or {header: name}" : ""
        report.unknown(
          .unknownCredential, "credential", use.name,
          among: credentials.map(\.name.text), tail: tail)
        continue
      }
      guard let first = use.scopes.first else { continue }
      guard case .oauth2(let flows) = credential.scheme else {
        report.error(
          .conflictingKeys, "'\(use.name.text)' has no scopes: only the scheme 'oauth2' has", at: first.span)
        continue
      }
      let known = flows.scopes.map(\.text)
      for scope in use.scopes where !known.contains(scope.text) {
        report.unknown(
          .unknownCredential, "scope", scope, among: known,
          tail: known.isEmpty ? "; list it under 'scopes' of '\(use.name.text)'" : "")
      }
    }
    return isRight
  }
}

extension Array {
  fileprivate var nonEmpty: Self? { isEmpty ? nil : self }
}
