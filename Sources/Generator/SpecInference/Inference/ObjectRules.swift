import APIModel
import TrafficEvidence

/// Whether an object is a map, whose keys are data.
enum MapRule {
  /// Why it is one; nil if it isn't.
  static func reason(_ members: Members) -> String? {
    let map = members.map
    if members.isMap { return "more than \(Members.mostFields) different keys" }
    let named = members.fields.reduce(0) { $0 + $1.shape.count }
    if map.entries > 0, map.entries >= named || named == 0 {
      return "keys are data: \(map.entries) in \(members.count) objects"
    }
    if map.entries > 0, members.fields.count < 3 || isUniform(members) {
      return "some keys are data: \(map.entries) of \(map.entries + named)"
    }
    if map.entries == 0, areLanguages(members.fields.map(\.name)), isUniform(members) {
      return "keys are languages"
    }
    // Otherwise, keys such as `404` among others are left out.
    guard map.entries == 0, members.fields.count >= 3, isUniform(members) else { return nil }
    let keys = members.fields.count
    let presence = Double(named) / Double(keys * max(members.count, 1))
    let always = members.fields.count { $0.shape.count == members.count }
    // What three or more objects have in common is no coincidence.
    let hasCommon = always > 0 && members.count >= 3
    if members.count >= 2, keys >= 5, presence <= 0.5, !hasCommon { return varying(keys, members.count) }
    if members.count >= 3, keys >= 8, presence <= 0.75, always == 0 { return varying(keys, members.count) }
    // Names that programs don't have.
    let odd = members.fields.count { field in
      !field.name.utf8.allSatisfy { $0.isWordByte || "-.@$:".utf8.contains($0) }
    }
    if odd * 2 > keys, presence < 1 { return "keys are texts: \(keys) different ones" }
    if keys >= 60 { return "\(keys) keys with values of the same type" }
    return nil
  }

  /// Whether keys are tags of languages (RFC 5646), such as `en`, `pt-br` or `zh_TW`.
  private static func areLanguages(_ keys: [String]) -> Bool {
    keys.count >= 2 && keys.contains { $0 == "en" || $0.hasPrefix("en-") || $0.hasPrefix("en_") }
      && keys.allSatisfy { key in
        let parts = key.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
        return parts.count <= 2 && parts.first?.utf8.count == 2
          && parts.allSatisfy { (2...4).contains($0.utf8.count) && $0.utf8.allSatisfy(\.isASCIILetter) }
      }
  }

  private static func varying(_ keys: Int, _ objects: Int) -> String {
    "keys vary: \(keys) different ones in \(objects) objects"
  }

  /// Whether all values could have the same type.
  private static func isUniform(_ members: Members) -> Bool {
    let shapes = members.fields.map(\.shape).filter { $0.values > 0 }
    guard let first = shapes.first else { return false }
    return shapes.dropFirst().allSatisfy { Compatibility.isSame($0, first) }
  }
}

/// Whether values in two places could have the same type.
enum Compatibility {
  private static func kinds(_ shape: Shape) -> Set<Int> {
    var kinds: Set<Int> = []
    if shape.booleans > 0 { kinds.insert(0) }
    if shape.numbers != nil { kinds.insert(1) }
    if shape.texts != nil { kinds.insert(2) }
    if shape.lists != nil { kinds.insert(3) }
    if shape.objects != nil { kinds.insert(4) }
    return kinds
  }

  static func isSame(_ left: Shape, _ right: Shape, depth: Int = 0) -> Bool {
    let (theirs, ours) = (kinds(left), kinds(right))
    // Null, and nothing, are compatible with everything.
    guard !theirs.isEmpty, !ours.isEmpty, depth < 8 else { return true }
    guard theirs == ours else { return false }
    if let one = left.texts, let other = right.texts,
      ScalarGuesses.format(of: one) != ScalarGuesses.format(of: other), one.filled > 0,
      other.filled > 0
    {
      return false
    }
    if let one = left.objects, let other = right.objects, !isSimilar(one.all, other.all) { return false }
    if let one = left.lists?.element, let other = right.lists?.element {
      return isSame(one, other, depth: depth + 1)
    }
    return true
  }

  /// Whether two objects have enough keys in common.
  private static func isSimilar(_ left: Members, _ right: Members) -> Bool {
    let (ours, theirs) = (Set(left.fields.map(\.name)), Set(right.fields.map(\.name)))
    guard !ours.isEmpty, !theirs.isEmpty else { return true }
    if MapRule.reason(left) != nil, MapRule.reason(right) != nil { return true }
    let common = ours.intersection(theirs)
    guard common.count * 2 >= min(ours.count, theirs.count), common.count * 3 >= ours.union(theirs).count
    else { return false }
    return common.allSatisfy { name in
      guard let one = left.shape(of: name), let other = right.shape(of: name) else { return true }
      return isSame(one, other, depth: 4)
    }
  }

  /// Whether objects with the same keys are the same structure.
  static func isSame(_ left: Members, _ right: Members) -> Bool {
    left.fields.allSatisfy { field in right.shape(of: field.name).map { isSame($0, field.shape) } ?? true }
  }
}

/// Whether objects are told apart by a property.
enum TagRule {
  /// An alternative with fewer samples says nothing.
  private static let fewest = 2

  /// The values that tell them apart; nil if they are one structure.
  static func values(_ objects: ObjectEvidence) -> [String]? {
    guard let tag = objects.tag, objects.plain.count == 0, objects.variants.count >= 2 else { return nil }
    let variants = objects.variants.values.map { $0 }
    guard variants.count(where: { $0.count >= fewest }) * 4 >= variants.count * 3 else { return nil }
    guard variants.allSatisfy({ MapRule.reason($0) == nil }), differ(variants, besides: tag) else {
      return nil
    }
    var names: Set<String> = []
    for variant in variants { names.formUnion(variant.fields.map(\.name)) }
    names.remove(tag)
    var (separate, unclear, shared) = (0, 0, 0)
    for name in names {
      let shapes = variants.map { ($0.shape(of: name), $0.count) }
      let always = shapes.count { $0.0?.count == $0.1 }
      let never = shapes.count { $0.0 == nil }
      if always == variants.count {
        shared += 1
        let kinds = shapes.compactMap(\.0)
        if let first = kinds.first, kinds.contains(where: { !Compatibility.isSame($0, first) }) {
          separate += 1
        }
      } else if always > 0, always + never == variants.count {
        separate += 1
      } else {
        unclear += 1
      }
    }
    guard separate >= 1, separate > unclear, separate * 2 >= shared else { return nil }
    let values = objects.variants.keys.sorted()
    guard Set(values.map { Words.folded($0) }).count == values.count else { return nil }
    return values
  }

  /// Whether two alternatives exclude each other: each requires something that the other never has. If only one of them has more,
  /// that may be an optional property; so it may in two samples, unless each has two properties of its own.
  private static func differ(_ variants: [Members], besides tag: String) -> Bool {
    func own(_ one: Members, _ other: Members) -> Int {
      one.fields.count { field in
        guard field.name != tag, field.shape.count == one.count, field.shape.values > 0 else { return false }
        return other.shape(of: field.name).map { !Compatibility.isSame($0, field.shape) } ?? true
      }
    }
    let known = variants.filter { $0.count >= fewest }
    return known.enumerated().contains { position, one in
      known.dropFirst(position + 1).contains { other in
        min(own(one, other), own(other, one)) >= (min(one.count, other.count) > 2 ? 1 : 2)
      }
    }
  }
}

/// The name of a property that identifies something: `account_id`, `accountId`, `account_ids`.
struct IdentifierName: Hashable {
  /// The words without a plural: `account`, `id`.
  private(set) var words: [String]
  private(set) var isPlural: Bool

  init?(_ name: String) {
    var words = Words.split(name)
    guard words.count > 1, let last = words.last, last == "id" || last == "ids" else { return nil }
    isPlural = last == "ids"
    words[words.count - 1] = "id"
    self.words = words
  }

  var type: String { Words.type(words) }

  var singular: IdentifierName {
    var result = self
    result.isPlural = false
    return result
  }

  /// Whether `max_damage_tank_id` ends in `tank_id`.
  func ends(in other: IdentifierName) -> Bool {
    words.count > other.words.count && words.suffix(other.words.count).elementsEqual(other.words)
  }

  /// The newtype for it: its own, or that of its last words.
  func type(in newtypes: [String: JSONType], _ base: JSONType) -> String? {
    for count in (2...max(words.count, 2)).reversed() {
      let type = Words.type(Array(words.suffix(count)))
      if newtypes[type] == base { return type }
    }
    return nil
  }
}
