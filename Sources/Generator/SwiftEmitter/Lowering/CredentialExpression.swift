import APIModel

/// Swift expressions for the credentials of a module and its endpoints.
struct CredentialExpression {
  let errors: ErrorNames

  /// Arguments of the API description.
  func arguments(of module: Module) -> [Code] {
    guard !module.credentials.isEmpty else { return [] }
    let list = Code.array(module.credentials.map(description))
    return ["credentials: \(list)"]
      + (module.authentication.map { ["authentication: \(Self.requirement($0))"] } ?? [])
  }

  /// `.all("a", "b")`, `.any(["a"], ["b"])` or `.none`.
  static func requirement(_ alternatives: [[CredentialUse]]) -> Code {
    if alternatives.count == 1, let uses = alternatives.first {
      return uses.isEmpty ? ".none" : .call(".all", uses.map(use))
    }
    return .call(".any", alternatives.map { .array($0.map(use)) })
  }

  private static func use(_ use: CredentialUse) -> Code {
    guard !use.scopes.isEmpty else { return .string(use.name.text) }
    return .call(".scoped", [.string(use.name.text)] + use.scopes.map { .string($0.text) })
  }

  private func description(_ credential: CredentialDefinition) -> Code {
    var arguments: [Code] = [.string(credential.name.text), scheme(credential.scheme)]
    if let statuses = credential.refusalStatuses {
      arguments.append("refusalStatuses: \(Code.array(statuses.map(Code.integer)))")
    }
    if !credential.refusalErrors.isEmpty {
      arguments.append("refusalErrors: \(Code.array(credential.refusalErrors.map(errors.pattern)))")
    }
    return .call(".init", arguments)
  }

  private func scheme(_ scheme: CredentialDefinition.Scheme) -> Code {
    switch scheme {
    case .bearer: return ".bearer"
    case .basic: return ".basic"
    case .apiKey(let place, let name, let prefix):
      let prefix = prefix.map { "prefix: \(Code.string($0))" as Code }
      return .call(".apiKey", [.call(".\(place.rawValue)", [.string(name.text), prefix])])
    case .oauth2(let flows):
      let arguments: [Code?] = [
        flows.authorizationURL.map { "authorizationURL: \(Code.string($0))" },
        flows.tokenURL.map { "tokenURL: \(Code.string($0))" },
        flows.deviceURL.map { "deviceURL: \(Code.string($0))" },
        flows.scopes.isEmpty ? nil : "scopes: \(Code.strings(flows.scopes.map(\.text)))",
      ]
      return .call(".oauth2", [.call(".init", arguments)])
    }
  }
}
