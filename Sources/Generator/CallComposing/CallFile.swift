/// A file that is sent, or the standard input.
package struct CallFile: Sendable, Equatable {
  /// Its path; `-` for the standard input.
  package var path: String
  package var bytes: [UInt8]

  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// The name that the service is told.
  package var name: String { path.split(separator: "/").last.map(String.init) ?? path }
}
