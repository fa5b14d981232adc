import Foundation
import Testing
import WGNAPISchema

@testable import WGNAPIJSON

/// Unions put together at random, of alternatives that are told apart by type, tag, key or schema only.
@Suite struct RandomUnionTests {
  private static let pool: [any UnionPart.Type] = [
    Text.self, Digits.self, Bool.self, [Int].self, Tom.self, Rex.self, Titled.self,
    Removed.self, RandomUnion<Text, Tom, Removed, ClosedChoice>.self,
    RandomUnion<Digits, Titled, [Int], ClosedChoice>.self,
  ]
  private static let choices: [any UnionChoice.Type] = [
    OpenChoice.self, ClosedChoice.self,
  ]

  /// Strict reading takes exactly what the schema accepts, and what was read is written and read again.
  @Test(arguments: 0..<8) func `what is read is what is valid, and what is written is read`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var accepted = 0
    for _ in 0..<60 {
      let parts = (0..<3).map { _ in Self.pool[random.below(Self.pool.count)] }
      let choice = Self.choices[random.below(Self.choices.count)]
      let documents = (0..<50).map { _ in random.document(depth: 0) }
      accepted += agree(parts[0], parts[1], parts[2], choice, documents)
    }
    // The documents are of the unions' keys and values, so that this isn't a test of refusals.
    #expect(accepted > 300)
  }

  private func agree<A: UnionPart, B: UnionPart, C: UnionPart, Choice: UnionChoice>(
    _: A.Type, _: B.Type, _: C.Type, _: Choice.Type, _ documents: [String]
  ) -> Int {
    typealias Union = RandomUnion<A, B, C, Choice>
    var accepted = 0
    for document in documents {
      let bytes = Array(document.utf8)
      let value = try? Union.decode(bytes)
      #expect((value != nil) == Union.isValid(bytes), "\(Union.self): \(document)")
      guard let value else { continue }
      accepted += 1
      guard let written = try? value.encoded() else {
        Issue.record("\(Union.self): \(value) isn't written")
        continue
      }
      // Keys that a model doesn't declare aren't written, but none of these alternatives takes what is left for another's.
      #expect((try? Union.decode(written)) == value, "\(Union.self): \(document)")
    }
    return accepted
  }

  /// What is left of an object without the keys that its model doesn't declare is another case of the inner union.
  @Test func `a value is written as its case, whatever it would be read as`() throws {
    typealias Inner = RandomUnion<Text, Tom, Removed, OpenChoice>
    typealias Outer = RandomUnion<Inner, Removed, Titled, ClosedChoice>
    let value = try Outer.decode(Array(#"{"removed":1,"title":"a"}"#.utf8))
    #expect(value == .third(Titled(title: "a")))
    #expect(try value.encoded() == Array(#"{"title":"a"}"#.utf8))
    // The inner union doesn't know it, but another alternative does.
    let unknown = Outer.first(.unknown(["title": "a"]))
    #expect(try unknown.encoded() == Array(#"{"title":"a"}"#.utf8))
    #expect(try Outer.decode(unknown.encoded()) == value)
    #expect(try Outer.decode(Array(#"{"other":1}"#.utf8)) == .first(.unknown(["other": 1])))
    let removed = Outer.second(Removed(removed: true))
    #expect(try Outer.decode(removed.encoded()) == .first(.third(Removed(removed: true))))
  }

  /// The bytes that are read again, and the schemas that are applied, while a document is read. Its own bytes, each of which
  /// is read once, come on top of that.
  private func work<Value: JSONValue>(_ type: Value.Type, _ document: String) throws -> Int {
    try Array(document.utf8).withUnsafeBufferPointer { buffer in
      var reader = JSONReader(buffer, options: JSONDecoding(maximumDepth: 256))
      let start = reader.remainingWork
      _ = try reader.document { (reader) throws(JSONError) in try Value.read(from: &reader) }
      return start - reader.remainingWork
    }
  }

  @Test(arguments: 0..<4) func `twice the document is twice the work`(seed: UInt64) throws {
    var random = SplitMix(seed: seed &+ 100)
    for _ in 0..<40 {
      let parts = (0..<3).map { _ in Self.pool[random.below(Self.pool.count)] }
      let choice = Self.choices[random.below(Self.choices.count)]
      let documents = (0..<20).map { _ in random.document(depth: 0) }
      try grow(parts[0], parts[1], parts[2], choice, documents)
    }
  }

  private func grow<A: UnionPart, B: UnionPart, C: UnionPart, Choice: UnionChoice>(
    _: A.Type, _: B.Type, _: C.Type, _: Choice.Type, _ documents: [String]
  ) throws {
    typealias Union = RandomUnion<A, B, C, Choice>
    let valid = documents.filter { Union.isValid(Array($0.utf8)) }
    guard !valid.isEmpty else { return }
    let elements = (0..<50).map { valid[$0 % valid.count] }
    let once = try work([Union].self, "[\(elements.joined(separator: ","))]")
    let twice = try work([Union].self, "[\((elements + elements).joined(separator: ","))]")
    #expect(twice <= 2 * once + 200, "\(Union.self): \(once), then \(twice)")
  }

  /// Alternatives that a type or a tag tells apart are not tried.
  @Test(arguments: [8, 16, 32, 64], [true, false]) func `nesting costs no more than its bytes`(
    depth: Int, tagIsFirst: Bool
  ) throws {
    let (start, end) =
      tagIsFirst
      ? (#"{"kind":"right","child":["#, #"]}"#) : (#"{"child":["#, #"],"kind":"right"}"#)
    let document = String(repeating: start, count: depth) + "1" + String(repeating: end, count: depth)
    let work = try work(Deep.self, document)
    // To find a tag that is last, what is before it is read again at each depth.
    #expect(work <= (tagIsFirst ? 2 : depth) * document.utf8.count)
  }
}

/// A value that contains itself in alternatives that a type or a tag tells apart.
private indirect enum Deep: JSONUnion {
  case leaf(Int)
  case list([Deep])
  case left(Left)
  case right(Right)

  static let union = Union<Self>(discriminator: "kind") {
    $0.alternative(of: .integer, Int.self, Self.leaf) { if case .leaf(let value) = $0 { value } else { nil } }
    $0.alternative(of: .array, [Deep].self, Self.list) {
      if case .list(let value) = $0 { value } else { nil }
    }
    $0.alternative("left", Left.self, Self.left) { if case .left(let value) = $0 { value } else { nil } }
    $0.alternative("right", Right.self, Self.right) { if case .right(let value) = $0 { value } else { nil } }
  }
}

private struct Left: JSONModel {
  @Boxed var child: Deep
  var kind = "left"

  static let layout = ModelLayout<Self> {
    $0.required("child", \._child)
    $0.required("kind", \.kind, [.const("left")])
  }
}

private struct Right: JSONModel {
  @Boxed var child: Deep
  var kind = "right"

  static let layout = ModelLayout<Self> {
    $0.required("child", \._child)
    $0.required("kind", \.kind, [.const("right")])
  }
}

// MARK: Unions

/// What can be an alternative.
private protocol UnionPart: JSONValue {
  static var jsonTypes: JSONTypes { get }
  /// The value of `kind`, if it is an object with a constant there.
  static var tag: String? { get }
  /// The keys of an object whose form is known; nil for others.
  static var requiredKeys: [String]? { get }
  static var constraint: Constraint? { get }
}

extension UnionPart {
  static var tag: String? { nil }
  static var requiredKeys: [String]? { nil }
  static var constraint: Constraint? { nil }
}

private protocol UnionChoice: Sendable {
  static var isOpen: Bool { get }
}

private enum OpenChoice: UnionChoice { static let isOpen = true }
private enum ClosedChoice: UnionChoice { static let isOpen = false }

private enum RandomUnion<A: UnionPart, B: UnionPart, C: UnionPart, Choice: UnionChoice>: JSONUnion, UnionPart
{
  case first(A)
  case second(B)
  case third(C)
  case unknown(JSON)

  static var jsonTypes: JSONTypes {
    Choice.isOpen ? .all : A.jsonTypes.union(B.jsonTypes).union(C.jsonTypes)
  }

  static var union: Union<Self> {
    KnownUnions.union(of: Self.self) {
      let forms = UnionPartForms([A.self, B.self, C.self])
      func build(_ builder: inout UnionBuilder<Self>) {
        forms.add(0, A.self, Self.first, { if case .first(let value) = $0 { value } else { nil } }, &builder)
        forms.add(
          1, B.self, Self.second, { if case .second(let value) = $0 { value } else { nil } }, &builder)
        forms.add(2, C.self, Self.third, { if case .third(let value) = $0 { value } else { nil } }, &builder)
        if Choice.isOpen {
          builder.unknown(Self.unknown) { if case .unknown(let value) = $0 { value } else { nil } }
        }
      }
      return Union(discriminator: forms.hasTags ? "kind" : nil, build)
    }
  }
}

/// The rules by which alternatives are told apart, as the generator has them.
private struct UnionPartForms {
  let parts: [any UnionPart.Type]
  let hasTags: Bool
  private let areAllKnown: Bool

  init(_ parts: [any UnionPart.Type]) {
    self.parts = parts
    let objects = parts.filter { $0.jsonTypes.contains(.object) }
    areAllKnown = objects.allSatisfy { $0.requiredKeys != nil }
    let tags = objects.compactMap { $0.tag }
    hasTags = areAllKnown && objects.count > 1 && tags.count == objects.count && Set(tags).count == tags.count
  }

  func add<Part: UnionPart, Root: Sendable>(
    _ position: Int, _ part: Part.Type, _ wrap: @escaping @Sendable (Part) -> Root,
    _ unwrap: @escaping @Sendable (Root) -> Part?, _ builder: inout UnionBuilder<Root>
  ) where Part.Decoded == Part {
    let others = parts.enumerated().filter { $0.offset != position }.map(\.element)
    let isAlone = others.allSatisfy { $0.jsonTypes.isDisjoint(with: part.jsonTypes) }
    if isAlone, !hasTags || !part.jsonTypes.contains(.object) {
      builder.alternative(of: part.jsonTypes, part, satisfying: part.constraint, wrap, unwrap)
    } else if hasTags, let tag = part.tag {
      builder.alternative(tag, part, satisfying: part.constraint, wrap, unwrap)
    } else {
      let taken = Set(others.flatMap { $0.requiredKeys ?? [] })
      let keys = areAllKnown ? (part.requiredKeys ?? []).filter { !taken.contains($0) } : []
      builder.alternative(having: keys, part, satisfying: part.constraint, wrap, unwrap)
    }
  }
}

/// Unions of generic types, each made once, as those of generated types are.
private enum KnownUnions {
  private static let lock = NSLock()
  nonisolated(unsafe) private static var known: [ObjectIdentifier: Any] = [:]

  static func union<Root>(of type: Root.Type, _ make: () -> Union<Root>) -> Union<Root> {
    if let union = lock.withLock({ known[ObjectIdentifier(type)] }) as? Union<Root> { return union }
    let union = make()
    lock.withLock { known[ObjectIdentifier(type)] = union }
    return union
  }
}

// MARK: Alternatives

private struct Text: StringNewtype, UnionPart {
  let rawValue: String
  static let jsonTypes: JSONTypes = .string
  static let constraint: Constraint? = [.maxLength(3)]
}

private struct Digits: IntegerNewtype, UnionPart {
  let rawValue: Int
  static let jsonTypes: JSONTypes = .integer
  static let constraint: Constraint? = [.minimum(0)]
}

extension Bool: UnionPart {
  fileprivate static var jsonTypes: JSONTypes { .boolean }
}

extension [Int]: UnionPart {
  fileprivate static var jsonTypes: JSONTypes { .array }
}

private struct Tom: JSONModel, UnionPart {
  var kind = "cat"
  var lives: Int?

  static let layout = ModelLayout<Self> {
    $0.required("kind", \.kind, [.const("cat")])
    $0.optional("lives", \.lives)
  }
  static let jsonTypes: JSONTypes = .object
  static let tag: String? = "cat"
  static let requiredKeys: [String]? = ["kind"]
}

private struct Rex: JSONModel, UnionPart {
  var kind = "dog"
  var title: String?

  static let layout = ModelLayout<Self> {
    $0.required("kind", \.kind, [.const("dog")])
    $0.optional("title", \.title)
  }
  static let jsonTypes: JSONTypes = .object
  static let tag: String? = "dog"
  static let requiredKeys: [String]? = ["kind"]
}

private struct Titled: JSONModel, UnionPart {
  var title: String

  static let layout = ModelLayout<Self> { $0.required("title", \.title, [.minLength(1)]) }
  static let jsonTypes: JSONTypes = .object
  static let requiredKeys: [String]? = ["title"]
}

private struct Removed: JSONModel, UnionPart {
  var removed: Bool
  var title: String?

  static let layout = ModelLayout<Self> {
    $0.required("removed", \.removed)
    $0.optional("title", \.title)
  }
  static let jsonTypes: JSONTypes = .object
  static let requiredKeys: [String]? = ["removed"]
}

// MARK: Documents

private struct SplitMix {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
  }

  private mutating func one(of texts: [String]) -> String { texts[below(texts.count)] }

  mutating func document(depth: Int) -> String {
    switch below(depth > 2 ? 5 : 10) {
    case 0: return one(of: ["null", "true", "false", "1.5"])
    case 1, 2: return one(of: ["0", "7", "-1", "2.0"])
    case 3, 4: return one(of: [#""""#, #""a""#, #""abc""#, #""abcd""#])
    case 5: return "[\((0..<below(3)).map { _ in document(depth: depth + 1) }.joined(separator: ","))]"
    default:
      let usual = [
        #""kind":"cat""#, #""kind":"dog""#, #""lives":9"#, #""title":"a""#, #""title":"""#,
        #""removed":true"#, #""removed":1"#, #""other":1"#,
      ]
      var members: [String: String] = [:]
      for _ in 0..<(1 + below(3)) {
        let member = one(of: usual)
        members[String(member.prefix { $0 != ":" })] = member
      }
      return "{\(members.sorted { $0.key < $1.key }.map(\.value).joined(separator: ","))}"
    }
  }
}
