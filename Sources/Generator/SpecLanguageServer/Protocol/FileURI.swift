import CallComposing
import SpecReader

/// The URIs of files (RFC 8089).
enum FileURI {
  /// The path of a file; nil for what isn't one on this machine.
  static func path(of uri: String) -> String? {
    guard uri.prefix(7).lowercased() == "file://" else { return nil }
    var rest = uri.dropFirst(7)
    if rest.lowercased().hasPrefix("localhost/") { rest = rest.dropFirst("localhost".count) }
    guard rest.hasPrefix("/"), let path = removingPercentEncoding(String(rest)), !path.utf8.contains(0) else {
      return nil
    }
    // Slashes at the end, and in a row, lead to the same place.
    return "/" + path.split(separator: "/").joined(separator: "/")
  }

  static func uri(of path: String) -> String { "file://" + percentEncoded(path, keeping: "/") }
}
