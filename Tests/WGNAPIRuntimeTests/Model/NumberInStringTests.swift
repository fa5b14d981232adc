import Testing
import WGNAPIGenerated
import WGNAPIRuntime

/// What holds of a number's type holds whether the number comes alone or in a string.
@Suite struct NumberInStringTests {
  private struct Count: IntegerNewtype {
    var rawValue: Int
    static let constraints: Constraint? = [.minimum(1)]
  }

  private struct Tier: OpenEnumeration {
    var rawValue: Int
    static let allCases: [Self] = (1...3).map(Self.init)
  }

  private struct Row: JSONModel {
    var count: Count
    var tier: Tier

    static let layout = ModelLayout<Self> {
      $0.required("count", \.count, as: NumberInString<Count>.self)
      $0.required("tier", \.tier, as: NumberAsString<Tier>.self)
    }
  }

  @Test(arguments: [#"{"count":0,"tier":7}"#, #"{"count":"0","tier":"7"}"#])
  func constraintsAndUnknownValues(_ text: String) throws {
    let bytes = [UInt8](text.utf8)
    for validation in [JSONDecoding.Validation.report, .off] {
      for unknown in [JSONDecoding.UnknownValues.ignore, .report] {
        let (row, violations) = try Row.decodeReporting(
          bytes, options: JSONDecoding(unknownValues: unknown, validation: validation))
        #expect(row.count.rawValue == 0 && row.tier.rawValue == 7)
        let expected =
          (validation == .report ? ["minimum /count"] : []) + (unknown == .report ? ["enum /tier"] : [])
        #expect(violations.map { "\($0.keyword) \($0.instanceLocation)" } == expected)
      }
    }
    let strict = #expect(throws: JSONError.self) {
      try Row.decode(bytes, options: JSONDecoding(validation: .strict))
    }
    #expect(strict?.kind == .validation && strict?.path == ["count"])
    let refused = #expect(throws: JSONError.self) {
      try Row.decode(bytes, options: JSONDecoding(unknownValues: .reject, validation: .off))
    }
    #expect(refused?.kind == .unknownValue && refused?.path == ["tier"])
  }

  /// A number that its type can't hold breaks the limit on its side.
  @Test func numbersOutsideOfTheirTypes() {
    #expect(JSON.validate([UInt8]("-1".utf8), as: UInt8.self).map(\.keyword) == ["minimum"])
    #expect(JSON.validate([UInt8]("256".utf8), as: UInt8.self).map(\.keyword) == ["maximum"])
    #expect(JSON.validate([UInt8]("-1e400".utf8), as: Double.self).map(\.keyword) == ["minimum"])
  }
}
