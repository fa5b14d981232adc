import MetricsTestKit
import TestSupport
import Testing
import WGNAPICache
import WGNAPIObservability
import WGNAPIRuntime
import WOT

@Suite struct MetricTests {
  private let observed = Observed()
  private var metrics: TestMetrics { observed.metrics }

  @Test func eachAttemptIsMeasured() async throws {
    let script = Script(.json("", status: .serviceUnavailable), .players)
    try await withLoopbackServer {
      await script.response($0)
    } _: { server in
      _ = try await observed.client(server).searchPlayers(search: "gar")
    }
    let durations = metrics.timers(label: "http.client.request.duration")
    #expect(Set(durations.map { $0.value(of: "http.response.status_code") }) == ["200", "503"])
    for duration in durations {
      #expect(duration.values.count == 1 && duration.values.allSatisfy { $0 > 0 })
      #expect(duration.displayUnit == .seconds)
      #expect(duration.value(of: "http.request.method") == "GET")
      #expect(duration.value(of: "url.template") == "/wot/account/list/")
      #expect(duration.value(of: "server.address") == "127.0.0.1")
      let status = duration.value(of: "http.response.status_code")
      #expect(duration.value(of: "error.type") == (status == "503" ? "503" : ""))
    }
    let sizes = metrics.recorders(label: "http.client.response.body.size")
    #expect(sizes.flatMap(\.values).sorted() == [0, 44])
    #expect(metrics.recorders(label: "http.client.request.body.size").flatMap(\.values) == [0, 0])
    let active = try #require(metrics.meters(label: "http.client.active_requests").first)
    #expect(active.values == [1, 0, 1, 0])
  }

  @Test func callsTellWhereTheirResponsesCameFrom() async throws {
    let script = Script(.players)
    try await withLoopbackServer {
      await script.response($0)
    } _: { server in
      let client = observed.client(server, cache: ResponseCache())
      for _ in 1...3 { _ = try await client.searchPlayers(search: "gar") }
    }
    let calls = metrics.timers(label: "wgnapi.client.call.duration")
    let counts = calls.map { ($0.value(of: "wgnapi.origin") ?? "", $0.values.count) }
    #expect(Dictionary(uniqueKeysWithValues: counts) == ["network": 1, "cache": 2])
    for call in calls {
      #expect(call.value(of: "wgnapi.api") == "WOT" && call.value(of: "wgnapi.operation") == "searchPlayers")
    }
  }

  /// A metric with a dimension of its own for each request would fill a monitoring system.
  @Test func dimensionsDontGrowWithArguments() async throws {
    let script = Script(.players)
    try await withLoopbackServer {
      await script.response($0)
    } _: { server in
      let client = observed.client(server)
      for index in 1...20 { _ = try await client.searchPlayers(search: "player\(index)") }
    }
    #expect(metrics.timers.count == 2 && metrics.recorders.count == 2 && metrics.meters.count == 1)
    #expect(!observed.metrics.description.contains("player"))
  }

  /// Some systems stop the process if a metric's dimensions have other names than before.
  @Test func namesOfDimensionsAreAlwaysTheSame() async throws {
    let script = Script(.json("", status: .notFound), .json("<html>"), .players)
    try await withLoopbackServer {
      await script.response($0)
    } _: { server in
      let client = observed.client(server)
      for _ in 1...3 { _ = try? await client.searchPlayers(search: "gar") }
    }
    _ = try? await observed.client(APIServer("none", "http://127.0.0.1:1")).searchPlayers(search: "gar")
    for label in Set(metrics.timers.map(\.label)) {
      let timers = metrics.timers(label: label)
      #expect(timers.count >= 3 && Set(timers.map { $0.dimensions.map(\.0) }).count == 1)
    }
  }
}

extension TestTimer {
  func value(of dimension: String) -> String? { dimensions.first { $0.0 == dimension }?.1 }
}
