// swift-tools-version: 6.2

import PackageDescription

// Targets and products are listed by their names, with spaces between them. `Target.products` says whose the products are.
private let games = "WGN WOT WOTB WOTX WOWP WOWS"

// A package that uses a generated client builds only the runtime's targets that the client imports. SwiftPM fetches the
// dependencies of all products, even those that it doesn't build, so they are behind traits, which are off by default: such a
// package fetches swift-http-types and nothing else. To build the generator, use `--traits Generator`.
let package = Package(
  name: "wgnapi-gen",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
  products: [.executable(name: "wgnapi-gen", targets: ["wgnapi-gen"])]
    + names(
      """
      \(games) WGNAPIAsyncHTTPClient WGNAPICache WGNAPIChains WGNAPICombine WGNAPIFeeds WGNAPIFormats WGNAPIForms
      WGNAPIJSON WGNAPILimits WGNAPIOAuth WGNAPIObservability WGNAPIPages WGNAPIPartial WGNAPIPolicies WGNAPIQueue
      WGNAPIRecording WGNAPIResponses WGNAPIRetry WGNAPIRuntime WGNAPIStore WGNAPIStreams WGNAPITesting WGNAPIURLSession
      WGNAPIWebhooks
      """
    ).map { .library(name: $0, targets: [$0]) },
  traits: [
    .trait(name: "AsyncHTTPClient", description: "Fetches what WGNAPIAsyncHTTPClient needs."),
    .trait(name: "Observability", description: "Fetches what WGNAPIObservability needs."),
    .trait(name: "Queue", description: "Fetches what WGNAPIQueue needs.", enabledTraits: ["Store"]),
    .trait(name: "Store", description: "Fetches what WGNAPIStore needs."),
    .trait(name: "Webhooks", description: "Fetches what WGNAPIWebhooks needs; nothing on Apple's platforms."),
    .trait(
      name: "Generator",
      description:
        "Fetches what wgnapi-gen, WGNAPIObservability, WGNAPIQueue, WGNAPIStore and WGNAPIWebhooks need."),
  ],
  dependencies: [
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", "3.12.3"..<"5.0.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: Target.shared + Target.generator + Target.runtime + Target.optional + Target.clients
    + Target.golden + Target.tests + Target.generatedTests,
  swiftLanguageModes: [.v6]
)

// `WGNAPI_ONLY` names test targets: the package is then what these need, so that one part of it is built quickly.
if let only = Context.environment["WGNAPI_ONLY"] {
  package.keepOnly(only.split(separator: ",").map(String.init))
}

extension Target {
  /// Both the generator and the runtime: the one checks patterns, the other matches them.
  static var shared: [Target] { [.part("ECMARegex")].inFolder("Sources/Shared") }

  /// Specs in, Swift out. Data flows down this list.
  static var generator: [Target] {
    [
      .systemLibrary(
        name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
      .part("Diagnostics"),
      .part("SpecYAML", "CYAML Diagnostics"),
      .part("APIModel", "Diagnostics"),
      .part("SchemaValues", "APIModel Diagnostics ECMARegex"),
      .part("SpecReader", "APIModel Diagnostics ECMARegex SchemaValues SpecYAML"),
      .part("OpenAPIReader", "APIModel Diagnostics SpecReader SpecYAML"),
      .target(
        name: "BundledTemplates", path: "Templates", resources: [.embedInCode("Swift")],
        swiftSettings: .strict),
      // Requests composed from the representation, for tests and calls.
      .part("CallComposing", "APIModel SchemaValues"),
      .part("SwiftEmitter", "APIModel CallComposing Diagnostics SchemaValues Mustache"),
      .part(
        "GeneratorKit",
        "APIModel BundledTemplates Diagnostics OpenAPIReader SchemaValues SpecReader SpecYAML SwiftEmitter"),
      // A server that answers with the examples of specs.
      .part("MockServer", "APIModel Diagnostics SchemaValues FlyingSocks"),
      // What was seen of traffic, specs from it, and specs compared with it.
      .part(
        "TrafficEvidence",
        "Diagnostics WGNAPIClient WGNAPICompression WGNAPIJSON WGNAPIRecording WGNAPITransport"),
      .part("SpecInference", "Diagnostics GeneratorKit SpecReader TrafficEvidence WGNAPIJSON"),
      .part(
        "SpecDrift",
        """
        APIModel Diagnostics GeneratorKit MockServer SchemaValues SpecInference SpecReader SpecYAML TrafficEvidence
        WGNAPIClient WGNAPIJSON
        """),
      // One call from the terminal.
      .part(
        "SpecCall",
        """
        APIModel CallComposing Diagnostics MockServer SchemaValues SwiftEmitter WGNAPIClient WGNAPIForms WGNAPIHeaderValues
        WGNAPIPages WGNAPIRecording WGNAPIResponses WGNAPITransport HTTPTypes
        """,
        and: [
          .onLinux("WGNAPICurl"), .target(name: "WGNAPIURLSession", condition: .when(platforms: [.macOS])),
        ]),
      .program(
        "wgnapi-gen",
        """
        APIModel Diagnostics GeneratorKit MockServer SpecCall SpecDrift SpecInference SpecReader SwiftEmitter
        TrafficEvidence ArgumentParser
        """),
    ].inFolder("Sources/Generator")
  }

  /// The library of generated code: what every client needs. Each target imports only those above it.
  static var runtime: [Target] {
    [
      .part("WGNAPISupport"),
      .part("WGNAPIJSON", "WGNAPISupport"),
      .part("WGNAPITransport", "WGNAPISupport HTTPTypes"),
      // zlib decompresses bodies, for the transports that receive them compressed.
      .systemLibrary(name: "CWGNAPIZlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
      .part("WGNAPICompression", "CWGNAPIZlib WGNAPITransport"),
      .systemLibrary(
        name: "CWGNAPICurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
      .part(
        "WGNAPICurl", "WGNAPISupport WGNAPITransport HTTPTypes",
        and: [.onLinux("CWGNAPICurl"), .onLinux("WGNAPICompression")]),
      .part("WGNAPIURLSession", "WGNAPISupport WGNAPITransport HTTPTypes"),
      .part("WGNAPIClient", "WGNAPIJSON WGNAPISupport WGNAPITransport HTTPTypes", and: .platformTransport),
      // Everything that a client needs.
      .part("WGNAPIRuntime", "WGNAPIClient WGNAPIJSON WGNAPITransport", and: .platformTransport),
    ].inFolder("Sources/Runtime/Core")
  }

  /// Parts of the runtime that a client has if its spec, or its app, asks for them.
  static var optional: [Target] {
    [
      .part("WGNAPIFormats", "ECMARegex WGNAPIJSON WGNAPISupport"),
      // What header fields say: media types, dates, waits. Others of these need it; it is no product.
      .part("WGNAPIHeaderValues", "WGNAPIClient WGNAPIJSON WGNAPISupport HTTPTypes"),
      .part(
        "WGNAPICache", "WGNAPIClient WGNAPIHeaderValues WGNAPIJSON WGNAPISupport WGNAPITransport HTTPTypes"),
      .part("WGNAPIRetry", "WGNAPIClient WGNAPIHeaderValues WGNAPISupport HTTPTypes"),
      .part("WGNAPILimits", "WGNAPIClient WGNAPIHeaderValues WGNAPIJSON WGNAPISupport HTTPTypes"),
      // What a spec says about pages, batches and requests that can wait, apart from what acts on it.
      .part("WGNAPIPolicies", "WGNAPIClient WGNAPIJSON"),
      // Bodies of requests, and of responses.
      .part("WGNAPIForms", "WGNAPIClient WGNAPIHeaderValues WGNAPIJSON WGNAPISupport WGNAPITransport"),
      .part(
        "WGNAPIResponses",
        "WGNAPIClient WGNAPIHeaderValues WGNAPIJSON WGNAPISupport WGNAPITransport HTTPTypes"),
      .part("WGNAPIPartial", "WGNAPIClient WGNAPIJSON WGNAPISupport"),
      .part("WGNAPIChains", "WGNAPIClient WGNAPIJSON WGNAPIPolicies WGNAPISupport"),
      .part(
        "WGNAPIStreams", "WGNAPIClient WGNAPIHeaderValues WGNAPIJSON WGNAPISupport WGNAPITransport HTTPTypes"),
      .part("WGNAPIPages", "WGNAPIClient WGNAPIJSON WGNAPIPolicies WGNAPISupport HTTPTypes"),
      .part("WGNAPIFeeds", "WGNAPICache WGNAPIClient WGNAPIJSON WGNAPIPages WGNAPIPolicies HTTPTypes"),
      .part("WGNAPIOAuth", "WGNAPIClient WGNAPIJSON WGNAPISupport WGNAPITransport HTTPTypes"),
      .part("WGNAPIWebhooks", "WGNAPIClient WGNAPIJSON WGNAPISupport Crypto HTTPTypes"),
      // Recorded exchanges in the place of a network: for tests and demonstrations.
      .part(
        "WGNAPIRecording",
        "WGNAPIClient WGNAPIHeaderValues WGNAPIJSON WGNAPISupport WGNAPITransport HTTPTypes"),
      // For tests of clients.
      .part(
        "WGNAPITesting", "WGNAPIClient WGNAPIJSON WGNAPIRecording WGNAPISupport WGNAPITransport HTTPTypes"),
      // Responses on disk.
      .part("WGNAPIStore", "WGNAPICache WGNAPIClient WGNAPITransport GRDB HTTPTypes"),
      // Requests that are stored and sent later.
      .part(
        "WGNAPIQueue",
        """
        WGNAPICache WGNAPIClient WGNAPIHeaderValues WGNAPIJSON WGNAPIPolicies WGNAPIStore WGNAPISupport WGNAPITransport GRDB
        HTTPTypes
        """),
      // Publishers. Where there is no Combine, they are compiled for tests only.
      .part("WGNAPICombine", "WGNAPIClient WGNAPISupport OpenCombine"),
      // Spans, metrics and logs.
      .part("WGNAPIObservability", "WGNAPIClient HTTPTypes Logging Metrics Tracing"),
      // A transport on SwiftNIO.
      .part(
        "WGNAPIAsyncHTTPClient",
        """
        WGNAPICompression WGNAPISupport WGNAPITransport AsyncHTTPClient HTTPTypes NIOCore NIOHTTP1 NIOPosix NIOSSL
        """),
    ].inFolder("Sources/Runtime/Optional")
  }

  /// The clients of Wargaming's APIs.
  static var clients: [Target] {
    names(games).map { .generated($0, "Generated", "Cache Limits Partial Policies Retry Runtime") }
  }

  /// Generated from specs that use every feature of the language, and from hostile ones; compiled and exercised.
  static var golden: [Target] {
    [
      .golden("Depot", "Requests", "Forms Responses Runtime"),
      .golden(
        "Features", "Features", "Cache Formats Forms Limits Partial Policies Responses Retry Runtime Streams"),
      .golden("Hostile", "Hostile", "Formats Partial Responses Runtime"),
      .golden("Edges", "Edges", "Cache Formats Limits Partial Retry Runtime"),
      .golden("Forge", "Failures", "Cache Limits Partial Policies Responses Retry Runtime"),
      .golden("Catalog", "Pages", "Formats Forms Policies Responses Runtime"),
      .golden("Kiosk", "Recipes", "Cache Formats Forms Limits Policies Runtime Streams"),
      .golden("Names", "Names", "Partial Responses Runtime"),
      .golden("Hub", "Services", "Responses Runtime Webhooks"),
      .golden("Till", "Services", "Forms Limits Partial Responses Retry Runtime Webhooks"),
      .golden("Vault", "Credentials", "Forms Runtime"),
      // With templates and access levels of their own.
      .golden("Desk", "Templates", "Runtime"),
      .golden("Shelf", "Templates", "Partial Runtime"),
      // With types of the user's, which are in a module of their own.
      .part("Payments", "WGNAPIFormats WGNAPIJSON", in: "Tests/Golden/OwnTypes/Payments"),
      .golden("Market", "OwnTypes", "Formats Forms Partial Responses Runtime Streams", and: ["Payments"]),
      .golden("Bazaar", "OwnTypes", "Formats Runtime", and: ["Payments"]),
      .golden("Ledger", "OwnTypes", "Formats JSON", and: ["Payments"]),
      // What configurations of swift-openapi-generator become.
      .golden("Clinic", "Migration", "Responses Runtime"),
      .golden("Parcels", "Migration", "Formats Runtime", and: ["Payments"]),
      .golden("Tracks", "Migration", "Forms Policies Responses Runtime Streams"),
      // With codecs beside the generated code.
      .target(
        name: "Gallery",
        dependencies: needed("WGNAPICache WGNAPIForms WGNAPIResponses WGNAPIRuntime SwiftProtobuf"),
        path: "Tests/Golden/Codecs", exclude: ["Specs", "Tests"], sources: ["Gallery", "Generated/Gallery"],
        swiftSettings: .strict),
      // Generated from OpenAPI documents.
      .golden("Alternatives", "OpenAPI", "Runtime"),
      .golden("Archive", "OpenAPI", "Runtime"),
      .golden("Bookshop", "OpenAPI", "Formats Forms Responses Runtime Streams Webhooks"),
      .golden("HostileDocument", "OpenAPI", "Formats Forms Responses Runtime"),
      .golden("Kennel", "OpenAPI", "Formats Forms Responses Runtime Streams"),
      .golden("Museum", "OpenAPI", "Forms Responses Runtime Streams Webhooks"),
      .golden("Repositories", "OpenAPI", "Cache Limits Partial Policies Responses Retry Runtime"),
      .golden("Weather", "OpenAPI", "Forms Runtime"),
      // Generated from a document of JSON Schema.
      .golden("Shop", "Schemas", "Formats JSON"),
      // Public APIs, as their users would describe them.
      .golden("Discord", "APIs", "Formats Forms Limits Policies Responses Runtime Webhooks"),
      .golden("GitHub", "APIs", "Cache Formats Forms Limits Policies Responses Runtime Streams Webhooks"),
      .golden("Mastodon", "APIs", "Cache Forms Limits Policies Responses Retry Runtime Streams"),
      .golden("Notion", "APIs", "Policies Responses Retry Runtime"),
      .golden("OpenAI", "APIs", "Formats Forms Policies Responses Retry Runtime Streams Webhooks"),
      .golden("Slack", "APIs", "Formats Forms Policies Responses Retry Runtime"),
      .golden("Stripe", "APIs", "Formats Forms Policies Responses Retry Runtime Webhooks"),
      .golden("Telegram", "APIs", "Formats Forms Responses Runtime Streams Webhooks"),
      // Measured by a separate package, and only checked here.
      .generated("Bench", "Benchmarks/Generated", "Runtime"),
      .generated("Chats", "Benchmarks/Generated", "Forms Runtime Streams"),
    ]
  }

  /// What tests need. What that depends on, they may import without naming it here.
  static var tests: [Target] {
    let documents = "Alternatives Archive Bookshop HostileDocument Kennel Museum Repositories Weather"
    let services = "Discord GitHub Mastodon Notion OpenAI Slack Stripe Telegram"
    // All of the runtime, for tests of its parts.
    let runtime = """
      WGNAPIChains WGNAPICompression WGNAPIFeeds WGNAPIFormats WGNAPIForms WGNAPILimits WGNAPIOAuth WGNAPIPartial
      WGNAPIResponses WGNAPIRetry WGNAPIRuntime WGNAPIStreams WGNAPITesting WGNAPIURLSession WGNAPIWebhooks
      """
    return [
      .tests("DiagnosticsTests", "Diagnostics"),
      .tests("SpecYAMLTests", "SpecYAML"),
      .tests("ECMARegexTests", "ECMARegex"),
      .tests("SchemaValuesTests", "SchemaValues SpecReader"),
      .tests("SpecReaderTests", "SpecReader"),
      .tests("OpenAPIReaderTests", "OpenAPIReader"),
      .tests("SwiftEmitterTests", "GeneratorKit SwiftEmitter"),
      // Runs the built tool.
      .tests("GeneratorKitTests", "GeneratorKit wgnapi-gen HTTPTypes"),
      .tests("MockServerTests", "GeneratorKit MockServer FlyingSocks"),
      // Calls in Swift are compiled.
      .tests("SpecCallTests", "GeneratorKit SpecCall HTTPTypes Depot Features Hub Kiosk Vault WOT"),
      .tests("SpecInferenceTests", "SpecDrift SpecInference"),
      // Compares the specs with facts about the APIs from outside of the package; runs the built tool.
      .tests("ReferenceTests", "GeneratorKit MockServer WGNAPIRuntime wgnapi-gen \(games) HTTPTypes"),
      // Servers on 127.0.0.1, well-behaved and misbehaving, and the code on the documentation's pages.
      .part(
        "TestSupport",
        "CWGNAPIZlib WGNAPICache WGNAPILimits WGNAPIPages WGNAPIRetry WGNAPIRuntime WGNAPITransport FlyingFox",
        in: "Tests/TestSupport"),
      .tests("WGNAPIRuntimeTests", "\(runtime) TestSupport FlyingFox"),
      .tests(
        "TransportTests",
        """
        TestSupport WGNAPIAsyncHTTPClient WGNAPICurl WGNAPIFeeds WGNAPIURLSession WOT AsyncHTTPClient HTTPTypes NIOCore
        NIOPosix NIOSSL
        """),
      // Changes a store in a separate process, which the tests kill.
      .program(
        "StoreKillTool", "WGNAPIChains WGNAPIRuntime WGNAPIStore HTTPTypes", in: "Tests/StoreKillTool"),
      .tests(
        "WGNAPIStoreTests",
        "StoreKillTool TestSupport WGNAPIFeeds WGNAPIStore WGNAPITesting WOT GRDB HTTPTypes"),
      // Stores and sends requests in a separate process, which the tests kill.
      .program(
        "QueueKillTool", "WGNAPILimits WGNAPIQueue WGNAPIRetry WGNAPIRuntime", in: "Tests/QueueKillTool"),
      .tests(
        "WGNAPIQueueTests", "QueueKillTool TestSupport WGNAPIQueue WGNAPITesting FlyingFox GRDB HTTPTypes"),
      .tests("WGNAPITestingTests", "\(runtime) Features TestSupport Vault WOT HTTPTypes"),
      .tests("CombineTests", "TestSupport WGNAPICombine WOT HTTPTypes OpenCombine"),
      .tests(
        "ObservabilityTests",
        """
        TestSupport WGNAPIObservability WOT FlyingFox HTTPTypes InMemoryLogging Logging MetricsTestKit InMemoryTracing
        """),
      .tests("WOTTests", "\(runtime) TestSupport WOT FlyingFox"),
      .tests("GamesTests", "\(runtime) \(games) TestSupport HTTPTypes"),
      .tests(
        "GeneratedCodeTests",
        """
        \(runtime) \(documents) Bazaar Catalog Clinic Depot Desk Edges Features Forge Hostile Hub Kiosk Ledger Market Names
        Parcels Payments Shelf Shop TestSupport Till Tracks Vault HTTPTypes
        """),
      .tests("CodecTests", "Gallery TestSupport FlyingFox HTTPTypes SwiftProtobuf"),
      // Generated clients, with the mock server of their specs.
      .tests("MockedClientTests", "\(runtime) Catalog Market GeneratorKit MockServer"),
      // The clients of public APIs against servers that behave like theirs.
      .tests("APITests", "\(runtime) \(services) TestSupport WGNAPIAsyncHTTPClient HTTPTypes"),
      // Checks the layouts of all generated modules, with optimization: `make layouts`.
      .program(
        "Layouts",
        """
        \(games) \(documents) \(services) Bench Catalog Chats Depot Edges Features Forge Gallery Hostile Hub Kiosk Names
        Shop Till Vault WGNAPIJSON WGNAPIPartial
        """, in: "Tests/Layouts"),
      // Its tests need the types that the program lists.
      .tests("ReadBackTests", "Layouts WGNAPIJSON"),
    ]
  }

  /// Generated tests of generated modules: those of Specs, and those with every feature of the language.
  static var generatedTests: [Target] {
    let golden = [
      ("Codecs", "Gallery"), ("Credentials", "Vault"), ("Edges", "Edges"), ("Failures", "Forge"),
      ("Features", "Features"), ("Hostile", "Hostile"), ("Names", "Names"), ("OwnTypes", "Bazaar"),
      ("OwnTypes", "Market"), ("Pages", "Catalog"), ("Recipes", "Kiosk"), ("Requests", "Depot"),
      ("Services", "Hub"), ("Services", "Till"), ("Templates", "Desk"), ("Templates", "Shelf"),
    ]
    return names(games).map { generatedTests(of: $0, in: "Tests/Generated") }
      + golden.map { generatedTests(of: $1, in: "Tests/Golden/\($0)/Tests") }
  }
}

// MARK: Short forms

private func names(_ text: String) -> [String] { text.split(whereSeparator: \.isWhitespace).map(String.init) }

/// Targets of this package, and products of others.
private func needed(_ text: String) -> [Target.Dependency] {
  names(text).map { Target.products[$0] ?? .target(name: $0) }
}

extension Target {
  private static func part(
    _ name: String, _ needs: String = "", and others: [Dependency] = [], in path: String? = nil
  ) -> Target {
    .target(name: name, dependencies: needed(needs) + others, path: path, swiftSettings: .strict)
  }

  private static func program(_ name: String, _ needs: String, in path: String? = nil) -> Target {
    .executableTarget(name: name, dependencies: needed(needs), path: path, swiftSettings: .strict)
  }

  private static func tests(_ name: String, _ needs: String) -> Target {
    .testTarget(name: name, dependencies: needed(needs), swiftSettings: .strict)
  }

  /// A generated module.
  ///
  /// - Parameter products: the products that it needs, without `WGNAPI`, as `wgnapi-gen dump products` prints them.
  private static func generated(
    _ module: String, _ folder: String, _ products: String, and others: [Dependency] = []
  ) -> Target {
    .part(
      module, and: names(products).map { .target(name: "WGNAPI\($0)") } + others, in: "\(folder)/\(module)")
  }

  private static func golden(
    _ module: String, _ folder: String, _ products: String, and others: [Dependency] = []
  ) -> Target {
    .generated(module, "Tests/Golden/\(folder)/Generated", products, and: others)
  }

  private static func generatedTests(of module: String, in folder: String) -> Target {
    .testTarget(
      name: "Generated\(module)Tests",
      dependencies: [.target(name: module), "WGNAPIRuntime", "WGNAPITesting"]
        + (folder.contains("OwnTypes") ? ["Payments"] : []),
      path: "\(folder)/\(module)Tests", swiftSettings: .strict)
  }

  /// The products of other packages, by name.
  fileprivate static var products: [String: Dependency] {
    let all: [(package: String, products: String, condition: TargetDependencyCondition?)] = [
      ("FlyingFox", "FlyingFox", nil),
      ("FlyingFox", "FlyingSocks", .when(traits: ["Generator"])),
      ("GRDB.swift", "GRDB", .when(traits: ["Generator", "Store"])),
      ("OpenCombine", "OpenCombine", .when(platforms: [.linux], traits: ["Generator"])),
      ("async-http-client", "AsyncHTTPClient", .when(traits: ["AsyncHTTPClient"])),
      ("swift-argument-parser", "ArgumentParser", .when(traits: ["Generator"])),
      // Apple's platforms have the same functions in CryptoKit.
      (
        "swift-crypto", "Crypto",
        .when(platforms: [.linux, .android, .windows, .openbsd, .wasi], traits: ["Generator", "Webhooks"])
      ),
      (
        "swift-distributed-tracing", "InMemoryTracing Tracing",
        .when(traits: ["Generator", "Observability"])
      ),
      ("swift-http-types", "HTTPTypes", nil),
      ("swift-log", "InMemoryLogging Logging", .when(traits: ["Generator", "Observability"])),
      ("swift-metrics", "Metrics MetricsTestKit", .when(traits: ["Generator", "Observability"])),
      ("swift-mustache", "Mustache", .when(traits: ["Generator"])),
      ("swift-nio", "NIOCore NIOHTTP1 NIOPosix", .when(traits: ["AsyncHTTPClient"])),
      ("swift-nio-ssl", "NIOSSL", .when(traits: ["AsyncHTTPClient"])),
      ("swift-protobuf", "SwiftProtobuf", .when(traits: ["Generator"])),
    ]
    return all.reduce(into: [:]) { found, entry in
      for name in names(entry.products) {
        found[name] = .product(name: name, package: entry.package, condition: entry.condition)
      }
    }
  }
}

extension [Target] {
  /// The targets in folders of their names below a folder, unless they have another one.
  fileprivate func inFolder(_ folder: String) -> [Target] {
    for target in self where target.path == nil { target.path = "\(folder)/\(target.name)" }
    return self
  }
}

extension [Target.Dependency] {
  /// The transport that clients use unless they are given another one.
  static var platformTransport: Self {
    [
      .onLinux("WGNAPICurl"),
      .target(
        name: "WGNAPIURLSession",
        condition: .when(platforms: [.macOS, .macCatalyst, .iOS, .tvOS, .watchOS, .visionOS, .android])),
    ]
  }
}

extension Target.Dependency {
  static func onLinux(_ target: String) -> Self {
    .target(name: target, condition: .when(platforms: [.linux]))
  }
}

extension [SwiftSetting] {
  /// For all targets of this package. CI treats warnings as errors; a user's build doesn't fail if a newer compiler warns.
  static var strict: Self {
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
