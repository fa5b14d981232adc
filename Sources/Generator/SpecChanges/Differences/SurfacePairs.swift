import SwiftEmitter

/// Which types of two surfaces are the same on the wire.
struct SurfacePairs: Sendable {
  let old: ModuleSurface
  let new: ModuleSurface
  /// The new names of types by their old ones.
  private(set) var newNames: [String: String] = [:]
  private var pairedNew: Set<String> = []
  /// The types by their names.
  let oldTypes: [String: SurfaceType]
  let newTypes: [String: SurfaceType]
  /// The new names of types by other names for them.
  private var aliases: [String: String] = [:]

  init(_ old: ModuleSurface, _ new: ModuleSurface) {
    (self.old, self.new) = (old, new)
    oldTypes = Dictionary(old.types.map { ($0.name, $0) }) { first, _ in first }
    newTypes = Dictionary((new.types + new.types.flatMap(\.associatedTypes)).map { ($0.name, $0) }) {
      first, _ in
      first
    }
    for (name, type) in newTypes where type.kind == .alias {
      if let meaning = type.members.first?.type?.declaredName, newTypes[meaning] != nil {
        aliases[name] = meaning
      }
    }
    pairIdentities()
    pairEndpoints()
    pairGroups()
    pairNames()
    follow(old.types)
    pairNestedNames()
  }

  /// Whether a type means the same to an app in both versions. Aliases and renamed types are reported by themselves.
  func areSame(_ left: SwiftType?, _ right: SwiftType?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    if let name = left.declaredName, let other = right.declaredName, let new = newNames[name],
      new == other || meaning(of: new) == meaning(of: other)
    {
      return true
    }
    switch (left, right) {
    case (.alias(_, let meaning), _): return areSame(meaning, right)
    case (_, .alias(_, let meaning)): return areSame(left, meaning)
    case (.named(let path), .named(let other)):
      // A type of the user's, such as that of a codec.
      return path == other && oldTypes[path.joined(separator: ".")] == nil
    case (.own(let own), .own(let other)):
      // What a projected value has follows its property.
      return own.name == other.name || own.name.hasPrefix("Presence<") && other.name.hasPrefix("Presence<")
    case (.array(let element), .array(let other)): return areSame(element, other)
    case (.optional(let wrapped), .optional(let other)): return areSame(wrapped, other)
    case (.dictionary(let key, let value), .dictionary(let otherKey, let otherValue)):
      return areSame(key, otherKey) && areSame(value, otherValue)
    case (.stream(let stream, let element), .stream(let other, let otherElement)):
      return stream == other && areSame(element, otherElement)
    default: return left == right
    }
  }

  /// Whether Swift accepts a value of an old type where the new one is expected: what is optional now accepts what was required, also
  /// the elements of lists and maps.
  func converts(_ old: SwiftType, to new: SwiftType) -> Bool {
    Self.converts(old, to: new) { areSame($0, $1) }
  }

  /// Whether Swift accepts a value of a new type where the old one is expected.
  func converts(_ new: SwiftType, back old: SwiftType) -> Bool {
    Self.converts(new, to: old) { areSame($1, $0) }
  }

  private static func converts(
    _ type: SwiftType, to other: SwiftType, _ areSame: (SwiftType, SwiftType) -> Bool
  ) -> Bool {
    if areSame(type, other) { return true }
    return switch (type, other) {
    case (.alias(_, let meaning), _): converts(meaning, to: other, areSame)
    case (_, .alias(_, let meaning)): converts(type, to: meaning, areSame)
    case (.optional(let wrapped), .optional(let other)): converts(wrapped, to: other, areSame)
    case (_, .optional(let other)): converts(type, to: other, areSame)
    case (.array(let element), .array(let other)): converts(element, to: other, areSame)
    case (.dictionary(let key, let value), .dictionary(let otherKey, let otherValue)):
      areSame(key, otherKey) && converts(value, to: otherValue, areSame)
    default: false
    }
  }

  /// The new form of an old type; nil if it is gone.
  func counterpart(of type: SurfaceType) -> SurfaceType? { newNames[type.name].flatMap { newTypes[$0] } }

  /// Whether a new type has an old form.
  func hasCounterpart(_ type: SurfaceType) -> Bool { pairedNew.contains(type.name) }

  /// A type for which a new type is another name; nil if it is a type itself.
  func target(of type: SurfaceType) -> SurfaceType? {
    type.kind == .alias && aliases[type.name] != nil ? newTypes[meaning(of: type.name)] : nil
  }

  /// The name of the type that a new name means.
  func meaning(of name: String) -> String {
    var name = name
    // A name for a name for itself isn't generated.
    for _ in 0..<32 {
      guard let next = aliases[name] else { break }
      name = next
    }
    return name
  }

  private mutating func pair(_ old: SurfaceType, _ new: SurfaceType) {
    guard newNames[old.name] == nil, pairedNew.insert(new.name).inserted else { return }
    newNames[old.name] = new.name
  }

  // MARK: Types at the top

  private mutating func pairIdentities() {
    let known = Dictionary(new.types.compactMap { type in type.identity.map { ($0, type) } }) { first, _ in
      first
    }
    for type in old.types {
      guard let identity = type.identity, let other = known[identity] else { continue }
      pair(type, other)
    }
  }

  /// Endpoints by method and path. Of several with the same, those are alike whose constants and names are.
  private mutating func pairEndpoints() {
    var byRoute: [String: [(SurfaceType, EndpointIdentity)]] = [:]
    for type in new.types {
      guard case .endpoint(let endpoint)? = type.identity else { continue }
      for method in endpoint.methods {
        byRoute["\(method) \(endpoint.path)", default: []].append((type, endpoint))
      }
    }
    var candidates: [(score: Int, position: Int, old: SurfaceType, new: SurfaceType)] = []
    for (position, type) in old.types.enumerated() {
      guard case .endpoint(let endpoint)? = type.identity else { continue }
      for method in endpoint.methods {
        for (other, identity) in byRoute["\(method) \(endpoint.path)"] ?? [] {
          let score =
            (identity.constants == endpoint.constants ? 2 : 0)
            + (identity.operation == endpoint.operation ? 1 : 0)
          candidates.append((score, position, type, other))
        }
      }
    }
    // The sort is stable in effect: positions are compared last.
    for candidate in candidates.sorted(by: { ($1.score, $0.position) < ($0.score, $1.position) }) {
      pair(candidate.old, candidate.new)
    }
  }

  /// Groups by their endpoints.
  private mutating func pairGroups() {
    for type in old.types {
      guard let method = type.method, let match = counterpart(of: type)?.method,
        method.receiver.count == match.receiver.count,
        let owner = oldTypes[method.owner.joined(separator: ".")],
        let other = newTypes[match.owner.joined(separator: ".")], owner.kind == other.kind
      else { continue }
      pair(owner, other)
    }
  }

  /// What an app sees under the same name, whatever it is on the wire.
  private mutating func pairNames() {
    for type in old.types where type.path.count == 1 && newNames[type.name] == nil {
      guard let other = newTypes[type.name], other.kind == type.kind, !pairedNew.contains(other.name) else {
        continue
      }
      pair(type, other)
    }
  }

  // MARK: Types that are known by their use

  /// Pairs the types of members that are the same, and of their members in turn.
  private mutating func follow(_ types: [SurfaceType]) {
    var pending = types
    while let type = pending.popLast() {
      guard let other = counterpart(of: type) else { continue }
      for (left, right) in Self.members(type, other) {
        unify(left.type, right.type, &pending)
        let parameters = Dictionary(right.parameters.map { ($0.identity, $0) }) { first, _ in first }
        for parameter in left.parameters {
          guard let match = parameters[parameter.identity] else { continue }
          unify(parameter.type, match.type, &pending)
        }
      }
    }
  }

  private mutating func unify(_ left: SwiftType?, _ right: SwiftType?, _ pending: inout [SurfaceType]) {
    guard let left, let right else { return }
    switch (left, right) {
    case (.optional(let left), _): unify(left, right.unwrapped, &pending)
    case (_, .optional(let right)): unify(left, right, &pending)
    case (.array(let left), .array(let right)): unify(left, right, &pending)
    case (.stream(_, let left), .stream(_, let right)): unify(left, right, &pending)
    case (.dictionary(let leftKey, let leftValue), .dictionary(let rightKey, let rightValue)):
      unify(leftKey, rightKey, &pending)
      unify(leftValue, rightValue, &pending)
    default:
      guard let name = left.declaredName, let otherName = right.declaredName, let type = oldTypes[name],
        let other = newTypes[otherName], newNames[name] == nil, !pairedNew.contains(otherName),
        type.kind == other.kind,
        // Its name is one for another type now.
        aliases[name] == nil,
        // A type that still exists under its name isn't renamed.
        type.path.count > 1 || newTypes[name] == nil && oldTypes[otherName] == nil,
        // What another type had within it belongs to that type.
        other.path.count == 1 || oldTypes[otherName] == nil || newNames[type.outerName] == other.outerName
      else { return }
      pair(type, other)
      pending.append(type)
    }
  }

  /// Nested types whose use says nothing, or whose kind changed: by their names in types that are the same.
  private mutating func pairNestedNames() {
    for type in old.types where type.path.count > 1 && newNames[type.name] == nil {
      guard let outer = newNames[type.path.dropLast().joined(separator: ".")], let last = type.path.last
      else {
        continue
      }
      if let other = newTypes["\(outer).\(last)"], !pairedNew.contains(other.name) {
        pair(type, other)
        follow([type])
      } else if meaning(of: outer) != outer, let other = newTypes["\(meaning(of: outer)).\(last)"] {
        // What is in a type is also in another name for it.
        newNames[type.name] = other.name
      }
    }
  }

  // MARK: Members

  /// The members that are the same on the wire; of the rest, those with the same name.
  static func members(_ old: SurfaceType, _ new: SurfaceType) -> [(SurfaceMember, SurfaceMember)] {
    match(
      old.members, new.members,
      by: [{ "\($0.kind.group) \($0.identity)" }, { "\($0.kind.group) \($0.shownName)" }])
  }

  /// Matches elements by the first key, and the rest by the next ones.
  static func match<Element>(
    _ old: [Element], _ new: [Element], by keys: [(Element) -> String]
  ) -> [(Element, Element)] {
    var matches = [Int: Int]()
    var taken: Set<Int> = []
    for key in keys {
      var positions: [String: Int] = [:]
      for (position, element) in new.enumerated() where !taken.contains(position) {
        positions[key(element)] = positions[key(element)] ?? position
      }
      for (position, element) in old.enumerated() where matches[position] == nil {
        guard let other = positions.removeValue(forKey: key(element)) else { continue }
        matches[position] = other
        taken.insert(other)
      }
    }
    return old.indices.compactMap { position in matches[position].map { (old[position], new[$0]) } }
  }
}

extension SurfaceType {
  /// The types of a request that are other names for types.
  fileprivate var associatedTypes: [SurfaceType] {
    members.filter { kind == .request && $0.kind == .associatedType }.map { member in
      var type = named(path + [member.name])
      (type.identity, type.kind, type.members, type.span) = (nil, .alias, [member], member.span)
      return type
    }
  }

  /// The name of the type around it; empty at the top.
  fileprivate var outerName: String { path.dropLast().joined(separator: ".") }

  /// The same type by another name.
  func named(_ path: [String]) -> SurfaceType {
    var copy = self
    copy.path = path
    return copy
  }
}

extension SurfaceMember.Kind {
  /// Kinds between which a member may change and still be the same on the wire.
  var group: String {
    switch self {
    case .constant, .enumerationCase, .function: "value"
    default: rawValue
    }
  }
}

extension SurfaceMember {
  /// Whether it is one of the methods that copy the client, which only their labels tell apart.
  var hasNamesakes: Bool { kind == .method && receiver.isEmpty && name == "with" }

  /// The name, with the labels where there may be others of that name.
  fileprivate var shownName: String {
    guard kind == .initializer || hasNamesakes else { return name }
    return "\(name)(\(parameters.map { "\($0.name):" }.joined()))"
  }
}

extension SwiftType {
  /// The type without one level of optionality.
  var unwrapped: SwiftType { if case .optional(let wrapped) = self { wrapped } else { self } }

  /// Whether it is a declared type, or made of it.
  func mentions(_ name: String) -> Bool {
    switch self {
    case .named(let path): path.joined(separator: ".") == name
    case .alias(let alias, _): alias == name
    case .optional(let wrapped): wrapped.mentions(name)
    case .array(let element): element.mentions(name)
    case .dictionary(let key, let value): key.mentions(name) || value.mentions(name)
    case .stream(_, let element): element?.mentions(name) ?? false
    case .standard, .own: false
    }
  }

  /// The name of a type that the module declares.
  var declaredName: String? {
    switch self {
    case .named(let path): path.joined(separator: ".")
    case .alias(let name, _): name
    default: nil
    }
  }
}
