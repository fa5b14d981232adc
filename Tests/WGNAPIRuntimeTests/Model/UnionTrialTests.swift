import Testing

@testable import WGNAPIJSON

/// How unions without tags are tried, and what is remembered meanwhile.
@Suite struct UnionTrialTests {
  private func decode<Value: JSONValue>(
    _ type: Value.Type, _ text: String, _ options: JSONDecoding = JSONDecoding()
  ) throws(JSONError) -> Value where Value.Decoded == Value {
    try Value.decode(Array(text.utf8), options: options)
  }

  private static let reporting = JSONDecoding(unknownKeys: .report, validation: .report)

  /// A value that is one of a union only by way of the same union isn't one.
  @Test(arguments: [JSONDecoding(), reporting]) func unionsInEachOther(_ options: JSONDecoding) throws {
    #expect(try decode(Left.self, #"{"a":1}"#, options) == .own(Letter(a: 1)))
    #expect(try decode(Right.self, #"{"a":1}"#, options) == .left(.own(Letter(a: 1))))
    #expect(try decode(Left.self, #"{"b":1}"#, options) == .right(.own(Digit(b: 1))))
    #expect(try decode(Right.self, #"{"b":1}"#, options) == .own(Digit(b: 1)))
    for text in ["{}", "7", "null", "[]"] {
      #expect(throws: JSONError.self, "\(text)") { try decode(Left.self, text, options) }
      #expect(throws: JSONError.self, "\(text)") { try decode(Myself.self, text, options) }
    }
    #expect(try decode(Myself.self, #"{"a":1}"#, options) == .letter(Letter(a: 1)))
  }

  /// Left fails as a part of Right while Right is tried as a part of Left, and fits after it.
  @Test(arguments: [JSONDecoding(), reporting]) func refusedOnlyForAWhile(_ options: JSONDecoding) throws {
    #expect(try decode(Either.self, #"{"a":1,"more":true}"#, options) == .both(Both(a: 1, more: true)))
    #expect(try decode(MoreOrRight.self, #"{"a":1}"#, options) == .right(.left(.own(Letter(a: 1)))))
  }

  /// What was found while a union was refused is found again without it.
  @Test func othersAreFoundAgain() throws {
    #expect(try decode(MoreOrRight.self, #"{"a":1,"b":1}"#) == .right(.left(.own(Letter(a: 1)))))
    #expect(try decode(Right.self, #"{"a":1,"b":1}"#) == .left(.own(Letter(a: 1))))
    let unknown = #"{"c":1}"#
    let value = try decode(MoreOrOpenRight.self, unknown)
    #expect(value == .right(.left(.unknown(["c": 1]))))
    #expect(try decode(OpenRight.self, unknown) == .left(.unknown(["c": 1])))
  }

  /// The work for a document that is nested in tags, or of which fields were selected, is that of any other.
  @Test(arguments: [8, 16, 60]) func workOfNestedTrials(_ depth: Int) throws {
    let text =
      String(repeating: #"{"kind":"tree","child":"#, count: depth) + "null"
      + String(repeating: "}", count: depth)
    let fields = AnySelection()
    for isSelected in [false, true] {
      let work = try Array(text.utf8).withUnsafeBufferPointer { buffer in
        var reader = JSONReader(buffer, options: JSONDecoding(maximumDepth: 256))
        if isSelected { reader.context = SelectionContext(fields) }
        let start = reader.remainingWork
        _ = try reader.document { (reader) throws(JSONError) in try TaggedTree.read(from: &reader) }
        return start - reader.remainingWork
      }
      #expect(work <= depth * (4 * text.utf8.count + 400))
    }
  }

  /// A key that one alternative declares, and finds twice, is unknown to another.
  @Test func duplicateKeys() throws {
    let text = #"{"a":1,"a":2,"b":3}"#
    #expect(try decode(LetterOrDigit.self, text) == .digit(Digit(b: 3)))
    let error = #expect(throws: JSONError.self) { try decode(LetterOrDigit.self, #"{"a":1,"a":2}"#) }
    #expect(error?.kind == .duplicateKey)
  }

  /// What an alternative is may depend on keys that a union around it reads.
  @Test func discriminatorsOfOuterUnions() throws {
    let closed = JSONDecoding(unknownKeys: .reject)
    #expect(
      try decode(Tried.self, #"{"kind":"letter","a":1}"#, closed) == .tagged(.letter(.own(Letter(a: 1)))))
    #expect(throws: JSONError.self) { try decode(Left.self, #"{"kind":"letter","a":1}"#, closed) }
  }

  /// An alternative that doesn't know a value is only tried, and takes no memory if another one knows it.
  @Test func memoryOfDiscardedValues() throws {
    let word = String(repeating: "x", count: 10)
    let text = "[" + Array(repeating: #"{"list":["\#(word)"]}"#, count: 1_000).joined(separator: ",") + "]"
    func memory(of options: JSONDecoding) throws -> Int {
      let counted = CountedMemory()
      var options = options
      options.memory = counted
      _ = try [Discarding].decode(Array(text.utf8), options: options)
      return counted.bytes
    }
    let counted = CountedMemory()
    var options = JSONDecoding()
    options.memory = counted
    _ = try [Known].decode(Array(text.utf8), options: options)
    #expect(try memory(of: JSONDecoding()) <= counted.bytes * 3 / 2)
  }
}

// MARK: Types

private struct Letter: JSONModel {
  let a: Int
  static let layout = ModelLayout<Self> { $0.required("a", \.a) }
}

private struct Digit: JSONModel {
  let b: Int
  static let layout = ModelLayout<Self> { $0.required("b", \.b) }
}

private struct Both: JSONModel {
  let a: Int
  let more: Bool
  static let layout = ModelLayout<Self> {
    $0.required("a", \.a)
    $0.required("more", \.more)
  }
}

private indirect enum Left: JSONUnion {
  case right(Right)
  case own(Letter)
  static let union = Union<Self> {
    $0.alternative(Right.self, Self.right) { if case .right(let value) = $0 { value } else { nil } }
    $0.alternative(Letter.self, Self.own) { if case .own(let value) = $0 { value } else { nil } }
  }
}

private indirect enum Right: JSONUnion {
  case left(Left)
  case own(Digit)
  static let union = Union<Self> {
    $0.alternative(Left.self, Self.left) { if case .left(let value) = $0 { value } else { nil } }
    $0.alternative(Digit.self, Self.own) { if case .own(let value) = $0 { value } else { nil } }
  }
}

private indirect enum Myself: JSONUnion {
  case again(Myself)
  case letter(Letter)
  static let union = Union<Self> {
    $0.alternative(Myself.self, Self.again) { if case .again(let value) = $0 { value } else { nil } }
    $0.alternative(Letter.self, Self.letter) { if case .letter(let value) = $0 { value } else { nil } }
  }
}

private enum Either: JSONUnion {
  case both(Both)
  case left(Left)
  static let union = Union<Self> {
    $0.alternative(Both.self, Self.both) { if case .both(let value) = $0 { value } else { nil } }
    $0.alternative(Left.self, Self.left) { if case .left(let value) = $0 { value } else { nil } }
  }
}

/// The left one has a further key in vain, so that the right one is tried at the same place after it.
private enum MoreOrRight: JSONUnion {
  case left(LeftWithMore)
  case right(Right)
  static let union = Union<Self> {
    $0.alternative(LeftWithMore.self, Self.left) { if case .left(let value) = $0 { value } else { nil } }
    $0.alternative(Right.self, Self.right) { if case .right(let value) = $0 { value } else { nil } }
  }
}

private enum LeftWithMore: JSONUnion {
  case left(Left)
  static let union = Union<Self> {
    $0.constrained(by: [.required(["more"])])
    $0.alternative(Left.self, Self.left) { if case .left(let value) = $0 { value } else { nil } }
  }
}

private enum LetterOrDigit: JSONUnion {
  case letter(Letter)
  case digit(Digit)
  static let union = Union<Self> {
    $0.alternative(Letter.self, Self.letter) { if case .letter(let value) = $0 { value } else { nil } }
    $0.alternative(Digit.self, Self.digit) { if case .digit(let value) = $0 { value } else { nil } }
  }
}

private enum Tagged: JSONUnion {
  case letter(Left)
  static let union = Union<Self>(discriminator: "kind") {
    $0.alternative("letter", Left.self, Self.letter) {
      if case .letter(let value) = $0 { value } else { nil }
    }
  }
}

private enum Tried: JSONUnion {
  case left(LeftWithMore)
  case tagged(Tagged)
  static let union = Union<Self> {
    $0.alternative(LeftWithMore.self, Self.left) { if case .left(let value) = $0 { value } else { nil } }
    $0.alternative(Tagged.self, Self.tagged) { if case .tagged(let value) = $0 { value } else { nil } }
  }
}

private struct Known: JSONModel {
  let list: [String]
  static let layout = ModelLayout<Self> { $0.required("list", \.list) }
}

/// The first alternative accepts anything, and knows nothing.
private enum Discarding: JSONUnion {
  case open(NumberOrAny)
  case known(Known)
  static let union = Union<Self> {
    $0.alternative(NumberOrAny.self, Self.open) { if case .open(let value) = $0 { value } else { nil } }
    $0.alternative(Known.self, Self.known) { if case .known(let value) = $0 { value } else { nil } }
  }
}

private enum NumberOrAny: JSONUnion {
  case number(Double)
  case unknown(JSON)
  static let union = Union<Self> {
    $0.alternative(of: .number, Double.self, Self.number) {
      if case .number(let value) = $0 { value } else { nil }
    }
    $0.unknown(Self.unknown) { if case .unknown(let value) = $0 { value } else { nil } }
  }
}

private final class AnySelection: SelectedFields {
  let isWhole = false
}

private indirect enum OpenLeft: JSONUnion {
  case right(OpenRight)
  case own(Letter)
  case unknown(JSON)
  static let union = Union<Self> {
    $0.alternative(OpenRight.self, Self.right) { if case .right(let value) = $0 { value } else { nil } }
    $0.alternative(Letter.self, Self.own) { if case .own(let value) = $0 { value } else { nil } }
    $0.unknown(Self.unknown) { if case .unknown(let value) = $0 { value } else { nil } }
  }
}

private indirect enum OpenRight: JSONUnion {
  case left(OpenLeft)
  case own(Digit)
  static let union = Union<Self> {
    $0.alternative(OpenLeft.self, Self.left) { if case .left(let value) = $0 { value } else { nil } }
    $0.alternative(Digit.self, Self.own) { if case .own(let value) = $0 { value } else { nil } }
  }
}

private enum OpenLeftWithMore: JSONUnion {
  case left(OpenLeft)
  static let union = Union<Self> {
    $0.constrained(by: [.required(["more"])])
    $0.alternative(OpenLeft.self, Self.left) { if case .left(let value) = $0 { value } else { nil } }
  }
}

private enum MoreOrOpenRight: JSONUnion {
  case left(OpenLeftWithMore)
  case right(OpenRight)
  static let union = Union<Self> {
    $0.alternative(OpenLeftWithMore.self, Self.left) { if case .left(let value) = $0 { value } else { nil } }
    $0.alternative(OpenRight.self, Self.right) { if case .right(let value) = $0 { value } else { nil } }
  }
}

/// A tag leads to a union without one.
private indirect enum TaggedTree: JSONUnion {
  case tree(UntaggedTree)
  static let union = Union<Self>(discriminator: "kind") {
    $0.alternative("tree", UntaggedTree.self, Self.tree) {
      if case .tree(let value) = $0 { value } else { nil }
    }
  }
}

private indirect enum UntaggedTree: JSONUnion {
  case numbered(NumberedTree)
  case plain(PlainTree)
  static let union = Union<Self> {
    $0.alternative(NumberedTree.self, Self.numbered) {
      if case .numbered(let value) = $0 { value } else { nil }
    }
    $0.alternative(PlainTree.self, Self.plain) { if case .plain(let value) = $0 { value } else { nil } }
  }
}

private struct NumberedTree: JSONModel {
  @BoxedOptional var child: TaggedTree?
  var x: Int
  static let layout = ModelLayout<Self> {
    $0.nullable("child", \._child)
    $0.required("x", \.x)
  }
}

private struct PlainTree: JSONModel {
  @BoxedOptional var child: TaggedTree?
  static let layout = ModelLayout<Self> { $0.nullable("child", \._child) }
}
