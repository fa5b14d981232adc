/// The data of a field that reading needs first, without references that would have to be counted.
struct FieldEntry {
  /// The key; the table owns its memory.
  let key: WrittenKey
  /// The number of bytes to write for it.
  let writtenCount: Int
  let offset: Int
  let opcode: FieldTable.Opcode
  let presence: FieldTable.Presence
  /// The values that the schema certainly accepts.
  let bounds: ScalarBounds
}

extension FieldEntry {
  /// Returns the keys of fields in the form in which they are written, and an entry for each field.
  static func make(_ fields: [FieldTable.Field]) -> (
    UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<FieldEntry>
  ) {
    let size = fields.reduce(8) { $0 + $1.key.written.count }
    let text = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
    // Padding, because short keys are also compared eight bytes at a time.
    text.initialize(repeating: 0, count: size)
    let entries = UnsafeMutablePointer<FieldEntry>.allocate(capacity: max(fields.count, 1))
    var next = text
    for (index, field) in fields.enumerated() {
      let written = field.key.written
      written.withUnsafeBufferPointer { bytes in
        if let start = bytes.baseAddress { next.update(from: start, count: bytes.count) }
      }
      (entries + index).initialize(
        to: FieldEntry(
          key: WrittenKey(bytes: next, count: field.key.isPlain ? written.count : 0),
          writtenCount: written.count, offset: field.offset, opcode: field.opcode, presence: field.presence,
          bounds: ScalarBounds(field)))
      next += written.count
    }
    return (text, entries)
  }
}

extension ScalarBounds {
  /// What a field's schema accepts without being asked; nothing if it has other constraints.
  fileprivate init(_ field: FieldTable.Field) {
    guard let schema = field.schema else {
      self.init()
      return
    }
    let type: JSONTypes
    switch field.opcode {
    case .int, .optionalInt, .int64, .optionalInt64: type = .integer
    case .double, .optionalDouble: type = .number
    case .string, .optionalString: type = .string
    default: type = []
    }
    self = type.isEmpty ? .nothing : schema.bounds(of: type) ?? .nothing
  }
}
