import Diagnostics

extension YAMLNode {
  /// A mapping in this node's place. Of entries with the same key, the first remains.
  package func replacing(entries: [YAMLMapping.Entry]) -> YAMLNode {
    var mapping = YAMLMapping(style: mapping?.style ?? .block)
    for entry in entries { _ = mapping.append(entry) }
    return YAMLNode(.mapping(mapping), tag: nil, span: span)
  }

  /// A list in this node's place.
  package func replacing(items: [YAMLNode]) -> YAMLNode {
    YAMLNode(.sequence(YAMLSequence(items: items, style: sequence?.style ?? .block)), tag: nil, span: span)
  }

  /// A mapping without entries.
  package static func emptyMapping(at span: SourceSpan) -> YAMLNode {
    YAMLNode(.mapping(YAMLMapping(style: .flow)), tag: nil, span: span)
  }
}

extension YAMLMapping.Entry {
  /// A key with another value.
  package func replacing(value: YAMLNode) -> YAMLMapping.Entry { YAMLMapping.Entry(key: key, value: value) }
}
