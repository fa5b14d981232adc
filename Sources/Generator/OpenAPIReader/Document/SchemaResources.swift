import SpecReader
import SpecYAML

/// The schemas of a file that have an `$id`, which is the base of the references in them.
struct SchemaResources {
  struct Resource {
    /// The `$id`, resolved against those around it.
    var identifier: String
    var target: Target
    /// The position of the resource around it.
    fileprivate var outer: Int?
  }

  /// In the order of the file.
  private(set) var all: [Resource] = []
  private let root: Target

  /// - Parameter base: the file's own identifier.
  init(in root: Target, base: String?) {
    self.root = root
    var path: [String] = []
    find(in: root.value.node, at: &path, base: base, outer: nil)
  }

  /// The innermost resource with a value in it.
  func resource(around node: YAMLNode) -> Resource? {
    guard node.span.file == root.value.node.span.file else { return nil }
    let offset = node.span.start.offset
    // The last one that begins before the value, or one of those around that.
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].start <= offset { low = middle + 1 } else { high = middle }
    }
    var position: Int? = low > 0 ? low - 1 : nil
    while let known = position {
      if all[known].end > offset { return all[known] }
      position = all[known].outer
    }
    return nil
  }

  private mutating func find(in node: YAMLNode, at path: inout [String], base: String?, outer: Int?) {
    // What is used through an alias, or comes from an overlay, has another place.
    guard node.aliasedFrom == nil, node.span.file == root.value.node.span.file else { return }
    var (base, outer) = (base, outer)
    if let text = node["$id"]?.text {
      let identifier = base.flatMap { resolvedURI(text, against: $0) } ?? text
      let key = root.key + path.map { "/" + pointerToken($0) }.joined()
      let target = Target(
        value: Located(node: node, file: root.value.file), key: key, name: path.last ?? root.name, path: path)
      all.append(Resource(identifier: identifier, target: target, outer: outer))
      (base, outer) = (identifier, all.count - 1)
    }
    for entry in node.entries ?? [] {
      path.append(entry.name)
      find(in: entry.value, at: &path, base: base, outer: outer)
      path.removeLast()
    }
    for (index, item) in (node.items ?? []).enumerated() {
      path.append(String(index))
      find(in: item, at: &path, base: base, outer: outer)
      path.removeLast()
    }
  }
}

extension SchemaResources.Resource {
  fileprivate var start: Int { target.value.node.span.start.offset }
  fileprivate var end: Int { target.value.node.span.end.offset }
}
