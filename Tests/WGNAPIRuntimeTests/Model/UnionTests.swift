import Testing
import WGNAPIRuntime

private enum Fixed: JSONUnion {
  case cat(Cat)
  case dog(Dog)

  static let union = Union<Self>(discriminator: "kind") {
    $0.alternative("cat", Cat.self, Self.cat) { if case .cat(let value) = $0 { value } else { nil } }
    $0.alternative("dog", Dog.self, Self.dog) { if case .dog(let value) = $0 { value } else { nil } }
  }
}

private enum Numbers: JSONUnion {
  case small(Int8)
  case any(Double)

  static let union = Union<Self>(.oneOf) {
    $0.alternative(Int8.self, Self.small) { if case .small(let value) = $0 { value } else { nil } }
    $0.alternative(Double.self, Self.any) { if case .any(let value) = $0 { value } else { nil } }
  }
}

/// Objects that both alternatives accept.
private struct Short: JSONModel {
  let id: Int
  static let layout = Layout<Self> { $0.required("id", \.id) }
}

private struct Long: JSONModel {
  let id: Int
  let name: String?
  static let layout = Layout<Self> {
    $0.required("id", \.id)
    $0.optional("name", \.name)
  }
}

private enum Overlapping: JSONUnion {
  case short(Short)
  case long(Long)

  static let union = Union<Self>(.anyOf) {
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

@Suite struct UnionTests {
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

  @Test func oneOfIsExactlyOne() throws {
    #expect(try Numbers.decode([UInt8]("1000")) == .any(1000))
    let error = #expect(throws: JSONError.self) { try Numbers.decode([UInt8]("1")) }
    #expect(error?.kind == .validation)
    let (value, violations) = try Numbers.decodeReporting([UInt8]("1"))
    #expect(value == .small(1) && violations.map(\.keyword) == ["oneOf"])
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
