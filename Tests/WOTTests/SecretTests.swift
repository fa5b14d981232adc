import Testing
import WOT

/// Secrets of the spec don't show, however they are printed.
struct SecretTests {
  @Test func secretsAreRedacted() throws {
    let token: AccessToken = "s3cret-token"
    let request = PlayersRequest(accountIDs: [1], accessToken: token)
    let client = Client(server: .eu, applicationID: "s3cret-application")
    let composed = try client.httpRequest(for: request)
    var dumped = ""
    dump(token, to: &dumped)
    dump(request, to: &dumped)
    dump(client, to: &dumped)
    dump(composed, to: &dumped)
    let texts = [
      "\(token)", String(reflecting: token), "\(request)", String(reflecting: request), "\(composed)", dumped,
    ]
    for text in texts { #expect(!text.contains("s3cret")) }
    #expect(token.rawValue == "s3cret-token")
    #expect(composed.url.contains("access_token=s3cret-token"))
  }
}
