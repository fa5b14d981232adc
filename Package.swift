// swift-tools-version: 6.2

import PackageDescription

// A package that uses a generated client builds only the runtime's targets that the client imports. SwiftPM fetches the
// dependencies of all products, even those that it doesn't build, so they are behind traits, which are off by default: such a
// package fetches swift-http-types and nothing else. To build the generator, use `--traits Generator`.
let package = Package(
  name: "wgnapi-gen",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
  products: [.executable(name: "wgnapi-gen", targets: ["wgnapi-gen"])]
    + [
      "WGN", "WOT", "WOTB", "WOTX", "WOWP", "WOWS", "WGNAPIAsyncHTTPClient", "WGNAPICache", "WGNAPIChains",
      "WGNAPICombine", "WGNAPIFeeds", "WGNAPIFormats", "WGNAPIForms", "WGNAPIJSON", "WGNAPILimits",
      "WGNAPIOAuth", "WGNAPIObservability", "WGNAPIPages", "WGNAPIPartial", "WGNAPIPolicies",
      "WGNAPIQueue", "WGNAPIRecording", "WGNAPIRetry", "WGNAPIRuntime", "WGNAPIStore", "WGNAPIStreams",
      "WGNAPITesting", "WGNAPIURLSession", "WGNAPIWebhooks",
    ].map { .library(name: $0, targets: [$0]) },
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
  targets: Target.shared + Target.generator + Target.runtime + Target.optional + Target.games + Target.golden
    + Target.tests
    + Target.generatedTests,
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
      .part("SpecYAML", ["CYAML", "Diagnostics"]),
      .part("APIModel", ["Diagnostics"]),
      .part("SchemaValues", ["APIModel", "Diagnostics", "ECMARegex"]),
      .part("SpecReader", ["APIModel", "Diagnostics", "ECMARegex", "SchemaValues", "SpecYAML"]),
      .part("OpenAPIReader", ["APIModel", "Diagnostics", "SpecReader", "SpecYAML"]),
      .target(
        name: "BundledTemplates", path: "Templates", resources: [.embedInCode("Swift")],
        swiftSettings: .strict),
      // Requests composed from the representation, for tests and calls.
      .part("CallComposing", ["APIModel", "SchemaValues"]),
      .part("SwiftEmitter", ["APIModel", "CallComposing", "Diagnostics", "SchemaValues", .mustache]),
      .part(
        "GeneratorKit",
        [
          "APIModel", "BundledTemplates", "Diagnostics", "OpenAPIReader", "SchemaValues", "SpecReader",
          "SpecYAML", "SwiftEmitter",
        ]),
      // A server that answers with the examples of specs.
      .part("MockServer", ["APIModel", "Diagnostics", "SchemaValues", .flyingSocks]),
      // What was seen of traffic, specs from it, and specs compared with it.
      .part(
        "TrafficEvidence",
        [
          "Diagnostics", "WGNAPIClient", "WGNAPICompression", "WGNAPIJSON", "WGNAPIRecording",
          "WGNAPITransport",
        ]),
      .part(
        "SpecInference", ["Diagnostics", "GeneratorKit", "SpecReader", "TrafficEvidence", "WGNAPIJSON"]),
      .part(
        "SpecDrift",
        [
          "APIModel", "Diagnostics", "GeneratorKit", "MockServer", "SchemaValues", "SpecInference",
          "SpecReader", "SpecYAML", "TrafficEvidence", "WGNAPIClient", "WGNAPIJSON",
        ]),
      // One call from the terminal.
      .part(
        "SpecCall",
        [
          "APIModel", "CallComposing", "Diagnostics", "MockServer", "SchemaValues", "SwiftEmitter",
          "WGNAPIClient", "WGNAPIForms", "WGNAPIPages", "WGNAPIRecording", "WGNAPITransport",
          .onLinux("WGNAPICurl"),
          .target(name: "WGNAPIURLSession", condition: .when(platforms: [.macOS])), .httpTypes,
        ]),
      .executableTarget(
        name: "wgnapi-gen",
        dependencies: [
          "APIModel", "Diagnostics", "GeneratorKit", "MockServer", "SpecCall", "SpecDrift", "SpecInference",
          "SpecReader", "SwiftEmitter", "TrafficEvidence", .argumentParser,
        ],
        swiftSettings: .strict),
    ].inFolder("Sources/Generator")
  }

  /// The library of generated code: what every client needs. Each target imports only those above it.
  static var runtime: [Target] {
    [
      .part("WGNAPISupport"),
      .part("WGNAPIJSON", ["WGNAPISupport"]),
      .part("WGNAPITransport", ["WGNAPISupport", .httpTypes]),
      // zlib decompresses bodies, for the transports that receive them compressed.
      .systemLibrary(name: "CWGNAPIZlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
      .part("WGNAPICompression", ["CWGNAPIZlib", "WGNAPITransport"]),
      .systemLibrary(
        name: "CWGNAPICurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
      .part(
        "WGNAPICurl",
        [
          "WGNAPISupport", "WGNAPITransport", .onLinux("CWGNAPICurl"), .onLinux("WGNAPICompression"),
          .httpTypes,
        ]),
      .part("WGNAPIURLSession", ["WGNAPISupport", "WGNAPITransport", .httpTypes]),
      .part(
        "WGNAPIClient",
        ["WGNAPIJSON", "WGNAPISupport", "WGNAPITransport", .httpTypes] + .platformTransport),
      // Everything that a client needs.
      .part("WGNAPIRuntime", ["WGNAPIClient", "WGNAPIJSON", "WGNAPITransport"] + .platformTransport),
    ].inFolder("Sources/Runtime/Core")
  }

  /// Parts of the runtime that a client has if its spec, or its app, asks for them.
  static var optional: [Target] {
    [
      .part("WGNAPIFormats", ["ECMARegex", "WGNAPIJSON", "WGNAPISupport"]),
      .part("WGNAPICache", ["WGNAPIClient", "WGNAPIJSON", "WGNAPISupport", "WGNAPITransport", .httpTypes]),
      .part("WGNAPIRetry", ["WGNAPIClient", "WGNAPISupport", .httpTypes]),
      .part("WGNAPILimits", ["WGNAPIClient", "WGNAPIJSON", "WGNAPISupport", .httpTypes]),
      // What a spec says about pages, batches and requests that can wait, apart from what acts on it.
      .part("WGNAPIPolicies", ["WGNAPIClient", "WGNAPIJSON"]),
      .part("WGNAPIForms", ["WGNAPIClient", "WGNAPIJSON", "WGNAPITransport"]),
      .part("WGNAPIPartial", ["WGNAPIClient", "WGNAPIJSON", "WGNAPISupport"]),
      .part("WGNAPIChains", ["WGNAPIClient", "WGNAPIJSON", "WGNAPIPolicies", "WGNAPISupport"]),
      .part("WGNAPIStreams", ["WGNAPIClient", "WGNAPIJSON", "WGNAPISupport", "WGNAPITransport", .httpTypes]),
      .part("WGNAPIPages", ["WGNAPIClient", "WGNAPIJSON", "WGNAPIPolicies", "WGNAPISupport", .httpTypes]),
      .part(
        "WGNAPIFeeds",
        ["WGNAPICache", "WGNAPIClient", "WGNAPIJSON", "WGNAPIPages", "WGNAPIPolicies", .httpTypes]),
      .part("WGNAPIOAuth", ["WGNAPIClient", "WGNAPIJSON", "WGNAPISupport", "WGNAPITransport", .httpTypes]),
      .part("WGNAPIWebhooks", ["WGNAPIClient", "WGNAPIJSON", .crypto, .httpTypes]),
      // Recorded exchanges in the place of a network: for tests and demonstrations.
      .part(
        "WGNAPIRecording", ["WGNAPIClient", "WGNAPIJSON", "WGNAPISupport", "WGNAPITransport", .httpTypes]),
      // For tests of clients.
      .part(
        "WGNAPITesting",
        ["WGNAPIClient", "WGNAPIJSON", "WGNAPIRecording", "WGNAPISupport", "WGNAPITransport", .httpTypes]),
      // Responses on disk.
      .part("WGNAPIStore", ["WGNAPICache", "WGNAPIClient", "WGNAPITransport", .grdb, .httpTypes]),
      // Requests that are stored and sent later.
      .part(
        "WGNAPIQueue",
        [
          "WGNAPICache", "WGNAPIClient", "WGNAPIJSON", "WGNAPIPolicies", "WGNAPIStore", "WGNAPISupport",
          "WGNAPITransport", .grdb, .httpTypes,
        ]),
      // Publishers. Where there is no Combine, they are compiled for tests only.
      .part("WGNAPICombine", ["WGNAPIClient", "WGNAPISupport", .openCombine]),
      // Spans, metrics and logs.
      .part(
        "WGNAPIObservability",
        ["WGNAPIClient", .httpTypes, .log("Logging"), .metrics("Metrics"), .tracing("Tracing")]),
      // A transport on SwiftNIO.
      .part(
        "WGNAPIAsyncHTTPClient",
        [
          "WGNAPICompression", "WGNAPISupport", "WGNAPITransport", .asyncHTTPClient, .httpTypes,
          .nio("NIOCore"), .nio("NIOHTTP1"), .nio("NIOPosix"), .nioSSL,
        ]),
    ].inFolder("Sources/Runtime/Optional")
  }

  /// The clients of Wargaming's APIs.
  static var games: [Target] {
    gameModules.map {
      .generated($0, "Generated", ["Cache", "Limits", "Partial", "Policies", "Retry", "Runtime"])
    }
  }

  private static var gameModules: [String] { ["WGN", "WOT", "WOTB", "WOTX", "WOWP", "WOWS"] }

  /// Generated from specs that use every feature of the language, and from hostile ones; compiled and exercised.
  static var golden: [Target] {
    [
      .golden("Depot", "Requests", ["Forms", "Runtime"]),
      .golden(
        "Features", "Features",
        ["Cache", "Formats", "Forms", "Limits", "Partial", "Policies", "Retry", "Runtime", "Streams"]),
      .golden("Hostile", "Hostile", ["Formats", "Partial", "Runtime"]),
      .golden("Edges", "Edges", ["Cache", "Formats", "Limits", "Partial", "Retry", "Runtime"]),
      .golden("Forge", "Failures", ["Cache", "Limits", "Partial", "Policies", "Retry", "Runtime"]),
      .golden("Catalog", "Pages", ["Formats", "Forms", "Policies", "Runtime"]),
      .golden(
        "Kiosk", "Recipes", ["Cache", "Formats", "Forms", "Limits", "Policies", "Runtime", "Streams"]),
      .golden("Names", "Names", ["Partial", "Runtime"]),
      .golden("Hub", "Services", ["Runtime", "Webhooks"]),
      .golden("Till", "Services", ["Forms", "Limits", "Partial", "Retry", "Runtime", "Webhooks"]),
      .golden("Vault", "Credentials", ["Forms", "Runtime"]),
      // With templates and access levels of their own.
      .golden("Desk", "Templates", ["Runtime"]),
      .golden("Shelf", "Templates", ["Partial", "Runtime"]),
      // With types of the user's, which are in a module of their own.
      .part("Payments", ["WGNAPIFormats", "WGNAPIJSON"], in: "Tests/Golden/OwnTypes/Payments"),
      .golden("Market", "OwnTypes", ["Formats", "Forms", "Partial", "Runtime", "Streams"], ["Payments"]),
      .golden("Bazaar", "OwnTypes", ["Formats", "Runtime"], ["Payments"]),
      .golden("Ledger", "OwnTypes", ["Formats", "JSON"], ["Payments"]),
      // What configurations of swift-openapi-generator become.
      .golden("Clinic", "Migration", ["Runtime"]),
      .golden("Parcels", "Migration", ["Formats", "Runtime"], ["Payments"]),
      .golden("Tracks", "Migration", ["Forms", "Policies", "Runtime", "Streams"]),
      // With codecs beside the generated code.
      .target(
        name: "Gallery", dependencies: ["WGNAPICache", "WGNAPIForms", "WGNAPIRuntime", .protobuf],
        path: "Tests/Golden/Codecs", exclude: ["Specs", "Tests"], sources: ["Gallery", "Generated/Gallery"],
        swiftSettings: .strict),
      // Generated from OpenAPI documents.
      .golden("Alternatives", "OpenAPI", ["Runtime"]),
      .golden("Archive", "OpenAPI", ["Runtime"]),
      .golden("Bookshop", "OpenAPI", ["Formats", "Forms", "Runtime", "Streams", "Webhooks"]),
      .golden("HostileDocument", "OpenAPI", ["Formats", "Forms", "Runtime"]),
      .golden("Kennel", "OpenAPI", ["Formats", "Forms", "Runtime", "Streams"]),
      .golden("Museum", "OpenAPI", ["Forms", "Runtime", "Streams", "Webhooks"]),
      .golden("Repositories", "OpenAPI", ["Cache", "Limits", "Partial", "Policies", "Retry", "Runtime"]),
      .golden("Weather", "OpenAPI", ["Forms", "Runtime"]),
      // Generated from a document of JSON Schema.
      .golden("Shop", "Schemas", ["Formats", "JSON"]),
      // Public APIs, as their users would describe them.
      .golden("Discord", "APIs", ["Formats", "Forms", "Limits", "Policies", "Runtime", "Webhooks"]),
      .golden(
        "GitHub", "APIs",
        ["Cache", "Formats", "Forms", "Limits", "Policies", "Runtime", "Streams", "Webhooks"]),
      .golden(
        "Mastodon", "APIs", ["Cache", "Forms", "Limits", "Policies", "Retry", "Runtime", "Streams"]),
      .golden("Notion", "APIs", ["Policies", "Retry", "Runtime"]),
      .golden(
        "OpenAI", "APIs", ["Formats", "Forms", "Policies", "Retry", "Runtime", "Streams", "Webhooks"]),
      .golden("Slack", "APIs", ["Formats", "Forms", "Policies", "Retry", "Runtime"]),
      .golden("Stripe", "APIs", ["Formats", "Forms", "Policies", "Retry", "Runtime", "Webhooks"]),
      .golden("Telegram", "APIs", ["Formats", "Forms", "Runtime", "Streams", "Webhooks"]),
      // Measured by a separate package, and only checked here.
      .generated("Bench", "Benchmarks/Generated", ["Runtime"]),
      .generated("Chats", "Benchmarks/Generated", ["Forms", "Runtime", "Streams"]),
    ]
  }

  static var tests: [Target] {
    [
      .tests("DiagnosticsTests", ["Diagnostics"]),
      .tests("SpecYAMLTests", ["SpecYAML"]),
      .tests("ECMARegexTests", ["ECMARegex"]),
      .tests("SchemaValuesTests", ["SchemaValues", "SpecReader"]),
      .tests("SpecReaderTests", ["SpecReader"]),
      .tests("OpenAPIReaderTests", ["APIModel", "Diagnostics", "OpenAPIReader", "SpecReader", "SpecYAML"]),
      .tests("SwiftEmitterTests", ["BundledTemplates", "GeneratorKit", "SpecReader", "SwiftEmitter"]),
      // Runs the built tool.
      .tests(
        "GeneratorKitTests",
        [
          "BundledTemplates", "Diagnostics", "GeneratorKit", "SpecReader", "SpecYAML", "SwiftEmitter",
          "WGNAPITransport", "wgnapi-gen", .httpTypes,
        ]),
      .tests(
        "MockServerTests",
        [
          "APIModel", "Diagnostics", "GeneratorKit", "MockServer", "SchemaValues", "SpecReader",
          "SwiftEmitter", .product(name: "FlyingSocks", package: "FlyingFox"),
        ]),
      .tests(
        "SpecCallTests",
        [
          "APIModel", "CallComposing", "Diagnostics", "GeneratorKit", "MockServer", "SchemaValues",
          "SpecCall",
          "SpecReader", "SwiftEmitter", "WGNAPITransport", .httpTypes,
          // Calls in Swift are compiled.
          "Depot", "Features", "Hub", "Kiosk", "Vault", "WOT",
        ]),
      .tests(
        "SpecInferenceTests",
        [
          "APIModel", "Diagnostics", "GeneratorKit", "SchemaValues", "SpecDrift", "SpecInference",
          "SpecReader", "SpecYAML", "TrafficEvidence", "WGNAPIJSON",
        ]),
      // Compares the specs with facts about the APIs from outside of the package; runs the built tool.
      .tests(
        "ReferenceTests",
        [
          "APIModel", "Diagnostics", "GeneratorKit", "MockServer", "SpecReader", "WGNAPIRuntime",
          "wgnapi-gen",
        ]
          + .games + [.httpTypes]),
      // Servers on 127.0.0.1, well-behaved and misbehaving, and the code on the documentation's pages.
      .part(
        "TestSupport",
        [
          "CWGNAPIZlib", "WGNAPICache", "WGNAPILimits", "WGNAPIPages", "WGNAPIRetry", "WGNAPIRuntime",
          "WGNAPITransport", .flyingFox,
        ], in: "Tests/TestSupport"),
      .tests("WGNAPIRuntimeTests", .runtime + ["TestSupport", .flyingFox]),
      .tests(
        "TransportTests",
        [
          "TestSupport", "WGNAPIAsyncHTTPClient", "WGNAPICurl", "WGNAPIFeeds", "WGNAPIRuntime",
          "WGNAPISupport", "WGNAPITransport", "WGNAPIURLSession", "WOT", .asyncHTTPClient, .httpTypes,
          .nio("NIOCore"), .nio("NIOPosix"), .nioSSL,
        ]),
      // Changes a store in a separate process, which the tests kill.
      .tool("StoreKillTool", ["WGNAPIChains", "WGNAPIRuntime", "WGNAPIStore", .httpTypes]),
      .tests(
        "WGNAPIStoreTests",
        [
          "StoreKillTool", "TestSupport", "WGNAPICache", "WGNAPIClient", "WGNAPIFeeds", "WGNAPILimits",
          "WGNAPIRetry", "WGNAPIRuntime", "WGNAPIStore", "WGNAPITesting", "WOT", .grdb, .httpTypes,
        ]),
      // Stores and sends requests in a separate process, which the tests kill.
      .tool(
        "QueueKillTool",
        [
          "WGNAPICache", "WGNAPIJSON", "WGNAPILimits", "WGNAPIPolicies", "WGNAPIQueue", "WGNAPIRetry",
          "WGNAPIRuntime", "WGNAPIStore",
        ]),
      .tests(
        "WGNAPIQueueTests",
        [
          "QueueKillTool", "TestSupport", "WGNAPICache", "WGNAPIClient", "WGNAPIJSON", "WGNAPILimits",
          "WGNAPIPolicies", "WGNAPIQueue", "WGNAPIRetry", "WGNAPIRuntime", "WGNAPIStore", "WGNAPITesting",
          "WGNAPITransport", .flyingFox, .grdb, .httpTypes,
        ]),
      .tests(
        "WGNAPITestingTests",
        .runtime + ["Features", "TestSupport", "Vault", "WGNAPIRecording", "WOT", .httpTypes]),
      .tests(
        "CombineTests",
        ["TestSupport", "WGNAPICombine", "WGNAPIPages", "WGNAPIRuntime", "WOT", .httpTypes, .openCombine]),
      .tests(
        "ObservabilityTests",
        [
          "TestSupport", "WGNAPIObservability", "WGNAPIRuntime", "WOT", .flyingFox, .httpTypes,
          .log("InMemoryLogging"), .log("Logging"), .metrics("MetricsTestKit"), .tracing("InMemoryTracing"),
        ]),
      .tests("WOTTests", .runtime + ["TestSupport", "WOT", .flyingFox]),
      .tests("GamesTests", .runtime + .games + ["TestSupport", .httpTypes]),
      .tests(
        "GeneratedCodeTests",
        .runtime + .documents + [
          "Bazaar", "Catalog", "Clinic", "Depot", "Desk", "Edges", "Features", "Forge", "Hostile", "Hub",
          "Kiosk", "Ledger", "Market", "Names", "Parcels", "Payments", "Shelf", "Shop", "TestSupport", "Till",
          "Tracks", "Vault", .httpTypes,
        ]),
      .tests("CodecTests", ["Gallery", "TestSupport", "WGNAPIRuntime", .flyingFox, .httpTypes, .protobuf]),
      // Generated clients, with the mock server of their specs.
      .tests(
        "MockedClientTests",
        .runtime + [
          "Catalog", "Market", "Payments", "Diagnostics", "GeneratorKit", "MockServer", "SpecReader",
        ]),
      // The clients of public APIs against servers that behave like theirs.
      .tests("APITests", .runtime + .services + ["TestSupport", "WGNAPIAsyncHTTPClient", .httpTypes]),
      // Checks the layouts of all generated modules, with optimization: `make layouts`.
      .tool(
        "Layouts",
        .games + .documents + .services + [
          "Bench", "Catalog", "Chats", "Depot", "Edges", "Features", "Forge", "Gallery", "Hostile", "Hub",
          "Kiosk", "Names", "Shop", "Till", "Vault", "WGNAPIJSON",
        ]),
      // Its tests need the types that the program lists.
      .tests("ReadBackTests", ["Layouts", "WGNAPIJSON"]),
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
    return gameModules.map { generatedTests(of: $0, in: "Tests/Generated") }
      + golden.map { generatedTests(of: $1, in: "Tests/Golden/\($0)/Tests") }
  }
}

// MARK: Short forms

extension Target {
  private static func part(
    _ name: String, _ dependencies: [Dependency] = [], in path: String? = nil
  ) -> Target {
    .target(name: name, dependencies: dependencies, path: path, swiftSettings: .strict)
  }

  /// A program that tests run.
  private static func tool(_ name: String, _ dependencies: [Dependency]) -> Target {
    .executableTarget(
      name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: .strict)
  }

  private static func tests(_ name: String, _ dependencies: [Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: .strict)
  }

  /// A generated module.
  ///
  /// - Parameters:
  ///   - products: the products that it needs, without `WGNAPI`, as `wgnapi-gen dump products` prints them.
  ///   - others: other targets that it needs.
  private static func generated(
    _ module: String, _ folder: String, _ products: [String], _ others: [Dependency] = []
  ) -> Target {
    .part(module, products.map { .target(name: "WGNAPI\($0)") } + others, in: "\(folder)/\(module)")
  }

  private static func golden(
    _ module: String, _ folder: String, _ products: [String], _ others: [Dependency] = []
  ) -> Target {
    .generated(module, "Tests/Golden/\(folder)/Generated", products, others)
  }

  private static func generatedTests(of module: String, in folder: String) -> Target {
    .testTarget(
      name: "Generated\(module)Tests",
      dependencies: [.target(name: module), "WGNAPIRuntime", "WGNAPITesting"]
        + (folder.contains("OwnTypes") ? ["Payments"] : []),
      path: "\(folder)/\(module)Tests", swiftSettings: .strict)
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

  /// All of the runtime, for tests of its parts.
  static var runtime: Self {
    [
      "WGNAPICache", "WGNAPIChains", "WGNAPIClient", "WGNAPICompression", "WGNAPIFeeds", "WGNAPIFormats",
      "WGNAPIForms", "WGNAPIJSON", "WGNAPILimits", "WGNAPIOAuth", "WGNAPIPages", "WGNAPIPartial",
      "WGNAPIPolicies", "WGNAPIRetry", "WGNAPIRuntime", "WGNAPIStreams", "WGNAPISupport", "WGNAPITesting",
      "WGNAPITransport", "WGNAPIURLSession", "WGNAPIWebhooks",
    ]
  }

  static var games: Self { ["WGN", "WOT", "WOTB", "WOTX", "WOWP", "WOWS"] }

  static var documents: Self {
    [
      "Alternatives", "Archive", "Bookshop", "HostileDocument", "Kennel", "Museum", "Repositories", "Weather",
    ]
  }

  static var services: Self {
    ["Discord", "GitHub", "Mastodon", "Notion", "OpenAI", "Slack", "Stripe", "Telegram"]
  }
}

extension Target.Dependency {
  static var argumentParser: Self {
    .product(name: "ArgumentParser", package: "swift-argument-parser", condition: .generator)
  }
  static var asyncHTTPClient: Self {
    .product(
      name: "AsyncHTTPClient", package: "async-http-client", condition: .when(traits: ["AsyncHTTPClient"]))
  }
  /// Apple's platforms have the same functions in CryptoKit.
  static var crypto: Self {
    .product(
      name: "Crypto", package: "swift-crypto",
      condition: .when(
        platforms: [.linux, .android, .windows, .openbsd, .wasi], traits: ["Generator", "Webhooks"]))
  }
  static var flyingFox: Self { .product(name: "FlyingFox", package: "FlyingFox") }
  static var flyingSocks: Self {
    .product(name: "FlyingSocks", package: "FlyingFox", condition: .generator)
  }
  static var grdb: Self {
    .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["Generator", "Store"]))
  }
  static var httpTypes: Self { .product(name: "HTTPTypes", package: "swift-http-types") }
  static var mustache: Self {
    .product(name: "Mustache", package: "swift-mustache", condition: .generator)
  }
  static var nioSSL: Self {
    .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: ["AsyncHTTPClient"]))
  }
  static var openCombine: Self {
    .product(
      name: "OpenCombine", package: "OpenCombine",
      condition: .when(platforms: [.linux], traits: ["Generator"]))
  }
  static var protobuf: Self {
    .product(name: "SwiftProtobuf", package: "swift-protobuf", condition: .generator)
  }

  static func log(_ product: String) -> Self { observed(product, "swift-log") }
  static func metrics(_ product: String) -> Self { observed(product, "swift-metrics") }
  static func tracing(_ product: String) -> Self { observed(product, "swift-distributed-tracing") }
  private static func observed(_ product: String, _ package: String) -> Self {
    .product(name: product, package: package, condition: .when(traits: ["Generator", "Observability"]))
  }
  static func nio(_ product: String) -> Self {
    .product(name: product, package: "swift-nio", condition: .when(traits: ["AsyncHTTPClient"]))
  }
  static func onLinux(_ target: String) -> Self {
    .target(name: target, condition: .when(platforms: [.linux]))
  }
}

extension TargetDependencyCondition {
  static var generator: TargetDependencyCondition? { .when(traits: ["Generator"]) }
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
