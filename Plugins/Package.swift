// swift-tools-version: 6.2

import PackageDescription

/// The release of wgnapi-gen that the plugins run, and the checksum of its artifact bundle. Scripts/release.sh fills these in.
///
/// Without a checksum, the bundle is beside this file: `Scripts/release.sh bundle-local` makes it.
let release = (version: "", checksum: "")

/// The target isn't called `wgnapi-gen`, because the package with the runtime has a target of that name.
let tool: Target =
  release.checksum.isEmpty
  ? .binaryTarget(name: "wgnapi-gen-tool", path: "wgnapi-gen.artifactbundle")
  : .binaryTarget(
    name: "wgnapi-gen-tool",
    url:
      "https://github.com/OWNER/wgnapi-gen/releases/download/v\(release.version)/wgnapi-gen.artifactbundle.zip",
    checksum: release.checksum)

// A package of its own, so that whoever uses the plugins doesn't compile the generator.
let package = Package(
  name: "wgnapi-gen-plugins",
  products: [
    .plugin(name: "WGNAPIGenerate", targets: ["WGNAPIGenerate"]),
    .plugin(name: "WGNAPICheck", targets: ["WGNAPICheck"]),
    .plugin(name: "WGNAPICommand", targets: ["WGNAPICommand"]),
  ],
  targets: [
    tool,
    .plugin(name: "WGNAPIGenerate", capability: .buildTool(), dependencies: ["wgnapi-gen-tool"]),
    .plugin(name: "WGNAPICheck", capability: .buildTool(), dependencies: ["wgnapi-gen-tool"]),
    .plugin(
      name: "WGNAPICommand",
      capability: .command(
        intent: .custom(
          verb: "generate-api", description: "Writes the Swift modules that the package's specs describe."),
        permissions: [
          .writeToPackageDirectory(reason: "to write the Swift modules that the specs describe")
        ]),
      dependencies: ["wgnapi-gen-tool"]),
  ]
)
