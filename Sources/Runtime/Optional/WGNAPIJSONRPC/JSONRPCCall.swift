import WGNAPIJSON
import WGNAPISupport

/// A call of JSON-RPC 2.0: the body of a request.
struct JSONRPCCall: Sendable {
  let body: [UInt8]
  /// The place of the ID in the body; nil for a notification.
  private let id: Range<Int>?

  /// Reads a body; nil if it isn't one call, or has several IDs.
  init?(_ body: [UInt8]) {
    // In an array, nothing may precede the object.
    guard body.first == UInt8(ascii: "{"), let members = RPCMembers.read(body), members.isCall else {
      return nil
    }
    self.body = body
    id = members.id?.place
  }

  var isNotification: Bool { id == nil }

  /// The size of the call at an index of a batch, in bytes.
  func size(at index: Int) -> Int {
    body.count - (id?.count ?? 0) + (id == nil ? 0 : Self.id(index).utf8.count)
  }

  /// Appends the call, with the ID of its place in a batch.
  func append(to batch: inout [UInt8], at index: Int) {
    guard let id else {
      batch += body
      return
    }
    batch += body[..<id.lowerBound]
    batch.add(Self.id(index))
    batch += body[id.upperBound...]
  }

  /// Returns a response with the ID of the call; of a notification, with null.
  func restored(_ response: RPCMembers, in document: [UInt8]) -> [UInt8] {
    guard let other = response.id?.place else { return Array(document[response.place]) }
    return Array(document[response.place.lowerBound..<other.lowerBound]) + (id.map { body[$0] } ?? Self.null)
      + document[other.upperBound..<response.place.upperBound]
  }

  private static func id(_ index: Int) -> String { (index + 1).description }

  private static let null = ArraySlice("null".utf8)
}
