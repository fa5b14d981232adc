import APIModel

/// The Swift names of a module's envelopes.
struct EnvelopeNames {
  /// By name in the spec; only those that an endpoint uses.
  let names: [String: String]
  private let common: ModuleNames

  init(_ module: Module) {
    let common = ModuleNames(module)
    let used = Set(module.endpoints.compactMap { $0.envelope?.text })
    let envelopes = module.envelopes.filter { used.contains($0.name.text) }
    var names: [String: String] = [:]
    for envelope in envelopes {
      names[envelope.name.text] =
        envelopes.count == 1 ? common.envelope : common.type(envelope.name.text) + "Envelope"
    }
    self.names = names
    self.common = common
  }

  func isUsed(_ envelope: Envelope) -> Bool { names[envelope.name.text] != nil }

  func name(_ specName: String) -> String { names[specName] ?? common.envelope }
}
