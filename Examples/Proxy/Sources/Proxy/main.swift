import Foundation
import Hummingbird
import Logging
import WOT

// A server that passes requests for players on to the service, within its limits, and responses from a cache where it can.
//
//   swift run Proxy         tries itself against a stand-in of the service on this machine
//   swift run Proxy serve   serves on 127.0.0.1:8080, with the application ID in WG_APPLICATION_ID

switch Array(CommandLine.arguments.dropFirst()) {
case ["serve"]:
  guard let id = ProcessInfo.processInfo.environment["WG_APPLICATION_ID"] else {
    print("Set WG_APPLICATION_ID to your application's ID.")
    exit(2)
  }
  // Spans go to the tracer that you pass to InstrumentationSystem.bootstrap(_:) here.
  let logger = Logger(label: "proxy")
  let proxy = PlayersProxy(server: .eu, applicationID: id, logger: logger)
  let application = Application(
    router: proxy.router, configuration: .init(address: .hostname("127.0.0.1", port: 8080)), logger: logger)
  try await application.runService()
case []: try await rehearse()
default:
  print("usage: Proxy [serve]")
  exit(2)
}
