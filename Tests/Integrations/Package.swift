// swift-tools-version: 6.2

import PackageDescription

// Tests of what needs other packages than the generator: SwiftNIO, swift-crypto, GRDB, OpenCombine, SwiftProtobuf, and those
// for tracing, metrics and logs. `make test-all` builds it; `make test` doesn't even fetch them. Modules are compiled from
// their folders in the package around this one, through the links in Links.
let package = Package(
  name: "Integrations",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(
      name: "wgnapi-gen", path: "../..",
      traits: ["AsyncHTTPClient", "Combine", "Observability", "Queue", "Webhooks"]),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: Target.modules + Target.support + Target.tests,
  swiftLanguageModes: [.v6]
)

// `WGNAPI_INTEGRATIONS` names test targets: the package is then what these need.
if let tests = Context.environment["WGNAPI_INTEGRATIONS"], !tests.isEmpty {
  package.keepOnly(tests.split(separator: ",").map(String.init))
}

extension Target {
  private static var services: String { "Discord GitHub Mastodon Notion OpenAI Slack Stripe Telegram" }
  private static var games: String { "WGN WOT WOTB WOTX WOWP WOWS" }

  /// All of the runtime.
  private static var runtime: String {
    """
    WGNAPIAsyncHTTPClient WGNAPICache WGNAPIChains WGNAPICombine WGNAPICredentials WGNAPIFeeds WGNAPIFormats WGNAPIForms
    WGNAPIGenerated WGNAPIJSON
    WGNAPIJSONRPC WGNAPILimits WGNAPIOAuth WGNAPIObservability WGNAPIPages WGNAPIPartial WGNAPIPolicies WGNAPIQueue
    WGNAPIRecording WGNAPIResponses WGNAPIRetry WGNAPIRuntime WGNAPISchema WGNAPIServers WGNAPIStore WGNAPIStreams WGNAPITesting
    WGNAPIURLSession WGNAPIWebhooks
    """
  }

  fileprivate static var support: [Target] {
    [
      .part("TestSupport", "FlyingFox", in: "Links/TestSupport"),
      // Change a store and a queue in separate processes, which the tests kill.
      .program("StoreKillTool", "HTTPTypes"),
      .program("QueueKillTool"),
      // Checks the layouts of all generated modules, with optimization: `make layouts`.
      .program("Layouts", "\(games) \(modules.map(\.name).joined(separator: " "))"),
    ]
  }

  /// The golden modules that Layouts lists or that need other packages.
  fileprivate static var modules: [Target] {
    let folders = [
      ("APIs", services), ("Credentials", "Vault"), ("Edges", "Edges"), ("Failures", "Forge"),
      ("Features", "Features"), ("Hostile", "Hostile"), ("Names", "Names"),
      (
        "OpenAPI",
        "Alternatives Archive Bookshop Fleet HostileDocument Kennel Library Museum Repositories Weather"
      ),
      ("Pages", "Catalog"), ("Recipes", "Kiosk"), ("Requests", "Depot"), ("Schemas", "Shop"),
      ("Services", "Hub Till"),
    ]
    return folders.flatMap { folder, modules in
      names(modules).map { .part($0, in: "Links/Golden/\(folder)/Generated/\($0)") }
    } + names("Bench Chats").map { .part($0, in: "Links/Benchmarks/\($0)") }
      + [
        .part("Payments", in: "Links/Golden/OwnTypes/Payments"),
        // With codecs beside the generated code.
        .target(
          name: "Gallery", dependencies: needed("\(runtime) SwiftProtobuf"), path: "Links/Golden/Codecs",
          exclude: ["Specs", "Tests"], sources: ["Gallery", "Generated/Gallery"], swiftSettings: .strict),
      ]
  }

  fileprivate static var tests: [Target] {
    [
      // The clients of public APIs against servers that behave like theirs.
      .tests("APITests", services),
      .tests("CodecTests", "Gallery FlyingFox HTTPTypes SwiftProtobuf"),
      .tests("CombineTests", "WOT HTTPTypes OpenCombine"),
      .tests(
        "ObservabilityTests",
        "WOT FlyingFox HTTPTypes InMemoryLogging Logging MetricsTestKit InMemoryTracing"),
      // Random values of each case of the unions that the program lists.
      .tests("ReadBackTests", "Layouts"),
      // The same tests as in the package around this one, with another transport.
      .testTarget(
        name: "TransportTests",
        dependencies: needed("\(runtime) TestSupport WOT AsyncHTTPClient HTTPTypes NIOCore NIOPosix NIOSSL"),
        path: "Links/TransportTests", swiftSettings: .strict + [.define("AsyncHTTPClient")]),
      .tests("WGNAPIQueueTests", "QueueKillTool FlyingFox GRDB HTTPTypes"),
      .tests("WGNAPIStoreTests", "StoreKillTool WOT GRDB HTTPTypes"),
      .tests("WebhookTests", "Bookshop Hub Museum Till HTTPTypes"),
    ]
      + [("Codecs", "Gallery"), ("Services", "Hub"), ("Services", "Till")].map { folder, module in
        .testTarget(
          name: "Generated\(module)Tests", dependencies: needed("\(runtime) \(module)"),
          path: "Links/Golden/\(folder)/Tests/\(module)Tests", swiftSettings: .strict)
      }
  }
}

// MARK: Short forms

private func names(_ text: String) -> [String] { text.split(whereSeparator: \.isWhitespace).map(String.init) }

/// Targets of this package, and products of others.
private func needed(_ text: String) -> [Target.Dependency] {
  names(text).map { Target.products[$0] ?? .target(name: $0) }
}

extension Target {
  // Each may use all of the runtime.
  private static func part(_ name: String, _ needs: String = "", in path: String) -> Target {
    .target(
      name: name, dependencies: needed("\(runtime) \(needs)"), path: path, swiftSettings: .strict)
  }

  private static func program(_ name: String, _ needs: String = "") -> Target {
    .executableTarget(name: name, dependencies: needed("\(runtime) \(needs)"), swiftSettings: .strict)
  }

  private static func tests(_ name: String, _ needs: String) -> Target {
    .testTarget(
      name: name, dependencies: needed("\(runtime) TestSupport \(needs)"), swiftSettings: .strict)
  }

  /// The products of other packages, by name.
  fileprivate static var products: [String: Dependency] {
    let all = [
      ("FlyingFox", "FlyingFox"), ("GRDB.swift", "GRDB"), ("async-http-client", "AsyncHTTPClient"),
      ("swift-distributed-tracing", "InMemoryTracing"), ("swift-http-types", "HTTPTypes"),
      ("swift-log", "InMemoryLogging Logging"), ("swift-metrics", "MetricsTestKit"),
      ("swift-nio", "NIOCore NIOPosix"), ("swift-nio-ssl", "NIOSSL"), ("swift-protobuf", "SwiftProtobuf"),
      ("wgnapi-gen", "\(games) \(runtime)"),
    ]
    var found: [String: Dependency] = [:]
    for (package, products) in all {
      for name in names(products) { found[name] = .product(name: name, package: package) }
    }
    // Apple's systems have Combine.
    found["OpenCombine"] = .product(
      name: "OpenCombine", package: "OpenCombine", condition: .when(platforms: [.linux]))
    return found
  }
}

extension [SwiftSetting] {
  /// CI treats warnings as errors.
  fileprivate static var strict: Self {
    let isCI = Context.environment["WGNAPI_WARNINGS_AS_ERRORS"] != nil
    return [.enableUpcomingFeature("ExistentialAny")] + (isCI ? [.treatAllWarnings(as: .error)] : [])
  }
}

extension Package {
  /// Removes the targets that the given ones don't need, and the products of these.
  fileprivate func keepOnly(_ names: [String]) {
    let all = Dictionary(uniqueKeysWithValues: targets.map { ($0.name, $0) })
    var needed: Set<String> = []
    var pending = names
    while let name = pending.popLast() {
      guard let target = all[name], needed.insert(name).inserted else { continue }
      pending += target.dependencies.compactMap { dependency in
        switch dependency {
        case .targetItem(let name, _), .byNameItem(let name, _): name
        default: nil
        }
      }
    }
    targets.removeAll { !needed.contains($0.name) }
    products = []
  }
}
