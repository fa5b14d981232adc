import Foundation
import TestSupport
import Testing
import Vault
import WGNAPIForms
import WGNAPIRuntime
import WGNAPITesting

/// Bodies with secret properties.
@Suite(.timeLimit(.minutes(2))) struct SecretBodyTests {
  private let change = ChangePasswordRequest(
    payload: .init(user: "ann-with-a-name", password: "p4ssw0rd\"", hint: "my dog"))
  private let signIn = SignInRequest(payload: .init(user: "ann-with-a-name", password: "p4ss w0rd"))

  @Test func descriptionsHideThem() {
    for text in [
      "\(change)", String(reflecting: change), "\(signIn)", "\(Mirror(reflecting: signIn).children)",
    ] {
      #expect(!text.contains("w0rd"), "\(text)")
    }
  }

  /// What isn't marked is shown.
  @Test func theRestIsShown() throws {
    #expect(
      "\(change)"
        == #"ChangePasswordRequest(body: {"user":"ann-with-a-name","password":"<redacted>","hint":"my dog"})"#
    )
    #expect("\(signIn)" == #"SignInRequest(body: {"user":"ann-with-a-name","password":"<redacted>"})"#)
    let long = String(repeating: "x", count: 21)
    let refused = ChangePasswordRequest(payload: .init(user: "ann", password: "p4ssw0rd", hint: long))
    #expect(refused.violations.map(\.instanceLocation) == ["/body/hint"])
    #expect("\(refused.violations)".contains("20"))
    let attached = attach(title: long)
    #expect(attached.violations.map(\.instanceLocation) == ["/title"])
    #expect("\(attached.violations)".contains("20"))
  }

  @Test func onlySecretPartsAreHidden() {
    #expect(
      "\(attach(title: "Harbour"))"
        == #"AttachRequest(action: "upload", title: "Harbour", token: <redacted>, passwords: ["<redacted>"], "#
        + #"details: {"label":"front","pin":"<redacted>"}, file: "file (2 bytes)")"#)
  }

  private func attach(title: String) -> AttachRequest {
    AttachRequest(
      title: title, token: "t0k3n-secret", passwords: ["p4ssw0rd"],
      details: .init(label: "front", pin: 48_151), file: FilePart([1, 2]))
  }

  /// The values of the rest stay in errors of the response, and the secrets don't, wherever they are.
  @Test func errorsShowTheRest() async throws {
    let server = try MisbehavingServer { request in
      [.response("ann-with-a-name, Harbour, upload: t0k3n-secret p4ssw0rd 48151", status: "400 Bad Request")]
    }
    let client = Client(server: server.vault, token: .bearer("t"), configuration: .plain(ManualClock()))
    let first = try await #require(throws: APIError.self) { try await client.send(change) }
    #expect("\(first)".contains("ann-with-a-name"))
    let second = try await #require(throws: APIError.self) { try await client.send(attach(title: "Harbour")) }
    #expect("\(second)".contains("Harbour, upload: <redacted> <redacted> <redacted>"), "\(second)")
  }

  /// Secrets in all places of a model: in lists, maps, their keys, tuples and unions.
  @Test func nestedSecretsAreHidden() async throws {
    let server = try MisbehavingServer { request in
      [.response(String(decoding: request.body, as: UTF8.self), status: "400 Bad Request")]
    }
    let client = Client(server: server.vault, token: .bearer("t"), configuration: .plain(ManualClock()))
    let keyring = try Keyring.decode(Array(SecretPropertyTests.keyring.utf8))
    let drawer = try Drawer.decode(Array(#"{"label":"top-drawer","a":"s3cr3t-1"}"#.utf8))
    let codes = [Code("s3cr3t-1"), Code("s3cr3t-2")]
    func check<Request: APIRequest>(_ request: Request, shows word: String?) async throws {
      #expect(!"\(request) \(Mirror(reflecting: request).children)".contains("s3cr3t"), "\(request)")
      if let word { #expect("\(request)".contains(word), "\(request)") }
      let error = try await #require(throws: APIError.self) { try await client.send(request) }
      #expect(!"\(error)".contains("s3cr3t"), "\(error)")
      // Every one of them is hidden in a response, too.
      let composed = try client.core.compose(request)
      let shown = composed.redaction(String(decoding: composed.body, as: UTF8.self))
      #expect(!shown.contains("s3cr3t"), "\(shown)")
    }
    try await check(StoreKeyringRequest(payload: keyring), shows: "lock")
    try await check(MergeKeyringRequest(payload: keyring), shows: "lock")
    try await check(StoreDrawerRequest(payload: drawer), shows: "top-drawer")
    try await check(StoreCodesRequest(payload: codes), shows: nil)
  }

  /// A service that repeats what it was sent.
  @Test func errorsHideThem() async throws {
    let server = try MisbehavingServer { request in
      [.response(String(decoding: request.body, as: UTF8.self), status: "400 Bad Request")]
    }
    let client = Client(server: server.vault, token: .bearer("t"), configuration: .plain(ManualClock()))
    let first = await #expect(throws: APIError.self) { try await client.send(change) }
    let second = await #expect(throws: APIError.self) { try await client.send(signIn) }
    for error in [first, second] {
      let text = "\(String(describing: error)) \(String(reflecting: error))"
      #expect(!text.contains("w0rd"), "\(text)")
    }
  }
}
