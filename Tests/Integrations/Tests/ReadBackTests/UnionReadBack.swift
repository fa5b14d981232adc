import WGNAPISchema

@testable import Layouts
@testable import WGNAPIJSON

/// Random values of each case of a module's unions, written and read back, and what was wrong.
struct UnionReadBack {
  private var documents: RandomDocuments
  private(set) var unions = 0
  private(set) var cases = 0
  /// The values that were written and read back.
  private(set) var values = 0
  /// The unions with values of one case that are read as another.
  private(set) var ambiguous: Set<String> = []
  /// The cases for which no value was found, as `Union/position`.
  private(set) var empty: Set<String> = []
  private(set) var problems: [String] = []

  init(_ models: [any JSONModel.Type], seed: UInt64) { documents = RandomDocuments(models, seed: seed) }

  private mutating func expect(_ isTrue: Bool, _ problem: @autoclosure () -> String) {
    if !isTrue { problems.append(problem()) }
  }

  /// Writes and reads random values of each case of a union.
  mutating func check<Root: JSONUnion>(_ type: Root.Type) {
    unions += 1
    var texts = documents.texts(for: type)
    texts += tagged(texts, for: type)
    for position in 0..<Root.union.count {
      var count = 0
      for text in texts {
        guard let value = value(of: type, position, Array(text.utf8)) else { continue }
        lazy var place = "\(text) as case \(position) of \(type)"
        guard let written = try? JSON.encode(value) else {
          // A discriminator has to name the case.
          expect(Root.union.hasTags, "\(place) isn't written")
          continue
        }
        // Without the keys that its model doesn't declare, it may be nothing that the case accepts.
        guard Root.union.all[position].accepts(written) else { continue }
        count += 1
        values += 1
        guard let again = try? JSON.decode(Root.self, from: written) else {
          expect(false, "\(place) isn't read back")
          continue
        }
        let expected = documentedCase(of: type, written)
        // A case with several tags has several entries.
        let entry = expected.map { Root.union.all[$0] }
        expect(entry?.contains(again) == true, "\(place)")
        if entry?.contains(value) == true {
          if hasTag(text, of: type) {
            expect(again == value, "\(place)")
          } else {
            // The tag that the value leaves out is written, and has another place where it is a property.
            let rewritten = (try? JSON.encode(again)).flatMap { try? JSON(parsing: $0) }
            expect(rewritten != nil && rewritten == (try? JSON(parsing: written)), "\(place)")
          }
        } else {
          ambiguous.insert("\(type)")
          // The other case's model may not declare all keys.
          let (own, other) = (try? JSON(parsing: written), try? JSON(encoding: again))
          expect(other.map { own?.has($0) == true } == true, "\(place) is another value when it is read")
        }
      }
      cases += 1
      if count == 0 { empty.insert("\(type)/\(position)") }
    }
  }

  private func hasTag<Root: JSONUnion>(_ text: String, of type: Root.Type) -> Bool {
    guard let key = Root.union.table.discriminator,
      case .object(let members)? = try? JSON(parsing: Array(text.utf8))
    else { return true }
    return members[key] != nil
  }

  /// Objects with each tag of the union's discriminator, which a model may not demand itself.
  private func tagged<Root: JSONUnion>(_ texts: [String], for type: Root.Type) -> [String] {
    guard let key = Root.union.table.discriminator else { return [] }
    let tags = Root.union.alternatives.flatMap { alternative -> [JSON] in
      guard case .tag(let tag) = alternative.form else { return [] }
      return [.string(tag)] + ((try? JSON(parsing: Array(tag.utf8))).map { [$0] } ?? [])
    }
    // Each text is tried as each case, so the number of texts with all tags would count twice.
    let step = max(1, texts.count * tags.count / 1_000)
    return texts.enumerated().flatMap { position, text -> [String] in
      guard case .object(var members)? = try? JSON(parsing: Array(text.utf8)) else { return [] }
      return tags.enumerated().compactMap { number, tag in
        guard (position + number) % step == 0 else { return nil }
        members[key] = tag
        return (try? JSON.object(members).encoded()).map { String(decoding: $0, as: UTF8.self) }
      }
    }
  }

  /// Returns the value of a case; nil if the document isn't one that the case's schema and the union accept. Unknown values are
  /// those of no other case, without keys of several.
  private func value<Root: JSONUnion>(of type: Root.Type, _ position: Int, _ bytes: [UInt8]) -> Root? {
    let union = Root.union
    guard union.all[position].accepts(bytes),
      union.constraint.map({ JSONSchema($0).isValid(bytes) }) != false
    else {
      return nil
    }
    if position == union.alternatives.count,
      documentedCase(of: type, bytes) != position || !JSONSchema(of: type).isValid(bytes)
    {
      return nil
    }
    return bytes.withUnsafeBufferPointer { buffer in
      var reader = JSONReader(buffer, options: JSONDecoding())
      return try? reader.document { (reader) throws(JSONError) in
        try type.union.read(as: position, from: &reader)
      }
    }
  }

  /// The case as which a document is read, by the rules in docs/spec-language.md.
  private func documentedCase<Root: JSONUnion>(of type: Root.Type, _ bytes: [UInt8]) -> Int? {
    let alternatives = Root.union.alternatives
    guard let json = try? JSON(parsing: bytes) else { return nil }
    let members: JSONObject? = if case .object(let members) = json { members } else { nil }
    let types = json.types
    for (position, alternative) in alternatives.enumerated() {
      if case .types(let own) = alternative.form, own.isSuperset(of: types) { return position }
    }
    if let members, let key = Root.union.table.discriminator, let tag = members[key]?.tagText {
      for (position, alternative) in alternatives.enumerated() {
        if case .tag(tag) = alternative.form { return position }
      }
    }
    var untold: [Int] = []
    var marked: [Int] = []
    for (position, alternative) in alternatives.enumerated() {
      guard case .keys(let keys) = alternative.form else { continue }
      if let members, keys.contains(where: { members[$0] != nil }) {
        marked.append(position)
      } else {
        untold.append(position)
      }
    }
    let order = marked + untold
    let accepting = order.filter { alternatives[$0].accepts(bytes) }
    if let position = accepting.first(where: { alternatives[$0].knows(bytes) }) ?? accepting.first {
      return position
    }
    if marked.count == 1 { return marked[0] }
    return Root.union.fallback == nil ? nil : alternatives.count
  }
}

extension Union.Alternative {
  /// Whether a document satisfies the schema of the alternative's type, and its constraint.
  fileprivate func accepts(_ bytes: [UInt8]) -> Bool {
    JSONSchema(of: coder).isValid(bytes) && constraint.map { JSONSchema($0).isValid(bytes) } ?? true
  }

  /// Whether the alternative's type knows the value.
  fileprivate func knows(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { buffer in
      var reader = JSONReader(buffer, options: JSONDecoding())
      return (try? read(&reader)).map(knows) ?? false
    }
  }
}

/// A union of a generated module.
protocol CheckedUnion {
  var union: any JSONUnion.Type { get }
}

extension UnionType: CheckedUnion {
  var union: any JSONUnion.Type { Union.self }
}

extension JSON {
  /// Whether all of another value is in this one, which may have further members.
  fileprivate func has(_ other: JSON) -> Bool {
    switch (self, other) {
    case (.object(let own), .object(let others)):
      others.allSatisfy { key, value in own[key].map { $0.has(value) } ?? false }
    case (.array(let own), .array(let others)):
      own.count == others.count && zip(own, others).allSatisfy { $0.has($1) }
    default: self == other
    }
  }

  fileprivate var types: JSONTypes {
    switch self {
    case .null: .null
    case .bool: .boolean
    case .number(let number): number.isInteger ? .integer : .fraction
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }

  fileprivate var tagText: String? {
    switch self {
    case .string(let text): text
    case .bool(let value): "\(value)"
    case .number(let number): number.int64.map { "\($0)" } ?? number.text
    default: nil
    }
  }
}
