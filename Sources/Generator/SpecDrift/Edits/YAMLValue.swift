import SpecYAML

/// What a document says, without its form, to compare what an edit does with what it should do.
indirect enum YAMLValue: Equatable {
  case scalar(String, YAMLCoreType)
  case list([YAMLValue])
  case map([Entry])

  struct Entry: Equatable {
    var key: String
    var value: YAMLValue
  }

  init(_ node: YAMLNode) {
    switch node.content {
    case .scalar(let scalar): self = .scalar(scalar.text, scalar.coreType)
    case .sequence(let sequence): self = .list(sequence.items.map(YAMLValue.init))
    case .mapping(let mapping):
      self = .map(mapping.entries.map { Entry(key: $0.name, value: YAMLValue($0.value)) })
    }
  }

  /// The value with another one at a path of positions.
  func changing(_ path: ArraySlice<Int>, _ change: (YAMLValue) -> YAMLValue) -> YAMLValue {
    guard let first = path.first else { return change(self) }
    switch self {
    case .scalar: return self
    case .list(var items):
      guard items.indices.contains(first) else { return self }
      items[first] = items[first].changing(path.dropFirst(), change)
      return .list(items)
    case .map(var entries):
      guard entries.indices.contains(first) else { return self }
      entries[first].value = entries[first].value.changing(path.dropFirst(), change)
      return .map(entries)
    }
  }
}
