import APIModel
import SchemaValues
import Testing

/// Multiples of numbers with more digits than any type of Swift has.
@Suite struct MultipleTests {
  /// The digits of a product, which is computed as on paper.
  private func product(_ left: [Int], _ right: [Int]) -> [Int] {
    var sums = Array(repeating: 0, count: left.count + right.count)
    for (row, one) in left.reversed().enumerated() {
      for (column, other) in right.reversed().enumerated() { sums[row + column] += one * other }
    }
    for position in sums.indices.dropLast() {
      sums[position + 1] += sums[position] / 10
      sums[position] %= 10
    }
    return sums.reversed()
  }

  private func isMultiple(_ number: [Int], of divisor: [Int]) throws -> Bool {
    var schema = Schema(span: .unknown(file: ""))
    schema.types = [.number]
    func text(_ digits: [Int]) -> NumberText {
      let shown = digits.drop { $0 == 0 }
      return NumberText(shown.isEmpty ? "0" : shown.map(String.init).joined())
    }
    schema.limits[.multipleOf] = text(divisor)
    let violations = ValueChecker(SchemaIndex([])).violations(of: .number(text(number)), by: schema)
    return try #require(violations).isEmpty
  }

  @Test func areExactWithAnyNumberOfDigits() throws {
    var generator = SplitMix(seed: 7)
    for _ in 0..<400 {
      // Long runs of 0 and 9 make the guesses of a long division wrong.
      let kinds = [[0, 9], [0, 0, 0, 1], Array(0...9)]
      func digits(_ count: Int) -> [Int] {
        let kind = kinds[Int.random(in: 0..<kinds.count, using: &generator)]
        return [Int.random(in: 1...9, using: &generator)]
          + (0..<count).map { _ in kind[Int.random(in: 0..<kind.count, using: &generator)] }
      }
      let divisor = digits(Int.random(in: 1...60, using: &generator))
      let factor = digits(Int.random(in: 0...60, using: &generator))
      var number = product(divisor, factor)
      #expect(try isMultiple(number, of: divisor))
      // The next number has a remainder of 1.
      number = [0] + number
      var position = number.count - 1
      while number[position] == 9 {
        number[position] = 0
        position -= 1
      }
      number[position] += 1
      #expect(try !isMultiple(number, of: divisor))
    }
  }
}

private struct SplitMix: RandomNumberGenerator {
  var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
