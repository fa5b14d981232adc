import Foundation
import Testing
import Vault
import WGNAPIPartial
import WGNAPIRuntime

/// Properties of responses that are secrets.
@Suite struct SecretPropertyTests {
  private let text = #"{"access_token":"s3cr3t-t0k3n","expires_at":1577836800}"#

  @Test func areHiddenInDescriptions() throws {
    let grant = try Grant.decode(Array(text.utf8))
    #expect(grant.accessToken == "s3cr3t-t0k3n")
    var dumped = ""
    dump([grant], to: &dumped)
    for description in [
      "\(grant)", String(reflecting: grant), "\([grant])", "\(Optional(grant) as Any)", dumped,
    ] {
      #expect(!description.contains("s3cr3t"))
      #expect(description.contains("<redacted>") && description.contains("expiresAt"))
    }
    // Only descriptions hide it.
    #expect(try grant.encoded() == Array(text.utf8))
  }

  // MARK: Secrets within values

  static let keyring = #"""
    {"owner":"ann","renamed":"s3cr3t-a","list":["s3cr3t-b"],"named":["s3cr3t-c"],"map":{"m":"s3cr3t-d"},\#
    "nested":[{"n":["s3cr3t-e"]}],"choice":"s3cr3t-f","choices":["s3cr3t-g",7],"pair":["lock","s3cr3t-h"],\#
    "pairs":[["door","s3cr3t-i"]],"passwords":["s3cr3t-j"],"byPassword":{"s3cr3t-k":1},\#
    "card":{"holder":"s3cr3t-l","number":1},"cards":[{"holder":"s3cr3t-m","number":2}],\#
    "either":["s3cr3t-n"],"empty":"s3cr3t-o","pin":1357}
    """#

  private func descriptions(of value: Any) -> [String] {
    var dumped = ""
    dump([value], to: &dumped)
    return ["\(value)", String(reflecting: value), "\([value])", "\(Optional(value) as Any)", dumped]
  }

  @Test func areHiddenWhereverTheyAreInAModel() throws {
    let keyring = try Keyring.decode(Array(Self.keyring.utf8))
    for description in descriptions(of: keyring) {
      #expect(!description.contains("s3cr3t") && !description.contains("1357"), "\(description)")
      for shown in ["ann", "number", "lock", "door"] { #expect(description.contains(shown)) }
    }
    #expect(keyring.list == ["s3cr3t-b"])
    #expect(try keyring.encoded() == Array(Self.keyring.utf8))
  }

  @Test func areHiddenInValuesOfTheirOwn() throws {
    let values: [(any JSONValue, String)] = [
      (try Pair.decode(Array(#"["lock","s3cr3t"]"#.utf8)), "lock"),
      (try Card.decode(Array(#"{"holder":"s3cr3t","number":1}"#.utf8)), "holder"),
      (try Drawer.decode(Array(#"{"label":"top","s":"s3cr3t"}"#.utf8)), "top"),
      (try [Choice].decode(Array(#"["s3cr3t",5]"#.utf8)), "number"),
      (Choice.unknown(["s3cr3t"]), "unknown"),
      (try [Keyring.Either].decode(Array(#"[["s3cr3t"],{"holder":"s3cr3t","number":1}]"#.utf8)), "several"),
    ]
    for (value, shown) in values {
      for description in descriptions(of: value) {
        #expect(!description.contains("s3cr3t"), "\(description)")
        #expect(description.contains(shown), "\(description)")
      }
    }
  }

  /// A value that isn't what the spec describes may still be a secret.
  @Test(arguments: [
    #""renamed":93215"#, #""list":[93215]"#, #""named":[93215]"#, #""map":{"m":93215}"#,
    #""nested":[{"n":[93215]}]"#, #""choice":93215.5"#, #""choices":[93215.5]"#, #""pair":["lock",93215]"#,
    #""pairs":[["lock",93215]]"#, #""passwords":[93215]"#, #""card":{"holder":93215,"number":1}"#,
    #""card":{"holder":"a","number":"93215"}"#, #""cards":[{"holder":93215,"number":1}]"#,
    #""byPassword":{"93215":"x"}"#, #""byPassword":{"93215":null}"#, #""byPassword":{"93215":1,"93215":2}"#,
    #""either":[93215]"#, #""either":"93215""#, #""pin":93215"#, #""pin":"93215""#,
  ]) func errorsDoNotQuoteThem(member: String) throws {
    let document = Array(#"{"owner":"ann","empty":null,\#(member)}"#.utf8)
    for validation in [JSONDecoding.Validation.strict, .report] {
      var options = JSONDecoding(validation: validation)
      options.unknownValues = .reject
      let error = #expect(throws: (any Error).self) {
        let (_, violations) = try Keyring.decodeReporting(document, options: options)
        if !violations.isEmpty { throw Reported(violations: violations) }
      }
      #expect(error.map { !"\($0)".contains("93215") } == true, "\(String(describing: error))")
    }
    for violation in Keyring.validate(document) {
      #expect(!"\(violation)".contains("93215"), "\(violation)")
    }
  }

  private struct Reported: Error { let violations: [Violation] }

  /// Any byte may be wrong: the error says where, and nothing of the secrets.
  @Test func errorsOfDamagedDocumentsDoNotQuoteThem() throws {
    let document = Array(Self.keyring.utf8)
    var count = 0
    for position in document.indices {
      for byte in "x\"],:1\\".utf8 where byte != document[position] {
        var damaged = document
        damaged[position] = byte
        do { _ = try Keyring.decode(damaged) } catch {
          count += 1
          #expect(!"\(error)".contains("s3cr3t"), "\(error)")
        }
      }
    }
    #expect(count > document.count)
  }

  @Test func keysOfMapsAreHiddenInPartialValues() throws {
    let keyring = try Partial<Keyring>.decode(Array(Self.keyring.utf8), fields: .all)
    for description in descriptions(of: keyring) {
      #expect(!description.contains("s3cr3t"), "\(description)")
    }
  }

  @Test func errorsQuoteWhatIsNoSecret() throws {
    let document = Array(#"{"owner":93215,"empty":null}"#.utf8)
    let error = #expect(throws: JSONError.self) { try Keyring.decode(document) }
    #expect(error.map { "\($0)".contains("93215") } == true)
    #expect("\(Keyring.validate(document))".contains("93215"))
  }

  @Test func aListOfSecretsIsASecretParameter() throws {
    let request = OpenWithRequest(codes: ["s3cr3t-a", "s3cr3t-b"], renamed: "s3cr3t-c")
    #expect(descriptions(of: request).allSatisfy { !$0.contains("s3cr3t") })
    let refused = OpenWithRequest(codes: ["s3c"])
    #expect(refused.violations.count == 1)
    #expect(refused.violations.allSatisfy { !"\($0)".contains("s3c") })
  }
}
