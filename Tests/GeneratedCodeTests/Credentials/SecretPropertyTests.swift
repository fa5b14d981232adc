import Foundation
import Testing
import Vault
import WGNAPIRuntime

/// Properties of answers that are secrets.
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
}
