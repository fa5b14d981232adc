import Foundation
import Testing

@testable import Layouts
@testable import WGNAPIJSON

/// Random values of each case of every union in the repository's generated modules, written and read back.
@Suite struct UnionReadBackTests {
  private static let modules = allModules.filter { !unions(of: $0).isEmpty }.map { $0.module }.sorted()

  private static func unions(of module: any ModuleTypes.Type) -> [any JSONUnion.Type] {
    module.types.compactMap { ($0 as? any CheckedUnion)?.union }
  }

  /// The unions with values of one case that are read as another, beside those that the generator notes.
  private static let ambiguous: Set<String> = [
    // `anyOf`, which allows several alternatives: an integer is a number, and an empty list one of anything.
    "Features.Fraction", "OpenAI.Input",
    // `oneOf` of integers and numbers, which is noted, in another document.
    "Archive.Limit",
    // The first alternative is an open union, which takes a list for an unknown value; the second one knows it.
    "Alternatives.Sort",
    // Noted.
    "HostileDocument.UnionValue",
  ]

  /// The cases without values: all lists and unions of `Sort` are known.
  private static let empty: Set<String> = ["Alternatives.Sort/2"]

  /// The unions of `alternatives.yaml` that the generator notes, by the keys in the lines of its notes.
  private static func noted() throws -> Set<String> {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Golden/OpenAPI/Documents")
    func lines(_ name: String) throws -> [String] {
      try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8).components(
        separatedBy: "\n")
    }
    let document = try lines("alternatives.yaml")
    let notes = try lines("alternatives.yaml.txt").filter { $0.contains("exactly one alternative") }
    return Set(
      notes.compactMap { note in
        guard let line = Int(note.prefix { $0 != ":" }), document.indices.contains(line - 1) else {
          return nil
        }
        let text = document[line - 1].drop { $0 == " " }
        // A parameter is an element of a list.
        let parameter = "- {name: "
        let key =
          text.hasPrefix(parameter)
          ? text.dropFirst(parameter.count).prefix { $0 != "," } : text.prefix { $0 != ":" }
        return key.prefix(1).uppercased() + key.dropFirst()
      })
  }

  @Test func allAreTried() throws {
    let unions = allModules.flatMap { Self.unions(of: $0) }
    let cases = unions.map { Self.count(of: $0) }.reduce(0, +)
    #expect(unions.count >= 119 && cases >= 393, "\(unions.count) unions with \(cases) cases")
    #expect(try Self.noted().count == 8)
  }

  private static func count<Root: JSONUnion>(of type: Root.Type) -> Int { Root.union.count }

  @Test(arguments: modules) func aValueIsReadAsItsCaseOrAsTheDocumentedOne(module: String) throws {
    let types = try #require(allModules.first { $0.module == module })
    var documents = RandomDocuments(types.types.compactMap(\.model), seed: 1)
    var ambiguous: Set<String> = []
    for union in Self.unions(of: types) {
      check(union, "\(module).\(union)", &documents, &ambiguous)
    }
    var expected = Self.ambiguous.filter { $0.hasPrefix("\(module).") }
    if module == "Alternatives" {
      for name in try Self.noted() {
        // A type that an inline schema needs may have another ending.
        let found = ambiguous.first { $0 == "\(module).\(name)" || $0 == "\(module).\(name)Value" }
        #expect(found != nil, "\(name)")
        if let found { expected.insert(found) }
      }
    }
    #expect(ambiguous == expected)
  }

  private func check<Root: JSONUnion>(
    _ type: Root.Type, _ name: String, _ documents: inout RandomDocuments, _ ambiguous: inout Set<String>
  ) {
    var texts = documents.texts(for: type)
    texts += tagged(texts, for: type)
    for position in 0..<Root.union.count {
      var count = 0
      for text in texts {
        guard let value = value(of: type, position, Array(text.utf8)) else { continue }
        let place = "\(text) as case \(position) of \(name)"
        guard let written = try? value.encoded() else {
          // A discriminator has to name the case.
          #expect(Root.union.hasTags, "\(place) isn't written")
          continue
        }
        // Without the keys that its model doesn't declare, it may be nothing that the case accepts.
        guard Root.union.all[position].schema.isValid(written) else { continue }
        count += 1
        guard let again = try? Root.decode(written) else {
          Issue.record("\(place) isn't read back")
          continue
        }
        let expected = documentedCase(of: type, written)
        // A case with several tags has several entries.
        let entry = expected.map { Root.union.all[$0] }
        #expect(entry?.contains(again) == true, "\(place)")
        if entry?.contains(value) == true {
          if hasTag(text, of: type) {
            #expect(again == value, "\(place)")
          } else {
            // The tag that the value leaves out is written.
            #expect((try? again.encoded()) == written, "\(place)")
          }
        } else {
          ambiguous.insert(name)
          // The other case's model may not declare all keys.
          let (own, other) = (try? JSON(parsing: written), try? JSON(encoding: again))
          #expect(other.map { own?.has($0) == true } == true, "\(place) is another value when it is read")
        }
      }
      #expect((count == 0) == Self.empty.contains("\(name)/\(position)"), "case \(position) of \(name)")
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
    return texts.flatMap { text -> [String] in
      guard case .object(var members)? = try? JSON(parsing: Array(text.utf8)) else { return [] }
      return tags.compactMap { tag in
        members[key] = tag
        return (try? JSON.object(members).encoded()).map { String(decoding: $0, as: UTF8.self) }
      }
    }
  }

  /// Returns the value of a case; nil if the document isn't one that the case's schema and the union accept. Unknown values are
  /// those of no other case.
  private func value<Root: JSONUnion>(of type: Root.Type, _ position: Int, _ bytes: [UInt8]) -> Root? {
    let union = Root.union
    guard union.all[position].schema.isValid(bytes), union.constraint?.isValid(bytes) != false else {
      return nil
    }
    if position == union.alternatives.count, documentedCase(of: type, bytes) != position { return nil }
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
    for position in order where (alternatives[position].known ?? alternatives[position].schema).isValid(bytes)
    {
      return position
    }
    for position in order where alternatives[position].schema.isValid(bytes) { return position }
    if marked.count == 1 { return marked[0] }
    return Root.union.fallback == nil ? nil : alternatives.count
  }
}

/// A union of a generated module.
private protocol CheckedUnion {
  var union: any JSONUnion.Type { get }
}

extension UnionType: CheckedUnion {
  fileprivate var union: any JSONUnion.Type { Union.self }
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

/// Random JSON of the forms that a module's models and unions have.
private struct RandomDocuments {
  private var samples: Samples
  private var members: [ModelMembers] = []
  private var state: UInt64

  init(_ models: [any JSONModel.Type], seed: UInt64) {
    samples = Samples(models: models)
    state = seed
    for model in models {
      if let members = ModelMembers(of: model, .both, from: &samples, depth: 2) {
        self.members.append(members)
      }
    }
  }

  private mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(max(bound, 1)))
  }

  /// Objects with random members of each model, scalars, what the union expects, and lists and maps of these.
  mutating func texts(for union: any JSONUnion.Type) -> [String] {
    var texts = samples.texts(of: union)
    for _ in 0..<80 where !members.isEmpty {
      let members = members[below(members.count)]
      let choices = members.list.map { member -> ModelMembers.Choice in
        var choices: [ModelMembers.Choice] = [.full, .minimal]
        if member.presence.acceptsNull { choices.append(.null) }
        if member.presence.acceptsAbsence { choices.append(.absent) }
        return choices[below(choices.count)]
      }
      texts.append(
        members.document(hasAdditional: below(2) == 0) { members.list[$0].written(choices[$0]) })
    }
    texts += Samples.scalars(below(1_000))
    let elements = texts
    for _ in 0..<30 where !elements.isEmpty {
      let some = (0..<below(4)).map { _ in elements[below(elements.count)] }
      texts.append("[\(some.joined(separator: ","))]")
      let one = elements[below(elements.count)]
      texts += ["[\(one)]", "[\(one),\(one)]", #"{"\#(mapKeys[below(mapKeys.count)])":\#(one)}"#]
    }
    return texts
  }
}
