import WGNAPICache
import WGNAPIGenerated
import WGNAPIJSON
import WGNAPILimits
import WGNAPIRetry
import WGNAPIRuntime

/// The API of the tests. Its server accepts a request once for each key.
let desk = APIDescription(
  name: "Desk", credentials: [CredentialDescription("token", .bearer)], authentication: .any(["token"], []))

struct Desk: APIClient {
  var core: ClientCore

  init(
    _ server: APIServer, application: String = "application-0123456789", language: String = "en",
    token: (any CredentialProvider)? = nil, configuration: ClientConfiguration
  ) {
    core = ClientCore(
      api: desk, server: server,
      parameters: [
        ClientParameter("application_id", application, secret: true), ClientParameter("language", language),
      ], credentials: ["token": token], middleware: [ResponseCache(), Retry(), RateLimiter.shared],
      configuration: configuration)
  }
}

/// Adds a note to a document. The key is a header field.
struct AddNoteRequest: APIRequest {
  typealias Response = JSON
  var document: String
  var text: String
  var number: Int?
  static let endpoint = Endpoint<Self>(
    "addNote", .post, "documents/{document}/notes", response: .json(),
    policies: [.queue(idempotencyKey: .header("Idempotency-Key"))]
  ) {
    $0.path("document", \.document)
    $0.query("number", \.number)
    $0.body(\.text)
  }
}

/// Sends a message as a form. The key is a parameter, and the session's token another one.
struct PostMessageRequest: APIRequest {
  typealias Response = JSON
  var text: String
  var session: String?
  var nonce: String?
  static let endpoint = Endpoint<Self>(
    "postMessage", .post, "messages", response: .json(),
    policies: [.queue(idempotencyKey: .parameter("nonce"))]
  ) {
    $0.form("text", \.text)
    $0.form("session", \.session, secret: true)
    $0.form("nonce", \.nonce)
  }
}

/// Pays. The service knows no keys.
struct PayRequest: APIRequest {
  typealias Response = JSON
  var amount: Int
  static let endpoint = Endpoint<Self>("pay", .post, "payments", response: .json(), policies: [.queue()]) {
    $0.query("amount", \.amount, [.minimum(1)])
  }
}

/// Cannot be queued.
struct FindRequest: APIRequest {
  typealias Response = JSON
  var text: String
  static let endpoint = Endpoint<Self>("find", .get, "notes", response: .json()) { $0.query("text", \.text) }
}
