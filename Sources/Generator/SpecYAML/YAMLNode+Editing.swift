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

  /// A mapping of what is given, whose keys are where their values are.
  package static func mapping(_ values: KeyValuePairs<String, YAMLNode?>, at span: SourceSpan) -> YAMLNode {
    emptyMapping(at: span).replacing(
      entries: values.compactMap { name, value in value.map { YAMLMapping.Entry(name: name, value: $0) } })
  }

  /// A list.
  package static func list(_ items: [YAMLNode], at span: SourceSpan) -> YAMLNode {
    YAMLNode(.sequence(YAMLSequence(items: items, style: .flow)), tag: nil, span: span)
  }

  /// A plain scalar.
  package static func plain(_ text: String, at span: SourceSpan) -> YAMLNode {
    YAMLNode(.scalar(YAMLScalar(text)), tag: nil, span: span)
  }
}

extension YAMLMapping.Entry {
  /// An entry whose key is where its value is.
  package init(name: String, value: YAMLNode) {
    self.init(key: .plain(name, at: value.span), value: value)
  }

  /// An entry whose key is a node of its own.
  package init(named key: YAMLNode, value: YAMLNode) { self.init(key: key, value: value) }

  /// A key with another value.
  package func replacing(value: YAMLNode) -> YAMLMapping.Entry { YAMLMapping.Entry(key: key, value: value) }
}
