// swift-tools-version: 6.1

import PackageDescription

// A package of its own, as a user's would be: it sees the client's products and nothing of the generator.
let package = Package(
  name: "Players",
  platforms: [.macOS(.v13)],
  dependencies: [
    // No trait: neither the store's dependencies nor the generator's are fetched.
    .package(name: "wgnapi-gen", path: "../.."),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    .executableTarget(
      name: "Players",
      dependencies: [
        .product(name: "WOT", package: "wgnapi-gen"),
        // For the stand-in of the service; an app needs the product above only.
        .product(name: "FlyingFox", package: "FlyingFox"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
