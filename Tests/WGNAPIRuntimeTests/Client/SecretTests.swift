import Foundation
import Testing
import WGNAPIGenerated
import WGNAPIRuntime
import WGNAPISupport
import WGNAPITesting

@testable import WGNAPIClient
@testable import WGNAPIJSON

/// Where a secret is recognised, and where a word is only a word.
@Suite struct SecretTests {
  private func redaction(_ secret: String) -> Redaction {
    var redaction = Redaction()
    redaction.add(secret)
    return redaction
  }

  @Test(arguments: [
    "DEMO_APPLICATION_IS_BLOCKED", "the demolition of demos", "demo_mode", "_demo", "demo2", "xdemo", "Demo",
  ])
  func partsOfWordsStay(text: String) {
    #expect(redaction("demo")(text) == text)
  }

  @Test(arguments: [
    "demo", "/demo/", "?id=demo&x", #""demo""#, "%22demo%22", "%20demo", #"\u0022demo\n"#, #"\ndemo"#,
    "<b>demo</b>", "«demo»", "&quot;demo&quot;", "demo-demo", "a\ndemo",
  ])
  func wholeWordsAreHidden(text: String) {
    let redacted = redaction("demo")(text)
    #expect(redacted.contains(Redaction.mark))
    #expect(!redacted.contains("demo"))
  }

  @Test func encodingsAreHidden() {
    let secret = "s3cret-Tøken/+4>2?"
    let redaction = redaction(secret)
    for prefix in ["", "u", "us", "user:", "user:x"] {
      for suffix in ["", "!", "!!", "!!!"] {
        let bytes = Data((prefix + secret + suffix).utf8)
        let base64 = bytes.base64EncodedString()
        let url = base64.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
        let hexadecimal = bytes.map { String(format: "%02x", Int($0)) }.joined()
        for text in [base64, url, hexadecimal, hexadecimal.uppercased(), PercentEncoding.encode(base64)] {
          let redacted = redaction("<\(text)>")
          #expect(redacted.contains(Redaction.mark), "\(text)")
          // No more than what the neighbours share with it, and they themselves.
          #expect(redacted.utf8.count - Redaction.mark.utf8.count < 30, "\(redacted)")
        }
      }
    }
    let upper = self.redaction("a1b2c3d4e5")
    #expect(upper("A1B2C3D4E5 a1B2c3D4e5") == "<redacted> <redacted>")
    // A long word without digits may be a part of a constant.
    #expect(self.redaction("application")("INVALID_APPLICATION_ID") == "INVALID_APPLICATION_ID")
  }

  /// In whatever place, and as URLs, forms and JSON contain it: nothing is left of it.
  @Test func anySecretInAnyPlace() throws {
    let random = RandomSource.seeded(14)
    func number(below limit: Int) -> Int { Int(random.bits() % UInt64(limit)) }
    let letters: [Character] = Array("abcdefghiXYZ0123456789-._~+/=&%\"\\ ü😀")
    let edges: [String] = [" ", "/", "=", "\"", "&", "<", "%20", "\n", ":", "«"]
    for round in 0..<1_000 {
      var secret = ""
      for _ in 0..<4 + number(below: 30) { secret.append(letters[number(below: letters.count)]) }
      let spelled = try spelling(of: secret, round % 6)
      let text = "some text" + edges[number(below: edges.count)] + spelled + " and more"
      let redacted = redaction(secret)(text)
      #expect(redacted.contains(Redaction.mark), "\(secret) in \(text)")
      #expect(!redacted.contains(spelled), "\(secret) in \(text)")
    }
  }

  private func spelling(of secret: String, _ form: Int) throws -> String {
    let encoder = JSONEncoder()
    if form == 3 { encoder.outputFormatting = .withoutEscapingSlashes }
    let json = String(decoding: try encoder.encode(secret), as: UTF8.self).dropFirst().dropLast()
    switch form {
    case 0: return PercentEncoding.encode(secret)
    case 1:
      return secret.utf8.map { byte in
        let encoded = PercentEncoding.encode(String(UnicodeScalar(byte)))
        return byte < 0x80 && encoded.count == 1 ? encoded : String(format: "%%%02x", Int(byte))
      }.joined()
    case 2, 3: return String(json)
    case 4:
      return json.unicodeScalars.map { scalar in
        scalar.isASCII ? String(scalar) : scalar.utf16.map { String(format: "\\u%04X", Int($0)) }.joined()
      }.joined()
    default: return secret
    }
  }

  /// What a response repeats isn't left in part in an error that quotes the response.
  @Test func quotesOfResponsesHoldNoPieces() async throws {
    let random = RandomSource.seeded(41)
    let letters: [Character] = Array("bcdfghjkl0123456789")
    for round in 0..<100 {
      var secret = ""
      for _ in 0..<4 + Int(random.bits() % 40) { secret.append(letters[Int(random.bits() % 19)]) }
      let padding = String(repeating: "-", count: Int(random.bits() % 40))
      let bodies: [String] = [
        #"{"status":"ok","data":[{"account_id":"\#(padding)\#(secret)\#(padding)","nickname":"x"}]}"#,
        #"{"status":"ok","data":[{"account_id":7,"nickname":"\#(padding)\#(secret)"}],"data":1}"#,
        #"{"status":"ok","data":[\#(padding) \#(secret)]}"#, #"{"status":"ok","data":[{"\#(secret)":1}]}"#,
        #"{"status":"ok","data":"\#(secret)"#,
      ]
      let body = bodies[round % bodies.count]
      let transport = ScriptedTransport { _, _ in .json(body) }
      let client = LimitedClient(transport, ManualClock(), middleware: [], applicationID: secret)
      let error = await #expect(throws: APIError.self) { try await client.send(SearchPlayers(search: "abc")) }
      let text: String = try #require(error).description
      #expect(!text.contains(secret), "\(secret): \(text)")
      let scalars: [Character] = Array(secret)
      for start in 0..<max(scalars.count - 7, 0) where scalars.count >= 8 {
        let piece = scalars[start..<start + 8].map { String($0) }.joined()
        #expect(!text.contains(piece), "\(secret): \(text)")
      }
    }
  }

  @Test(arguments: [
    ("\u{E9}-secret-1", #"\u00e9-secret-1"#), ("\u{E9}-secret-1", #"\u00E9-secret-1"#),
    (" a-secret-1", "+a-secret-1"), ("\u{E9}-secret-1", "%C3%A9-secret-1"),
    ("\u{20AC}-secret-1", #"\u20AC-secret-1"#), ("\u{20AC}-secret-1", "%e2%82%ac-secret-1"),
    ("\u{1F600}-secret-1", #"\ud83d\ude00-secret-1"#), ("\u{10FFFF}-secret-1", #"\udbff\udfff-secret-1"#),
    ("\n-secret-1", #"\n-secret-1"#), ("\"-secret-1", #"\"-secret-1"#), ("/-secret-1", #"\/-secret-1"#),
    ("\\-secret-1", #"\-secret-1"#), ("\\-secret-1", #"\\-secret-1"#), ("%-secret-1", "%25-secret-1"),
    ("+-secret-1", "%2B-secret-1"), ("+-secret-1", "+-secret-1"),
  ])
  func secretsThatBeginWithAnEscape(secret: String, text: String) {
    #expect(redaction(secret)("x \(text) y") == "x \(Redaction.mark) y")
    #expect(redaction(secret).occurs(in: Array("x\(text)".utf8)))
  }

  @Test func errorsAboutOtherWordsAreTold() async throws {
    let body = #"{"status":"ok","data":[{"account_id":"demolition","nickname":"demo"}]}"#
    let transport = ScriptedTransport { _, _ in .json(body) }
    let client = LimitedClient(transport, ManualClock(), middleware: [], applicationID: "demo")
    let error = await #expect(throws: APIError.self) { try await client.send(SearchPlayers(search: "abc")) }
    #expect(error?.description.contains("withheld") == false)
    let blocked = ScriptedTransport { _, _ in .refusal("DEMO_APPLICATION_IS_BLOCKED", code: 407) }
    let refused = await #expect(throws: APIError.self) {
      try await LimitedClient(blocked, ManualClock(), middleware: [], applicationID: "demo")
        .send(SearchPlayers(search: "abc"))
    }
    #expect(refused?.failure == ServiceFailure(code: 407, message: "DEMO_APPLICATION_IS_BLOCKED"))
    #expect(refused?.url?.contains("application_id=<redacted>") == true)
  }
}
