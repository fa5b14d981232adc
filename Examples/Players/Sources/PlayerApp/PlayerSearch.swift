import Observation
import WGNAPIRuntime
import WOT

/// A search for players, as a view shows it. It lives on the main actor; requests are composed, and responses read, elsewhere.
@Observable final class PlayerSearch {
  enum State {
    case empty
    case loading
    case found([PlayerMatch])
    case failed(Problem)
  }

  /// What to tell a user.
  struct Problem: Equatable {
    var message: String
    /// Whether trying again may help.
    var canRetry: Bool
  }

  private(set) var state = State.empty
  private let client: Client

  init(client: Client) {
    self.client = client
  }

  func search(_ text: String) async {
    state = .loading
    do {
      state = .found(try await client.searchPlayers(search: text, type: .startsWith, limit: 10))
    } catch is CancellationError {
      state = .empty
    } catch let error as APIError {
      state = .failed(Problem(error))
    } catch {
      state = .failed(Problem(message: "\(error)", canRetry: false))
    }
  }
}

extension PlayerSearch.Problem {
  init(_ error: APIError) {
    let message =
      switch error.kind {
      case .invalidRequest: "Type at least three letters."
      case .transport, .timedOut: "The service can't be reached."
      case .service where error.code(as: ErrorCode.self) == .invalidApplicationID:
        "This version of the app is no longer allowed to use the service."
      default: "\(error)"
      }
    self.init(message: message, canRetry: error.isRetryable)
  }
}
