// swift-tools-version: 6.2

import PackageDescription

let isCI = Context.environment["WGNAPI_WARNINGS_AS_ERRORS"] != nil
let settings: [SwiftSetting] = isCI ? [.treatAllWarnings(as: .error)] : []

// A package of its own, as a user's would be: it sees the clients' products and nothing of the generator.
let package = Package(
  name: "Companion",
  platforms: [.macOS(.v13)],
  dependencies: [
    // The trait fetches what the store on disk needs.
    .package(name: "wgnapi-gen", path: "../..", traits: ["Store"]),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/onevcat/Rainbow", from: "4.2.2"),
  ],
  targets: [
    .executableTarget(
      name: "companion",
      dependencies: [
        "TerminalText",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "WGN", package: "wgnapi-gen"),
        .product(name: "WGNAPICache", package: "wgnapi-gen"),
        .product(name: "WGNAPIChains", package: "wgnapi-gen"),
        .product(name: "WGNAPIFeeds", package: "wgnapi-gen"),
        .product(name: "WGNAPIPages", package: "wgnapi-gen"),
        .product(name: "WGNAPIPartial", package: "wgnapi-gen"),
        .product(name: "WGNAPIRuntime", package: "wgnapi-gen"),
        .product(name: "WGNAPIStore", package: "wgnapi-gen"),
        // For recorded responses and a clock that stands still; an app needs neither.
        .product(name: "WGNAPIRecording", package: "wgnapi-gen"),
        .product(name: "WGNAPITesting", package: "wgnapi-gen"),
        .product(name: "WOT", package: "wgnapi-gen"),
      ],
      swiftSettings: settings),
    // Everything about text in a terminal; it knows nothing of games.
    .target(
      name: "TerminalText", dependencies: [.product(name: "Rainbow", package: "Rainbow")],
      swiftSettings: settings),
    .testTarget(name: "TerminalTextTests", dependencies: ["TerminalText"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
