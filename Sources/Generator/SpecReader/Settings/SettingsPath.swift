import Diagnostics

/// A path in a project's settings, by its parts: `a/./b/../c/` is `a`, `c`.
public struct SettingsPath: Hashable {
  let text: String
  /// The parts without `.`, and without `..` except at the start.
  public let parts: [String]

  /// Takes a path apart.
  public init(_ text: String) {
    self.text = text
    var parts: [String] = []
    for part in text.byteParts(separatedBy: "/") where !part.isEmpty && part != "." {
      if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
    }
    self.parts = parts
  }

  /// Two paths are equal if their parts are.
  public static func == (left: SettingsPath, right: SettingsPath) -> Bool { left.parts == right.parts }

  /// Hashes the parts.
  public func hash(into hasher: inout Hasher) { hasher.combine(parts) }

  /// Whether the folder of the settings is this one, or inside it.
  var containsSettings: Bool { parts.allSatisfy { $0 == ".." } }

  /// Whether it names a document instead of a folder.
  var isDocument: Bool { ["yaml", "yml", "json"].contains { text.hasByteSuffix(".\($0)") } }

  /// Whether it is in a folder, at any depth, and isn't that folder.
  func isInside(_ other: SettingsPath) -> Bool {
    parts.count > other.parts.count && parts.starts(with: other.parts) && parts[other.parts.count] != ".."
      || other.containsSettings && !containsSettings && parts.first != ".."
  }

  /// Why it can't be used, with the way out; nil if it can.
  ///
  /// - Parameter isWritten: whether files are written there. A run that found its settings in a folder above changes nothing
  ///   outside of that folder.
  func problem(isWritten: Bool) -> String? {
    if visibleText(text) != text {
      return "has an invisible character in it; write the path without it"
    }
    if text.contains("://") { return "is a URL, but nothing is fetched; save the files in the project" }
    if text.hasBytePrefix("/") || text.hasBytePrefix("~/") || text == "~" {
      return "differs between machines; write it relative to the folder of this file"
    }
    if isWritten, parts.first == ".." {
      return "is outside of this file's folder, and nothing is written there; "
        + "move the settings to the folder that contains both, or pass the path on the command line"
    }
    return nil
  }
}
