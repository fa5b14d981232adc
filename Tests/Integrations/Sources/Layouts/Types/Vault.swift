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
      ModelType(ChangePasswordRequest.Payload.self, [\.user, \.password, \.hint, \.password]),
      ModelType(SignInRequest.Payload.self, [\.user, \.password]),
      ModelType(AttachRequest.Details.self, [\.label, \.pin, \.pin]),
      ModelType(Seen.self, [\.seen]),
      ModelType(Grant.self, [\.accessToken, \.expiresAt, \.accessToken]),
      UnionType(Choice.self),
      ModelType(Pair.self, [\.name, \.code, \.code]),
      ModelType(Card.self, [\.holder, \.number, \.holder]),
      ModelType(Keyring.self, [\.owner, \.renamed, \.list, \.named, \.map, \.nested, \.choice, \.choices, \.pair, \.pairs, \.passwords, \.byPassword, \.card, \.cards, \.either, \.empty, \.pin, \.renamed]),
      UnionType(Keyring.Either.self),
      ModelType(Drawer.self, [\.label, \.additionalProperties, \.additionalProperties]),
    ]
  }
}
