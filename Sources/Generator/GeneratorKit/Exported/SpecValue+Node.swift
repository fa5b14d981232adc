import SpecYAML

extension SpecValue {
  /// The value of a node.
  init(_ node: YAMLNode) {
    switch node.content {
    case .scalar(let scalar): self = scalar.coreType == .string ? .text(scalar.text) : .plain(scalar.text)
    case .sequence(let sequence): self = .list(sequence.items.map(SpecValue.init))
    case .mapping(let mapping):
      self = .map(mapping.entries.map { Entry(key: $0.name, value: SpecValue($0.value)) })
    }
  }
}
