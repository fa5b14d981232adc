import Foundation

@testable import GeneratorKit

extension OutputTree {
  /// The texts of generated Swift files.
  var texts: [String] {
    files.filter { $0.path.hasSuffix(".swift") }.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  /// A generated type with the extensions that follow it; nil if there is none.
  ///
  /// Several types share a file, so what a type doesn't have can't be looked for in a file.
  func declaration(of type: String) -> String? {
    for text in texts {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let starts = ["public struct \(type):", "public enum \(type):", "public indirect enum \(type):"]
      guard let start = lines.firstIndex(where: { line in starts.contains { line.hasPrefix($0) } }) else {
        continue
      }
      let end = lines[(start + 1)...].firstIndex { $0.hasPrefix("///") || $0.hasPrefix("public ") }
      return lines[start..<(end ?? lines.endIndex)].joined(separator: "\n")
    }
    return nil
  }
}
