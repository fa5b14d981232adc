// Made by Scripts/layouts.sh.
// swift-format-ignore-file

import Till

enum TillTypes: ModuleTypes {
  static let module = "Till"

  // Deprecated types are fine here.
  @available(*, deprecated)
  static var types: [any CheckedType] {
    [
      ModelType(TillChargesCreateRequest.Payload.self, [\.amount, \.currency, \.reason]),
      ModelType(TillCharge.self, [\.id, \.amount, \.tillServer, \.source, \.error]),
      ModelType(TillCharge.TillServerValue.self, [\.name]),
      UnionType(TillCharge.Source.self),
      ModelType(TillCard.self, [\.kind, \.number]),
      ModelType(TillBank.self, [\.kind, \.iban]),
      ModelType(TillClientValue.self, [\.name]),
      ModelType(TillError.self, [\.text]),
      ModelType(TillChargeCard.self, [\.id, \.amount]),
      ModelType(TillEnvelope.self, [\.error]),
      ModelType(TillEnvelope.Error.self, [\.code, \.message]),
      ModelType(TillWebhookEvent.ChargeFailed.self, [\.type, \.data, \.reason]),
      ModelType(TillEvent.self, [\.type, \.data]),
      ModelType(TillEvent.DataValue.self, [\.charge]),
    ]
  }
}
