/// Checks that a package manifest requires platforms on which the runtime works.
struct PlatformCheck {
  /// What `Package.swift` of this package says.
  private static let oldest: [(name: String, version: Int)] = [
    ("macOS", 13), ("iOS", 16), ("tvOS", 16), ("watchOS", 9),
  ]

  /// What to change, a line each.
  let hints: [String]

  init(_ manifest: [UInt8]) {
    let text = String(decoding: manifest, as: UTF8.self)
    guard text.contains("platforms:") else {
      hints = ["for Apple's systems, Package.swift needs 'platforms: [.macOS(.v13)]' or newer ones"]
      return
    }
    var old: [String] = []
    for match in text.matches(of: /\.([a-zA-Z]+)\(\s*(?:\.v|")([0-9]+)(?:[_.][0-9]+)*"?\s*\)/) {
      guard let needed = Self.oldest.first(where: { $0.name == match.1 }), let version = Int(match.2),
        version < needed.version
      else { continue }
      old.append("'\(match.0)', and the runtime needs '.\(needed.name)(.v\(needed.version))' or newer")
    }
    hints = old.map { "in 'platforms:', Package.swift has \($0)" }
  }
}
