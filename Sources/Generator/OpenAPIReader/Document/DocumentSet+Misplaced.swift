import Diagnostics
import SpecReader
import SpecYAML

/// References where the specification doesn't allow any, which documents of many files have nevertheless.
struct MisplacedReferences {
  /// The first of each kind, with the number of all, in the order in which they are found.
  private(set) var kinds: [(what: String, first: SourceSpan, count: Int)] = []
  /// What they refer to; nil for a broken one.
  fileprivate var targets: [SchemaStore.Spot: Located?] = [:]

  fileprivate mutating func count(_ value: Located, _ what: String) {
    if let known = kinds.firstIndex(where: { $0.what == what }) {
      kinds[known].count += 1
    } else {
      kinds.append((what, value.node.occurrence, 1))
    }
  }
}

extension DocumentSet {
  /// The value of a key that contains others, and may not be a reference. One that is nothing but a reference is
  /// followed nevertheless, which is reported.
  func child(_ key: String, of value: Located) -> Located? {
    value[key].flatMap { child in
      let isReference = child.node["$ref"]?.text != nil && child.entries.count == 1
      return isReference ? followed(misplaced: child, as: "'\(key)'") : child
    }
  }

  /// An object that may not be a reference. One that is, is followed nevertheless, which is reported.
  ///
  /// - Parameter what: what the object is, such as `an operation`.
  func object(_ value: Located, _ what: String) -> Located? {
    value.node["$ref"]?.text == nil ? value : followed(misplaced: value, as: what)
  }

  /// Reports a reference to one of the components' schemas where something else is expected, which has a schema.
  ///
  /// - Returns: whether it is one.
  @discardableResult
  func reportSchema(_ value: Located, inPlaceOf what: String) -> Bool {
    guard let reference = value.node["$ref"], let text = reference.text,
      text.hasBytePrefix("#/\(dialect.place(of: "schemas").joined(separator: "/"))/")
    else { return false }
    findings.mistake(
      "'\(abbreviate(text))' is a schema, not \(what), so nothing is read from it; refer to it in a 'schema'",
      at: reference)
    return true
  }

  /// The description of a media type, which may be a reference since OpenAPI 3.2.
  func mediaType(_ value: Located) -> Located? {
    dialect == .openAPI32 ? followed(value, for: "a media type") : object(value, "a media type")
  }

  /// The document's components of a kind, each with the target that references to it have.
  func components(_ kind: String) -> [(name: String, target: Target)] {
    guard let root, let all = section(kind) else { return [] }
    let place = dialect.place(of: kind).joined(separator: "/")
    return all.entries.compactMap { _, name, _ in
      let pointer = "#/\(place)/\(pointerToken(name).replacing("%", by: "%25"))"
      return target(of: pointer, from: root).map { (name, $0) }
    }
  }

  /// The part of the document that has its components of a kind.
  func section(_ kind: String) -> Located? {
    dialect.place(of: kind).reduce(root) { part, key in part.flatMap { child(key, of: $0) } }
  }

  private func followed(misplaced value: Located, as what: String) -> Located? {
    let spot = SchemaStore.Spot(value)
    if let known = misplaced.targets[spot] { return known }
    let target = followed(value, for: what)
    misplaced.targets[spot] = .some(target)
    guard target != nil else { return nil }
    misplaced.count(value, what)
    for (key, name, _) in value.entries where name != "$ref" {
      findings.leaveOut("'\(abbreviate(name))' beside the reference of \(what) is left out", at: key)
    }
    return target
  }

  /// Reports the references that the specification doesn't allow, once for each kind of object.
  func reportMisplaced() {
    for (what, first, count) in misplaced.kinds {
      let words =
        switch count {
        case 1: "this one is"
        case 2: "this one and another one are"
        default: "this one and \(count - 1) others are"
        }
      findings.mistake(
        "the specification allows no reference in place of \(what); \(words) followed nevertheless", at: first
      )
    }
  }
}

// MARK: Paths

extension DocumentSet {
  /// A path, which may have a reference and operations and parameters of its own beside it.
  ///
  /// - Returns: what it refers to, followed by its own part, if it has any; empty for a broken reference.
  func layers(of written: Located, for what: String) -> [Located] {
    var layers: [Located] = []
    var value = written
    var chain = ReferenceChain()
    while let reference = value["$ref"], reference.node.text != nil {
      guard chain.append(reference) else {
        findings.endless(chain, for: what, at: written.node)
        return []
      }
      if value.entries.count > 1 { layers.append(value) }
      guard let target = resolve(reference, for: what) else { return layers.reversed() }
      value = target.value
    }
    layers.append(value)
    return layers.reversed()
  }

  /// The entries of a path. What it says itself counts, where a reference says otherwise.
  func entries(of layers: [Located]) -> [(key: YAMLNode, name: String, value: Located)] {
    var entries: [(key: YAMLNode, name: String, value: Located)] = []
    for layer in layers {
      for entry in layer.entries where entry.name != "$ref" {
        guard let known = entries.firstIndex(where: { $0.name == entry.name }) else {
          entries.append(entry)
          continue
        }
        // Parameters and servers are read from each layer.
        if !["parameters", "servers", "summary", "description"].contains(entry.name) {
          findings.mistake(
            "'\(abbreviate(entry.name))' is here and in what '$ref' refers to; this one is used",
            at: entry.key)
        }
        entries[known] = entry
      }
    }
    return entries
  }
}
