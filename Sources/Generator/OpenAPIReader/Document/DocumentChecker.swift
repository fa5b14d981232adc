import Diagnostics
import SpecReader
import SpecYAML

/// The kinds of objects in documents of a version of the specification, with the keys that each may have.
protocol DocumentObject {
  /// The object in messages, such as `an operation`.
  var title: String { get }
  /// The keys; nil if any key is allowed.
  var keys: [String: Shape<Self>]? { get }
  /// Keys that exclude each other.
  var exclusive: [[String]] { get }
  var isSchema: Bool { get }
  var isHeader: Bool { get }
  var mayBeNull: Bool { get }
  /// Whether an object may be a reference.
  func allowsReferences(_ dialect: Dialect) -> Bool
  /// Whether a key that isn't among the keys is no mistake.
  func allowsOther(_ key: String, _ dialect: Dialect) -> Bool
  /// What to write in place of a key, and what becomes of it; empty if nothing is known of it.
  func advice(for key: String, in value: Located) -> String
  /// Reports violations of rules that the keys can't express.
  func checkMore(_ value: Located, _ dialect: Dialect, _ findings: Findings)
}

/// The kinds of values in an object.
indirect enum Shape<Kind> {
  case value
  case one(Kind)
  case list(Kind)
  case map(Kind)
}

/// Reports unknown keys and keys that exclude each other, in a document and all that is in it.
struct DocumentChecker<Kind: DocumentObject> {
  let documents: DocumentSet
  var findings: Findings { documents.findings }

  /// Keys whose other values would count as false. In schemas, `required` is a list.
  private static var flags: Set<String> {
    ["required", "deprecated", "allowEmptyValue", "explode", "allowReserved"]
  }

  func check(_ value: Located, as kind: Kind) {
    let node = value.node
    guard node.mapping != nil else {
      let isFlag = kind.isSchema && node.scalar?.coreType == .boolean
      // The readers report mistakes in the parts that they read.
      if !isFlag { findings.mismatch(node, expected: "a mapping", for: kind.title) }
      return
    }
    guard node["$ref"] == nil else {
      if !kind.allowsReferences(documents.dialect) { _ = documents.object(value, kind.title) }
      return
    }
    for pair in kind.exclusive where pair.allSatisfy({ node[$0] != nil }) {
      guard let key = node.mapping?.entry(for: pair[1])?.key else { continue }
      findings.mistake("\(kind.title) can't have both \(alternatives(pair, last: "and"))", at: key)
    }
    kind.checkMore(value, documents.dialect, findings)
    guard let keys = kind.keys else { return }
    for (key, name, _) in value.entries {
      guard let shape = keys[name] else {
        if kind.allowsOther(name, documents.dialect) { continue }
        findings.mistake(
          "\(kind.title) has no '\(abbreviate(name))'\(kind.advice(for: name, in: value))", at: key)
        continue
      }
      guard let child = value[name], !isReference(child, at: name, of: value, shape) else { continue }
      switch shape {
      case .value:
        if Self.flags.contains(name), !kind.isSchema, child.node.asBool == nil {
          findings.mismatch(child.node, expected: "true or false", for: "'\(name)'")
        }
      case .one(let inner): check(child, as: inner)
      case .list(let inner):
        if child.node.items == nil {
          findings.mismatch(child.node, expected: "a list", for: "'\(name)'")
        }
        for item in child.items { check(item, as: inner) }
      case .map(let inner):
        if child.node.mapping == nil, !child.node.asNull {
          findings.mismatch(child.node, expected: "a mapping", for: "'\(name)'")
        }
        for entry in child.entries {
          if inner.mayBeNull, entry.value.node.asNull { continue }
          if inner.isHeader, !isToken(entry.name) {
            findings.mistake("'\(abbreviate(entry.name))' can't be the name of a header", at: entry.key)
          }
          check(entry.value, as: inner)
        }
      }
    }
  }

  /// Whether a list or a map is only a reference, which is reported.
  private func isReference(
    _ child: Located, at key: String, of value: Located, _ shape: Shape<Kind>
  ) -> Bool {
    switch shape {
    case .value, .one: return false
    case .list, .map:
      return documents.child(key, of: value).map { SchemaStore.Spot($0) != SchemaStore.Spot(child) } ?? true
    }
  }

  private func isToken(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
          || "!#$%&'*+-.^_`|~".utf8.contains(byte)
      }
  }
}
