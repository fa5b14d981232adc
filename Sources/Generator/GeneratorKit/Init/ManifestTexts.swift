/// What a `Package.swift` says of generated modules.
public struct ManifestTexts {
  /// The URL of the package with the runtime.
  public static let defaultPackage = "https://github.com/OWNER/wgnapi-gen"

  /// The targets, as ``OutputTree/targets(in:)`` finds them.
  let targets: [ManifestTarget]
  /// Whether any target in the manifest needs the trait Webhooks.
  private let needsWebhooks: Bool
  /// The URL or the path of the package.
  let package: String
  /// The version in the manifest's first line; nil for the newest one.
  let toolsVersion: ToolsVersion?

  /// - Parameter others: Further targets that the manifest has: all use the same package, with the same traits.
  public init(
    _ targets: [ManifestTarget], beside others: [ManifestTarget] = [],
    package: String = Self.defaultPackage, toolsVersion: ToolsVersion? = nil
  ) {
    (self.targets, self.package, self.toolsVersion) = (targets, package, toolsVersion)
    needsWebhooks = (targets + others).contains { $0.products.contains("WGNAPIWebhooks") }
  }

  /// Generated code needs the runtime of the tool that wrote it.
  var dependency: String {
    var arguments: [String]
    if package.contains("://") {
      // Before 5.6, the requirement had no label.
      let version =
        isOlder(than: ToolsVersion(5, 6))
        ? ".exact(\"\(generatorVersion)\")" : "exact: \"\(generatorVersion)\""
      arguments = ["url: \(quoted(package))", version]
    } else {
      arguments =
        (isOlder(than: ToolsVersion(5, 2)) ? [] : ["name: \"wgnapi-gen\""]) + ["path: \(quoted(package))"]
    }
    if needsWebhooks, !isOlder(than: ToolsVersion(6, 1)) {
      arguments.append("traits: [\"Webhooks\"]")
    }
    return ".package(\(arguments.joined(separator: ", ")))"
  }

  /// The lines of the targets' calls.
  var calls: [[String]] {
    targets.map { target in
      [target.isTest ? ".testTarget(" : ".target(", "  name: \(quoted(target.name)),", "  dependencies: ["]
        + target.dependencies.map { "    \($0.line)" }
        + ["  ],", "  path: \(quoted(target.path)))"]
    }
  }

  /// What to paste, with the places in the manifest.
  public var lines: [String] {
    ["  under 'dependencies:'", "    \(dependency),", "  under 'targets:'"]
      + calls.flatMap { call in call.dropLast().map { "    \($0)" } + call.suffix(1).map { "    \($0)," } }
  }

  /// A manifest of an app with the targets.
  func manifest(app: String) -> String {
    let names =
      targets.map { quoted($0.name) } + [".product(name: \"WGNAPIRuntime\", package: \"wgnapi-gen\")"]
    return """
      // swift-tools-version: 6.2

      import PackageDescription

      let package = Package(
        name: \(quoted(app)),
        platforms: [.macOS(.v13)],
        dependencies: [
          \(dependency)
        ],
        targets: [
      \(calls.map { $0.map { "    \($0)" }.joined(separator: "\n") + "," }.joined(separator: "\n"))
          .executableTarget(
            name: \(quoted(app)),
            dependencies: [\(names.joined(separator: ", "))]),
        ]
      )

      """
  }

  private func isOlder(than version: ToolsVersion) -> Bool { toolsVersion.map { $0 < version } ?? false }

}

/// A text as a literal in a manifest.
private func quoted(_ text: String) -> String {
  let escaped = text.map { $0 == "\\" || $0 == "\"" ? "\\\($0)" : String($0) }.joined()
  return "\"\(escaped)\""
}

/// A target of a generated module.
public struct ManifestTarget: Hashable, Sendable {
  public var name: String
  /// Whether it has tests.
  public var isTest = false
  /// The other generated modules that it imports.
  public var modules: [String] = []
  /// The user's modules that it imports.
  public var ownModules: [String] = []
  /// The products of the package that it imports.
  public var products: [String]
  /// The path of its folder.
  public var path: String
}

extension ManifestTarget {
  /// What the target imports, with the line for it among the dependencies of the target.
  package struct Dependency: Hashable, Sendable {
    package var name: String
    /// In words, with the name: `the product 'WGNAPICache'`.
    package var words: String
    /// `.product(name: "WGNAPICache", package: "wgnapi-gen"),`
    package var line: String
  }

  package var dependencies: [Dependency] {
    modules.map { Dependency(name: $0, words: "the module '\($0)'", line: "\(quoted($0)),") }
      + ownModules.map {
        Dependency(
          name: $0, words: "your module '\($0)'",
          line:
            "\(quoted($0)),  // yours, as the specs say; of another package: .product(name: \(quoted($0)), package: \"…\")"
        )
      }
      + products.map {
        Dependency(
          name: $0, words: "the product '\($0)'\(Self.traitWords(for: [$0]))",
          line: ".product(name: \(quoted($0)), package: \"wgnapi-gen\"),")
      }
  }

  /// What else the package needs for products.
  static func traitWords(for products: [String]) -> String {
    products.contains("WGNAPIWebhooks") ? "; set the package's trait Webhooks, too" : ""
  }
}

/// The version in the first line of a manifest, which says what the manifest may use.
public struct ToolsVersion: Comparable, Sendable {
  let major: Int
  let minor: Int

  init(_ major: Int, _ minor: Int) { (self.major, self.minor) = (major, minor) }

  /// Nil if a manifest's first line doesn't have one.
  init?(manifest: [UInt8]) {
    let line = String(decoding: manifest.prefix { $0 != 0x0A }.prefix(200), as: UTF8.self).lowercased()
    guard let found = line.firstMatch(of: /^\s*\/\/\s*swift-tools-version\s*:?\s*([0-9]+)(?:\.([0-9]+))?/),
      let major = Int(found.1)
    else { return nil }
    self.init(major, found.2.flatMap { Int($0) } ?? 0)
  }

  public static func < (left: ToolsVersion, right: ToolsVersion) -> Bool {
    (left.major, left.minor) < (right.major, right.minor)
  }
}
