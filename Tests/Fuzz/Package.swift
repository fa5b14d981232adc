// swift-tools-version: 6.2

import PackageDescription

// Fuzz targets for what reads input of others. `run.sh` builds them with libFuzzer and AddressSanitizer; the modules are
// compiled from source here, because coverage has to be counted inside of them.
let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(url: "https://github.com/apple/swift-http-types", from: "1.8.0")],
  targets: [
    .systemLibrary(
      name: "CYAML", path: "Modules/CYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .target(name: "Diagnostics", path: "Modules/Diagnostics", swiftSettings: .strict),
    .target(
      name: "SpecYAML", dependencies: ["CYAML", "Diagnostics"], path: "Modules/SpecYAML",
      swiftSettings: .strict),
    .target(
      name: "APIModel", dependencies: ["Diagnostics"], path: "Modules/APIModel", swiftSettings: .strict),
    .target(
      name: "SpecReader", dependencies: ["APIModel", "Diagnostics", "ECMARegex", "SpecYAML"],
      path: "Modules/SpecReader", swiftSettings: .strict),
    .target(name: "ECMARegex", path: "Modules/ECMARegex", swiftSettings: .strict),
    .systemLibrary(
      name: "CWGNAPICurl", path: "Modules/CWGNAPICurl", pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(
      name: "CWGNAPIZlib", path: "Modules/CWGNAPIZlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .target(
      name: "WGNAPIRuntime",
      dependencies: [
        "CWGNAPIZlib", "ECMARegex", .target(name: "CWGNAPICurl", condition: .when(platforms: [.linux])),
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      path: "Modules/WGNAPIRuntime", swiftSettings: .strict),

    .target(name: "FuzzHarness", swiftSettings: .strict),
    .executableTarget(
      name: "FuzzSpecYAML", dependencies: ["Diagnostics", "FuzzHarness", "SpecYAML"], swiftSettings: .strict),
    .executableTarget(
      name: "FuzzSpecReader", dependencies: ["APIModel", "Diagnostics", "FuzzHarness", "SpecReader"],
      swiftSettings: .strict),
    .executableTarget(
      name: "FuzzReader", dependencies: ["FuzzHarness", "WGNAPIRuntime"], swiftSettings: .strict),
    .executableTarget(
      name: "FuzzValidator", dependencies: ["FuzzHarness", "WGNAPIRuntime"], swiftSettings: .strict),
    .executableTarget(
      name: "FuzzECMARegex", dependencies: ["ECMARegex", "FuzzHarness"], swiftSettings: .strict),
  ],
  swiftLanguageModes: [.v6]
)

extension [SwiftSetting] {
  static var strict: [SwiftSetting] { [.enableUpcomingFeature("ExistentialAny")] }
}
