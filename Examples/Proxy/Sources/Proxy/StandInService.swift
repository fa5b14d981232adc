import HTTPTypes
import Hummingbird

/// A service on the loopback that answers as the real one would, until it is told something else.
actor StandInService {
  enum Behavior: Sendable {
    case response
    /// Waits for the end of the behavior, or until the caller hangs up.
    case hold
    case status(Int)
    /// Too many requests; the next one is welcome after so many seconds.
    case refuse(Int)
    case text(String)
  }

  private var behavior = Behavior.response
  private(set) var requests: [Request] = []
  /// How many callers hung up before they had a response.
  private(set) var hangUps = 0

  /// Behaves differently, and forgets the past.
  func begin(_ behavior: Behavior) {
    self.behavior = behavior
    requests = []
    hangUps = 0
  }

  func answerAgain() { behavior = .response }

  nonisolated var router: Router<BasicRequestContext> {
    let router = Router()
    router.get("**") { request, _ in
      try await request.body.consumeWithCancellationOnInboundClose { _ in try await self.response(request) }
    }
    return router
  }

  private func response(_ request: Request) async throws -> Response {
    requests.append(request)
    while case .hold = behavior {
      do {
        try await Task.sleep(for: .milliseconds(5))
      } catch {
        hangUps += 1
        throw error
      }
    }
    let isList = request.uri.path == "/wot/account/list/"
    let data = isList ? #"[{"nickname": "Gargoyle", "account_id": 1002}]"# : #"{"1002": null}"#
    var body = #"{"status": "ok", "meta": {"count": 1}, "data": \#(data)}"#
    var (status, headers) = (200, HTTPFields())
    switch behavior {
    case .status(let code): (status, body) = (code, "<h1>Out of order</h1>")
    case .refuse(let wait): (status, headers) = (429, [.retryAfter: "\(wait)"])
    case .text(let text): body = text
    case .response, .hold: break
    }
    return Response(
      Array(body.utf8), status: .init(code: status), type: "application/json; charset=utf-8", headers: headers
    )
  }
}
