import Testing
import WGNAPIGenerated
import WGNAPIRuntime

private enum Fixed: JSONUnion {
  case cat(Cat)
  case dog(Dog)

  static let union = Union<Self>(discriminator: "kind") {
    $0.alternative("cat", Cat.self, Self.cat) { if case .cat(let value) = $0 { value } else { nil } }
    $0.alternative("dog", Dog.self, Self.dog) { if case .dog(let value) = $0 { value } else { nil } }
  }
}

/// A model whose discriminator may be absent.
private struct Marked: JSONModel {
  var kind: String?
  var size: Int?
  static let layout = ModelLayout<Self> {
    $0.optional("kind", \.kind)
    $0.optional("size", \.size)
  }
}

private enum Marks: JSONUnion {
  case dot(Marked)
  case line(Marked)

  static let union = Union<Self>(discriminator: "kind") {
    $0.alternative("dot", Marked.self, Self.dot) { if case .dot(let value) = $0 { value } else { nil } }
    $0.alternative("line", Marked.self, Self.line) { if case .line(let value) = $0 { value } else { nil } }
  }
}

private enum Numbers: JSONUnion {
  case small(Int8)
  case any(Double)

  static let union = Union<Self> {
    $0.alternative(Int8.self, Self.small) { if case .small(let value) = $0 { value } else { nil } }
    $0.alternative(Double.self, Self.any) { if case .any(let value) = $0 { value } else { nil } }
  }
}

/// Texts of which one alternative knows some.
private struct Role: OpenEnumeration {
  let rawValue: String
  static let allCases = [Self(rawValue: "ADMIN"), Self(rawValue: "USER")]
}

private enum RoleOrID: JSONUnion {
  case role(Role)
  case id(String)
  case unknown(JSON)

  static let union = Union<Self> {
    $0.alternative(Role.self, Self.role) { if case .role(let value) = $0 { value } else { nil } }
    $0.alternative(String.self, satisfying: [.minLength(3)], Self.id) {
      if case .id(let value) = $0 { value } else { nil }
    }
    $0.unknown(Self.unknown) { if case .unknown(let value) = $0 { value } else { nil } }
  }
}

/// An open union beside a list of it.
private enum Roles: JSONUnion {
  case one(RoleOrID)
  case list([RoleOrID])
  case unknown(JSON)

  static let union = Union<Self> {
    $0.alternative(RoleOrID.self, Self.one) { if case .one(let value) = $0 { value } else { nil } }
    $0.alternative([RoleOrID].self, Self.list) { if case .list(let value) = $0 { value } else { nil } }
    $0.unknown(Self.unknown) { if case .unknown(let value) = $0 { value } else { nil } }
  }
}

/// Objects that need nothing.
private enum Loose: JSONUnion {
  case a(LooseA)
  case b(LooseB)

  static let union = Union<Self> {
    $0.alternative(having: ["a"], LooseA.self, Self.a) { if case .a(let value) = $0 { value } else { nil } }
    $0.alternative(having: ["b"], LooseB.self, Self.b) { if case .b(let value) = $0 { value } else { nil } }
  }
}

private struct LooseA: JSONModel {
  var a: String?
  static let layout = ModelLayout<Self> { $0.optional("a", \.a) }
}

private struct LooseB: JSONModel {
  var b: String?
  static let layout = ModelLayout<Self> { $0.optional("b", \.b) }
}

/// Objects that both alternatives accept.
private struct Short: JSONModel {
  let id: Int
  static let layout = ModelLayout<Self> { $0.required("id", \.id) }
}

private struct Long: JSONModel {
  let id: Int
  let name: String?
  static let layout = ModelLayout<Self> {
    $0.required("id", \.id)
    $0.optional("name", \.name)
  }
}

private enum Overlapping: JSONUnion {
  case short(Short)
  case long(Long)

  static let union = Union<Self> {
    $0.alternative(Short.self, Self.short) { if case .short(let value) = $0 { value } else { nil } }
    $0.alternative(having: ["name"], Long.self, Self.long) {
      if case .long(let value) = $0 { value } else { nil }
    }
  }
}

/// Alternatives by the thousand, each of which a chain of conditions would have to ask for its tag.
private enum Many: JSONUnion {
  case numbered(Int, Cat)

  static let union = Union<Self>(discriminator: "n") { builder in
    for number in 0..<5_000 {
      builder.alternative("\(number)", Cat.self, { .numbered(number, $0) }) { value in
        if case .numbered(number, let cat) = value { cat } else { nil }
      }
    }
  }
}

/// Names in which a character is one code point.
private enum Composed: JSONUnion {
  case cat(Lives)
  case unknown(JSON)

  static let union = Union<Self>(discriminator: "cl\u{E9}") {
    $0.alternative("\u{E9}", Lives.self, Self.cat) { if case .cat(let value) = $0 { value } else { nil } }
    $0.unknown(Self.unknown) { if case .unknown(let value) = $0 { value } else { nil } }
  }
}

/// Both accept any object.
private enum ComposedKeys: JSONUnion {
  case a(LooseA)
  case e(LooseE)

  static let union = Union<Self> {
    $0.alternative(having: ["a"], LooseA.self, Self.a) { if case .a(let value) = $0 { value } else { nil } }
    $0.alternative(having: ["\u{E9}"], LooseE.self, Self.e) {
      if case .e(let value) = $0 { value } else { nil }
    }
  }
}

private struct LooseE: JSONModel {
  var e: String?
  static let layout = ModelLayout<Self> { $0.optional("\u{E9}", \.e) }
}

/// A model that doesn't declare the key that identifies it.
private struct Lives: JSONModel {
  var lives: Int
  static let layout = ModelLayout<Self> { $0.required("lives", \.lives) }
}

private enum Shape: JSONUnion {
  case cat(Lives)
  case loose(LooseA)

  static let union = Union<Self>(discriminator: "type") {
    $0.alternative("cat", Lives.self, Self.cat) { if case .cat(let value) = $0 { value } else { nil } }
    $0.alternative("loose", LooseA.self, Self.loose) { if case .loose(let value) = $0 { value } else { nil } }
  }
}

/// A union whose alternative is another one, with another discriminator.
private enum Drawn: JSONUnion {
  case shape(Shape)
  case tree(JSON)
  case dog(LooseB)

  static let union = Union<Self>(discriminator: "kind") {
    $0.alternative("shape", Shape.self, Self.shape) { if case .shape(let value) = $0 { value } else { nil } }
    $0.alternative("tree", JSON.self, Self.tree) { if case .tree(let value) = $0 { value } else { nil } }
    $0.alternative("dog", LooseB.self, Self.dog) { if case .dog(let value) = $0 { value } else { nil } }
  }
}

/// A union whose alternative is another one, with the same discriminator.
private enum Sorted: JSONUnion {
  case dog(LooseB)
  case shape(Shape)

  static let union = Union<Self>(discriminator: "type") {
    $0.alternative("dog", LooseB.self, Self.dog) { if case .dog(let value) = $0 { value } else { nil } }
    for tag in ["loose", "cat"] {
      $0.alternative(tag, Shape.self, Self.shape) { if case .shape(let value) = $0 { value } else { nil } }
    }
  }
}

@Suite struct UnionTests {
  /// JSON compares code points; Swift's strings are equal if they look the same.
  @Test func namesAreComparedByCodePoints() throws {
    let options = JSONDecoding(unknownKeys: .reject)
    func read<Value: JSONValue>(_ type: Value.Type, _ text: String) throws -> Value.Decoded {
      try type.decode([UInt8](text.utf8), options: options)
    }
    #expect(try read(Composed.self, "{\"cl\u{E9}\":\"\u{E9}\",\"lives\":9}") == .cat(Lives(lives: 9)))
    for text in [
      "{\"cl\u{E9}\":\"e\u{301}\",\"lives\":9}", "{\"cle\u{301}\":\"\u{E9}\",\"lives\":9}",
    ] {
      guard case .unknown = try read(Composed.self, text) else {
        Issue.record("\(text)")
        continue
      }
    }
    let twice = "{\"cl\u{E9}\":\"\u{E9}\",\"lives\":9,\"cle\u{301}\":1}"
    let error = #expect(throws: JSONError.self) { try read(Composed.self, twice) }
    #expect(error?.kind == .unknownKey)
    #expect(try ComposedKeys.decode([UInt8]("{\"\u{E9}\":\"x\"}".utf8)) == .e(LooseE(e: "x")))
    #expect(try ComposedKeys.decode([UInt8]("{\"e\u{301}\":\"x\"}".utf8)) == .a(LooseA(a: nil)))
    let envelope = try LooseA.decode([UInt8]("{\"e\u{301}\":1}".utf8), payload: "\u{E9}", as: Int.self)
    #expect(envelope.payload == nil)
  }

  /// Each union adds its own key to the object.
  @Test func unionsInUnionsHaveTheirOwnDiscriminators() throws {
    let options = JSONDecoding(unknownKeys: .reject)
    for (value, text) in [
      (Drawn.shape(.cat(Lives(lives: 9))), #"{"kind":"shape","type":"cat","lives":9}"#),
      (.shape(.loose(LooseA(a: nil))), #"{"kind":"shape","type":"loose"}"#),
      (.dog(LooseB(b: "x")), #"{"kind":"dog","b":"x"}"#),
    ] {
      #expect(try value.encoded().text == text)
      #expect(try Drawn.decode([UInt8](text.utf8), options: options) == value)
    }
    // With the same discriminator, the inner union's tag is the object's.
    let same = #"{"type":"cat","lives":9}"#
    #expect(try Sorted.shape(.cat(Lives(lives: 9))).encoded().text == same)
    #expect(try Sorted.decode([UInt8](same.utf8), options: options) == .shape(.cat(Lives(lives: 9))))
    #expect(try Drawn.tree(["kind": "tree"]).encoded().text == #"{"kind":"tree"}"#)
    for text in [
      #"{"kind":"dog","type":"cat"}"#, #"{"kind":"shape","type":"cat","lives":9,"kin":1}"#,
    ] {
      let error = #expect(throws: JSONError.self) { try Drawn.decode([UInt8](text.utf8), options: options) }
      #expect(error?.kind == .unknownKey)
    }
  }

  @Test func anAbsentDiscriminatorIsWritten() throws {
    let line = Marks.line(Marked(kind: nil, size: 2))
    #expect(try String(decoding: line.encoded(), as: UTF8.self) == #"{"kind":"line","size":2}"#)
    let given = Marks.line(Marked(kind: "line", size: nil))
    #expect(try String(decoding: given.encoded(), as: UTF8.self) == #"{"kind":"line"}"#)
    // That of another case would be read as that.
    #expect(throws: JSONError.self) { try Marks.line(Marked(kind: "dot", size: nil)).encoded() }
  }

  @Test func oneOfManyAlternativesIsFoundByItsTag() throws {
    let text = [UInt8](#"{"n":4999,"lives":9}"#)
    #expect(try Many.decode(text) == .numbered(4_999, Cat(lives: 9)))
    #expect(Many.isValid(text))
    #expect(Many.validate([UInt8](#"{"n":5000,"lives":9}"#)).map(\.keyword) == ["enum"])
    #expect(Many.validate([UInt8](#"{"n":1}"#)).map(\.keyword) == ["required"])
    #expect(try Many.numbered(7, Cat(lives: 1)).encoded().text == #"{"n":"7","lives":1}"#)
  }

  @Test func discriminatorChooses() throws {
    let text = #"[{"kind":"cat","lives":9},{"kind":"dog","name":"Rex"},{"kind":"cow","legs":[4]},7]"#
    let pets = try [Pet].decode([UInt8](text), options: JSONDecoding(unknownKeys: .reject))
    #expect(
      pets == [
        .cat(Cat(lives: 9)), .dog(Dog(name: "Rex")), .unknown(["kind": "cow", "legs": [4]]), .unknown(7),
      ])
    #expect(try pets.encoded().text == text)
    #expect(Set(pets + pets).count == 4)
    #expect(try Pet.decode([UInt8](#"{"lives":1,"kind":"cat"}"#)) == .cat(Cat(lives: 1)))
  }

  @Test func discriminatorWithoutPlaceForUnknownValues() throws {
    let unknown = #expect(throws: JSONError.self) { try [Fixed].decode([UInt8](#"[{"kind":"cow"}]"#)) }
    #expect(unknown?.description == #"0/kind: expected one of "cat", "dog", found "cow" (byte 9, line 1)"#)
    let missing = #expect(throws: JSONError.self) { try Fixed.decode([UInt8]("{}")) }
    #expect(missing?.kind == .missingKey)
    let wrong = #expect(throws: JSONError.self) { try Fixed.decode([UInt8](#"{"kind":"cat","lives":""}"#)) }
    #expect(wrong?.path == ["lives"])
    #expect(Fixed.isValid([UInt8](#"{"kind":"cat","lives":9}"#)))
    #expect(!Fixed.isValid([UInt8](#"{"kind":"cow","lives":9}"#)))
    #expect(!Fixed.isValid([UInt8](#"{"kind":"cat"}"#)))
  }

  @Test func schemasChoose() throws {
    let values = try [TextOrNumber].decode([UInt8](#"["a",1,[1,2]]"#))
    #expect(values == [.text("a"), .number(1), .numbers([1, 2])])
    #expect(try values.encoded().text == #"["a",1,[1,2]]"#)
    #expect(throws: JSONError.self) { try TextOrNumber.decode([UInt8]("true")) }
  }

  /// What several alternatives accept is read as the first of them, and isn't refused.
  @Test func theFirstAlternativeThatAcceptsIsRead() throws {
    #expect(try Numbers.decode([UInt8]("1000")) == .any(1000))
    #expect(try Numbers.decode([UInt8]("1")) == .small(1))
    #expect(Numbers.isValid([UInt8]("1")) && Numbers.validate([UInt8]("1")).isEmpty)
    #expect(!Numbers.isValid([UInt8]("true")))
  }

  /// A value is sent as the case that somebody chose for it.
  @Test func aCaseIsWrittenWhateverOtherAlternativesAccept() throws {
    for value in [RoleOrID.id("ADMIN"), .role(Role(rawValue: "ADMIN")), .unknown("ADMIN")] {
      #expect(try value.encoded() == [UInt8](#""ADMIN""#))
    }
    #expect(try Double.decode(Numbers.any(1).encoded()) == 1)
    #expect(try Loose.b(LooseB()).encoded() == [UInt8]("{}"))
    #expect(try Roles.one(.unknown([])).encoded() == [UInt8]("[]"))
  }

  /// An open enumeration and an open union accept anything, but other alternatives know what it is.
  @Test func alternativesThatKnowAValueComeFirst() throws {
    let texts = #"["ADMIN","abc123","ab",7]"#
    let ids = try [RoleOrID].decode([UInt8](texts))
    #expect(ids == [.role(Role(rawValue: "ADMIN")), .id("abc123"), .role(Role(rawValue: "ab")), .unknown(7)])
    #expect(try Roles.decode([UInt8](#""ADMIN""#)) == .one(.role(Role(rawValue: "ADMIN"))))
    #expect(try Roles.decode([UInt8](texts)) == .list(ids))
    #expect(try Roles.decode([UInt8]("{}")) == .one(.unknown([:])))
    #expect([RoleOrID].validate([UInt8](texts)).isEmpty)
    let options = JSONDecoding(unknownValues: .reject)
    #expect(try RoleOrID.decode([UInt8](#""abc123""#), options: options) == .id("abc123"))
    #expect(throws: JSONError.self) { try RoleOrID.decode([UInt8](#""ab""#), options: options) }
  }

  /// Only what names a case must name the one that is sent.
  @Test func aDiscriminatorNamesItsCase() throws {
    let error = #expect(throws: JSONError.self) { try Fixed.dog(Dog(kind: "cat", name: "Rex")).encoded() }
    #expect(error?.kind == .notRepresentable)
  }

  /// Of two that accept an object, the one that declares its key loses nothing.
  @Test func alternativesWithKeysOfTheirOwnComeFirst() throws {
    let text = #"[{"id":1},{"id":2,"name":"a"},{"id":3,"other":[{}]}]"#
    let values = try [Overlapping].decode([UInt8](text))
    #expect(values == [.short(Short(id: 1)), .long(Long(id: 2, name: "a")), .short(Short(id: 3))])
    // A key doesn't make an alternative of what it refuses.
    #expect(try Overlapping.decode([UInt8](#"{"id":4,"name":5}"#)) == .short(Short(id: 4)))
    #expect(throws: JSONError.self) { try Overlapping.decode([UInt8](#"{"name":"a"}"#)) }
  }
}
