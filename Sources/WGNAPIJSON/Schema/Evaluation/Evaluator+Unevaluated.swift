extension Evaluator {
  /// Applies `unevaluatedProperties` or `unevaluatedItems` to the parts that weren't evaluated.
  mutating func checkUnevaluated(
    _ node: NodePointer, _ type: JSONTypes, _ start: Place, _ after: inout Place?,
    _ reader: inout JSONReader, in set: Int
  ) throws(JSONError) -> Bool {
    reader.back(to: start)
    var isAccepted = true
    var index = 0
    if type == .array {
      guard let schema = node.pointee.unevaluatedItems, try reader.enterArray() else { return true }
      repeat {
        if sets[set].contains(index) {
          try reader.skipValue()
        } else if try !applyUnevaluated(schema, "unevaluatedItems", "\(index)", &reader) {
          isAccepted = false
          if !reports { return false }
        }
        index += 1
      } while try reader.continueArray()
    } else {
      guard let schema = node.pointee.unevaluatedProperties, try reader.enterObject() else { return true }
      repeat {
        let span = try reader.scanKey()
        let name = reports ? "\"\(reader.string(span).printable)\"" : ""
        if sets[set].contains(index) {
          try reader.skipValue()
        } else if try !applyUnevaluated(schema, "unevaluatedProperties", name, &reader) {
          isAccepted = false
          if !reports { return false }
        }
        index += 1
      } while try reader.continueObject()
    }
    after = reader.place
    return isAccepted
  }

  private mutating func applyUnevaluated(
    _ schema: NodePointer, _ keyword: String, _ name: @autoclosure () -> String,
    _ reader: inout JSONReader
  ) throws(JSONError) -> Bool {
    guard reports, schema.pointee.isNever else { return try apply(schema, below: [keyword], &reader) }
    reader.skipWhitespace()
    let start = reader.place
    let what = keyword == "unevaluatedItems" ? "element" : "key"
    _ = reject(keyword, start, reader, "the \(what) \(name()) is not allowed")
    try reader.skipValue()
    return false
  }
}
