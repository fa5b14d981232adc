import Foundation
import Testing
import WGNAPICredentials
import WGNAPIRuntime
import WGNAPITesting

@testable import QueueKillTool
@testable import WGNAPIQueue

/// Secrets aren't in any file, and are asked for when a request is sent.
@Suite struct SecretTests {
  private let application = "application+0123456789/ß"
  private let session = "session-tøken-9876543210"
  private let token = "bearer-4242424242-token"

  let desktop: Desktop
  var service: FakeService { desktop.service }

  init() throws { desktop = try Desktop() }

  @Test func secretsAreNotStoredAndAskedForLater() async throws {
    let (application, session) = (application, session)
    let asked = Asked()
    let tokens = Rotating(first: token)
    let client = desktop.client(application: application, token: tokens)
    let queue = try desktop.queue(client) { configuration in
      configuration.secrets = { parameter in
        asked.add(parameter)
        return session
      }
    }
    // Responses and errors repeat what they got.
    let echo = #"{"error": "\#(application) \#(session) \#(token)"}"#
    service.behave(.offline, .status(503, [:], echo), .status(400, [:], echo), then: .accept)
    for _ in 0..<2 { try await queue.enqueue(PostMessageRequest(text: "hello", session: session)) }
    for _ in 0..<3 { try await queue.flush(resettingDelays: true) }
    try await queue.enqueue(PostMessageRequest(text: "waits", session: session))
    #expect(try await queue.deadLetters().count == 1)
    #expect(service.accepted.count == 1)
    let sent = try #require(service.accepted.first)
    #expect(sent.body.contains("session=session-t%C3%B8ken-9876543210"))
    #expect(sent.body.contains("application_id=application%2B0123456789%2F%C3%9F"))
    #expect(sent.fields[.authorization] == "Bearer \(token)")
    #expect(asked.list.allSatisfy { $0.operation == "postMessage" && $0.name == "session" })
    #expect(asked.list.count == 4)
    let bytes = try desktop.bytes()
    #expect(bytes.range(of: Data("hello".utf8)) == nil)  // Values are stored in Base64.
    #expect(bytes.range(of: Data(Data("\"waits\"".utf8).base64EncodedString().utf8)) != nil)
    for secret in [application, session, token] {
      for form in Self.forms(of: secret) {
        #expect(bytes.range(of: Data(form.utf8)) == nil, "\(form) is in the files")
      }
    }
  }

  /// A secret as it is, percent-encoded, and in Base64 at any offset.
  private static func forms(of secret: String) -> [String] {
    var forms = [secret, String(secret.dropFirst(3)), secret.uppercased()]
    for allowed in [CharacterSet.alphanumerics, .urlQueryAllowed, .urlHostAllowed] {
      forms.append(secret.addingPercentEncoding(withAllowedCharacters: allowed) ?? secret)
    }
    for offset in 0..<3 {
      let text = Data(repeating: 0, count: offset) + Data(secret.utf8)
      // Without the characters that depend on what is around.
      forms.append(String(text.base64EncodedString().dropFirst(4).dropLast(4)))
    }
    return forms
  }

  @Test func aSecretThatIsNotKnownIsWaitedFor() async throws {
    let session = session
    let known = Flag()
    let queue = try desktop.queue {
      $0.secrets = { _ in known.isSet ? session : nil }
    }
    try await queue.enqueue(PostMessageRequest(text: "a", session: session))
    try await queue.flush()
    #expect(try await queue.entries().first?.lastFailure?.kind == .credential)
    #expect(service.arrivals.isEmpty)
    known.isSet = true
    #expect(try await queue.flush(resettingDelays: true).delivered == 1)
  }

  /// A provider that gives up has sent nothing.
  @Test func aCancelledProviderIsAskedAgain() async throws {
    let session = session
    let known = Flag()
    let queue = try desktop.queue {
      $0.secrets = { _ in
        if !known.isSet { throw CancellationError() }
        return session
      }
    }
    try await queue.enqueue(PostMessageRequest(text: "a", session: session))
    try await queue.flush()
    let entry = try #require(try await queue.entries().first)
    #expect(entry.lastFailure?.kind == .credential && !entry.mayHaveArrived)
    known.isSet = true
    #expect(try await queue.flush(resettingDelays: true).delivered == 1)
  }

  @Test func aSecretWithoutAProviderIsRefused() async throws {
    let queue = try desktop.queue()
    await #expect(throws: QueueError(.secret(operation: "postMessage", parameter: "session"))) {
      try await queue.enqueue(PostMessageRequest(text: "a", session: session))
    }
    try await queue.enqueue(PostMessageRequest(text: "a"))
  }

  @Test func aSecretInAnotherParameterIsRefused() async throws {
    let session = session
    let queue = try desktop.queue(desktop.client(application: application)) { $0.secrets = { _ in session } }
    for text in ["my \(application)", "\(session)", Data(session.utf8).base64EncodedString()] {
      await #expect(throws: QueueError(.containsSecret(operation: "postMessage", parameter: "text"))) {
        try await queue.enqueue(PostMessageRequest(text: text, session: session))
      }
    }
    #expect(try await queue.statistics().accepted == 0)
  }

  /// They are stored, too.
  @Test func aSecretInALaneOrAKeyIsRefused() async throws {
    let (application, session, token) = (application, session, token)
    let client = desktop.client(application: application, token: Credential.bearer(token))
    let queue = try desktop.queue(client) { $0.secrets = { _ in session } }
    for text in [application, "lane of \(session)", token, Data(session.utf8).base64EncodedString()] {
      let lane = await #expect(throws: QueueError.self) {
        try await queue.enqueue(PostMessageRequest(text: "a", session: session), in: text)
      }
      #expect(lane?.kind == .secretLane(operation: "postMessage"))
      let key = await #expect(throws: QueueError.self) {
        try await queue.send(PostMessageRequest(text: "a", session: session), key: text)
      }
      #expect(key?.kind == .secretKey(operation: "postMessage"))
      for error in [lane, key] { #expect(error?.description.contains(text) == false) }
    }
    let id = try await queue.enqueue(PostMessageRequest(text: "a", session: session), in: "lane", key: "key")
    await #expect(throws: QueueError(.containsSecret(operation: "postMessage", parameter: "text"))) {
      try await queue.set("text", to: "my \(token)", in: id)
    }
    #expect(try await queue.statistics().accepted == 1)
  }

  @Test func expiredCredentialsKeepRequestsAtTheHead() async throws {
    let tokens = Rotating(first: "expired-000000000")
    let queue = try desktop.queue(desktop.client(token: tokens))
    service.behave(.status(401), .status(401), then: .accept)
    try await queue.enqueue(note("1"))
    try await queue.enqueue(note("2"))
    try await queue.flush()
    let entry = try #require(try await queue.entries().first)
    #expect(entry.lastFailure?.kind == .credential && entry.attempts == 1)
    tokens.next = "second-111111111"
    #expect(try await queue.flush(resettingDelays: true).delivered == 2)
    #expect(
      service.arrivals.map { $0.fields[.authorization] }
        == ["expired-000000000", "expired-000000000", "second-111111111", "second-111111111"].map {
          "Bearer \($0)"
        })
    #expect(service.acceptedBodies == ["\"1\"", "\"2\""])
    #expect(Set(service.arrivals.compactMap(\.key)).count == 2)
  }

  @Test func theCurrentApplicationIDIsSent() async throws {
    do { try await desktop.queue(desktop.client(application: "old-0123456789")).enqueue(note("1")) }
    try await desktop.queue(desktop.client(application: "new-0123456789")).flush()
    #expect(service.arrivals.first?.url.contains("application_id=new-0123456789") == true)
  }
}

/// A provider whose token the test changes.
///
/// Unchecked: all mutable state is behind the lock.
final class Rotating: CredentialProvider, @unchecked Sendable {
  private let lock = NSLock()
  private var token: String

  init(first: String) { token = first }

  var next: String {
    get { lock.withLock { token } }
    set { lock.withLock { token = newValue } }
  }

  func credential(for context: CredentialContext) -> Credential { .bearer(next) }
  func refresh(_ old: Credential, for context: CredentialContext) -> Credential { .bearer(next) }
}

/// Unchecked: all mutable state is behind the lock.
private final class Asked: @unchecked Sendable {
  private let lock = NSLock()
  private var parameters: [QueueConfiguration.SecretParameter] = []

  var list: [QueueConfiguration.SecretParameter] { lock.withLock { parameters } }

  func add(_ parameter: QueueConfiguration.SecretParameter) { lock.withLock { parameters.append(parameter) } }
}

/// Unchecked: all mutable state is behind the lock.
final class Flag: @unchecked Sendable {
  private let lock = NSLock()
  private var value = false

  var isSet: Bool {
    get { lock.withLock { value } }
    set { lock.withLock { value = newValue } }
  }
}
