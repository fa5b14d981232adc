// swift-tools-version: 6.2

import PackageDescription

// Fuzz targets for what reads input of others. `run.sh` builds them with libFuzzer and AddressSanitizer; the modules are
// compiled from source here, because coverage has to be counted inside of them.
let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v15)],
  targets: [
    .systemLibrary(
      name: "CYAML", path: "Modules/CYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .target(name: "Diagnostics", path: "Modules/Diagnostics", swiftSettings: .strict),
    .target(
      name: "SpecYAML", dependencies: ["CYAML", "Diagnostics"], path: "Modules/SpecYAML",
      swiftSettings: .strict),
    .target(
      name: "APIModel", dependencies: ["Diagnostics", "WGNAPISupport"], path: "Modules/APIModel",
      swiftSettings: .strict),
    .target(
      name: "SchemaValues",
      dependencies: ["APIModel", "Diagnostics", "ECMARegex", "WGNAPIFormats", "WGNAPISupport"],
      path: "Modules/SchemaValues",
      swiftSettings: .strict),
    .target(
      name: "SpecReader", dependencies: ["APIModel", "Diagnostics", "ECMARegex", "SchemaValues", "SpecYAML"],
      path: "Modules/SpecReader", swiftSettings: .strict),
    .target(name: "ECMARegex", path: "Modules/ECMARegex", swiftSettings: .strict),
    .target(name: "WGNAPISupport", path: "Modules/WGNAPISupport", swiftSettings: .strict),
    .target(
      name: "WGNAPIJSON", dependencies: ["WGNAPISupport"], path: "Modules/WGNAPIJSON", swiftSettings: .strict),
    .target(
      name: "WGNAPIFormats", dependencies: ["ECMARegex", "WGNAPIJSON", "WGNAPISupport"],
      path: "Modules/WGNAPIFormats", swiftSettings: .strict),
    .target(
      name: "WGNAPISchema", dependencies: ["WGNAPIFormats", "WGNAPIJSON", "WGNAPISupport"],
      path: "Modules/WGNAPISchema", swiftSettings: .strict),

    .target(name: "FuzzHarness", swiftSettings: .strict),
    .executableTarget(
      name: "FuzzSpecYAML", dependencies: ["Diagnostics", "FuzzHarness", "SpecYAML"], swiftSettings: .strict),
    .executableTarget(
      name: "FuzzSpecReader", dependencies: ["APIModel", "Diagnostics", "FuzzHarness", "SpecReader"],
      swiftSettings: .strict),
    .executableTarget(
      name: "FuzzReader", dependencies: ["FuzzHarness", "WGNAPIFormats", "WGNAPIJSON", "WGNAPISchema"],
      swiftSettings: .strict),
    .executableTarget(
      name: "FuzzValidator", dependencies: ["FuzzHarness", "WGNAPIFormats", "WGNAPIJSON", "WGNAPISchema"],
      swiftSettings: .strict),
    .executableTarget(
      name: "FuzzECMARegex", dependencies: ["ECMARegex", "FuzzHarness"], swiftSettings: .strict),
  ],
  swiftLanguageModes: [.v6]
)

extension [SwiftSetting] {
  static var strict: [SwiftSetting] { [.enableUpcomingFeature("ExistentialAny")] }
}
