import Diagnostics

extension TreeBuilder {
  /// Makes a mapping from alternating keys and values. Reports keys that aren't scalars and duplicate keys, and
  /// resolves merge keys per YAML 1.1's merge type: the mapping's own keys take precedence, then earlier mappings of
  /// a merged sequence.
  mutating func makeMapping(of children: [YAMLNode], style: YAMLCollectionStyle) throws(Stop) -> YAMLMapping {
    var mapping = YAMLMapping(style: style)
    var merge: (key: YAMLNode, value: YAMLNode, position: Int)?
    var index = 0
    while index + 1 < children.count {
      let (key, value) = (children[index], children[index + 1])
      index += 2
      guard let scalar = key.scalar else {
        try report(.nonScalarKey, "a key must be a scalar, not \(key.kindDescription)", at: key.occurrence)
        continue
      }
      if scalar.text == "<<", scalar.style == .plain, scalar.tag == nil {
        if let first = merge {
          try reportDuplicate(key, first: first.key)
        } else {
          merge = (key, value, mapping.entries.count)
        }
      } else if let first = mapping.append(YAMLMapping.Entry(key: key, value: value)) {
        try reportDuplicate(key, first: first.key)
      }
    }
    guard let merge else { return mapping }

    var merged = YAMLMapping(style: style)
    for entry in mapping.entries[..<merge.position] { _ = merged.append(entry) }
    for source in try mergedMappings(of: merge.value) {
      for entry in source.entries where mapping.entry(for: entry.name) == nil {
        _ = merged.append(YAMLMapping.Entry(key: entry.key, value: entry.value, mergeKey: merge.key))
      }
    }
    for entry in mapping.entries[merge.position...] { _ = merged.append(entry) }
    return merged
  }

  private mutating func mergedMappings(of value: YAMLNode) throws(Stop) -> [YAMLMapping] {
    switch value.content {
    case .mapping(let mapping): return [mapping]
    case .scalar(let scalar):
      try reportMerge(scalar.coreType.description, at: value)
      return []
    case .sequence(let sequence):
      var mappings: [YAMLMapping] = []
      for item in sequence.items {
        if let mapping = item.mapping {
          mappings.append(mapping)
        } else {
          try reportMerge(item.kindDescription, at: item)
        }
      }
      return mappings
    }
  }

  private mutating func reportMerge(_ found: String, at node: YAMLNode) throws(Stop) {
    try report(
      .invalidMerge, "'<<' needs a mapping or a sequence of mappings, not \(found)", at: node.occurrence)
  }

  private mutating func reportDuplicate(_ key: YAMLNode, first: YAMLNode) throws(Stop) {
    if limits.leavesOutEquivalentKeys, let warning = warning(ofEquivalent: key, first: first) {
      return warn(warning)
    }
    try report(
      .duplicateKey, "duplicate key \(excerpt(key.text ?? ""))", at: key.occurrence,
      notes: [Diagnostic.Note("first defined here", at: first.occurrence)])
  }
}
