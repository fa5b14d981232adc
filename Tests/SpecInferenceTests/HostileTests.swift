import Diagnostics
import Testing
import WGNAPIJSON

@testable import SpecDrift
@testable import SpecInference
@testable import TrafficEvidence

struct HostileTests {
  /// Infers on a large stack, as the command does.
  private func infer(_ har: HAR) -> InferredSpec {
    let bytes = har.bytes
    return onLargeStack { inferSpec(from: HAR.read(bytes, parts: 1 << 20).collector, module: "Shop") }
  }

  @Test func deepNestingAndHugeKeysAreBounded() {
    var har = HAR()
    let url = "https://api.example.com"
    har.add("\(url)/deep", text: String(repeating: "[", count: 200) + String(repeating: "]", count: 200))
    har.add("\(url)/deeper", text: String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000))
    har.add(
      "\(url)/objects",
      text: String(repeating: "{\"a\":", count: 200) + "1" + String(repeating: "}", count: 200))
    har.add("\(url)/key", response: [.init(String(repeating: "k", count: 100_000)): 1, "b": 2, "c": 3])
    har.add("\(url)/html", text: "<html>Bad gateway</html>")
    har.add("\(url)/twice", text: #"{"a":1,"a":2}"#)
    har.add("\(url)/cut", text: #"{"a":1"#)
    har.add("\(url)/\(String(repeating: "p", count: 5000))", response: ["a": 1])
    har.add("\(url)/many", response: .object(JSONObject((0..<2000).map { ("key\($0)x", JSON.number(1)) })))
    let spec = infer(har)
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message))")
    #expect(spec.text.utf8.count < 20_000)
  }

  /// Nobody can send such fields, but a file can contain them.
  @Test func fieldsWithoutProperNamesAreLeftOut() {
    var har = HAR()
    for name in ["", " ", "we ird", "a\nb", "\u{200B}", "é"] {
      har.add(
        "https://api.example.com/fields", response: ["a": 1], fields: [(name, "1"), ("Authorization", "")])
    }
    let spec = infer(har)
    #expect(spec.diagnostics.isEmpty && spec.endpoints == 1, "\(spec.diagnostics.map(\.message))")
  }

  /// What comes from traffic can't end a comment.
  @Test(arguments: ["\n", "\r", "\u{85}", "\u{2028}", "\u{0}", "\u{FEFF}", "\u{202E}"])
  func commentsHaveOneLine(_ end: String) {
    var har = HAR()
    let fields = [
      ("Authorization", "Bearer qwertyuiop12345678"), ("Cookie", "session\(end)evil=qwertyuiop123456"),
    ]
    for number in 0..<3 {
      har.add("https://api.example.com/items/\(number)", response: ["id": 1], fields: fields)
    }
    let spec = infer(har)
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message)) \(spec.text)")
    #expect(end == "\n" || !spec.text.contains(end))
  }

  /// A secret whose characters are escaped in YAML is a secret still.
  @Test func secretsInNamesAreRemovedBeforeTheyAreEscaped() {
    let secret = #"Zy9\qLm4Tr7Kp2Vb"#
    var har = HAR()
    har.add(
      "POST", "https://api.example.com/items", response: ["id": 1], fields: [("X-Other-Token", secret)],
      body: "pre\(secret)x=1", bodyType: "application/x-www-form-urlencoded")
    let spec = infer(har)
    #expect(!spec.text.contains("qLm4Tr7Kp2Vb"), "\(spec.text)")
  }

  /// Objects that contain each other several times are written out only up to a limit.
  @Test func objectsThatMultiplyAreBounded() throws {
    func levels(_ turn: Int) -> JSON {
      var value: JSON = 1
      for level in (0..<7).reversed() {
        let members = (0..<6).map { ("f\(level)x\($0)", $0 == turn ? value : .null) }
        value = .object(JSONObject(members))
      }
      return value
    }
    var har = HAR()
    for turn in 0..<12 {
      har.add(
        "https://api.example.com/item", response: .object(JSONObject([("a", 1), ("n", levels(turn % 6))])))
    }
    let text = """
      wgnapi: 1
      module: {servers: {main: https://api.example.com/}}
      endpoints: {item: {get: item, response: Item}}
      schemas: {Item: {properties: {a: integer}}}
      """
    let spec = DriftingSpec(files: ["Shop/module.yaml": text])
    let traffic = har
    let size = try onLargeStack { Result { try spec.drift(traffic).json(withUnseen: false).utf8.count } }
      .get()
    #expect(size < 200_000)
  }

  @Test func oddNamesMakeAValidSpec() {
    var har = HAR()
    let names = [
      "user name", "user_name", "userName", "UserName", "a?", "-", "$", "", "1v1", "class", "self", "Type",
      "true", "null", "~", "#", "a: b",
      "имя", "🎲", "a\nb", "{x}", "[y]", "*z", "&w", "!v", "x-y", "X_Y", "日本", "\u{200B}", "é", "e\u{301}",
      "init", "subscript", "Any",
    ]
    har.add(
      "https://api.example.com/odd",
      response: .object(
        JSONObject(names.map { ($0, .number(1)) } + [("list", [["Type": 1, "Self": 2, "Protocol": 3]])])))
    for path in [
      "class", "Shop", "init", "a b", "ä", "%2F", "type", "module", "common", "envelope", "x.y", "x-y", "..",
      "~", "*",
    ] {
      har.add("https://api.example.com/\(path)", response: ["n": 1, "m": 2, "o": 3])
      har.add(
        "POST", "https://api.example.com/\(path)?a-b=1&a_b=2&%D1%8F=3&x%5B%5D=1&self=1&in=2",
        response: ["k": 1]
      )
    }
    let spec = infer(har)
    #expect(
      spec.diagnostics.isEmpty,
      "\(spec.diagnostics.map { "\($0.message) \($0.span.map { "\($0)" } ?? "")" }.joined(separator: "\n"))\n\(spec.text)"
    )
  }

  @Test func enumerationsOfOddWords() {
    var har = HAR()
    let words = ["true", "null", "yes", "A-B", "a_b", "Unknown", "self"]
    for number in 0..<70 {
      har.add(
        "https://api.example.com/x",
        response: [
          "state": .string(words[number % words.count]),
          "mode": .string(["init", "none", "some"][number % 3]),
        ])
    }
    #expect(infer(har).diagnostics.isEmpty)
  }
}
