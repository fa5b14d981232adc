// swift-tools-version: 6.2

import PackageDescription

// A package of its own, as a server's would be: it sees the client's products and nothing of the generator.
let package = Package(
  name: "Proxy",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "wgnapi-gen", path: "../..", traits: ["Observability"]),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    .executableTarget(
      name: "Proxy",
      dependencies: [
        .product(name: "WOT", package: "wgnapi-gen"),
        .product(name: "WGNAPIObservability", package: "wgnapi-gen"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
        // For the stand-in of the service; a server needs the products above only.
        .product(name: "FlyingFox", package: "FlyingFox"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
