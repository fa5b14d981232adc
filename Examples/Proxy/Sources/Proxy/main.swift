import Hummingbird
import Logging
import Tracing
import WOT

// A server that passes requests for players on to the service, within its limits, and answers from a cache where it can.
//
//   swift run Proxy              tries itself against a stand-in of the service on this machine, and ends
//   swift run Proxy serve ID     serves on 127.0.0.1:8080, with an application ID for the real service

let spans = Spans()
// A real server has an exporter in its place.
InstrumentationSystem.bootstrap(LineTracer(spans))
var logger = Logger(label: "proxy")
logger.logLevel = .debug

if CommandLine.arguments.dropFirst().first == "serve" {
  guard let id = CommandLine.arguments.dropFirst(2).first else {
    fatalError("usage: Proxy serve APPLICATION_ID")
  }
  let proxy = PlayersProxy(server: .eu, applicationID: id, logger: logger)
  let application = Application(
    router: proxy.router, configuration: .init(address: .hostname("127.0.0.1", port: 8080)), logger: logger)
  try await application.runService()
} else {
  try await rehearse(spans: spans, logger: logger)
}
