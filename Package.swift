// swift-tools-version: 6.2

import PackageDescription

// A package that uses a generated client builds only the runtime's targets that the client imports. SwiftPM fetches the
// dependencies of all products, even those that it doesn't build, so they are behind traits, which are off by default: such a
// package fetches swift-http-types and nothing else. To build the generator, use `--traits Generator`.
let package = Package(
  name: "wgnapi-gen",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
  products: [
    .executable(name: "wgnapi-gen", targets: ["wgnapi-gen"]),
    .library(name: "WGNAPIAsyncHTTPClient", targets: ["WGNAPIAsyncHTTPClient"]),
    .library(name: "WGNAPICache", targets: ["WGNAPICache"]),
    .library(name: "WGNAPIChains", targets: ["WGNAPIChains"]),
    .library(name: "WGNAPICombine", targets: ["WGNAPICombine"]),
    .library(name: "WGNAPIFeeds", targets: ["WGNAPIFeeds"]),
    .library(name: "WGNAPIFormats", targets: ["WGNAPIFormats"]),
    .library(name: "WGNAPIForms", targets: ["WGNAPIForms"]),
    .library(name: "WGNAPIJSON", targets: ["WGNAPIJSON"]),
    .library(name: "WGNAPILimits", targets: ["WGNAPILimits"]),
    .library(name: "WGNAPIOAuth", targets: ["WGNAPIOAuth"]),
    .library(name: "WGNAPIObservability", targets: ["WGNAPIObservability"]),
    .library(name: "WGNAPIPages", targets: ["WGNAPIPages"]),
    .library(name: "WGNAPIPartial", targets: ["WGNAPIPartial"]),
    .library(name: "WGNAPIPolicies", targets: ["WGNAPIPolicies"]),
    .library(name: "WGNAPIQueue", targets: ["WGNAPIQueue"]),
    .library(name: "WGNAPIRecording", targets: ["WGNAPIRecording"]),
    .library(name: "WGNAPIRetry", targets: ["WGNAPIRetry"]),
    .library(name: "WGNAPIRuntime", targets: ["WGNAPIRuntime"]),
    .library(name: "WGNAPIStore", targets: ["WGNAPIStore"]),
    .library(name: "WGNAPIStreams", targets: ["WGNAPIStreams"]),
    .library(name: "WGNAPITesting", targets: ["WGNAPITesting"]),
    .library(name: "WGNAPIURLSession", targets: ["WGNAPIURLSession"]),
    .library(name: "WGN", targets: ["WGN"]),
    .library(name: "WGNAPIWebhooks", targets: ["WGNAPIWebhooks"]),
    .library(name: "WOT", targets: ["WOT"]),
    .library(name: "WOTB", targets: ["WOTB"]),
    .library(name: "WOTX", targets: ["WOTX"]),
    .library(name: "WOWP", targets: ["WOWP"]),
    .library(name: "WOWS", targets: ["WOWS"]),
  ],
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
  targets: [
    // Generator: specs in, Swift out. Data flows down this list.
    .systemLibrary(
      name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .target(name: "Diagnostics", swiftSettings: .strict),
    .target(name: "SpecYAML", dependencies: ["CYAML", "Diagnostics"], swiftSettings: .strict),
    .target(name: "APIModel", dependencies: ["Diagnostics"], swiftSettings: .strict),
    .target(
      name: "SchemaValues", dependencies: ["APIModel", "Diagnostics", "ECMARegex"], swiftSettings: .strict),
    .target(
      name: "SpecReader", dependencies: ["APIModel", "Diagnostics", "ECMARegex", "SchemaValues", "SpecYAML"],
      swiftSettings: .strict),
    .target(
      name: "OpenAPIReader", dependencies: ["APIModel", "Diagnostics", "SpecReader", "SpecYAML"],
      swiftSettings: .strict),
    .target(
      name: "BundledTemplates", path: "Templates", resources: [.embedInCode("Swift")],
      swiftSettings: .strict),
    .target(
      name: "SwiftEmitter",
      dependencies: [
        "APIModel", "Diagnostics", "SchemaValues",
        .product(name: "Mustache", package: "swift-mustache", condition: .generator),
      ],
      swiftSettings: .strict),
    .target(
      name: "GeneratorKit",
      dependencies: [
        "APIModel", "BundledTemplates", "Diagnostics", "OpenAPIReader", "SchemaValues", "SpecReader",
        "SpecYAML",
        "SwiftEmitter",
      ],
      swiftSettings: .strict),
    // A server that answers with the examples of specs.
    .target(
      name: "MockServer",
      dependencies: [
        "APIModel", "Diagnostics", "SchemaValues",
        .product(name: "FlyingSocks", package: "FlyingFox", condition: .generator),
      ],
      swiftSettings: .strict),
    .executableTarget(
      name: "wgnapi-gen",
      dependencies: [
        "APIModel", "Diagnostics", "GeneratorKit", "MockServer", "SpecReader", "SwiftEmitter",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: .generator),
      ],
      swiftSettings: .strict),

    // For both: the generator checks patterns, the runtime matches them.
    .target(name: "ECMARegex", swiftSettings: .strict),

    // Runtime: the libraries of generated code. Each target imports only those above it.
    .target(name: "WGNAPISupport", swiftSettings: .strict),
    .target(name: "WGNAPIJSON", dependencies: ["WGNAPISupport"], swiftSettings: .strict),
    .target(
      name: "WGNAPIFormats", dependencies: ["ECMARegex", "WGNAPIJSON", "WGNAPISupport"],
      swiftSettings: .strict),
    .target(
      name: "WGNAPITransport",
      dependencies: ["WGNAPISupport", .product(name: "HTTPTypes", package: "swift-http-types")],
      swiftSettings: .strict),
    // zlib decompresses bodies, for the transports that receive them compressed.
    .systemLibrary(name: "CWGNAPIZlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .target(
      name: "WGNAPICompression", dependencies: ["CWGNAPIZlib", "WGNAPITransport"], swiftSettings: .strict),
    .systemLibrary(name: "CWGNAPICurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .target(
      name: "WGNAPICurl",
      dependencies: [
        "WGNAPISupport", "WGNAPITransport",
        .target(name: "CWGNAPICurl", condition: .when(platforms: [.linux])),
        .target(name: "WGNAPICompression", condition: .when(platforms: [.linux])),
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: .strict),
    .target(
      name: "WGNAPIURLSession",
      dependencies: [
        "WGNAPISupport", "WGNAPITransport", .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: .strict),
    .target(
      name: "WGNAPIClient",
      dependencies: [
        "WGNAPIJSON", "WGNAPISupport", "WGNAPITransport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: .strict),
    .target(
      name: "WGNAPICache",
      dependencies: [
        "WGNAPIClient", "WGNAPIJSON", "WGNAPISupport", "WGNAPITransport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: .strict),
    .target(
      name: "WGNAPIRetry",
      dependencies: [
        "WGNAPIClient", "WGNAPISupport", .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: .strict),
    .target(
      name: "WGNAPILimits",
      dependencies: [
        "WGNAPIClient", "WGNAPIJSON", "WGNAPISupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: .strict),
    // What a spec says about pages, batches and requests that can wait, apart from what acts on it.
    .target(name: "WGNAPIPolicies", dependencies: ["WGNAPIClient", "WGNAPIJSON"], swiftSettings: .strict),
    .target(
      name: "WGNAPIForms", dependencies: ["WGNAPIClient", "WGNAPIJSON", "WGNAPITransport"],
      swiftSettings: .strict),
    .target(
      name: "WGNAPIPartial", dependencies: ["WGNAPIClient", "WGNAPIJSON", "WGNAPISupport"],
      swiftSettings: .strict),
    .target(
      name: "WGNAPIChains", dependencies: ["WGNAPIClient", "WGNAPIJSON", "WGNAPIPolicies", "WGNAPISupport"],
      swiftSettings: .strict),
    .target(
      name: "WGNAPIStreams",
      dependencies: [
        "WGNAPIClient", "WGNAPIJSON", "WGNAPISupport", "WGNAPITransport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: .strict),
    .target(
      name: "WGNAPIPages",
      dependencies: [
        "WGNAPIClient", "WGNAPIJSON", "WGNAPIPolicies", "WGNAPISupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: .strict),
    .target(
      name: "WGNAPIFeeds",
      dependencies: [
        "WGNAPICache", "WGNAPIClient", "WGNAPIJSON", "WGNAPIPages", "WGNAPIPolicies",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: .strict),
    .target(
      name: "WGNAPIOAuth",
      dependencies: [
        "WGNAPIClient", "WGNAPIJSON", "WGNAPISupport", "WGNAPITransport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: .strict),
    .target(
      name: "WGNAPIWebhooks",
      dependencies: [
        "WGNAPIClient", "WGNAPIJSON",
        .product(name: "Crypto", package: "swift-crypto", condition: .webhooks),
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: .strict),
    // Everything that a client needs, and the defaults.
    .target(
      name: "WGNAPIRuntime",
      dependencies: [
        "WGNAPIClient", "WGNAPIJSON", "WGNAPITransport",
        .target(name: "WGNAPICurl", condition: .when(platforms: [.linux])),
        .target(
          name: "WGNAPIURLSession",
          condition: .when(platforms: [.macOS, .macCatalyst, .iOS, .tvOS, .watchOS, .visionOS, .android])),
      ],
      swiftSettings: .strict),

    // Recorded exchanges in the place of a network: for tests and demonstrations.
    .target(
      name: "WGNAPIRecording",
      dependencies: [
        "WGNAPIClient", "WGNAPIJSON", "WGNAPISupport", "WGNAPITransport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: .strict),

    // For tests of clients.
    .target(
      name: "WGNAPITesting",
      dependencies: [
        "WGNAPIClient", "WGNAPIJSON", "WGNAPIRecording", "WGNAPISupport", "WGNAPITransport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: .strict),

    // Runtime: responses on disk (opt-in).
    .target(
      name: "WGNAPIStore",
      dependencies: [
        "WGNAPICache", "WGNAPIClient", "WGNAPITransport",
        .product(name: "GRDB", package: "GRDB.swift", condition: .store),
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: .strict),

    // Runtime: requests that are stored and sent later (opt-in).
    .target(
      name: "WGNAPIQueue",
      dependencies: [
        "WGNAPICache", "WGNAPIClient", "WGNAPIJSON", "WGNAPIPolicies", "WGNAPIStore", "WGNAPISupport",
        "WGNAPITransport",
        .product(name: "GRDB", package: "GRDB.swift", condition: .store),
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: .strict),

    // Runtime: publishers (opt-in). Where there is no Combine, they are compiled for tests only.
    .target(
      name: "WGNAPICombine",
      dependencies: [
        "WGNAPIClient", "WGNAPISupport",
        .product(
          name: "OpenCombine", package: "OpenCombine",
          condition: .when(platforms: [.linux], traits: ["Generator"])),
      ],
      swiftSettings: .strict),

    // Runtime: spans, metrics and logs (opt-in).
    .target(
      name: "WGNAPIObservability",
      dependencies: [
        "WGNAPIClient",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log", condition: .observability),
        .product(name: "Metrics", package: "swift-metrics", condition: .observability),
        .product(name: "Tracing", package: "swift-distributed-tracing", condition: .observability),
      ],
      swiftSettings: .strict),

    // Runtime: a transport on SwiftNIO (opt-in).
    .target(
      name: "WGNAPIAsyncHTTPClient",
      dependencies: [
        "WGNAPICompression", "WGNAPISupport", "WGNAPITransport",
        .product(name: "AsyncHTTPClient", package: "async-http-client", condition: .asyncHTTPClient),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "NIOCore", package: "swift-nio", condition: .asyncHTTPClient),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: .asyncHTTPClient),
        .product(name: "NIOPosix", package: "swift-nio", condition: .asyncHTTPClient),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .asyncHTTPClient),
      ],
      swiftSettings: .strict),

    // Generated modules, one product each.
    .generated(
      "WGN", in: "Generated", using: ["Cache", "Limits", "Partial", "Policies", "Retry", "Runtime"]),
    .generated(
      "WOT", in: "Generated", using: ["Cache", "Limits", "Partial", "Policies", "Retry", "Runtime"]),
    .generated(
      "WOTB", in: "Generated", using: ["Cache", "Limits", "Partial", "Policies", "Retry", "Runtime"]),
    .generated(
      "WOTX", in: "Generated", using: ["Cache", "Limits", "Partial", "Policies", "Retry", "Runtime"]),
    .generated(
      "WOWP", in: "Generated", using: ["Cache", "Limits", "Partial", "Policies", "Retry", "Runtime"]),
    .generated(
      "WOWS", in: "Generated", using: ["Cache", "Limits", "Partial", "Policies", "Retry", "Runtime"]),

    .testTarget(name: "DiagnosticsTests", dependencies: ["Diagnostics"], swiftSettings: .strict),
    .testTarget(name: "SpecYAMLTests", dependencies: ["SpecYAML"], swiftSettings: .strict),
    .testTarget(
      name: "SchemaValuesTests", dependencies: ["SchemaValues", "SpecReader"], swiftSettings: .strict),
    .testTarget(name: "SpecReaderTests", dependencies: ["SpecReader"], swiftSettings: .strict),
    .testTarget(
      name: "OpenAPIReaderTests",
      dependencies: ["APIModel", "Diagnostics", "OpenAPIReader", "SpecReader", "SpecYAML"],
      swiftSettings: .strict),
    .testTarget(
      name: "SwiftEmitterTests", dependencies: ["BundledTemplates", "SpecReader", "SwiftEmitter"],
      swiftSettings: .strict),
    // Runs the built tool.
    .testTarget(
      name: "GeneratorKitTests",
      dependencies: [
        "BundledTemplates", "Diagnostics", "GeneratorKit", "SpecReader", "SpecYAML", "SwiftEmitter",
        "WGNAPITransport",
        "wgnapi-gen", .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: .strict),
    .testTarget(
      name: "MockServerTests",
      dependencies: [
        "APIModel", "Diagnostics", "GeneratorKit", "MockServer", "SchemaValues", "SpecReader", "SwiftEmitter",
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      swiftSettings: .strict),
    // Generated clients, with the mock server of their specs.
    .testTarget(
      name: "MockedClientTests",
      dependencies: .runtime + [
        "Catalog", "Market", "Payments", "Diagnostics", "GeneratorKit", "MockServer", "SpecReader",
      ],
      swiftSettings: .strict),
    .testTarget(name: "ECMARegexTests", dependencies: ["ECMARegex"], swiftSettings: .strict),
    // Servers on 127.0.0.1, well-behaved and misbehaving, and the code on the documentation's pages.
    .target(
      name: "TestSupport",
      dependencies: [
        "CWGNAPIZlib", "WGNAPICache", "WGNAPILimits", "WGNAPIPages", "WGNAPIRetry", "WGNAPIRuntime",
        "WGNAPITransport",
        .product(name: "FlyingFox", package: "FlyingFox"),
      ],
      path: "Tests/TestSupport", swiftSettings: .strict),
    .testTarget(
      name: "WGNAPIRuntimeTests",
      dependencies: .runtime + ["TestSupport", .product(name: "FlyingFox", package: "FlyingFox")],
      swiftSettings: .strict),
    .testTarget(
      name: "TransportTests",
      dependencies: [
        "TestSupport", "WGNAPIAsyncHTTPClient", "WGNAPICurl", "WGNAPIRuntime", "WGNAPISupport",
        "WGNAPITransport", "WGNAPIURLSession", "WOT",
        .product(name: "AsyncHTTPClient", package: "async-http-client", condition: .asyncHTTPClient),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "NIOCore", package: "swift-nio", condition: .asyncHTTPClient),
        .product(name: "NIOPosix", package: "swift-nio", condition: .asyncHTTPClient),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .asyncHTTPClient),
      ],
      swiftSettings: .strict),
    // Changes a store in a separate process, which the tests kill.
    .executableTarget(
      name: "StoreKillTool",
      dependencies: [
        "WGNAPIChains", "WGNAPIRuntime", "WGNAPIStore",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      path: "Tests/StoreKillTool", swiftSettings: .strict),
    .testTarget(
      name: "WGNAPIStoreTests",
      dependencies: [
        "StoreKillTool", "TestSupport", "WGNAPICache", "WGNAPIClient", "WGNAPIFeeds", "WGNAPILimits",
        "WGNAPIRetry", "WGNAPIRuntime", "WGNAPIStore", "WGNAPITesting", "WOT",
        .product(name: "GRDB", package: "GRDB.swift", condition: .store),
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: .strict),
    .testTarget(
      name: "WGNAPITestingTests",
      dependencies: .runtime + [
        "Features", "TestSupport", "Vault", "WGNAPIRecording", "WOT",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: .strict),
    // Stores and sends requests in a separate process, which the tests kill.
    .executableTarget(
      name: "QueueKillTool",
      dependencies: [
        "WGNAPICache", "WGNAPIJSON", "WGNAPILimits", "WGNAPIPolicies", "WGNAPIQueue", "WGNAPIRetry",
        "WGNAPIRuntime", "WGNAPIStore",
      ],
      path: "Tests/QueueKillTool", swiftSettings: .strict),
    .testTarget(
      name: "WGNAPIQueueTests",
      dependencies: [
        "QueueKillTool", "TestSupport", "WGNAPICache", "WGNAPIClient", "WGNAPIJSON", "WGNAPILimits",
        "WGNAPIPolicies", "WGNAPIQueue", "WGNAPIRetry", "WGNAPIRuntime", "WGNAPIStore", "WGNAPITesting",
        "WGNAPITransport",
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "GRDB", package: "GRDB.swift", condition: .store),
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: .strict),
    .testTarget(
      name: "CombineTests",
      dependencies: [
        "TestSupport", "WGNAPICombine", "WGNAPIPages", "WGNAPIRuntime", "WOT",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(
          name: "OpenCombine", package: "OpenCombine",
          condition: .when(platforms: [.linux], traits: ["Generator"])),
      ],
      swiftSettings: .strict),
    .testTarget(
      name: "ObservabilityTests",
      dependencies: [
        "TestSupport", "WGNAPIObservability", "WGNAPIRuntime", "WOT",
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "InMemoryLogging", package: "swift-log", condition: .observability),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing", condition: .observability),
        .product(name: "Logging", package: "swift-log", condition: .observability),
        .product(name: "MetricsTestKit", package: "swift-metrics", condition: .observability),
      ],
      swiftSettings: .strict),
    // Generated from specs that use every feature of the language, and from hostile ones; compiled and exercised.
    .generated("Depot", in: "Tests/Golden/Requests/Generated", using: ["Forms", "Runtime"]),
    .generated(
      "Features", in: "Tests/Golden/Features/Generated",
      using: ["Cache", "Formats", "Forms", "Limits", "Partial", "Policies", "Retry", "Runtime", "Streams"]),
    .generated("Hostile", in: "Tests/Golden/Hostile/Generated", using: ["Formats", "Partial", "Runtime"]),
    .generated(
      "Edges", in: "Tests/Golden/Edges/Generated",
      using: ["Cache", "Formats", "Limits", "Partial", "Retry", "Runtime"]),
    .generated(
      "Forge", in: "Tests/Golden/Failures/Generated",
      using: ["Cache", "Limits", "Partial", "Policies", "Retry", "Runtime"]),
    .generated(
      "Catalog", in: "Tests/Golden/Pages/Generated",
      using: ["Formats", "Forms", "Policies", "Runtime"]),
    .generated(
      "Kiosk", in: "Tests/Golden/Recipes/Generated",
      using: ["Cache", "Formats", "Forms", "Limits", "Policies", "Runtime", "Streams"]),
    .generated("Names", in: "Tests/Golden/Names/Generated", using: ["Partial", "Runtime"]),
    .generated("Hub", in: "Tests/Golden/Services/Generated", using: ["Runtime", "Webhooks"]),
    .generated(
      "Till", in: "Tests/Golden/Services/Generated",
      using: ["Forms", "Limits", "Partial", "Retry", "Runtime", "Webhooks"]),
    .generated("Vault", in: "Tests/Golden/Credentials/Generated", using: ["Forms", "Runtime"]),
    // With templates and access levels of their own.
    .generated("Desk", in: "Tests/Golden/Templates/Generated", using: ["Runtime"]),
    .generated("Shelf", in: "Tests/Golden/Templates/Generated", using: ["Partial", "Runtime"]),
    // With types of the user's, which are in a module of their own.
    .target(
      name: "Payments", dependencies: ["WGNAPIFormats", "WGNAPIJSON"], path: "Tests/Golden/OwnTypes/Payments",
      swiftSettings: .strict),
    .generated(
      "Market", in: "Tests/Golden/OwnTypes/Generated",
      using: ["Formats", "Forms", "Partial", "Runtime", "Streams"], with: ["Payments"]),
    .generated(
      "Bazaar", in: "Tests/Golden/OwnTypes/Generated",
      using: ["Formats", "Runtime"], with: ["Payments"]),
    .generated(
      "Ledger", in: "Tests/Golden/OwnTypes/Generated",
      using: ["Formats", "JSON"], with: ["Payments"]),
    // With codecs beside the generated code.
    .target(
      name: "Gallery",
      dependencies: [
        "WGNAPICache", "WGNAPIForms", "WGNAPIRuntime",
        .product(name: "SwiftProtobuf", package: "swift-protobuf", condition: .generator),
      ],
      path: "Tests/Golden/Codecs", exclude: ["Specs", "Tests"], sources: ["Gallery", "Generated/Gallery"],
      swiftSettings: .strict),
    // Generated from OpenAPI documents.
    .generated("Alternatives", in: "Tests/Golden/OpenAPI/Generated", using: ["Runtime"]),
    .generated("Archive", in: "Tests/Golden/OpenAPI/Generated", using: ["Runtime"]),
    .generated(
      "Bookshop", in: "Tests/Golden/OpenAPI/Generated",
      using: ["Formats", "Forms", "Runtime", "Streams", "Webhooks"]),
    .generated(
      "Museum", in: "Tests/Golden/OpenAPI/Generated",
      using: ["Forms", "Runtime", "Streams", "Webhooks"]),
    .generated(
      "Repositories", in: "Tests/Golden/OpenAPI/Generated",
      using: ["Cache", "Limits", "Partial", "Policies", "Retry", "Runtime"]),
    .generated("Weather", in: "Tests/Golden/OpenAPI/Generated", using: ["Forms", "Runtime"]),
    .generated(
      "HostileDocument", in: "Tests/Golden/OpenAPI/Generated",
      using: ["Formats", "Forms", "Runtime"]),
    .generated("Shop", in: "Tests/Golden/Schemas/Generated", using: ["Formats", "JSON"]),
    // Public APIs, as their users would describe them.
    .generated(
      "Discord", in: "Tests/Golden/APIs/Generated",
      using: ["Formats", "Forms", "Limits", "Policies", "Runtime", "Webhooks"]),
    .generated(
      "GitHub", in: "Tests/Golden/APIs/Generated",
      using: ["Cache", "Formats", "Forms", "Limits", "Policies", "Runtime", "Streams", "Webhooks"]),
    .generated(
      "Mastodon", in: "Tests/Golden/APIs/Generated",
      using: ["Cache", "Forms", "Limits", "Policies", "Retry", "Runtime", "Streams"]),
    .generated("Notion", in: "Tests/Golden/APIs/Generated", using: ["Policies", "Retry", "Runtime"]),
    .generated(
      "OpenAI", in: "Tests/Golden/APIs/Generated",
      using: ["Formats", "Forms", "Policies", "Retry", "Runtime", "Streams", "Webhooks"]),
    .generated(
      "Slack", in: "Tests/Golden/APIs/Generated",
      using: ["Formats", "Forms", "Policies", "Retry", "Runtime"]),
    .generated(
      "Stripe", in: "Tests/Golden/APIs/Generated",
      using: ["Formats", "Forms", "Policies", "Retry", "Runtime", "Webhooks"]),
    .generated(
      "Telegram", in: "Tests/Golden/APIs/Generated",
      using: ["Formats", "Forms", "Runtime", "Streams", "Webhooks"]),
    // Measured by a separate package, and only checked here.
    .generated("Bench", in: "Benchmarks/Generated", using: ["Runtime"]),
    .generated("Chats", in: "Benchmarks/Generated", using: ["Forms", "Runtime", "Streams"]),
    // Checks the layouts of all generated modules, with optimization: `make layouts`.
    .executableTarget(
      name: "Layouts",
      dependencies: [
        "Bench", "Catalog", "Chats", "Depot", "Discord", "Edges", "Features", "Forge", "Gallery", "GitHub",
        "Hostile",
        "Hub", "Kiosk", "Mastodon", "Names", "Notion",
        "OpenAI", "Shop", "Slack", "Stripe", "Telegram", "Till", "Vault", "WGN", "WGNAPIJSON", "WOT", "WOTB",
        "WOTX", "WOWP", "WOWS",
        "Alternatives", "Archive", "Bookshop", "HostileDocument", "Museum", "Repositories", "Weather",
      ],
      path: "Tests/Layouts", swiftSettings: .strict),
    // Its tests need the types that the program lists.
    .testTarget(
      name: "ReadBackTests", dependencies: ["Layouts", "WGNAPIJSON"], swiftSettings: .strict),
    .testTarget(
      name: "GeneratedCodeTests",
      dependencies: .runtime + [
        "Bazaar", "Catalog", "Depot", "Desk", "Edges", "Features", "Forge", "Hostile", "Hub", "Kiosk",
        "Ledger", "Market",
        "Names", "Payments", "Shelf",
        "Shop",
        "TestSupport", "Till",
        "Vault",
        "Alternatives", "Archive", "Bookshop", "HostileDocument", "Museum", "Repositories", "Weather",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: .strict),
    .testTarget(
      name: "CodecTests",
      dependencies: [
        "Gallery", "TestSupport", "WGNAPIRuntime",
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "SwiftProtobuf", package: "swift-protobuf", condition: .generator),
      ],
      swiftSettings: .strict),
    // Compares the specs with facts about the APIs from outside of the package; runs the built tool.
    .testTarget(
      name: "ReferenceTests",
      dependencies: [
        "APIModel", "Diagnostics", "GeneratorKit", "MockServer", "SpecReader", "WGN", "WGNAPIRuntime", "WOT",
        "WOTB", "WOTX", "WOWP",
        "WOWS", "wgnapi-gen",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: .strict),
    .testTarget(
      name: "GamesTests",
      dependencies: .runtime + [
        "TestSupport", "WOTB", "WOTX", "WOWP", "WOWS",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: .strict),
    // The clients of public APIs against servers that behave like theirs.
    .testTarget(
      name: "APITests",
      dependencies: .runtime + [
        "Discord", "GitHub", "Mastodon", "Notion", "OpenAI", "Slack", "Stripe", "Telegram", "TestSupport",
        "WGNAPIAsyncHTTPClient",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: .strict),
    .testTarget(
      name: "WOTTests",
      dependencies: .runtime + ["TestSupport", "WOT", .product(name: "FlyingFox", package: "FlyingFox")],
      swiftSettings: .strict),
  ],
  swiftLanguageModes: [.v6]
)

// Generated tests of generated modules: those of Specs, and those with every feature of the language.
for module in ["WGN", "WOT", "WOTB", "WOTX", "WOWP", "WOWS"] {
  package.targets.append(.generatedTests(of: module, in: "Tests/Generated"))
}
for (folder, module) in [
  ("Codecs", "Gallery"), ("Credentials", "Vault"), ("Edges", "Edges"), ("Failures", "Forge"),
  ("Features", "Features"),
  ("Hostile", "Hostile"), ("Names", "Names"), ("OwnTypes", "Bazaar"), ("OwnTypes", "Market"),
  ("Pages", "Catalog"), ("Recipes", "Kiosk"),
  ("Requests", "Depot"),
  ("Services", "Hub"),
  ("Services", "Till"), ("Templates", "Desk"), ("Templates", "Shelf"),
] { package.targets.append(.generatedTests(of: module, in: "Tests/Golden/\(folder)/Tests")) }

extension Target {
  /// A generated module.
  ///
  /// - Parameters:
  ///   - products: the products that it needs, without `WGNAPI`, as `wgnapi-gen dump products` prints them.
  ///   - others: other targets that it needs.
  static func generated(
    _ module: String, in folder: String, using products: [String], with others: [Target.Dependency] = []
  ) -> Target {
    .target(
      name: module, dependencies: products.map { .target(name: "WGNAPI\($0)") } + others,
      path: "\(folder)/\(module)", swiftSettings: .strict)
  }

  static func generatedTests(of module: String, in folder: String) -> Target {
    .testTarget(
      name: "Generated\(module)Tests",
      dependencies: [.target(name: module), "WGNAPIRuntime", "WGNAPITesting"]
        + (folder.contains("OwnTypes") ? ["Payments"] : []),
      path: "\(folder)/\(module)Tests", swiftSettings: .strict)
  }
}

extension [Target.Dependency] {
  /// All of the runtime, for tests of its parts.
  static var runtime: [Target.Dependency] {
    [
      "WGNAPICache", "WGNAPIChains", "WGNAPIClient", "WGNAPIFeeds", "WGNAPIFormats", "WGNAPIForms",
      "WGNAPICompression", "WGNAPIJSON", "WGNAPILimits", "WGNAPIOAuth", "WGNAPIPages", "WGNAPIPartial",
      "WGNAPIPolicies",
      "WGNAPIRetry",
      "WGNAPIRuntime", "WGNAPIStreams", "WGNAPISupport",
      "WGNAPITesting", "WGNAPITransport", "WGNAPIURLSession", "WGNAPIWebhooks",
    ]
  }
}

extension TargetDependencyCondition {
  static var asyncHTTPClient: TargetDependencyCondition? { .when(traits: ["AsyncHTTPClient"]) }
  static var generator: TargetDependencyCondition? { .when(traits: ["Generator"]) }
  static var observability: TargetDependencyCondition? { .when(traits: ["Generator", "Observability"]) }
  static var store: TargetDependencyCondition? { .when(traits: ["Generator", "Store"]) }
  /// Apple's platforms have the same functions in CryptoKit.
  static var webhooks: TargetDependencyCondition? {
    .when(
      platforms: [.linux, .android, .windows, .openbsd, .wasi], traits: ["Generator", "Webhooks"])
  }
}

extension [SwiftSetting] {
  /// For all targets of this package. CI treats warnings as errors; a user's build doesn't fail if a newer compiler warns.
  static var strict: [SwiftSetting] {
    let isCI = Context.environment["WGNAPI_WARNINGS_AS_ERRORS"] != nil
    return [.enableUpcomingFeature("ExistentialAny")] + (isCI ? [.treatAllWarnings(as: .error)] : [])
  }
}
