import Diagnostics
import Foundation
import Testing

@Suite struct MachinePrinterTests {
  private let diagnostic = Diagnostic(
    .error, .duplicateKey, "duplicate key \"a\\b\"", at: span("a.yaml", 3, 2, to: 5),
    notes: [.init("first\tdefined", at: span("a.yaml", 1, 2)), .init("alone")], suggestion: "c")

  @Test func jsonHasStableKeys() {
    let text = JSONDiagnosticPrinter().print([diagnostic, Diagnostic(.warning, .yamlSyntax, "m")])
    #expect(
      text == #"""
        [
          {"severity":"error","id":"duplicate-key","message":"duplicate key \"a\\b\"","file":"a.yaml","line":3,"column":2,"endLine":3,"endColumn":5,"suggestion":"c","notes":[{"message":"first\tdefined","file":"a.yaml","line":1,"column":2,"endLine":1,"endColumn":3},{"message":"alone","file":null,"line":null,"column":null,"endLine":null,"endColumn":null}]},
          {"severity":"warning","id":"yaml-syntax","message":"m","file":null,"line":null,"column":null,"endLine":null,"endColumn":null,"suggestion":null,"notes":[]}
        ]

        """#)
  }

  @Test func jsonIsReadableWhateverTheText() throws {
    let hostile = "\"\\/\n\r\t\u{0}\u{1B}\u{7F}\u{2028}\u{202E}\u{E0041}é坦🚀"
    let text = JSONDiagnosticPrinter().print([
      Diagnostic(.error, .yamlSyntax, hostile, at: .unknown(file: hostile))
    ])
    let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    #expect(object.first?["message"] as? String == hostile)
    #expect(object.first?["file"] as? String == hostile)
    #expect(object.first?["line"] is NSNull)
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || ($0.value >= 0x20 && $0.value != 0x7F) })
    #expect(!text.contains("\u{202E}"))
  }

  @Test func jsonOfNothing() {
    #expect(JSONDiagnosticPrinter().print([Diagnostic]()) == "[]\n")
  }

  @Test func gitHubAnnotations() {
    #expect(
      GitHubDiagnosticPrinter().print([diagnostic]) == """
        ::error file=a.yaml,line=3,col=2,endLine=3,endColumn=4,title=duplicate-key::duplicate key "a\\b"; \
        did you mean 'c'?%0Aa.yaml:1:2: note: first<U+0009>defined%0Anote: alone

        """)
    #expect(
      GitHubDiagnosticPrinter().print([
        Diagnostic(.note, .yamlSyntax, "m"), Diagnostic(.warning, .yamlSyntax, "w"),
      ])
        == "::notice title=yaml-syntax::m\n::warning title=yaml-syntax::w\n")
  }

  /// GitHub's paths begin in the root of the repository.
  @Test(arguments: [
    ("Specs/a.yaml", "app/ios/Specs/a.yaml"), ("../Specs/a.yaml", "app/Specs/a.yaml"),
    ("./a.yaml", "app/ios/a.yaml"), ("../../../a.yaml", "../a.yaml"), ("/tmp/a.yaml", "/tmp/a.yaml"),
  ])
  func gitHubPathsInAFolder(_ path: String, _ expected: String) {
    let text = GitHubDiagnosticPrinter(folder: "app/ios").print([
      Diagnostic(.error, .yamlSyntax, "m", at: .unknown(file: path))
    ])
    #expect(text == "::error file=\(expected),title=yaml-syntax::m\n")
  }

  @Test func gitHubEscaping() {
    let hostile = Diagnostic(.error, .yamlSyntax, "50%\n::error::x", at: .unknown(file: "a:b,c%\r\n.yaml"))
    let text = GitHubDiagnosticPrinter().print([hostile])
    #expect(text == "::error file=a%3Ab%2Cc%25%0D%0A.yaml,title=yaml-syntax::50%25<U+000A>::error::x\n")
  }

  @Test func formatsByName() {
    #expect(DiagnosticFormat(rawValue: "github") == .github)
    let outputs = DiagnosticFormat.allCases.map { $0.print([Diagnostic(.error, .yamlSyntax, "m")]) }
    #expect(outputs[0] == "error: m [yaml-syntax]\n")
    #expect(outputs[1].hasPrefix("[\n"))
    #expect(outputs[2].hasPrefix("::error "))
  }
}
