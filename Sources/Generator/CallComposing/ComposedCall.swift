/// A request that is ready to be sent.
package struct ComposedCall: Sendable {
  /// A name and a value, percent-encoded.
  package typealias Pair = (name: String, value: String)

  package var method: String
  /// The base URL and the path.
  package var address: String
  package var query: [Pair] = []
  package var headers: [(name: String, value: String)] = []
  package var body = Body.none
  /// The path of the base URL, below which links may lead.
  package var basePath = "/"

  package enum Body: Sendable {
    case none
    case form([Pair])
    /// The file that the bytes are from, if it is sent as it is.
    case bytes([UInt8], mediaType: String, file: CallFile?)
    case parts([Part])
  }

  /// A part of a multipart body.
  package struct Part: Sendable {
    package var name: String
    package var bytes: [UInt8]
    package var mediaType: String?
    package var file: CallFile?
  }

  package var url: String { query.isEmpty ? address : "\(address)?\(Self.joined(query))" }

  package static func joined(_ pairs: [Pair]) -> String {
    pairs.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
  }
}
