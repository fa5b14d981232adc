import Diagnostics
import SpecExport
import Testing

/// Texts, names and numbers that YAML or JSON readers could misinterpret.
@Suite struct HostileExportTests {
  private static let spec = ##"""
    wgnapi: 1
    module:
      summary: "*/ {{ }} <script> \"quotes\" # no comment"
      docs: "--- \n...\n%YAML 1.1\n- a: b\u2028c\u0007"
      servers: {main: "https://api.example.com/"}
    endpoints:
      item:
        get: items/{id}
        summary: "yes"
        docs: "null"
        parameters:
          id: {type: string, pattern: "^[\"'\\\\]+$"}
          "on?": {type: string, default: "no"}
          "x: y?": {type: "[string]", maxItems: 3}
        envelope: wrapped
        response: Item
        errors: {"007": "~", "on": "*/", "1e3": "{a}"}
    envelopes:
      wrapped:
        properties: {"off?": string, "~?": payload}
        failure: {when: "off", code: "off"}
    schemas:
      Item:
        description: "ends with a colon:"
        properties:
          "yes?": {type: string, enum: ["true", "null", "1.0", "0x10", "2026-11-29", " ", "é"]}
          "a.b/c~d?": {type: number, minimum: -1e400, maximum: 1e400, multipleOf: 0.000000000000000000001}
          "big?": {type: integer, maximum: 123456789012345678901234567890}
          "{}?": {const: "<<"}
          "$ref?": string
          "x-wgnapi-type?": string
          "--- ?": {type: string, example: "a\r\n\tb\\"}
    """##

  private var spec: ExportedSpec { ExportedSpec(Self.spec) }

  @Test(arguments: DocumentFormat.allCases)
  func nothingIsTakenForSomethingElse(format: DocumentFormat) throws {
    var options = ExportOptions()
    options.format = format
    let text = try spec.document(options).text
    // The syntax is plain: nothing that ends a line or acts on a terminal.
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x2028 })
    let name = format == .json ? "shop.json" : "shop.yaml"
    let (lines, diagnostics) = ExportedSpec.code(of: try ExportedSpec.read(text, name: name))
    #expect(diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    #expect(lines == spec.code())
  }
}
