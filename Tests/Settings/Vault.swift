import WGNAPICredentials
public import WGNAPIRuntime

/// A provider of credentials, for other modules as well.
public actor Vault: CredentialProvider {
  public init() {}

  public func credential(for context: CredentialContext) -> Credential { .bearer("token") }

  public func refresh(_ old: Credential, for context: CredentialContext) -> Credential { old }
}
