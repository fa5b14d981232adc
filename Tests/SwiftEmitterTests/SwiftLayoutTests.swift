import Testing

@testable import SwiftEmitter

struct SwiftLayoutTests {
  @Test func shortCodeStaysOnItsLine() {
    #expect(SwiftLayout().wrap("f(a, b)", indent: 4) == "f(a, b)")
  }

  @Test func longCallsAreBrokenAtTheirArguments() {
    let name = String(repeating: "x", count: 60)
    let code = "f(\(name), [.a(1, 2), \"(,\\\",[\"], \(name))"
    #expect(
      SwiftLayout().wrap(code, indent: 2) == """
        f(
            \(name),
            [.a(1, 2), "(,\\",["],
            \(name)
          )
        """)
  }

  @Test func typesInBracketsAreNotBroken() {
    let elements = (0..<20).map { ".case\($0)" }
    let code = "static let all: [Self] = [\(elements.joined(separator: ", "))]"
    #expect(
      SwiftLayout().wrap(code, indent: 2)
        == "static let all: [Self] = [\n" + elements.map { "    \($0),\n" }.joined() + "  ]")
  }

  @Test func roomIsKeptForWhatFollows() {
    let code = "init(" + String(repeating: "x", count: 100) + ")"
    #expect(!SwiftLayout().wrap(code, indent: 2).contains("\n"))
    #expect(SwiftLayout().wrap(code, indent: 2, trailing: 4).contains("\n"))
    #expect(SwiftLayout(offset: 4).wrap(code, indent: 2).contains("\n"))
  }
}
