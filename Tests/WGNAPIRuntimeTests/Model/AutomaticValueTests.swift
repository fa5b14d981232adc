import Testing
import WGNAPIJSON

/// Values that clients make.
@Suite struct AutomaticValueTests {
  /// Numbers of all sizes are positive, and begin again after the largest.
  @Test func numbersBeginAgainAfterTheLargest() {
    #expect(
      [1, 2, 2_147_483_647, 2_147_483_648, 4_294_967_296].map { AutomaticValue.number(at: $0) } as [Int32]
        == [1, 2, 2_147_483_647, 1, 2])
    #expect(
      [4_294_967_295, 4_294_967_296].map { AutomaticValue.number(at: $0) } as [UInt32] == [4_294_967_295, 1])
    #expect(
      [9_223_372_036_854_775_807, 9_223_372_036_854_775_808].map { AutomaticValue.number(at: $0) } as [Int64]
        == [.max, 1])
    #expect([.max, 0].map { AutomaticValue.number(at: $0) } as [UInt64] == [.max, 1])
    #expect([127, 128].map { AutomaticValue.number(at: $0) } as [Int8] == [127, 1])
  }
}
