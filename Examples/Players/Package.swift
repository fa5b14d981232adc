// swift-tools-version: 6.2

import PackageDescription

// What Xcode 26 sets in the app target of a new project.
let app: [SwiftSetting] = [
  .defaultIsolation(MainActor.self),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

// A package of its own, as a user's would be: it sees the client's products and nothing of the generator.
let package = Package(
  name: "Players",
  platforms: [.macOS(.v14), .iOS(.v17)],
  dependencies: [
    // No trait: neither the store's dependencies nor the generator's are fetched.
    .package(name: "wgnapi-gen", path: "../.."),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    .executableTarget(
      name: "Players", dependencies: ["StandIn", .product(name: "WOT", package: "wgnapi-gen")]),
    // A list as an app shows it, on the main actor.
    .executableTarget(
      name: "PlayerApp",
      dependencies: [
        "StandIn",
        .product(name: "WGNAPIRetry", package: "wgnapi-gen"),
        .product(name: "WGNAPIRuntime", package: "wgnapi-gen"),
        .product(name: "WOT", package: "wgnapi-gen"),
      ],
      swiftSettings: app),
    // Stands in for the service; an app needs no such thing.
    .target(name: "StandIn", dependencies: [.product(name: "FlyingFox", package: "FlyingFox")]),
  ],
  swiftLanguageModes: [.v6]
)
