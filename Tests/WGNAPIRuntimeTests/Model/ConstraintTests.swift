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
}
