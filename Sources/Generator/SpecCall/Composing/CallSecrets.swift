import APIModel
import CallComposing
import SchemaValues

import struct WGNAPISupport.Redaction

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The secrets of a call: which ones are sent, and how they are hidden.
struct CallSecrets {
  let module: Module
  let endpoint: Endpoint
  let environment: CallEnvironment
  let index: SchemaIndex

  /// The alternatives of credentials that the endpoint allows.
  private func alternatives(at other: OtherServer?) -> [[CredentialUse]] {
    let all: [[CredentialUse]] =
      switch endpoint.policies.authentication {
      case .credentials(let own): own
      case nil: module.authentication ?? []
      case .some: []
      }
    // Another server gets only those that it lists.
    guard let secrets = other?.secrets.map(\.text) else { return all }
    return all.filter { $0.allSatisfy { secrets.contains($0.name.text) } }
  }

  /// The credentials that are sent: the alternative with the most of them, as far as they are there.
  ///
  /// - Parameter allowsMissing: whether credentials may be missing, because only their variables are shown.
  func uses(
    _ arguments: CallArguments, at other: OtherServer?, allowsMissing: Bool
  ) throws(CallRefusal) -> [CredentialDefinition] {
    let alternatives = alternatives(at: other)
    let usable = alternatives.filter { $0.allSatisfy { arguments.credentials[$0.name.text] != nil } }
    let longest = usable.map(\.count).max()
    var chosen = usable.first { $0.count == longest }
    if chosen == nil, allowsMissing {
      // The client needs some of them anyway.
      let needed = module.authentication?.indispensable ?? []
      chosen =
        alternatives.first { !$0.isEmpty && $0.allSatisfy { needed.contains($0.name.text) } }
        ?? alternatives.first
    }
    guard let chosen else {
      guard let first = alternatives.first else { return [] }
      let wanted = alternatives.map { alternative in
        alternative.flatMap { definition($0).map(environment.variables) ?? [] }.joined(separator: " and ")
      }
      throw CallRefusal(
        "\(endpoint.operation) needs a credential; set \(wanted.joined(separator: ", or ")) in the environment",
        at: first.first?.name.span ?? endpoint.name.span)
    }
    return chosen.compactMap(definition)
  }

  /// Credentials that a header field can't have. The transport would change them, so that nothing recognized them any more.
  func problems(_ arguments: CallArguments, _ uses: [CredentialDefinition]) -> [CallProblem] {
    let inFields = uses.filter { credential in
      switch credential.scheme {
      case .bearer, .oauth2, .apiKey(.header, _, _): true
      default: false
      }
    }
    var texts = inFields.map { (environment.variables($0).first ?? "", arguments.credentials[$0.name.text]) }
    if let token = arguments.token { texts.append((environment.tokenVariable, token)) }
    return texts.filter { !HeaderText.isValid($0.1 ?? "") }.map { variable, _ in
      CallProblem(
        "\(variable): a header field can't contain line breaks or control characters, or begin or end with white space"
      )
    }
  }

  private func definition(_ use: CredentialUse) -> CredentialDefinition? {
    module.credentials.first { $0.name.text == use.name.text }
  }

  /// Hides the secrets of a call in everything that is printed.
  func redaction(_ arguments: CallArguments, body: Endpoint.Body?) -> Redaction {
    var redaction = Redaction()
    func add(_ value: Literal, _ schema: Schema, _ isSecret: Bool) {
      guard isSecret || index.containsSecret(schema) else { return }
      for text in value.texts + (isSecret ? value.scalarTexts : secretTexts(value, schema)) {
        redaction.add(text)
      }
      redaction.add(value.json)
    }
    for (position, value) in arguments.parameters {
      let parameter = endpoint.parameters[position]
      add(value, parameter.schema, parameter.isSecret)
    }
    for (position, value) in arguments.client {
      let parameter = module.clientParameters[position]
      add(value, parameter.schema, parameter.isSecret)
    }
    for (name, text) in arguments.credentials {
      redaction.add(text)
      let isBasic = module.credentials.contains { credential in
        if case .basic = credential.scheme { credential.name.text == name } else { false }
      }
      guard isBasic else { continue }
      redaction.add(base64(text))
      redaction.add(String(text.drop { $0 != ":" }.dropFirst()))
    }
    if let token = arguments.token { redaction.add(token) }
    if case .value(let value)? = arguments.body, let schema = body?.schemas.first {
      for text in secretTexts(value, schema) { redaction.add(text) }
    }
    if case .multipart(let parts) = body {
      for (position, part) in parts.enumerated() {
        guard case .value(let schema) = part.content, case .value(let value)? = arguments.parts[position]
        else {
          continue
        }
        for text in secretTexts(value, schema) { redaction.add(text) }
      }
    }
    return redaction
  }

  /// The texts that a mask hides: those that aren't left.
  private func secretTexts(_ value: Literal, _ schema: Schema) -> [String] {
    SecretMask.texts(of: value, hiddenIn: SecretMask(index: index).masked(value, schema))
  }
}
