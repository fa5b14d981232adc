import Diagnostics
import SpecReader
import SpecYAML

/// A value in one of the files.
struct Located {
  var node: YAMLNode
  /// The index in the set's files.
  var file: Int

  /// The value of a key, or nil.
  subscript(key: String) -> Located? { node[key].map { Located(node: $0, file: file) } }

  /// The entries of a mapping, without extensions.
  var entries: [(key: YAMLNode, name: String, value: Located)] {
    allEntries.filter { !$0.name.hasBytePrefix("x-") }
  }

  /// All entries of a mapping, for keys that are names on the wire: there, `x-` doesn't mark an extension.
  var allEntries: [(key: YAMLNode, name: String, value: Located)] {
    (node.entries ?? []).map { ($0.key, $0.name, Located(node: $0.value, file: file)) }
  }

  var items: [Located] { (node.items ?? []).map { Located(node: $0, file: file) } }
}

/// The target of a reference.
struct Target {
  var value: Located
  /// The file and the path in it: the same for all references to it.
  var key: String
  /// The last part of the path, or the file's name.
  var name: String
  /// The keys and indices from the file's root.
  var path: [String]
}

/// A document and the neighbouring files that it refers to. Files are parsed on first reference; nothing is fetched.
final class DocumentSet {
  private struct File {
    var spec: SpecFile
    var root: YAMLNode?
    var isParsed = false
    var anchors: [String: YAMLNode]?
    var resources: SchemaResources?
    /// The values that references within the file have led to, by the references.
    var targets: [String: Target] = [:]
  }

  let findings: Findings
  private var files: [File]
  /// By path below the document's folder.
  private var positions: [String: Int] = [:]
  /// By `$self` and `$id`.
  private var identifiers: [String: Target] = [:]
  /// The references that can't be resolved, which has been reported at each of them.
  private var isMissing: Set<SourceSpan> = []
  var misplaced = MisplacedReferences()
  var baseTypes = BaseTypes()
  /// The document's version of the specification, once its root has been read.
  private(set) var dialect = Dialect.openAPI31
  static let limits = YAMLLimits(
    fileSize: 256 << 20, depth: 200, nodeCount: 20_000_000, leavesOutEquivalentKeys: true,
    allowsOutdentedBrackets: true)

  /// The number of leading folders in paths that are the document's own.
  private let folderDepth: Int

  /// What changes the document before it is read.
  private let overlays: [SpecFile]

  /// - Parameters:
  ///   - files: the document first.
  ///   - overlays: what changes the document, in this order.
  init(_ files: [SpecFile], overlays: [SpecFile] = [], _ findings: Findings) {
    self.findings = findings
    self.overlays = overlays
    folderDepth = (files.first?.path.split(separator: "/").count ?? 1) - 1
    self.files = files.map { File(spec: $0) }
    for (position, file) in files.enumerated() { positions[normalized(file.path)] = position }
  }

  /// The document itself.
  var root: Located? { root(of: 0) }

  /// The document and the neighbouring files that it has referred to so far.
  var allRoots: [Located] { files.indices.filter { files[$0].isParsed }.compactMap(root(of:)) }

  /// Whether there are files that the document may refer to.
  var hasNeighbours: Bool { files.count > 1 }

  private func root(of file: Int) -> Located? {
    if !files[file].isParsed {
      files[file].isParsed = true
      let spec = files[file].spec
      // A document may be JSON whatever its name.
      let isJSON =
        spec.bytes.first { $0 > 0x20 && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF } == UInt8(ascii: "{")
      if isJSON, spec.path.hasByteSuffix(".json") || spec.path.hasByteSuffix(".js") {
        files[file].root = parseJSON(
          bytes: spec.bytes, file: spec.path, limits: Self.limits, into: &findings.sink)
      } else {
        let documents = parseYAML(
          bytes: spec.bytes, file: spec.path, limits: Self.limits, into: &findings.sink)
        files[file].root = documents.first
        if documents.count > 1 {
          findings.leaveOut("only the first YAML document of a file is read", at: documents[1])
        }
      }
      if file == 0, let root = files[0].root, !overlays.isEmpty { files[0].root = changed(root) }
      if file == 0 { dialect = files[0].root.flatMap(Dialect.init(of:)) ?? dialect }
      if dialect == .swagger, let root = files[file].root {
        files[file].root = withOpenAPISchemas(root, findings)
      }
      if let root = files[file].root { identify(root, in: file) }
    }
    return files[file].root.map { Located(node: $0, file: file) }
  }

  /// The document after its overlays.
  private func changed(_ root: YAMLNode) -> YAMLNode {
    overlays.reduce(root) { root, overlay in
      let nodes = parseYAML(
        bytes: overlay.bytes, file: overlay.path, limits: Self.limits, into: &findings.sink)
      return nodes.first.map { applyOverlay($0, to: root, findings) } ?? root
    }
  }

  /// Remembers the identifiers in a file.
  private func identify(_ root: YAMLNode, in file: Int) {
    let start = wholeFile(Located(node: root, file: file))
    if let text = root["$self"]?.text { identifiers[withoutFragment(text)] = start }
    guard files[file].spec.bytes.hasBytes("$id") else { return }
    let resources = SchemaResources(in: start, base: root["$self"]?.text)
    for resource in resources.all {
      let identifier = withoutFragment(resource.identifier)
      if identifiers[identifier] == nil { identifiers[identifier] = resource.target }
    }
    files[file].resources = resources
  }

  /// Whether a value is one of the document's own schemas.
  func isComponent(_ target: Target) -> Bool {
    let place = dialect.place(of: "schemas")
    return target.value.file == 0 && target.path.count == place.count + 1 && target.path.starts(with: place)
  }

  private func wholeFile(_ root: Located) -> Target {
    let path = files[root.file].spec.path
    let stem = path.split(separator: "/").last?.split(separator: ".").first ?? "value"
    return Target(value: root, key: "\(path)#", name: String(stem), path: [])
  }

  // MARK: References

  /// A value with its references resolved. Reports a broken or circular reference and returns nil.
  func followed(_ value: Located, for what: String) -> Located? {
    var end = value
    var chain = ReferenceChain()
    while let reference = end["$ref"], reference.node.text != nil {
      guard chain.append(reference) else {
        findings.endless(chain, for: what, at: value.node)
        findings.setBroken(value.node)
        return nil
      }
      guard let target = resolve(reference, for: what) else {
        findings.setBroken(end.node)
        return nil
      }
      end = target.value
    }
    return end
  }

  /// Whether a value, or what it refers to, can't be read, which has been reported.
  func isBroken(_ value: Located) -> Bool {
    var value = value
    var chain = ReferenceChain()
    while !findings.isBroken(value.node) {
      guard let reference = value["$ref"], let text = reference.node.text else { return false }
      guard chain.append(reference), let target = target(of: text, from: reference) else { return true }
      value = target.value
    }
    return true
  }

  /// The target of a `$ref`. Reports a broken reference once, at its place, and returns nil.
  ///
  /// - Parameter written: the reference, if it isn't the value's text.
  func resolve(
    _ reference: Located, as written: String? = nil, for what: String, instead: String = "is left out"
  ) -> Target? {
    guard let text = written ?? reference.node.text else {
      findings.mismatch(reference.node, expected: "a reference", for: "'$ref'")
      return nil
    }
    var search = TargetSearch()
    if let target = target(of: text, from: reference, &search) { return target }
    guard isMissing.insert(reference.node.occurrence).inserted, !findings.isBroken(search.deadEnd) else {
      return nil
    }
    let reason =
      if !search.circle.isEmpty {
        "the references on the way to it lead in a circle"
      } else if search.isTooLong {
        "the way to it leads through too many other references"
      } else if text.contains("://") {
        "nothing is fetched"
      } else if !text.hasBytePrefix("#"), path(of: text, from: reference.file) == nil {
        "files outside the document's folder aren't read"
      } else {
        "there is no such \(text.hasBytePrefix("#") ? "value" : "file or value")"
      }
    findings.sink.warning(
      .unresolvedReference, "'\(abbreviate(text))' can't be resolved: \(reason), so \(what) \(instead)",
      at: reference.node.occurrence, notes: findings.notes(of: search.circle))
    return nil
  }

  /// The target of a reference; nil if there is none.
  ///
  /// - Parameter place: the reference, or the value that contains it.
  func target(of text: String, from place: Located) -> Target? {
    var search = TargetSearch()
    return target(of: text, from: place, &search)
  }

  private func target(of text: String, from place: Located, _ search: inout TargetSearch) -> Target? {
    // With an `$id` around it, the same text may mean something else.
    guard text.hasBytePrefix("#"), files[place.file].resources == nil else {
      return found(text, from: place, &search)
    }
    if let known = files[place.file].targets[text] { return known }
    let target = found(text, from: place, &search)
    if let target { files[place.file].targets[text] = target }
    return target
  }

  /// The target of a reference, which is looked for.
  private func found(_ text: String, from place: Located, _ search: inout TargetSearch) -> Target? {
    guard search.begin(place) else { return nil }
    defer { search.chain.removeLast() }
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let fragment = parts.count > 1 ? parts[1] : ""
    if let resource = files[place.file].resources?.resource(around: place.node) {
      let start =
        parts[0].isEmpty
        ? resource.target : resolvedURI(parts[0], against: resource.identifier).flatMap { identifiers[$0] }
      if let found = start.flatMap({ self.target(fragment, in: $0, &search) }) { return found }
    }
    // Within a schema with an `$id`, many documents nevertheless mean the file.
    if parts[0].isEmpty {
      return root(of: place.file).flatMap { target(fragment, in: wholeFile($0), &search) }
    }
    if let known = identifiers[parts[0]] { return target(fragment, in: known, &search) }
    guard let path = path(of: parts[0], from: place.file), let position = positions[path],
      let start = root(of: position)
    else { return nil }
    return target(fragment, in: wholeFile(start), &search)
  }

  /// The value that a fragment stands for in a file, or in a schema with an `$id`.
  private func target(_ fragment: String, in start: Target, _ search: inout TargetSearch) -> Target? {
    guard !fragment.isEmpty else { return start }
    guard let decoded = removingPercentEncoding(fragment) else { return nil }
    guard decoded.hasBytePrefix("/") else {
      let file = start.value.file
      return anchor(decoded, in: file).map {
        Target(value: $0, key: "\(files[file].spec.path)#\(decoded)", name: decoded, path: [decoded])
      }
    }
    guard let tokens = pointerTokens(decoded) else { return nil }
    var target = start
    for token in tokens {
      var chain = ReferenceChain()
      while target.value.node.child(at: token) == nil {
        // The pointer leads through a reference.
        guard let reference = target.value["$ref"], let text = reference.node.text else {
          search.deadEnd = target.value.node
          return nil
        }
        guard chain.append(reference) else {
          search.give(up: chain)
          return nil
        }
        guard let next = self.target(of: text, from: reference, &search) else {
          search.deadEnd = target.value.node
          return nil
        }
        target = next
      }
      guard let node = target.value.node.child(at: token) else { return nil }
      target = Target(
        value: Located(node: node, file: target.value.file), key: "\(target.key)/\(pointerToken(token))",
        name: token, path: target.path + [token])
    }
    return target
  }

  private func anchor(_ name: String, in file: Int) -> Located? {
    if files[file].anchors == nil {
      var anchors: [String: YAMLNode] = [:]
      var pending = [files[file].root].compactMap(\.self)
      while let node = pending.popLast() {
        for keyword in ["$anchor", "$dynamicAnchor"] {
          if let text = node[keyword]?.text, anchors[text] == nil { anchors[text] = node }
        }
        pending += node.items ?? node.entries?.map(\.value) ?? []
      }
      files[file].anchors = anchors
    }
    return files[file].anchors?[name].map { Located(node: $0, file: file) }
  }

  /// The path of another file below the document's folder; nil for a URL, or a path out of the folder.
  private func path(of text: String, from file: Int) -> String? {
    referencedPath(text, from: files[file].spec.path, folderDepth: folderDepth)
  }

  private func normalized(_ path: String) -> String {
    path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
  }
}

/// The path of a file that a reference names; nil for a URL, or a path out of the document's folder.
///
/// - Parameter folderDepth: the number of folders that lead to the document's.
func referencedPath(_ text: String, from path: String, folderDepth: Int) -> String? {
  guard !text.contains(":"), !text.hasBytePrefix("/"),
    let decoded = removingPercentEncoding(withoutFragment(text))
  else { return nil }
  var parts = path.split(separator: "/").dropLast().map(String.init)
  for part in decoded.split(separator: "/") {
    switch part {
    case ".": break
    case "..":
      parts.removeLast(parts.isEmpty ? 0 : 1)
      if parts.count < folderDepth { return nil }
    default: parts.append(String(part))
    }
  }
  return parts.joined(separator: "/")
}

private func withoutFragment(_ text: String) -> String {
  String(text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)[0])
}
