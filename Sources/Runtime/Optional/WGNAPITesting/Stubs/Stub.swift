import HTTPTypes
import WGNAPIClient
import WGNAPIJSON

/// What a stub does after its last response.
public enum AfterLastResponse: Hashable, Sendable {
  /// It repeats the last response.
  case repeatLast
  /// It no longer answers.
  case fail
}

/// A stub with its types erased.
struct Stub: Sendable {
  /// More specific stubs answer before others.
  enum Rank: Int, Comparable {
    case http, type, condition, request

    static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
  }

  /// The requests that it answers, for messages.
  let name: String
  let rank: Rank
  let site: IssueSite
  /// The type of requests that it answers; nil for any.
  let type: ObjectIdentifier?
  /// The request that it answers, if it answers only one.
  let request: (any APIRequest)?
  /// Whether it answers a request.
  let matches: @Sendable (Incoming) -> Bool
  /// The content of a response, and its delay.
  let respond: @Sendable (Incoming, Int) async throws -> Response
  /// The number of its responses; nil for any.
  let limit: Int?
  /// How often it has answered.
  var uses = 0

  var isExhausted: Bool { limit.map { uses >= $0 } ?? false }

  /// A request to answer.
  struct Incoming: Sendable {
    let request: (any APIRequest)?
    let httpRequest: HTTPRequest
    let body: [UInt8]

    /// The request as this type, even if it asks for some fields only.
    func request<Request: APIRequest>(as type: Request.Type) -> Request? {
      request as? Request ?? (request as? any RestrictedRequest)?.unrestricted as? Request
    }

    var url: String {
      "\(httpRequest.scheme ?? "")://\(httpRequest.authority ?? "")\(httpRequest.path ?? "/")"
    }
  }

  /// A response with the type of its request erased.
  struct Response: Sendable {
    let content: StubResponse<HTTPRequest>.Content
    let delay: Duration

    init<Request>(_ received: StubResponse<Request>) {
      content =
        switch received.content {
        case .response(let response, let portions, let every): .response(response, portions, every: every)
        case .value(let make): .value(make)
        case .failure(let failure, let status): .failure(failure, status: status)
        case .error(let error): .error(error)
        }
      delay = received.delay
    }
  }
}
