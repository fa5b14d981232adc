import Testing

@testable import SwiftEmitter

struct CodeTests {
  private static let gun = SwiftType.named(["Ship", "Gun"])

  @Test func typesAreWrittenAsSwiftHasThem() {
    #expect(SwiftType.optional(.array(.json)).text == "[JSON]?")
    #expect(SwiftType.dictionary(key: .string, value: .optional(Self.gun)).text == "[String: Ship.Gun?]")
    #expect(SwiftType.alias("Guns", .array(Self.gun)).text == "Guns")
  }

  @Test func typesAreNamedFromWithinOthers() {
    let type = SwiftType.dictionary(key: .named("Ship"), value: Self.gun)
    #expect(type.relative(to: ["Ship"]).text == "[Ship: Gun]")
    #expect(type.relative(to: ["Shi"]) == type)
    #expect(type.relative(to: ["Ship", "Gun"]) == type)
    #expect(Coder.list(.own(Self.gun)).relative(to: ["Ship"]).code.text == "ListOf<Gun>")
  }

  @Test func aliasesNeedWhatTheyStandFor() {
    #expect(SwiftType.alias("Days", .array(.standard(.date))).imports == .foundation)
    #expect(SwiftType.alias("Days", .array(.standard(.calendarDate))).imports == [])
    #expect(SwiftType.dictionary(key: .standard(.uuid), value: .int).imports == .foundation)
  }

  @Test func onlyTheFirstNameOfAPathIsLookedUp() {
    #expect(Self.gun.mentions("Ship"))
    #expect(!Self.gun.mentions("Gun"))
    #expect(SwiftType.array(.alias("Base", .json)).mentions("Base"))
  }

  @Test func schemasNestAsExpressions() {
    let schema = SchemaLiteral.located(
      at: "urn:a", anchors: .list([]),
      [
        .ref(.member(of: "Schemas", name: "default")), .dynamicRef(anchor: nil, .boolean(true)), .uniqueItems,
        .map(
          .properties, [.init(name: "a\"", schema: .nullable(.keywords([.count(.minLength, 1_234_567)])))]),
      ])
    #expect(
      schema.code.text == """
        JSONSchema(at: "urn:a", anchors: [:], [.ref { Schemas.`default` }, .dynamicRef(nil) { true }, \
        .uniqueItems(), .properties(["a\\"": .nullable([.minLength(1_234_567)])])])
        """)
  }

  @Test func genericArgumentsStayTogether() {
    let coder = Coder.map(key: .string, value: .standard(.unixTime))
    let name = String(repeating: "x", count: 80)
    #expect(
      SwiftLayout(width: LineBreaker.width).wrap(.call("f", [Code(name), coder.argument]), indent: 0) == """
        f(
          \(name),
          as: MapOf<String, UnixTime>.self
        )
        """)
  }
}
