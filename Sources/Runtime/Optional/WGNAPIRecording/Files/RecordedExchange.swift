import Foundation

/// An exchange of a recording, for tools that read recordings without a client.
///
/// Everything is as in the file: ``Recording`` writes no secrets, but a file written by hand may contain some.
public struct RecordedExchange: Sendable {
  /// The method of the request.
  public var method: String
  /// The URL of the request.
  public var url: String
  /// The header fields of the request, in their order.
  public var requestFields: [(name: String, value: String)]
  /// The body of the request; empty if it has none.
  public var requestBody: [UInt8]
  /// The status of the response.
  public var status: Int
  /// The header fields of the response, in their order.
  public var responseFields: [(name: String, value: String)]
  /// The body of the response; empty if it has none.
  public var responseBody: [UInt8]

  /// The suffix of the files of exchanges.
  package static let suffix = ExchangeFile.suffix

  /// Reads the file of an exchange, and the files with its bodies beside it.
  ///
  /// - Parameter file: The file of the exchange, in the folder of a recording.
  /// - Throws: ``RecordingError`` with the line that isn't as expected.
  public init(file: URL) throws(RecordingError) {
    let name = file.lastPathComponent
    let bytes = try Self.bytes(of: file)
    guard BodyText.isUTF8(bytes) else { throw RecordingError("the file isn't UTF-8", file: name, line: 1) }
    let stem = name.hasSuffix(Self.suffix) ? String(name.dropLast(Self.suffix.count)) : name
    let exchange = try ExchangeFile.read(String(decoding: bytes, as: UTF8.self), file: name) {
      (body) throws(RecordingError) in
      // Only files beside an exchange, with its name, can be bodies.
      guard body.hasPrefix(stem + ".re"), !body.contains("/") else {
        throw RecordingError("expected the name of a body's file", file: name)
      }
      return try Self.bytes(of: file.deletingLastPathComponent().appendingPathComponent(body))
    }
    method = exchange.request.method
    url = exchange.request.url
    requestFields = exchange.request.fields.map { ($0.name, $0.value) }
    requestBody = exchange.request.body
    status = exchange.response.status
    responseFields = exchange.response.fields.map { ($0.name, $0.value) }
    responseBody = exchange.body
  }

  private static func bytes(of file: URL) throws(RecordingError) -> [UInt8] {
    let name = file.lastPathComponent
    let type = try? FileManager.default.attributesOfItem(atPath: file.path)[.type] as? FileAttributeType
    guard type == .typeRegular, let data = try? Data(contentsOf: file) else {
      throw RecordingError("can't read '\(name)'", file: name)
    }
    return [UInt8](data)
  }
}
