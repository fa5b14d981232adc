import APIModel
import SwiftEmitter

/// The names of components for envelopes.
struct EnvelopeComponents {
  /// The envelopes by the names of their components.
  let all: [(name: String, envelope: Envelope)]

  init(_ module: Module) {
    let used = Set(module.endpoints.compactMap(\.envelope?.text))
    var names = NumberedNames(avoiding: module.schemas.map(\.name.text))
    all = module.envelopes.filter { used.contains($0.name.text) }.map { envelope in
      let name = envelope.name.text
      return (names.take(name.prefix(1).uppercased() + name.dropFirst() + "Envelope"), envelope)
    }
  }

  func component(of envelope: String) -> (name: String, envelope: Envelope)? {
    all.first { $0.envelope.name.text == envelope }
  }
}
