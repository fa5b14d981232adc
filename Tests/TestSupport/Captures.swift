import Foundation

/// Real responses of the service, which lie outside the package: data to test against, not part of it.
package enum Captures {
  /// `WGNAPI_SHARED_DIR`, or `shared` beside the package; nil where neither exists.
  package static let folder: URL? = {
    let shared =
      ProcessInfo.processInfo.environment["WGNAPI_SHARED_DIR"].map { URL(fileURLWithPath: $0) }
      ?? packageFolder.deletingLastPathComponent().appendingPathComponent("shared")
    let captured = shared.appendingPathComponent("captured")
    return FileManager.default.fileExists(atPath: captured.path) ? captured : nil
  }()

  package static let skipped: String = "no captured responses: set WGNAPI_SHARED_DIR"

  package static func bytes(_ name: String) throws -> [UInt8] {
    guard let folder else { throw CocoaError(.fileNoSuchFile) }
    return [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  /// The names of all captured responses of an API.
  package static func all(of api: String) -> [String] {
    guard let folder else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasPrefix("\(api)_") && $0.hasSuffix(".json") }.sorted()
  }
}
