import Foundation
import GeneratorKit

/// The source files of an app.
struct AppFiles {
  /// The folder, without links, so that paths in an index store can be compared with it.
  let folder: String
  /// The folder as the user calls it; empty for the current one.
  private let shownFolder: String
  /// The Swift files below it, apart from manifests, other packages and builds.
  let paths: [String]

  init(_ folder: String) {
    let url = URL(fileURLWithPath: folder).resolvingSymlinksInPath()
    self.folder = url.path
    let shown = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    shownFolder = shown == "." ? "" : shown + "/"
    paths = Self.find(in: url)
  }

  private static func find(in folder: URL) -> [String] {
    let skipped: Set<String> = ["DerivedData", "Pods", "Carthage", "Plugins"]
    guard
      let entries = FileManager.default.enumerator(
        at: folder, includingPropertiesForKeys: [], options: [.skipsHiddenFiles])
    else { return [] }
    var found: [String] = []
    for case let url as URL in entries {
      let path = url.path
      if skipped.contains(url.lastPathComponent)
        || FileManager.default.fileExists(atPath: path + "/Package.swift")
      {
        entries.skipDescendants()
      } else if path.hasSuffix(".swift"), !isManifest(url.lastPathComponent) {
        found.append(path)
      }
    }
    return found.sorted()
  }

  /// `Package.swift`, or that of a version of Swift: `Package@swift-6.0.swift`.
  private static func isManifest(_ name: String) -> Bool {
    name == "Package.swift" || name.hasPrefix("Package@swift-")
  }

  func contains(_ file: String) -> Bool {
    file.hasPrefix(folder + "/") && !file.dropFirst(folder.count).contains("/.build/")
  }

  /// A path as the user knows it.
  func shown(_ file: String) -> String {
    contains(file) ? shownFolder + file.dropFirst(folder.count + 1) : file
  }

  /// When a file was changed, in nanoseconds since 1970; nil if there is none.
  static func time(_ file: String) -> Int64? {
    let date = (try? FileManager.default.attributesOfItem(atPath: file))?[.modificationDate] as? Date
    guard let seconds = date?.timeIntervalSince1970, abs(seconds) < 9e9 else { return nil }
    return Int64(seconds * 1e9)
  }

  static func bytes(_ file: String) -> [UInt8]? {
    FileManager.default.contents(atPath: file).map { [UInt8]($0) }
  }

  /// Whether a file is generated.
  static func isGenerated(_ file: String) -> Bool {
    guard let handle = FileHandle(forReadingAtPath: file),
      let bytes = try? handle.read(upToCount: GeneratedMarker.text.utf8.count)
    else { return false }
    return bytes.elementsEqual(GeneratedMarker.text.utf8)
  }
}
