import APIModel

extension WirePart {
  mutating func compareFormats() {
    let (own, known) = (written.schema, read.schema)
    let isSameOwn =
      switch (own.ownType, known.ownType) {
      case (nil, nil): true
      case (let own?, let other?): own.isSame(as: other)
      default: false
      }
    if !isSameOwn { add(.cantTell, "has another type of your own") }
    if own.contentEncoding != known.contentEncoding { add(.cantTell, "is encoded otherwise") }
    if !fitsIntegers {
      add(.mayBreak, "may be a number that doesn't fit '\(known.format?.name ?? "integer")'")
      return
    }
    guard own.format != known.format, let format = known.format else { return }
    if case .other(let name) = format {
      if known.isFormatChecked { addViolation(.cantTell, "must have the format '\(name)'") }
      return
    }
    let name = format.name
    let isNoText = !written.types.contains(.string)
    switch (own.format, format) {
    case (_, .int32), (_, .int64), (_, .uint32), (_, .uint64):
      // What fits was compared; a fraction is another type.
      return
    // Clients also read true and false.
    case (_, .flag) where written.types == [.boolean]: return
    case (_, .float), (_, .double), (_, .decimal), (_, .empty): return
    // Any of these texts is a URI.
    case (.uuid, .uri), (.date, .uri), (.bytes, .uri), (.base64URL, .uri): return
    // Numbers and booleans are text in parameters, but not of these forms.
    case (_, .uuid) where isNoText, (_, .date) where isNoText, (_, .dateTime) where isNoText:
      add(.breaks, "is never of the form '\(name)'")
    case (.timestamp, .timestampMilliseconds), (.timestampMilliseconds, .timestamp):
      add(.breaks, "is in other units of time: '\(own.format?.name ?? "")' is read as '\(name)'")
    case (.dateTime, .date), (.date, .dateTime), (.uuid, .date), (.uuid, .dateTime), (.date, .uuid),
      (.dateTime, .uuid):
      add(.breaks, "is written as '\(own.format?.name ?? "")' and read as '\(name)'")
    case (.bytes, .base64URL), (.base64URL, .bytes):
      // Some bytes are the same in both.
      add(
        .mayBreak,
        format == .bytes ? "is base64url, and is read as base64" : "is base64, and is read as base64url")
    case (_, .timestamp), (_, .timestampMilliseconds):
      add(.cantTell, "is a number that is read as a time ('\(name)')")
    default: add(.mayBreak, "isn't always of the form '\(name)'")
    }
  }
}
