import Foundation

/// Finds the index store of an app.
enum IndexStorePlace {
  /// The newest index store of the package in a folder. SwiftPM's build systems and editors put it in different places.
  static func find(in app: String) -> String? {
    let build = app + "/.build"
    let files = FileManager.default
    var candidates = ["\(build)/debug/index/store"]
    for folder in ["", "/index-build", "/out"] {
      for triple in ((try? files.contentsOfDirectory(atPath: build + folder)) ?? []).sorted() {
        candidates.append("\(build)\(folder)/\(triple)/debug/index/store")
        candidates.append("\(build)\(folder)/\(triple)/index/store")
        candidates.append("\(build)\(folder)/\(triple)/Intermediates.noindex/index/store")
      }
    }
    func time(_ path: String) -> Date? {
      let units = ((try? files.contentsOfDirectory(atPath: path)) ?? []).map { "\(path)/\($0)/units" }
      return units.compactMap {
        (try? files.attributesOfItem(atPath: $0))?[.modificationDate] as? Date
      }.max()
    }
    return candidates.compactMap { path in time(path).map { (path, $0) } }.max { $0.1 < $1.1 }?.0
  }
}
