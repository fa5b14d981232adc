import HTTPTypes
import InMemoryLogging
import Logging
import TestSupport
import Testing
import WGNAPIObservability
import WGNAPIRuntime
import WOT

/// The code of the section "OpenTelemetry" of `docs/observability.md`, word for word, and the names in its tables.
@Suite struct ObservabilityPageTests {
  private let page: PageCode

  init() throws { page = try PageCode("observability.md", section: "OpenTelemetry") }

  @Test func thePageIsCompiled() throws {
    #expect(page.blocks.filter { !$0.isEmpty }.count == 2)
    #expect(try page.blocksMissing(in: #filePath) == [])
  }

  @Test func whatTheCodeReports() async throws {
    let handler = InMemoryLogHandler()
    let response = TransportResponse(
      response: HTTPResponse(status: .ok), body: Array(#"{"status":"ok","data":[]}"#.utf8))
    var configuration = configured(Logger(label: "page") { _ in handler }).core.configuration
    configuration.transport = Fixed { response }
    _ = try await Client(server: .eu, applicationID: "demo", configuration: configuration)
      .searchPlayers(search: "gar")
    #expect(handler.entries.map(\.message) == ["Call answered"])
  }

  private func configured(_ given: Logger) -> Client {
    func read() -> Client {
      let logger = Logger(label: "players")
      let observability = Observability(logger: logger)
      let configuration = ClientConfiguration(
        observers: [.log(logger)], middleware: Client.middleware.observed(by: observability))
      let client = Client(server: .eu, applicationID: "demo", configuration: configuration)
      let quiet = Observability(logger: logger, levels: .init(answeredCall: .debug, failedCall: .warning))
      #expect(quiet.levels.failedCall == .warning)
      return client
    }
    let client = read()
    var configuration = client.core.configuration
    configuration.middleware = .standard(limiter: nil).observed(by: Observability(logger: given))
    return Client(server: .eu, applicationID: "demo", configuration: configuration)
  }

  /// Every name that an attempt or a call reports stands on the page.
  @Test func allNamesAreOnThePage() async throws {
    let observed = Observed()
    let transport = Fixed { TransportResponse(response: HTTPResponse(status: .notFound), body: [1]) }
    let client = observed.client(APIServer("eu", "https://127.0.0.1"), transport: transport)
    _ = try? await client.searchPlayers(search: "gar")
    var names: Set<String> = []
    for span in observed.tracer.finishedSpans { names.formUnion(span.attributes.pairs.map(\.name)) }
    names.formUnion(observed.metrics.timers.map(\.label))
    names.formUnion(observed.metrics.meters.map(\.label))
    names.formUnion(observed.metrics.recorders.map(\.label))
    #expect(names.count > 15)
    #expect(names.filter { !page.text.contains("`\($0)`") } == [])
  }
}
