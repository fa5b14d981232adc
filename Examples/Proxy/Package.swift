// swift-tools-version: 6.2

import PackageDescription

let isCI = Context.environment["WGNAPI_WARNINGS_AS_ERRORS"] != nil

// A package of its own, as a server's would be: it sees the client's products and nothing of the generator.
let package = Package(
  name: "Proxy",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "wgnapi-gen", path: "../..", traits: ["Observability"]),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
  ],
  targets: [
    .executableTarget(
      name: "Proxy",
      dependencies: [
        .product(name: "WOT", package: "wgnapi-gen"),
        .product(name: "WGNAPICache", package: "wgnapi-gen"),
        .product(name: "WGNAPILimits", package: "wgnapi-gen"),
        .product(name: "WGNAPIObservability", package: "wgnapi-gen"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        // For the trial; a server has an exporter of its tracing system and a log handler in their place.
        .product(name: "InMemoryLogging", package: "swift-log"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
      ],
      swiftSettings: isCI ? [.treatAllWarnings(as: .error)] : [])
  ],
  swiftLanguageModes: [.v6]
)
