import APIModel

/// Keys of an object that it must have, or must not have.
struct KeyChoice {
  var keys: Set<String> = []
  var others: Set<String> = []
}

extension SampleMaker {
  /// The most choices of keys to try for one assignment of values, from each end.
  private static let mostKeyChoices = 128
  private static let mostAssignments = 8

  /// An object that satisfies its conditions on which keys are there together; nil if none was found. It has as many of the
  /// keys that they mention as possible or, if it is to be minimal, as few.
  func objectByConditions(_ schema: Schema, _ wish: Wish) -> Literal? {
    guard case .object = checker.index.shape(of: schema), let object = checker.object(schema) else {
      return nil
    }
    let conditions = MentionedKeys(in: object)
    guard !conditions.names.isEmpty,
      case .object(let members)? = self.object(schema, wish, KeyChoice(keys: conditions.names))
    else { return nil }
    let free = members.map(\.name).filter { name in
      conditions.names.contains(name) && object.property(name)?.isRequired != true
    }
    let choices = Self.choices(of: free, fewest: wish.extent == .full)
    for members in assignments(members, conditions.values) {
      for removed in choices {
        guard countsWork() else { return nil }
        let value = Literal.object(members.filter { !removed.contains($0.name) })
        if checker.isAccepted(value, schema) { return value }
      }
    }
    return nil
  }

  /// The names to leave out: the fewest first, or the most.
  private static func choices(of names: [String], fewest: Bool) -> [Set<String>] {
    let sizes = fewest ? Array(0...names.count) : (0...names.count).reversed()
    func subsets(_ sizes: [Int]) -> [Set<String>] {
      var found: [Set<String>] = []
      for size in sizes where found.count < mostKeyChoices {
        addSubsets(of: names[...], size, [], to: &found)
      }
      return found
    }
    let near = subsets(sizes)
    return near.count < mostKeyChoices ? near : near + subsets(sizes.reversed())
  }

  private static func addSubsets(
    of names: ArraySlice<String>, _ size: Int, _ chosen: Set<String>, to found: inout [Set<String>]
  ) {
    guard found.count < mostKeyChoices, size <= names.count else { return }
    guard size > 0, let first = names.first else {
      if size == 0 { found.append(chosen) }
      return
    }
    addSubsets(of: names.dropFirst(), size - 1, chosen.union([first]), to: &found)
    addSubsets(of: names.dropFirst(), size, chosen, to: &found)
  }

  /// The members as they are, and with values that conditions mention.
  private func assignments(
    _ members: [Literal.Member], _ values: [String: [Literal]]
  ) -> [[Literal.Member]] {
    var assignments = [members]
    for position in members.indices {
      let others = (values[members[position].name] ?? []).filter { $0 != members[position].value }
      assignments += assignments.flatMap { members in
        others.map { value in
          var members = members
          members[position].value = value
          return members
        }
      }
      if assignments.count >= Self.mostAssignments { break }
    }
    return Array(assignments.prefix(Self.mostAssignments))
  }
}

/// The keys and values that the conditions of an object mention.
private struct MentionedKeys {
  var names: Set<String> = []
  var values: [String: [Literal]] = [:]

  init(in object: FlatObject) {
    for part in object.parts {
      add(part, isCondition: false)
      let counts = [part.counts[.minProperties], part.counts[.maxProperties]]
      if counts != [nil, nil] { names.formUnion(object.properties.map(\.name.text)) }
    }
  }

  private mutating func add(_ schema: Schema, isCondition: Bool) {
    if isCondition {
      names.formUnion(schema.object.requiredOthers)
      for property in schema.object.properties {
        names.insert(property.name.text)
        let constants = ([property.schema] + property.schema.anyOf + property.schema.oneOf).compactMap(
          \.const)
        values[property.name.text, default: []] += constants
      }
      for schema in schema.allOf + schema.anyOf + schema.oneOf { add(schema, isCondition: true) }
    }
    for dependency in schema.object.dependentRequired {
      names.formUnion([dependency.property] + dependency.required)
    }
    for entry in schema.object.dependentSchemas {
      names.insert(entry.name)
      add(entry.schema, isCondition: true)
    }
    for keyword in [Applicator.not, .if, .then, .else] {
      if let schema = schema[keyword] { add(schema, isCondition: true) }
    }
  }
}
