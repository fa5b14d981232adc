// Made by Scripts/layouts.sh.
// swift-format-ignore-file

import Vault

enum VaultTypes: ModuleTypes {
  static let module = "Vault"

  // Deprecated types are fine here.
  @available(*, deprecated)
  static var types: [any CheckedType] {
    [
      ModelType(Envelope.self, [\.status, \.error]),
      ModelType(Envelope.Error.self, [\.code, \.message]),
      ModelType(ChangePasswordRequest.Payload.self, [\.user, \.password, \.hint]),
      ModelType(SignInRequest.Payload.self, [\.user, \.password]),
      ModelType(Seen.self, [\.seen]),
      ModelType(Grant.self, [\.accessToken, \.expiresAt]),
    ]
  }
}
