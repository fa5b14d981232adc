/// What reading needs to know beyond the document and its type. Most documents need none.
package protocol ReadingContext: AnyObject {
  /// A key of the root object that its model doesn't have: that of an envelope's payload.
  var payloadKey: String? { get }
  /// Reads the value of that key.
  func readPayload(from reader: inout JSONReader, keyOffset: Int) throws(JSONError)
  /// Which fields the next ``Partial`` has; nil for all.
  var selection: FieldSelection? { get set }
}

/// That only some fields were asked for.
package final class SelectionContext: ReadingContext {
  package var payloadKey: String? { nil }
  package var selection: FieldSelection?

  package init(_ selection: FieldSelection?) { self.selection = selection }

  package func readPayload(from reader: inout JSONReader, keyOffset: Int) throws(JSONError) {
    try reader.skipValue()
  }
}
