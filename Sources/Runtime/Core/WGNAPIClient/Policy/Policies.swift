/// A policy in a list, as in `policies: [.timeout(.seconds(5))]`. The targets that act on policies add ways to write theirs.
public struct Policy: Sendable {
  let value: any PolicyValue

  /// Creates an element of a list.
  public init(_ value: some PolicyValue) { self.value = value }
}

/// The policies of an API, an endpoint or a call: at most one of each type.
public struct Policies: Equatable, Sendable, ExpressibleByArrayLiteral {
  private struct Entry: Sendable {
    let type: ObjectIdentifier
    var value: any PolicyValue
  }

  // A list, because there are few, and a search compares only identities.
  private var entries: [Entry] = []

  /// Creates policies from a list. Of several policies of one type, the last one applies, unless the type combines them.
  package init(_ policies: some Sequence<Policy>) {
    for policy in policies { add(policy.value) }
  }

  /// Creates policies from a list. Of several policies of one type, the last one applies, unless the type combines them.
  public init(arrayLiteral policies: Policy...) { self.init(policies) }

  /// The policy of a type; nil if there is none.
  public subscript<Value: PolicyValue>(type: Value.Type) -> Value? {
    get {
      let identity = ObjectIdentifier(type)
      for entry in entries where entry.type == identity { return entry.value as? Value }
      return nil
    }
    set {
      let identity = ObjectIdentifier(type)
      entries.removeAll { $0.type == identity }
      if let newValue { entries.append(Entry(type: identity, value: newValue)) }
    }
  }

  /// Whether there are none.
  package var isEmpty: Bool { entries.isEmpty }

  /// Whether sending a request twice has the same effect as sending it once; nil if none says anything about it.
  package var allowRepetition: Bool? {
    let verdicts = entries.compactMap(\.value.allowsRepetition)
    return verdicts.isEmpty ? nil : verdicts.allSatisfy(\.self)
  }

  /// Returns whether a failed request may succeed later; nil if none says anything about it.
  func isTemporary(status: Int?, failure: ServiceFailure?) -> Bool? {
    let verdicts = entries.compactMap { $0.value.isTemporary(status: status, failure: failure) }
    return verdicts.isEmpty ? nil : verdicts.contains(true)
  }

  /// Why a request with these policies must not reach the transport; nil if it may.
  var reasonNotToSend: (any NotSentReason)? { entries.lazy.compactMap(\.value.reasonNotToSend).first }

  /// All of them.
  var values: [any PolicyValue] { entries.map(\.value) }

  /// Returns those of this list and, for the types that it doesn't have, those of another one.
  package func filled(by others: Policies) -> Policies {
    if others.isEmpty { return self }
    if isEmpty { return others }
    var all = self
    for entry in others.entries where !entries.contains(where: { $0.type == entry.type }) {
      all.entries.append(entry)
    }
    return all
  }

  private mutating func add<Value: PolicyValue>(_ value: Value) {
    self[Value.self] = self[Value.self].map { value.following($0) } ?? value
  }

  /// Compares the policies, whatever their order.
  public static func == (a: Policies, b: Policies) -> Bool {
    a.entries.count == b.entries.count && a.entries.allSatisfy { entry in entry.value.isEqual(toThatOf: b) }
  }
}

extension PolicyValue {
  fileprivate func isEqual(toThatOf policies: Policies) -> Bool { policies[Self.self] == self }
}
