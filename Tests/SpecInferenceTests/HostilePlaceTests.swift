import Diagnostics
import Foundation
import Testing
import WGNAPIJSON

@testable import SpecDrift
@testable import SpecInference
@testable import TrafficEvidence

/// One hostile text in every place of traffic from which something is written.
struct HostilePlaceTests {
  private static let api = "https://api.example.com"

  private static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }

  /// Traffic with a text in the path, the query, header fields, cookies, forms, parts, media types, keys, words and errors.
  private static func traffic(_ text: String) -> HAR {
    var har = HAR()
    let encoded = encoded(text)
    let json = JSON.string(text).description
    for number in 0..<14 {
      let n = JSON.number(JSONNumber(number))
      let fields = [
        ("X-\(text)", text), (text, "1"), ("Cookie", "session\(text)=abc; \(text)=1"),
        ("Authorization", "\(text) abcdefgh12345678"), ("X-Kind", text),
      ]
      har.add("\(api)/a/\(encoded)?\(encoded)=\(encoded)&x=\(encoded)", response: ["id": n], fields: fields)
      har.add("\(api)/\(encoded)/\(number)", response: ["id": n, "name": .string(text)])
      let members: [(String, JSON)] = [
        (text, n), ("kind", .string(number % 2 == 0 ? text : "other")), ("in", [.object([text: n])]),
      ]
      har.add("\(api)/keys", response: .object(JSONObject(members)))
      har.add("POST", "\(api)/forms", response: ["id": n], body: "\(encoded)=\(encoded)&x=1", bodyType: form)
      har.add(
        "POST", "\(api)/parts", response: ["id": n],
        body: "--x\r\nContent-Disposition: form-data; name=\"\(text)\"\r\n\r\n1\r\n--x\r\n"
          + "Content-Disposition: form-data; name=\"f\(text)\"; filename=\"\(text)\"\r\nContent-Type: image/\(text)\r\n\r\n1\r\n--x--\r\n",
        bodyType: "multipart/form-data; boundary=x")
      har.add("POST", "\(api)/types", response: ["id": n], body: "x", bodyType: "text/\(text)")
      har.add("POST", "\(api)/types", response: ["id": n], body: "x", bodyType: text)
      let pairs = "\(encoded)=\(encoded)&\(encoded)[a]=1&a[\(encoded)]=1&\(encoded)[]=1"
      har.add(
        "POST", "\(api)/mixed", response: ["id": n], body: number % 2 == 0 ? pairs : "{\(json):\(json)}",
        bodyType: number % 2 == 0 ? form : "application/x-\(text)+json")
      har.add("DELETE", "\(api)/mixed", status: 204, body: pairs, bodyType: form)
      har.add("\(api)/media", text: "x", type: "application/\(text)")
      har.add(
        "\(api)/media", text: number % 2 == 0 ? "x" : "{}",
        type: number % 2 == 0 ? text : "application/\(text)+json")
      har.add("\(api)/errors/\(number)", response: ["id": n])
      har.add(
        "\(api)/errors/9\(number)", status: 400, response: ["code": .string(text), "message": .string(text)])
      har.add("\(api)/errors/8\(number)", status: 409, response: ["code": n, "message": .string(text)])
      har.add(
        "POST", "\(api)/rpc", response: ["jsonrpc": "2.0", "id": n, "result": ["a": n]],
        body: "{\"jsonrpc\":\"2.0\",\"id\":\(number),\"method\":\(json),\"params\":{\(json):\(json)}}")
      har.add("https://\(text).example.com/a", response: ["id": n])
      har.add("\(api)/\(encoded)", status: 404, text: text, type: "text/plain")
    }
    return har
  }

  private static let form = "application/x-www-form-urlencoded"

  @Test(arguments: [
    "a\nevil9: true", "a\r\nevil9: true", "\nevil9: true\n# ", "\"\nevil9: true", "'", "\"", "#", " # evil9",
    "# evil9", ": evil9", "- evil9",
    "{evil9: true}", "]}", "*evil9", "&evil9", "!!evil9", "|", ">-", "%YAML 1.1", "---", "...", "?", "? a",
    "\u{0}", "\u{7}evil9", "\u{1B}[31mevil9",
    "\u{85}evil9: true", "\u{2028}evil9: true", "\u{202E}evil9", "\u{FEFF}", "\\", "\\n", "\\u000aevil9",
    "a?", "a??", "null", "true", "~", "0x1F", "1e999",
    "../../evil9", "..", "C:\\evil9", "module", "endpoints", "wgnapi", "class", "`evil9`", "*/ evil9",
    "\\(evil9)", "\"\"\"", "\u{1F3B2}", "e\u{301}",
    "a,b", "a;b=c", "a/b", "//", "%0Aevil9", "+", " ", "\t", "", "[]", "[a]", "a[b]", "a[b][c]", "{a}",
    "$ref", "x-evil9", "-1",
  ]) func nothingBreaksOut(text: String) throws {
    let har = Self.traffic(text)
    let spec = onLargeStack { har.infer() }
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message))\n\(spec.text)")
    for file in spec.files {
      for scalar in file.text.unicodeScalars where scalar != "\n" {
        let category = scalar.properties.generalCategory
        #expect(![.control, .format, .lineSeparator, .paragraphSeparator].contains(category), "\(file.text)")
      }
      for line in file.text.split(separator: "\n") {
        #expect(!line.drop { $0 == " " }.hasPrefix("evil9"), "\(file.text)")
      }
      #expect(!file.path.contains("/") && !file.path.contains(".."), "\(file.path)")
    }
    // What was written is read as it was meant, by the tools as well.
    _ = try OwnTrafficTests.drift(har, spec)
  }

  // MARK: Secrets

  /// A token that is repeated in every place.
  @Test(arguments: [
    "tok3n-Zy9qLm4Tr7Kp2Vb", "Zy9qLm4Tr7Kp2VbXw5Nc", "hunter2hunter2", "timestampMilliseconds",
    "x9'\"#: tok3n", "a/b-12345678-tok3n",
  ]) func aSecretIsNowhere(secret: String) throws {
    var har = HAR()
    har.add("\(Self.api)/me", response: ["id": 1], fields: [("X-Api-Key", secret)])
    har = har.adding(Self.traffic(secret))
    let reader = HAR.read(har.bytes)
    let spec = onLargeStack { inferSpec(from: reader.collector, module: "Shop") }
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message))\n\(spec.text)")
    let all =
      spec.everything + (spec.failed + spec.crowded).map { "\($0.place) \($0.text)" }.joined()
      + reader.problems.map(\.message).joined()
    #expect(!all.contains(secret), "\(all)")
    let evidence = String(decoding: try EvidenceFile.bytes(reader.collector), as: UTF8.self)
    #expect(!evidence.contains(secret))
  }

  // MARK: Broken files

  private static func file(_ entries: String...) -> String {
    "{\"log\":{\"version\":\"1.2\",\"entries\":[\(entries.joined(separator: ","))]}}"
  }

  private static func entry(
    url: String = "\"https://api.example.com/a\"", status: String = "200",
    text: String = "\"{\\\"id\\\":1}\"",
    more: String = ""
  ) -> String {
    "{\"request\":{\"method\":\"GET\",\"url\":\(url),\"headers\":[]\(more)},\"response\":{\"status\":\(status),\"content\":{\"mimeType\":\"application/json\",\"text\":\(text)}}}"
  }

  private static let broken: [String] = {
    let deep = String(repeating: "[", count: 100_000)
    let number = String(repeating: "9", count: 5000)
    return [
      file(entry(status: "1e999")), file(entry(status: "-200")), file(entry(status: "200.5")),
      file(entry(status: number)),
      file(entry(status: "[200]")), file(entry(status: "{}")), file(entry(url: "5")),
      file(entry(url: "\"\"")),
      file(entry(url: "\"https://api.example.com:\(number)/\"")), file(entry(url: "\"https://[::1/a\"")),
      file(entry(url: "\"https://api.example.com/%FF%FE%00?%=%&&&=\"")),
      file(entry(text: "\"{\\\"a\\\":1e999,\\\"b\\\":-1e-999,\\\"c\\\":\(number)}\"")),
      file(entry(text: "\"{\\\"a\\\":1,\\\"a\\\":\\\"x\\\",\\\"a\\\":null}\"")),
      file(entry(text: "\"\(deep)\"")), "\(deep)", "{\"log\":\(deep)", file(deep),
      file(entry(text: "5")), file(entry(text: "[1]")), file(entry(text: "\"\\ud800\"")),
      file(entry(text: "\"\\udc00{}\"")),
      file(entry(more: ",\"headers\":5")), file(entry(more: ",\"headers\":[5,{},{\"name\":5}]")),
      file(entry(more: ",\"postData\":{\"mimeType\":5,\"text\":[]}")),
      file(entry(more: ",\"postData\":{\"mimeType\":\"multipart/form-data\",\"text\":\"--\\r\\n--\"}")),
      file(entry(more: ",\"postData\":{\"mimeType\":\"multipart/form-data\",\"text\":\"-- name=\\\"\"}")),
      file(entry(more: ",\"postData\":{\"params\":[5,{\"name\":\"a\"}]}")),
      file(entry(more: ",\"queryString\":[{\"name\":\"a\",\"value\":5},7]")),
      file(entry(), "null", "5", "[]", "{}", entry()), "", "[]", "null", "{\"log\":null}",
      "{\"log\":{\"entries\":5}}",
      "{\"log\":{\"entries\":[", "\u{FEFF}" + file(entry()), file(entry()) + "trailing",
    ]
  }()

  @Test func brokenFilesAreNoCrash() throws {
    for text in Self.broken {
      for part in [7, 1 << 16] where part > 7 || text.utf8.count < 20_000 {
        let reader = onLargeStack { HAR.read(Array(text.utf8), parts: part) }
        let spec = onLargeStack { inferSpec(from: reader.collector, module: "Shop") }
        #expect(
          spec.diagnostics.isEmpty, "\(text.prefix(300))\n\(spec.diagnostics.map(\.message))\n\(spec.text)")
        #expect(spec.text.utf8.count < 10_000)
      }
    }
  }

  /// Bytes that aren't UTF-8, and Base64 that isn't.
  @Test func brokenBytesAreNoCrash() throws {
    let bytes = Array(Self.file(Self.entry(), Self.entry(url: "\"https://api.example.com/b\"")).utf8)
    for place in stride(from: 0, to: bytes.count, by: 3) {
      for byte: UInt8 in [0xFF, 0xC0, 0x80, 0x00, 0x22] {
        var broken = bytes
        broken[place] = byte
        let collector = HAR.read(broken).collector
        _ = SpecInferrer(collector.evidence, module: "Shop", hosts: []).guess()
      }
    }
    var har = HAR()
    for text in ["%%%", "A", "=", "\u{0}", "{\"id\":1}", "eyJpZCI6MX0=", "eyJpZCI6MX0"] {
      har.add("\(Self.api)/x", text: text, type: "application/json", encoding: "base64")
      har.add("\(Self.api)/y", text: text, type: "application/octet-stream", encoding: "base64")
    }
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message))\n\(spec.text)")
  }
}
