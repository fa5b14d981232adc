import Foundation

/// The name of a module.
package enum InferredModule {
  package static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, first.isASCIILetter, name.utf8.count <= 100 else { return false }
    return name.utf8.allSatisfy { $0.isASCIILetter || $0.isDigit || $0 == UInt8(ascii: "_") }
  }

  /// The name of a folder. A path such as `.` doesn't say it.
  package static func folder(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.lastPathComponent
  }

  /// The name for a folder: `Specs/shop-api` is `ShopApi`.
  package static func name(of folder: String) -> String {
    let last = folder.split(separator: "/").last.map(String.init) ?? ""
    if isName(last) { return last }
    let words = Words.split(last)
    let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return isName(name) ? name : "API"
  }
}
