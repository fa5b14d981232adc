import Foundation
import Testing
import WGNAPIRuntime
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
    "de%6Do",
    "<b>demo</b>", "«demo»", "&quot;demo&quot;", "demo-demo", "a\ndemo",
  ])
  func wholeWordsAreHidden(text: String) {
    let redacted = redaction("demo")(text)
    #expect(redacted.contains(Redaction.mark))
    #expect(!redacted.contains("demo") && !redacted.contains("de%6Do"))
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

  /// In whatever place and spelling: nothing is left of it.
  @Test func anySecretInAnyPlace() {
    let random = RandomSource.seeded(14)
    func number(below limit: Int) -> Int { Int(random.bits() % UInt64(limit)) }
    let letters: [Character] = Array("abcdefghiXYZ0123456789-._~+/=&%\"\\ ü😀")
    let edges: [String] = [" ", "/", "=", "\"", "&", "<", "%20", "\n", ":", "«"]
    for _ in 0..<1_000 {
      var secret = ""
      for _ in 0..<4 + number(below: 30) { secret.append(letters[number(below: letters.count)]) }
      var spelled = ""
      for scalar in secret.unicodeScalars { spelled += spelling(of: scalar, number(below: 4)) }
      let text = "some text" + edges[number(below: edges.count)] + spelled + " and more"
      let redacted = redaction(secret)(text)
      #expect(redacted.contains(Redaction.mark), "\(secret) in \(text)")
      #expect(!redacted.contains(spelled), "\(secret) in \(text)")
    }
  }

  private func spelling(of scalar: Unicode.Scalar, _ form: Int) -> String {
    let character = String(scalar)
    switch form {
    case 0: return character.utf8.map { String(format: "%%%02x", Int($0)) }.joined()
    case 1: return character.utf16.map { String(format: "\\u%04x", Int($0)) }.joined()
    case 2: return "&#\(scalar.value);"
    default: return character
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

  /// What would take too long, or nobody waits for, isn't done; then no text quotes the response.
  @Test func lookingForSecretsHasAnEnd() async throws {
    let patterns = SecretPatterns(["s3cret-0123456789"])
    let hard = [UInt8](repeating: UInt8(ascii: "s"), count: 10_000)
    #expect(patterns.pieces(ofThoseIn: hard, mostTrials: 1_000) == nil)
    #expect(patterns.pieces(ofThoseIn: hard) != nil)
    // What can't be the beginning of one costs nothing.
    let easy = [UInt8](repeating: UInt8(ascii: "!"), count: 10_000)
    #expect(patterns.pieces(ofThoseIn: easy, mostTrials: 1_000) != nil)
    // Nor does an escape that means another character.
    for escape in ["\\", #"\n"#, #"\""#, #"\u00e9"#, #"\ud83d\ude00"#, "%0A", "&amp;", "&#10;", "~1", "+"] {
      let escapes = Array(String(repeating: escape, count: 10_000).utf8)
      #expect(patterns.pieces(ofThoseIn: escapes, mostTrials: 1_000) != nil, "\(escape)")
    }
    // When all are found, there is no need to look further.
    let known = SecretPatterns(["demo"])
    #expect(known.pieces(ofThoseIn: Array("demo".utf8) + hard, mostTrials: 1_000) != nil)

    let redaction = redaction("s3cret-0123456789")
    let text = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      let error = JSONError(.typeMismatch, #"expected integer, found "s3cre…""#)
      return redaction(error, withholding: redaction.withheld(inQuotesOf: hard)).message
    }.value
    #expect(text.hasPrefix("(text withheld") && !text.contains("s3cre…"))
  }

  /// An escape tells which secrets it may begin.
  @Test(arguments: [
    ("a-secret-1", #"\u0061-secret-1"#), ("a-secret-1", "%61-secret-1"), ("a-secret-1", "&#x61;-secret-1"),
    ("a-secret-1", "&#0097;-secret-1"), ("\u{E9}-secret-1", #"\u00e9-secret-1"#),
    (" a-secret-1", "+a-secret-1"),
    ("\u{E9}-secret-1", "%C3%A9-secret-1"), ("\u{E9}-secret-1", "&#233;-secret-1"),
    ("\u{20AC}-secret-1", #"\u20AC-secret-1"#), ("\u{20AC}-secret-1", "%E2%82%AC-secret-1"),
    ("\u{1F600}-secret-1", #"\ud83d\ude00-secret-1"#), ("\u{1F600}-secret-1", "&#x1F600;-secret-1"),
    ("\u{10FFFF}-secret-1", #"\udbff\udfff-secret-1"#), ("\u{10FFFF}-secret-1", "&#x10FFFF;-secret-1"),
    ("\n-secret-1", #"\n-secret-1"#), ("\t-secret-1", #"\t-secret-1"#), ("\"-secret-1", #"\"-secret-1"#),
    ("/-secret-1", #"\/-secret-1"#), ("/-secret-1", "~1-secret-1"), ("~-secret-1", "~0-secret-1"),
    ("&-secret-1", "&amp;-secret-1"), ("&-secret-1", "&-secret-1"), ("\\-secret-1", #"\-secret-1"#),
    ("\\-secret-1", #"\\-secret-1"#), ("%-secret-1", "%-secret-1"), ("%-secret-1", "%25-secret-1"),
    ("<-secret-1", "&lt;-secret-1"), ("+-secret-1", "%2B-secret-1"), ("+-secret-1", "+-secret-1"),
  ])
  func secretsThatBeginWithAnEscape(secret: String, text: String) {
    #expect(redaction(secret)("x \(text) y") == "x \(Redaction.mark) y")
    #expect(redaction(secret).occurs(in: Array("x\(text)".utf8)))
  }

  /// A cancelled call ends as one, and not with a text that is withheld because of that.
  @Test func cancellingTheSearchForSecretsIsNotAnError() async throws {
    let body = #"{"status":"ok","data":[{"account_id":0,"nickname":"\\ s3cret"}]}"#
    let transport = ScriptedTransport { _, _ in
      withUnsafeCurrentTask { $0?.cancel() }
      return .json(body)
    }
    let client = LimitedClient(transport, ManualClock(), middleware: [], applicationID: "s3cret-0123456789")
    await #expect(throws: CancellationError.self) {
      try await Task { try await client.send(SearchPlayers(search: "abc")) }.value
    }
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
