import FlyingFox
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import WGNAPIRuntime
import WOT

/// Runs the proxy against a stand-in of the service, asks it as callers would, and checks what happens.
func rehearse(spans: Spans, logger: Logger) async throws {
  let service = try StandInService()
  let url = try await service.start()
  let log = Lines()
  let proxy = PlayersProxy(
    server: WOT.Server(url: url, like: .eu), applicationID: "s3cret-application",
    logger: Logger(label: "proxy") { _ in LineHandler(lines: log) })

  let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
  let application = Application(
    router: proxy.router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
    onServerRunning: { channel in continuation.yield(channel.localAddress?.port ?? 0) }, logger: logger)
  let running = Task { try await application.runService(gracefulShutdownSignals: []) }
  guard let port = await ports.first(where: { _ in true }) else { throw CocoaError(.featureUnsupported) }
  let caller = Caller(url: "http://127.0.0.1:\(port)")

  let first = try await caller.get("/players?search=gar")
  try await check(
    "a request is passed on",
    first.status == 200 && first.body == #"[{"account_id":1002,"nickname":"Gargoyle"}]"#)
  try await check("the service is asked once", await service.requests.count == 1 && first.origin == "network")
  let second = try await caller.get("/players?search=gar")
  try await check(
    "a second one is answered by the cache", second.body == first.body && second.origin == "cache")
  try await check("without asking", await service.requests.count == 1)
  try await check(
    "an ID without details is null", try await caller.get("/players/1002").body == #"{"1002":null}"#)
  try await check(
    "a request that breaks the limits isn't sent", try await caller.get("/players?search=g").status == 400)

  let trace = "0af7651916cd43dd8448eb211c80319c"
  _ = try await caller.get("/players?search=gnome", ["traceparent": "00-\(trace)-b7ad6b7169203331-01"])
  let sent = await service.requests.last?.headers[HTTPHeader("traceparent")] ?? ""
  let traced = spans.all.filter { $0.context.trace == trace }
  let attempt = traced.first { $0.kind == .client }
  try await check(
    "a caller's trace goes on to the service", sent == "00-\(trace)-\(attempt?.context.span ?? "")-01")
  try await check(
    "with a span each for the call and the attempt", traced.contains { $0.name == "WOT.searchPlayers" })
  try await check("and a name without arguments", attempt?.name == "GET /wot/account/list/")

  await service.fail()
  let failed = try await caller.get("/players?search=unknown")
  try await check("a failing service is a bad gateway", failed.status == 502 && failed.body == "httpStatus")
  try await check(
    "what is cached is still answered", try await caller.get("/players?search=gar").status == 200)

  let text = log.all.joined(separator: "\n") + "\(spans.all)"
  try await check(
    "the log has calls and attempts", text.contains("Call answered") && text.contains("Attempt failed"))
  try await check(
    "nothing contains the application's ID", !text.contains("s3cret") && text.contains("<redacted>"))

  running.cancel()
  await service.stop()
  for span in traced {
    print("  \(span.kind): \(span.name), \(span.milliseconds) ms, in \(span.parent ?? "none")")
  }
  print("all is well")
}

private func check(_ what: String, _ holds: @autoclosure () async throws -> Bool) async rethrows {
  guard try await holds() else {
    print("✘ \(what)")
    exit(1)
  }
  print("✔ \(what)")
}

/// Asks the proxy.
private struct Caller {
  let url: String

  struct Answer {
    let status: Int
    let origin: String?
    let body: String
  }

  func get(_ path: String, _ fields: [String: String] = [:]) async throws -> Answer {
    var request = HTTPTypes.HTTPRequest(
      method: .get, scheme: "http", authority: String(url.dropFirst("http://".count)), path: path)
    for (name, value) in fields {
      if let name = HTTPField.Name(name) { request.headerFields[name] = value }
    }
    let transport = ClientConfiguration().transport
    let received = try await transport.send(request, body: [], options: TransportOptions())
    return Answer(
      status: received.response.status.code, origin: received.response.headerFields[.origin],
      body: String(decoding: received.body, as: UTF8.self))
  }
}
