extension Union {
  /// Returns the alternatives, among those that only schemas identify, that have a unique key in the next
  /// object.
  func recognized(_ reader: inout JSONReader) throws(JSONError) -> [Int] {
    guard !marked.isEmpty, reader.peek() == .object else { return [] }
    let start = reader.place
    var found: [Int] = []
    if try reader.enterObject() {
      repeat {
        let key = try reader.readKey()
        for position in marked {
          guard case .keys(let keys) = alternatives[position].form, keys.contains(key) else { continue }
          if !found.contains(position) { found.append(position) }
        }
        try reader.skipValue()
      } while try reader.continueObject()
    }
    reader.back(to: start)
    return marked.filter { found.contains($0) }
  }
}
