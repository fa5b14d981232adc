// swift-tools-version: 6.2

import Foundation
import PackageDescription

// The modules are generated into Sources by Tests/Frameworks/run.py, which copies this package to a folder of its own.
let modules = ["FastLibrary", "RESTLibrary", "NinjaLibrary", "LitestarLibrary", "SmorestLibrary"]
let products = [
  "WGNAPIFormats", "WGNAPIForms", "WGNAPIGenerated", "WGNAPIResponses", "WGNAPIRuntime", "WGNAPIStreams",
].map {
  Target.Dependency.product(name: $0, package: "wgnapi-gen")
}

let package = Package(
  name: "frameworks",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(
      name: "wgnapi-gen", path: ProcessInfo.processInfo.environment["WGNAPI_PACKAGE"] ?? "../../..",
      traits: [])
  ],
  targets: modules.map { .target(name: $0, dependencies: products) }
    + [
      .executableTarget(
        name: "Frameworks", dependencies: products + modules.map { .target(name: $0) })
    ],
  swiftLanguageModes: [.v6]
)
