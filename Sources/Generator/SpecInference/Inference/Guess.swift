import GeneratorKit
import TrafficEvidence

/// A type that evidence suggests.
package struct Guess: Hashable, Sendable {
  package indirect enum Kind: Hashable, Sendable {
    /// A type of the language, or a newtype, by its name.
    case scalar(String)
    /// Text with a format that has no type of its own.
    case format(String)
    case enumeration([String])
    /// A schema, by the key of its group.
    case group(String)
    case list(Guess)
    case map(key: String?, Guess)
    case union([Guess])
    case tuple([Guess])
  }

  package var kind: Kind
  package var isNullable = false
  var lenient: [String] = []
  package var isSecret = false
  /// Whether clients make the value.
  var isAutomatic = false
  /// What is uncertain.
  package var comment: String?
  /// The property of a map's values that repeats the key.
  var keyName: String?

  package init(_ kind: Kind) { self.kind = kind }

  package static let any = Guess(.scalar("any"))

  /// The groups that it refers to.
  package var groups: [String] {
    switch kind {
    case .scalar, .format, .enumeration: []
    case .group(let key): [key]
    case .list(let element): element.groups
    case .map(_, let value): value.groups
    case .union(let guesses), .tuple(let guesses): guesses.flatMap(\.groups)
    }
  }

  /// The same with each part changed by a function.
  package func mapping(_ change: (Guess) -> Guess) -> Guess {
    var result = self
    switch kind {
    case .scalar, .format, .enumeration, .group: break
    case .list(let element): result.kind = .list(element.mapping(change))
    case .map(let key, let value): result.kind = .map(key: key, value.mapping(change))
    case .union(let guesses): result.kind = .union(guesses.map { $0.mapping(change) })
    case .tuple(let guesses): result.kind = .tuple(guesses.map { $0.mapping(change) })
    }
    return change(result)
  }
}

/// A property of an object.
package struct PropertyGuess: Hashable, Sendable {
  package var name: String
  package var isOptional: Bool
  package var guess: Guess
  /// The only value, for a property that says which alternative of a union an object is, or which call.
  package var constant: SpecValue?
  package var samples: Int

  package init(name: String, isOptional: Bool, guess: Guess, constant: SpecValue? = nil, samples: Int) {
    (self.name, self.isOptional, self.guess, self.constant, self.samples) = (
      name, isOptional, guess, constant, samples
    )
  }
}

/// Objects with the same structure, which become one schema.
package struct SchemaGroup: Sendable {
  package enum Content: Sendable {
    case object([PropertyGuess])
    /// Alternatives by the keys of their groups.
    case union(tag: String, [String])
  }

  package var members = Members()
  package var content = Content.object([])
  /// How often each name was suggested, with its rank: lower ones are better.
  package var names: [String: (rank: Int, count: Int)] = [:]
  /// The value of the property that says which alternative it is, if it is one.
  package var tag: (name: String, value: String)?
  /// The types that have it in a property.
  var owners: [String: Int] = [:]
  /// Whether it is in a list or a map.
  var isElement = false
  /// The places that refer to it.
  package var uses = 0
  /// The files with these places.
  package var files: Set<String> = []
  package var order = 0
  /// What it is called in the spec.
  package var name = ""
  /// Whether objects have keys that aren't among the properties.
  var hasOtherKeys: Bool { members.map.entries > 0 }
  /// Whether the spec has it already.
  package var isKnown = false

  /// The name for objects that are in properties, or responses, of many names: none of these names says what they are.
  var commonName: String? {
    let best = names.values.map(\.rank).min() ?? 9
    let own = names.values.filter { $0.rank == best }
    let total = own.reduce(0) { $0 + $1.count }
    guard own.count >= 3, own.allSatisfy({ $0.count * 3 <= total }) else { return nil }
    let others = names.filter {
      $0.value.rank != best && $0.value.count >= own.count && $0.value.count * 2 >= total
    }
    if let all = others.keys.min() { return all }
    return owners.max { ($0.value, $1.key) < ($1.value, $0.key) }.map { owner in
      // An endpoint's name is no type's.
      owner.key.prefix(1).uppercased() + owner.key.dropFirst() + "Entry"
    }
  }

  mutating func suggest(_ name: String, rank: Int) {
    guard !name.isEmpty else { return }
    let known = names[name] ?? (rank, 0)
    names[name] = (min(known.rank, rank), known.count + 1)
  }
}

/// A line of the report.
package struct InferenceNote: Hashable, Sendable, Comparable {
  package var place: String
  package var text: String
  /// The group whose property it is about, and the property.
  var group: String?
  var name = ""

  package static func < (left: InferenceNote, right: InferenceNote) -> Bool {
    (left.place, left.text) < (right.place, right.text)
  }

  package init(place: String, text: String) { (self.place, self.text) = (place, text) }

  init(place: String, text: String, group: String?, name: String) {
    (self.place, self.text, self.group, self.name) = (place, text, group, name)
  }

  /// The note without secrets.
  package func cleaned(by guardian: SecretGuard) -> InferenceNote {
    InferenceNote(place: guardian.clean(place), text: guardian.clean(text))
  }
}
