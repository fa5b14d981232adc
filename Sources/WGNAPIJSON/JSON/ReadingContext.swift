/// Information needed for reading in addition to the document and its type. Most documents need none.
package protocol ReadingContext: AnyObject {
  /// A key of the root object that its model doesn't declare: that of an envelope's payload.
  var payloadKey: String? { get }
  /// Reads the value of the payload key.
  func readPayload(from reader: inout JSONReader, keyOffset: Int) throws(JSONError)
  /// The fields of the next `Partial`; nil for all.
  var selection: FieldSelection? { get set }
}

/// The context for reading some fields only.
package final class SelectionContext: ReadingContext {
  package var payloadKey: String? { nil }
  package var selection: FieldSelection?

  package init(_ selection: FieldSelection?) { self.selection = selection }

  package func readPayload(from reader: inout JSONReader, keyOffset: Int) throws(JSONError) {
    try reader.skipValue()
  }
}
