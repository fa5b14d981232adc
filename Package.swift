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
      \(games) WGNAPIAsyncHTTPClient WGNAPICache WGNAPIChains WGNAPICombine WGNAPICredentials WGNAPIFeeds WGNAPIFormats
      WGNAPIForms WGNAPIGenerated WGNAPIJSON WGNAPIJSONRPC WGNAPILimits WGNAPIOAuth WGNAPIObservability WGNAPIPages
      WGNAPIPartial WGNAPIPolicies WGNAPIQueue WGNAPIRecording WGNAPIResponses WGNAPIRetry WGNAPIRuntime WGNAPISchema
      WGNAPIServers WGNAPIStore WGNAPIStreams WGNAPITesting WGNAPIURLSession WGNAPIWebhooks
      """
    ).map { .library(name: $0, targets: [$0]) },
  traits: [
    .trait(name: "AsyncHTTPClient", description: "Fetches what WGNAPIAsyncHTTPClient needs."),
    .trait(name: "Combine", description: "Fetches OpenCombine for WGNAPICombine on Linux, for tests only."),
    .trait(name: "Generator", description: "Fetches what wgnapi-gen needs."),
    .trait(name: "Observability", description: "Fetches what WGNAPIObservability needs."),
    .trait(name: "Queue", description: "Fetches what WGNAPIQueue needs.", enabledTraits: ["Store"]),
    .trait(name: "Store", description: "Fetches what WGNAPIStore needs."),
    .trait(name: "Webhooks", description: "Fetches what WGNAPIWebhooks needs; nothing on Apple's platforms."),
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
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: Target.shared + Target.generator + Target.runtime + Target.optional + Target.clients
    + Target.golden + Target.tests + Target.furtherTests,
  swiftLanguageModes: [.v6]
)

// `WGNAPI_TESTS` names test targets: the package is then what these need. What needs other packages than the generator is
// tested by Tests/Integrations.
switch Context.environment["WGNAPI_TESTS"] {
case nil, ""?: break
case "first"?: package.keepOnly(Target.tests.map(\.name))
case "further"?: package.keepOnly(Target.furtherTests.map(\.name))
case let names?: package.keepOnly(names.split(separator: ",").map(String.init))
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
      .part("APIModel", "Diagnostics WGNAPISupport"),
      .part("SchemaValues", "APIModel Diagnostics ECMARegex WGNAPIFormats WGNAPISupport"),
      .part("SpecReader", "APIModel Diagnostics ECMARegex SchemaValues SpecYAML"),
      .part("OpenAPIReader", "APIModel Diagnostics SchemaValues SpecReader SpecYAML"),
      .target(
        name: "BundledTemplates", path: "Templates",
        resources: ["HTML", "Pages", "Skill", "Swift"].map { .embedInCode($0) }, swiftSettings: .strict),
      // Requests composed from the representation, for tests and calls.
      .part("CallComposing", "APIModel Diagnostics SchemaValues"),
      .part("SwiftEmitter", "APIModel CallComposing Diagnostics SchemaValues Mustache"),
      .part(
        "GeneratorKit",
        "APIModel BundledTemplates Diagnostics OpenAPIReader SchemaValues SpecReader SpecYAML SwiftEmitter"),
      // A server that answers with the examples of specs.
      .part(
        "MockServer", "APIModel Diagnostics SchemaValues WGNAPIJSON WGNAPIResponses WGNAPIStreams FlyingSocks"
      ),
      // What was seen of traffic, specs from it, and specs compared with it.
      .part(
        "TrafficEvidence",
        """
        Diagnostics WGNAPICompression WGNAPIJSON WGNAPIRecording WGNAPISecrets WGNAPISupport WGNAPITransport
        """),
      .part(
        "SpecInference", "APIModel Diagnostics GeneratorKit SpecReader TrafficEvidence WGNAPIJSON"),
      .part(
        "SpecDrift",
        """
        APIModel Diagnostics GeneratorKit MockServer SchemaValues SpecInference SpecReader SpecYAML TrafficEvidence
        WGNAPIJSON WGNAPISupport
        """),
      // Two versions of specs, by what is generated from them.
      // Types for the library that reads index stores, which is loaded at run time.
      .systemLibrary(name: "CIndexStore"),
      .part(
        "SpecChanges",
        """
        APIModel CallComposing CIndexStore Diagnostics GeneratorKit SchemaValues SpecReader SwiftEmitter WGNAPIJSON
        """),
      // One call from the terminal.
      .part(
        "SpecCall",
        """
        APIModel CallComposing Diagnostics MockServer SchemaValues SwiftEmitter WGNAPIClient WGNAPIForms WGNAPIJSON
        WGNAPIPages WGNAPIPolicies WGNAPIResponses WGNAPISecrets WGNAPIServers WGNAPISupport WGNAPITransport HTTPTypes
        """,
        and: [
          .onLinux("WGNAPICurl"), .target(name: "WGNAPIURLSession", condition: .when(platforms: [.macOS])),
        ]),
      // Specs as OpenAPI documents and JSON Schema.
      .part(
        "SpecExport",
        "APIModel CallComposing Diagnostics GeneratorKit SchemaValues SpecCall SpecReader SwiftEmitter"),
      // What there is to know of an endpoint or a type, in a terminal and as pages.
      .part(
        "SpecExplanation",
        "APIModel BundledTemplates CallComposing Diagnostics MockServer OpenAPIReader SchemaValues SpecCall "
          + "SpecReader SwiftEmitter"),
      // What editors ask for while specs are written.
      .part(
        "SpecLanguageServer",
        """
        APIModel BundledTemplates CallComposing Diagnostics GeneratorKit SpecExplanation SpecReader SpecYAML SwiftEmitter
        WGNAPIJSON
        """),
      .program(
        "wgnapi-gen",
        """
        APIModel Diagnostics GeneratorKit MockServer SpecCall SpecChanges SpecDrift SpecExplanation SpecExport SpecInference
        SpecLanguageServer SpecReader SwiftEmitter TrafficEvidence ArgumentParser
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
      // What generated code needs, and what apps need: the same targets, with all names or with those for apps.
      .part("WGNAPIGenerated", "WGNAPIClient WGNAPIJSON WGNAPITransport"),
      .part("WGNAPIRuntime", "WGNAPIClient WGNAPIJSON WGNAPITransport", and: .platformTransport),
    ].inFolder("Sources/Runtime/Core")
  }

  /// Parts of the runtime that a client has if its spec, or its app, asks for them.
  static var optional: [Target] {
    [
      .part("WGNAPIFormats", "ECMARegex WGNAPIJSON WGNAPISupport"),
      // JSON Schema, for documents that are schemas, and keywords with conditions.
      .part("WGNAPISchema", "WGNAPIFormats WGNAPIJSON WGNAPISupport"),
      // What several of these need, and the core doesn't: parsers for header values, tables of objects, a digest. It is no
      // product.
      .part("WGNAPIOptionalSupport", "WGNAPIClient WGNAPIJSON WGNAPISupport HTTPTypes"),
      .part(
        "WGNAPICache", "WGNAPIClient WGNAPIJSON WGNAPIOptionalSupport WGNAPISupport WGNAPITransport HTTPTypes"
      ),
      .part("WGNAPIRetry", "WGNAPIClient WGNAPIOptionalSupport WGNAPISupport HTTPTypes"),
      .part("WGNAPILimits", "WGNAPIClient WGNAPIJSON WGNAPIOptionalSupport WGNAPISupport HTTPTypes"),
      // What a spec says about pages, batches and requests that can wait, apart from what acts on it.
      .part("WGNAPIPolicies", "WGNAPIClient WGNAPIJSON"),
      // Bodies of requests, and of responses.
      .part("WGNAPIForms", "WGNAPIClient WGNAPIJSON WGNAPISupport WGNAPITransport"),
      .part(
        "WGNAPIResponses",
        "WGNAPIClient WGNAPIJSON WGNAPIOptionalSupport WGNAPISupport WGNAPITransport HTTPTypes"),
      .part("WGNAPIPartial", "WGNAPIClient WGNAPIJSON WGNAPIOptionalSupport WGNAPISupport"),
      // URLs of servers that have variables.
      .part("WGNAPIServers", "WGNAPIClient WGNAPISupport WGNAPITransport"),
      .part("WGNAPIChains", "WGNAPIClient WGNAPIJSON WGNAPIPolicies WGNAPISupport"),
      .part(
        "WGNAPIStreams",
        "WGNAPIClient WGNAPIJSON WGNAPIOptionalSupport WGNAPISupport WGNAPITransport HTTPTypes"),
      .part("WGNAPIPages", "WGNAPIClient WGNAPIJSON WGNAPIPolicies WGNAPISupport HTTPTypes"),
      .part(
        "WGNAPIFeeds",
        "WGNAPICache WGNAPIClient WGNAPIJSON WGNAPIOptionalSupport WGNAPIPages WGNAPIPolicies HTTPTypes"),
      // Providers of credentials that change.
      .part("WGNAPICredentials", "WGNAPIClient WGNAPIOptionalSupport WGNAPISupport"),
      .part(
        "WGNAPIOAuth",
        """
        WGNAPIClient WGNAPICredentials WGNAPIJSON WGNAPIOptionalSupport WGNAPISupport WGNAPITransport HTTPTypes
        """),
      .part("WGNAPIWebhooks", "WGNAPIClient WGNAPIJSON WGNAPISupport Crypto HTTPTypes"),
      // Calls of JSON-RPC that are sent together: a transport around another one.
      .part("WGNAPIJSONRPC", "WGNAPIJSON WGNAPISupport WGNAPITransport HTTPTypes"),
      // The names and forms of secrets that no client knows, for recordings and for the generator. It is no product.
      .part("WGNAPISecrets", "WGNAPISupport WGNAPITransport HTTPTypes"),
      // Recorded exchanges in the place of a network: for tests and demonstrations.
      .part(
        "WGNAPIRecording",
        "WGNAPIClient WGNAPIJSON WGNAPIOptionalSupport WGNAPISecrets WGNAPISupport WGNAPITransport HTTPTypes"
      ),
      // For tests of clients.
      .part(
        "WGNAPITesting",
        "WGNAPIClient WGNAPIJSON WGNAPIRecording WGNAPISchema WGNAPISupport WGNAPITransport HTTPTypes"),
      // Responses on disk.
      .part("WGNAPIStore", "WGNAPICache WGNAPIClient WGNAPITransport GRDB HTTPTypes"),
      // Requests that are stored and sent later.
      .part(
        "WGNAPIQueue",
        """
        WGNAPICache WGNAPIClient WGNAPIJSON WGNAPIOptionalSupport WGNAPIPolicies WGNAPIStore WGNAPISupport WGNAPITransport
        GRDB HTTPTypes
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
    names(games).map {
      .part(
        $0, "WGNAPICache WGNAPIGenerated WGNAPILimits WGNAPIPartial WGNAPIPolicies WGNAPIRetry",
        in: "Generated/\($0)")
    }
  }

  /// Modules generated from the specs in Tests/Golden, which are compiled and exercised. Each may use all of the runtime.
  static var golden: [Target] {
    let folders = [
      ("Credentials", "Vault"), ("Edges", "Edges"), ("Failures", "Forge"), ("Features", "Features"),
      ("Hostile", "Hostile"), ("Migration", "Clinic Parcels Tracks"), ("Names", "Names"),
      ("OpenAPI", "Alternatives Archive Fleet Library Repositories"), ("OwnTypes", "Bazaar Ledger Market"),
      ("Pages", "Catalog"), ("Recipes", "Kiosk"), ("Requests", "Depot"), ("Schemas", "Shop"),
      ("Templates", "Desk Shelf"),
    ]
    // Types of a user's, in a module of their own.
    return [.part("Payments", "WGNAPIClient WGNAPIJSON", in: "Tests/Golden/OwnTypes/Payments")]
      + folders.flatMap { folder, modules in
        names(modules).map { module in
          .part(module, "\(everything) Payments", in: "Tests/Golden/\(folder)/Generated/\(module)")
        }
      }
  }

  /// The runtime, without what needs other packages.
  private static var everything: String {
    // Others need WGNAPIURLSession on some platforms only. Swift Build builds it elsewhere if it is mentioned before them.
    """
    WGNAPIURLSession WGNAPICache WGNAPIChains WGNAPICompression WGNAPICredentials WGNAPIFeeds WGNAPIFormats WGNAPIForms
    WGNAPIGenerated WGNAPILimits WGNAPIOAuth WGNAPIPartial WGNAPIPolicies WGNAPIResponses WGNAPIRetry WGNAPIRuntime WGNAPISchema WGNAPIServers WGNAPIStreams
    WGNAPITesting
    """
  }

  private static var goldenModules: String { golden.map(\.name).joined(separator: " ") }

  /// What `make test` runs. What a target depends on, its tests may import without naming it here.
  static var tests: [Target] {
    [
      // Whether tests that take seconds run.
      .part("Thoroughness", in: "Tests/Thoroughness"),
      .tests("DiagnosticsTests", "Diagnostics"),
      .tests("SpecYAMLTests", "SpecYAML"),
      .tests("ECMARegexTests", "ECMARegex"),
      .tests("SchemaValuesTests", "SchemaValues SpecReader"),
      .tests("SpecReaderTests", "SpecReader"),
      .tests("OpenAPIReaderTests", "OpenAPIReader"),
      .tests("SwiftEmitterTests", "GeneratorKit SpecExplanation SwiftEmitter"),
      // Runs the built tool.
      .tests("GeneratorKitTests", "GeneratorKit Thoroughness wgnapi-gen HTTPTypes"),
      .tests("MockServerTests", "GeneratorKit MockServer Thoroughness FlyingSocks"),
      // Calls in Swift are compiled.
      .tests("SpecCallTests", "GeneratorKit SpecCall Thoroughness HTTPTypes Depot Features Kiosk Vault WOT"),
      .tests("SpecInferenceTests", "SpecDrift SpecInference Thoroughness"),
      // Compares versions, and compiles apps against generated modules.
      .tests(
        "SpecChangesTests",
        "\(everything) CallComposing GeneratorKit MockServer SpecChanges Thoroughness HTTPTypes"),
      // Exports everything, and generates from it again.
      .tests("SpecExportTests", "GeneratorKit SpecExport wgnapi-gen"),
      .tests("SpecExplanationTests", "GeneratorKit SpecExplanation Thoroughness"),
      .tests("SpecLanguageServerTests", "Diagnostics GeneratorKit SpecLanguageServer Thoroughness"),
      // Servers on 127.0.0.1, well-behaved and misbehaving, and the code on the documentation's pages.
      .part("TestSupport", "\(everything) CWGNAPIZlib FlyingFox", in: "Tests/TestSupport"),
      .tests("WGNAPIRuntimeTests", "\(everything) TestSupport Thoroughness FlyingFox"),
      .tests("TransportTests", "\(everything) TestSupport WGNAPICurl WOT HTTPTypes"),
      .tests("WGNAPITestingTests", "\(everything) Features TestSupport Vault WOT HTTPTypes"),
      .tests("WOTTests", "\(everything) TestSupport WOT FlyingFox"),
      .tests("GeneratedCodeTests", "\(everything) \(goldenModules) TestSupport WGNAPIJSONRPC HTTPTypes"),
      // Generated clients, with the mock server of their specs.
      .tests(
        "MockedClientTests",
        "\(everything) Catalog Forge Market GeneratorKit MockServer SpecCall SpecDrift TestSupport Thoroughness"
      ),
      .generatedTests(of: "WOT", in: "Tests/Generated"),
    ]
      + [
        ("Credentials", "Vault"), ("Failures", "Forge"), ("Features", "Features"), ("Pages", "Catalog"),
        ("Requests", "Depot"),
      ].map { generatedTests(of: $1, in: "Tests/Golden/\($0)/Tests") }
  }

  /// What `make test-all` runs in addition.
  static var furtherTests: [Target] {
    [
      .tests("GamesTests", "\(everything) \(games) TestSupport HTTPTypes"),
      // Compares the specs with facts about the APIs from outside of the package; runs the built tool.
      .tests("ReferenceTests", "GeneratorKit MockServer WGNAPIRuntime wgnapi-gen \(games) HTTPTypes"),
    ]
      + names(games).filter { $0 != "WOT" }.map { generatedTests(of: $0, in: "Tests/Generated") }
      + [
        ("Edges", "Edges"), ("Hostile", "Hostile"), ("Names", "Names"), ("OwnTypes", "Bazaar"),
        ("OwnTypes", "Market"), ("Recipes", "Kiosk"), ("Templates", "Desk"), ("Templates", "Shelf"),
      ].map { generatedTests(of: $1, in: "Tests/Golden/\($0)/Tests") }
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

  private static func generatedTests(of module: String, in folder: String) -> Target {
    .testTarget(
      name: "Generated\(module)Tests",
      dependencies: [.target(name: module), "WGNAPIGenerated", "WGNAPITesting"]
        + (folder.contains("OwnTypes") ? ["Payments"] : []),
      path: "\(folder)/\(module)Tests", swiftSettings: .strict)
  }

  /// The products of other packages, by name.
  fileprivate static var products: [String: Dependency] {
    let all: [(package: String, products: String, condition: TargetDependencyCondition?)] = [
      ("FlyingFox", "FlyingFox", nil),
      ("FlyingFox", "FlyingSocks", .when(traits: ["Generator"])),
      ("GRDB.swift", "GRDB", .when(traits: ["Store"])),
      ("OpenCombine", "OpenCombine", .when(platforms: [.linux], traits: ["Combine"])),
      ("async-http-client", "AsyncHTTPClient", .when(traits: ["AsyncHTTPClient"])),
      ("swift-argument-parser", "ArgumentParser", .when(traits: ["Generator"])),
      // Apple's platforms have the same functions in CryptoKit.
      (
        "swift-crypto", "Crypto",
        .when(platforms: [.linux, .android, .windows, .openbsd, .wasi], traits: ["Webhooks"])
      ),
      ("swift-distributed-tracing", "Tracing", .when(traits: ["Observability"])),
      ("swift-http-types", "HTTPTypes", nil),
      ("swift-log", "Logging", .when(traits: ["Observability"])),
      ("swift-metrics", "Metrics", .when(traits: ["Observability"])),
      ("swift-mustache", "Mustache", .when(traits: ["Generator"])),
      ("swift-nio", "NIOCore NIOHTTP1 NIOPosix", .when(traits: ["AsyncHTTPClient"])),
      ("swift-nio-ssl", "NIOSSL", .when(traits: ["AsyncHTTPClient"])),
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
  /// Removes the targets that the given ones don't need, their products, and the packages that only they need.
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
    let packages = Set(
      targets.flatMap(\.dependencies).compactMap { dependency in
        if case .productItem(_, let package?, _, _) = dependency { package } else { nil }
      })
    dependencies.removeAll { dependency in
      guard case .sourceControl(_, let location, _) = dependency.kind else { return false }
      return !packages.contains(location.split(separator: "/").last.map(String.init) ?? "")
    }
  }
}
