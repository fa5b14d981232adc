import Testing

@testable import SwiftEmitter

@Suite struct AdviceTests {
  @Test(arguments: [
    (
      "two types would both be called 'A' in Swift; give one of them a name under 'schemas'",
      "two types would both be called 'A' in Swift"
    ),
    (
      "two have the value 'a;b' of 'kind'; give each a value of its own", "two have the value 'a;b' of 'kind'"
    ),
    (
      "'a;b' is defined differently by two parts of 'c;d'",
      "'a;b' is defined differently by two parts of 'c;d'"
    ),
    ("no advice", "no advice"), ("", ""),
  ])
  func isLeftOut(message: String, expected: String) {
    #expect(message.withoutAdvice == expected)
  }
}
