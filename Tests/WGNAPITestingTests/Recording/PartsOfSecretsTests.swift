import Foundation
import Testing
import WGNAPIJSON
import WGNAPISecrets
import WGNAPISupport

@testable import WGNAPIRecording

/// Secrets that are a part of a header field, the end of a path, or an element of a list.
@Suite struct PartsOfSecretsTests {
  private func scrubbed(_ body: String, _ fields: [RecordedField] = []) -> (text: String, found: [String]) {
    var scrubber = Scrubber(.standard, Redaction(), secretNames: [])
    var request = RecordedRequest(method: "POST", url: "https://example.com/a")
    request.fields = fields + [RecordedField(name: "content-type", value: "application/json")]
    request.body = Array(body.utf8)
    let result = scrubber.scrubbed(request)
    return (String(decoding: result.body, as: UTF8.self), scrubber.found)
  }

  @Test(arguments: ["Authorization", "Proxy-Authorization"])
  func partsOfCredentialsAreLearned(_ name: String) {
    let basic = Data("shopper42:basicpw12".utf8).base64EncodedString()
    let found = scrubbed("{}", [RecordedField(name: name, value: "Basic \(basic)")]).found
    #expect(found.contains("basicpw12") && found.contains("shopper42") && found.contains(basic))
    let digest =
      #"Digest username="shopper42", realm="realm-2026", uri="/page-2026", response="respdigest88aa""#
    let parts = scrubbed("{}", [RecordedField(name: name, value: digest)]).found
    #expect(parts.contains("respdigest88aa") && parts.contains("shopper42"))
    #expect(!parts.contains { $0.contains("2026") && !$0.contains(" ") }, "\(parts)")
  }

  @Test(arguments: [
    #""tokens": ["S"]"#, #""refresh_tokens": ["S"]"#, #""mfa_code": "S""#, #""recoveryCodes": ["S"]"#,
    #""cvv": "S""#, #""SAMLResponse": "S""#,
    #""seen": "https://hooks.slack.com/services/T0123ABCD/B0456EFGH/Shijklmnopqrstuvwx""#,
  ])
  func valuesAreHidden(_ member: String) {
    let text = scrubbed("{\(member.replacing("S", with: "ab-cdefg"))}".replacing("ab-cdefgAML", with: "SAML"))
      .text
    #expect(!text.contains("cdefg") && text.contains("<redacted>"), "\(text)")
  }

  /// Counts, parts of texts, and other paths.
  @Test(arguments: [
    #""tokens": 512"#, #""tokens": [512, 17]"#, #""max_tokens": 512"#, #""stop_tokens": ["END"]"#,
    #""seen": "/services/Technology/B0456EFGH/abcdefghijklmnopqrstuvwx""#,
    #""seen": "/services/T0123ABCD/B0456EFGH/short""#,
  ])
  func otherValuesStay(_ member: String) {
    #expect(!scrubbed("{\(member)}").text.contains("<redacted>"))
    let numbers = scrubbed("{\(member)}").text.contains { $0.isNumber }
    #expect(numbers == member.contains { $0.isNumber })
    #expect(scrubbed("{\(member)}").text.contains("512") == member.contains("512"))
  }

  @Test func partsOfPathsMayBeSecrets() {
    let finder = SecretFinder()
    #expect(finder.hook(in: ["x", "services", "T0123ABCD", "B0456EFGH", "abcdefghijklmnopqrstuvwx"]) == 4)
    #expect(finder.hook(in: ["services", "T0123ABCD", "B0456EFGH"]) == nil)
    for part in ["8f3ac51b", "Pathresettokenwithoutdigits"] {
      #expect(SecretFinder.mayBeSecret(afterName: part))
    }
    for part in ["refresh", "oauth2", "12345678", "introspection-endpoint"] {
      #expect(!SecretFinder.mayBeSecret(afterName: part))
    }
  }
}
