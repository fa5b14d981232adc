import Testing

@testable import WGNAPIJSON

/// What must be true of a value in addition to its Swift type.
@Suite struct ConstraintTests {
  @Test func boundsOfScalars() throws {
    let integers: Constraint = [.type(.integer), .minimum(1), .exclusiveMaximum(10)]
    #expect(integers.plan.bounds(of: .integer)?.integers == Bounds(lower: 1, upper: 9))
    #expect(integers.plan.bounds(of: .number) == nil)
    #expect(Constraint([.minLength(2)]).plan.bounds(of: .string)?.integers == Bounds(lower: 2, upper: .max))
    let numbers = try #require(Constraint([.minimum("0.5"), .maximum(8)]).plan.bounds(of: .number))
    #expect(numbers.integers == Bounds(lower: 1, upper: 8))
    #expect(numbers.accepts(0.75) && !numbers.accepts(0.5) && !numbers.accepts(8.0))
    let none = try #require(Constraint([.minimum(3), .maximum(2)]).plan.bounds(of: .number))
    #expect(!none.accepts(Int64(2)) && !none.accepts(Int64.max) && !none.accepts(2.5))
    for constraint: Constraint in [
      [.minimum(1), .multipleOf(2)], [.type(.string), .minimum(1)], [.const(1)],
    ] { #expect(constraint.plan.bounds(of: .integer) == nil) }
  }

  private func violations(_ constraint: Constraint, _ text: String) -> [String] {
    JSON.validate(Array(text.utf8), satisfying: constraint).map {
      "\($0.instanceLocation) \($0.keywordLocation)"
    }
  }

  @Test func keysOfObjects() {
    let constraint: Constraint = [.required(["a", "é", "a"]), .dependentRequired(["a": ["b"], "c": ["d"]])]
    #expect(violations(constraint, #"{"\u0061":1,"b":2,"\u00e9":3}"#) == [])
    #expect(
      violations(constraint, #"{"x":1,"c":2}"#).sorted() == [
        " /dependentRequired", " /required", " /required", " /required",
      ])
    // Another normalization is another key.
    #expect(violations([.required(["\u{E9}"])], #"{"e\u0301":1}"#) == [" /required"])
  }

  @Test func listedValues() {
    let constraint: Constraint = [
      .enumeration([1, "a", ["x": 1, "y": [true]]]), .enumeration(["a", 1, ["y": [true], "x": 1], .null]),
    ]
    for text in ["1", "1.0", "10e-1", #""a""#, #"{"y":[true],"x":1}"#] {
      #expect(violations(constraint, text) == [], "\(text)")
    }
    #expect(violations(constraint, "null") == [" /enum"])
    #expect(violations(constraint, "2") == [" /enum", " /enum"])
    let many = Constraint([.enumeration((0..<2_000).map { JSON.string("\($0)") })])
    let list = "[" + Array(repeating: "\"1999\"", count: 2_000).joined(separator: ",") + "]"
    #expect(violations([.items(many)], list) == [])
  }

  /// The value that can't be read ends the list, and what was found before it stays.
  @Test func violationsBeforeAnUnreadableValue() {
    let found = MinimumFirst.validate(Array(#"{"first":0,"second":"x"}"#.utf8))
    #expect(found.map(\.instanceLocation) == ["/first", "/second"])
    #expect(found.map(\.keyword) == ["minimum", "type"])
  }
}

private struct MinimumFirst: JSONModel {
  let first: Int
  let second: Int
  static let layout = ModelLayout<Self> {
    $0.required("first", \.first, [.minimum(1)])
    $0.required("second", \.second)
  }
}
