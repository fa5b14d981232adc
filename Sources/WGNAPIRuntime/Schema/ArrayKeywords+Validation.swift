extension ArrayKeywords {
  func accepts(_ reader: inout JSONReader, _ sink: inout ViolationSink) throws(JSONError) -> Bool {
    let start = reader.offset
    var isAccepted = true
    var count = 0
    var contained = 0
    var unique: Set<JSON> = []
    var isUnique = true
    if try reader.enterArray() {
      repeat {
        reader.skipWhitespace()
        let element = reader.mark
        if contains != nil || uniqueItems {
          if try isContained(&reader) { contained += 1 }
          if uniqueItems {
            reader.rewind(to: element)
            isUnique = unique.insert(try JSON.read(from: &reader)).inserted && isUnique
          }
          reader.rewind(to: element)
        }
        if let schema = count < prefixItems.count ? prefixItems[count] : items {
          if try !schema.node.accepts(&reader, &sink) { isAccepted = false }
        } else {
          try reader.skipValue()
        }
        if !isAccepted, sink.isFlag { return false }
        count += 1
      } while try reader.continueArray()
    }
    if let minItems, count < minItems {
      isAccepted = sink.reject("minItems", start, "\(count) elements, at least \(minItems) expected")
    }
    if let maxItems, count > maxItems {
      isAccepted = sink.reject("maxItems", start, "\(count) elements, at most \(maxItems) expected")
    }
    if !isUnique { isAccepted = sink.reject("uniqueItems", start, "two elements are equal") }
    guard contains != nil else { return isAccepted }
    let least = minContains ?? 1
    if contained < least {
      let keyword = minContains == nil ? "contains" : "minContains"
      isAccepted = sink.reject(keyword, start, "\(contained) elements fit, at least \(least) expected")
    }
    if let maxContains, contained > maxContains {
      isAccepted = sink.reject(
        "maxContains", start, "\(contained) elements fit, at most \(maxContains) expected")
    }
    return isAccepted
  }

  private func isContained(
    _ reader: inout JSONReader
  ) throws(JSONError) -> Bool {
    guard let contains else { return false }
    var flag = ViolationSink.flag
    return try contains.node.accepts(&reader, &flag)
  }
}
