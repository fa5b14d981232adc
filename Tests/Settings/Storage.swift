import Foundation
import WGNAPICache
import WGNAPIForms
import WGNAPIOAuth
import WGNAPIQueue
import WGNAPIRecording
import WGNAPIRuntime
import WGNAPIStore
import WGNAPIStreams
import WOT

/// A store on disk, a queue, tokens and streams.
final class Storage {
  let store: DiskResponseStore
  let queue: RequestQueue
  let session: OAuthSession

  init(folder: URL, client: Client, application: OAuthApplication) throws {
    store = try DiskResponseStore(at: folder.appendingPathComponent("answers"), sizeLimit: 64 << 20)
    queue = try RequestQueue(
      at: folder.appendingPathComponent("queue"), client: client, requests: [SearchPlayersRequest.self])
    session = OAuthSession(application, storage: TokenFile())
  }

  var configuration: ClientConfiguration {
    ClientConfiguration(middleware: Client.middleware.replacing(ResponseCache(store: store)))
  }

  func flush() async throws -> Int {
    queue.start()
    let id = try await queue.enqueue(SearchPlayersRequest(search: "gar"), in: "players")
    try await queue.cancel(id)
    return try await queue.flush(resettingDelays: true).delivered
  }
}

actor TokenFile: TokenStorage {
  private var token: OAuthToken?
  func load() -> OAuthToken? { token }
  func save(_ token: OAuthToken?) { self.token = token }
}
