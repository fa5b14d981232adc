// swift-tools-version: 6.2

import PackageDescription

// A package of its own, so that users never resolve what it needs. `decoding.py` generates documents and peers, builds
// all of it and prints ratios.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "wgnapi-gen", path: "..", traits: ["AsyncHTTPClient", "Store"]),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
  ],
  targets: [
    // Made by wgnapi-gen from Specs/.
    .target(
      name: "Bench", dependencies: [.product(name: "WGNAPIGenerated", package: "wgnapi-gen")],
      path: "Generated/Bench"),
    .target(
      name: "Chats",
      dependencies: [
        .product(name: "WGNAPIForms", package: "wgnapi-gen"),
        .product(name: "WGNAPIGenerated", package: "wgnapi-gen"),
        .product(name: "WGNAPIStreams", package: "wgnapi-gen"),
      ],
      path: "Generated/Chats"),
    // The same structures for Foundation's coders, with what the compiler synthesizes.
    .target(name: "Plain"),
    // Counts allocations.
    .target(name: "Counting"),
    .executableTarget(
      name: "decoding",
      dependencies: [
        "Bench", "Counting", "Plain",
        .product(name: "WGNAPIGenerated", package: "wgnapi-gen"),
        .product(name: "WGNAPIRuntime", package: "wgnapi-gen"),
        .product(name: "WGNAPISchema", package: "wgnapi-gen"),
      ]),
    .executableTarget(
      name: "client",
      dependencies: [
        "Counting", .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "WGNAPIAsyncHTTPClient", package: "wgnapi-gen"),
        .product(name: "WGNAPICache", package: "wgnapi-gen"),
        .product(name: "WGNAPIGenerated", package: "wgnapi-gen"),
        .product(name: "WGNAPILimits", package: "wgnapi-gen"),
        .product(name: "WGNAPIRetry", package: "wgnapi-gen"),
        .product(name: "WGNAPIRuntime", package: "wgnapi-gen"),
        .product(name: "WGNAPIStore", package: "wgnapi-gen"),
        .product(name: "WGNAPIURLSession", package: "wgnapi-gen"),
        .product(name: "WOT", package: "wgnapi-gen"),
      ]),
    .executableTarget(
      name: "streams",
      dependencies: [
        "Chats", .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "WGNAPIAsyncHTTPClient", package: "wgnapi-gen"),
        .product(name: "WGNAPIRuntime", package: "wgnapi-gen"),
        .product(name: "WGNAPIStreams", package: "wgnapi-gen"),
        .product(name: "WGNAPIURLSession", package: "wgnapi-gen"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
