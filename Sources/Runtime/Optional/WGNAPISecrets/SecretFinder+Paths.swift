import WGNAPISupport

extension SecretFinder {
  /// Returns the place of the secret in the path of a Slack webhook, `services/T…/B…/…`; nil if it isn't one.
  public func hook(in path: [String]) -> Int? {
    guard path.count >= 4 else { return nil }
    return (3..<path.count).first { last in
      path[last - 3] == "services" && SecretText.isHook(path[(last - 3)...last].map { Array($0.utf8) })
    }
  }

  /// Whether a part of a path may be the secret that the part before it names: `token/8f3a…`, but not `token/refresh`.
  public static func mayBeSecret(afterName part: String) -> Bool {
    let bytes = part.utf8
    guard bytes.count >= 8, bytes.contains(where: { !$0.isDigit }) else { return false }
    if bytes.contains(where: { $0.isDigit }) { return true }
    return bytes.count >= 20 && bytes.contains { (0x41...0x5A).contains($0) }
      && bytes.contains { (0x61...0x7A).contains($0) }
  }
}
