import Testing

@testable import SwiftEmitter

struct SwiftLayoutTests {
  private let layout = SwiftLayout(width: LineBreaker.width)

  @Test func shortCodeStaysOnItsLine() {
    #expect(layout.wrap(.call("f", ["a", "b"]), indent: 4) == "f(a, b)")
  }

  @Test func longCallsAreBrokenAtTheirArguments() {
    let name = String(repeating: "x", count: 60)
    let code = Code.call(
      "f", [Code(name), .array([.call(".a", ["1", "2"]), .string("(,\",[")]), Code(name)])
    #expect(
      layout.wrap(code, indent: 2) == """
        f(
            \(name),
            [.a(1, 2), "(,\\",["],
            \(name)
          )
        """)
  }

  @Test func typesInBracketsAreNotBroken() {
    let elements = (0..<20).map { ".case\($0)" }
    let type = SwiftType.array(.named("Self"))
    let code: Code = "static let all: \(type) = \(Code.array(elements.map { Code($0) }))"
    #expect(
      layout.wrap(code, indent: 2)
        == "static let all: [Self] = [\n" + elements.map { "    \($0),\n" }.joined() + "  ]")
  }

  @Test func roomIsKeptForWhatFollows() {
    let code = Code.call("init", [Code(String(repeating: "x", count: 100))])
    #expect(!layout.wrap(code, indent: 2).contains("\n"))
    #expect(layout.wrap(code, indent: 2, trailing: 4).contains("\n"))
  }
}
