import HTTPTypes
import Logging
import WGNAPIAsyncHTTPClient
import WGNAPIObservability
import WGNAPIRuntime
import WGNAPIURLSession
import WGNAPIWebhooks
import WOT

/// Other transports, spans and logs.
final class Services {
  let logger = Logger(label: "players")

  func client() -> Client {
    let observability = Observability(logger: logger)
    let configuration = ClientConfiguration(
      transport: AsyncHTTPClientTransport(), observers: [.log(logger)],
      middleware: Client.middleware.observed(by: observability))
    return Client(server: .eu, applicationID: "demo", configuration: configuration)
  }

  func local() -> Client {
    Client(
      server: .eu, applicationID: "demo",
      configuration: ClientConfiguration(transport: URLSessionTransport()))
  }

  func receive<Event: WebhookEvents>(
    _ body: [UInt8], _ fields: HTTPFields, with receiver: WebhookReceiver<Event>
  ) async throws -> Event {
    try await receiver.receive(body, fields: fields).event
  }
}
