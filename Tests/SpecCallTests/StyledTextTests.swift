import APIModel
import CallComposing
import Diagnostics
import Testing

@Suite struct StyledTextTests {
  private func pairs(_ value: Literal, _ style: Parameter.Style, isPart: Bool) -> [String] {
    let span = SourceSpan.unknown(file: "a.yaml")
    let field = StyledField(name: Name("a b", span: span), style: style).parameter(Schema(span: span))
    return StyledText(parameter: field, value: value, isPart: isPart).pairs.map { "\($0.name)=\($0.value)" }
  }

  @Test func `parts of a multipart body are like fields of a form, without percent-encoding`() {
    let list = Literal.array([.string("1/2"), .null, .string("c")])
    let styles: [(Parameter.Style, field: [String], part: [String])] = [
      (.init(.form), ["a%20b=1%2F2", "a%20b=c"], ["a b=1/2", "a b=c"]),
      (.init(.form, isExploded: false), ["a%20b=1%2F2,c"], ["a b=1/2,c"]),
      (.init(.spaceDelimited), ["a%20b=1%2F2%20c"], ["a b=1/2 c"]),
      (.init(.pipeDelimited), ["a%20b=1%2F2%7Cc"], ["a b=1/2|c"]),
    ]
    for (style, field, part) in styles {
      #expect(pairs(list, style, isPart: false) == field)
      #expect(pairs(list, style, isPart: true) == part)
      #expect(pairs(.null, style, isPart: true) == [])
    }
  }
}
