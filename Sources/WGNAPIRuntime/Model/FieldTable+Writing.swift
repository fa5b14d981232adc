#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension FieldTable {
  /// Writes a value.
  func write(_ base: UnsafeRawPointer, to writer: inout JSONWriter) throws(JSONError) {
    switch form {
    case .object: try writeMembers(base, to: &writer)
    case .tuple:
      writer.beginArray()
      for index in 0..<count {
        writer.beginElement()
        try writeValue(fields + index, base, to: &writer)
      }
      writer.endArray()
    }
  }

  private func writeMembers(_ base: UnsafeRawPointer, to writer: inout JSONWriter) throws(JSONError) {
    writer.beginObject()
    if let discriminator = writer.discriminator {
      writer.discriminator = nil
      if !declares(discriminator.key) {
        writer.writeKey(discriminator.key)
        writer.write(discriminator.tag)
      }
    }
    for index in 0..<count {
      let field = fields + index
      switch state(of: field, base) {
      case .value:
        writer.writeKey(field.pointee.key)
        try writeValue(field, base, to: &writer)
      case .null:
        writer.writeKey(field.pointee.key)
        writer.writeNull()
      case .absent: break
      }
    }
    if let additional {
      try additional.operations.writeMembers(base + additional.offset, to: &writer, except: declares)
    }
    writer.endObject()
  }

  /// What stands in the document: nil of a key that must be there is null.
  private func state(of field: UnsafePointer<Field>, _ base: UnsafeRawPointer) -> FieldState {
    if field.pointee.presence == .required { return .value }
    let slot = base + field.pointee.offset
    let state: FieldState =
      switch field.pointee.opcode {
      case .optionalInt64: slot.assumingMemoryBound(to: Int64?.self).pointee == nil ? .absent : .value
      case .optionalDouble: slot.assumingMemoryBound(to: Double?.self).pointee == nil ? .absent : .value
      case .optionalString: slot.assumingMemoryBound(to: String?.self).pointee == nil ? .absent : .value
      default: field.pointee.operations.state(slot)
      }
    if case .absent = state, field.pointee.presence == .nullable { return .null }
    return state
  }

  private func writeValue(
    _ field: UnsafePointer<Field>, _ base: UnsafeRawPointer, to writer: inout JSONWriter
  ) throws(JSONError) {
    let slot = base + field.pointee.offset
    switch field.pointee.opcode {
    case .int64: writer.write(slot.assumingMemoryBound(to: Int64.self).pointee)
    case .double: try writer.write(slot.assumingMemoryBound(to: Double.self).pointee)
    case .bool: writer.write(slot.assumingMemoryBound(to: Bool.self).pointee)
    case .string: writer.write(slot.assumingMemoryBound(to: String.self).pointee)
    case .optionalInt64: slot.assumingMemoryBound(to: Int64?.self).pointee.map { writer.write($0) }
    case .optionalString: slot.assumingMemoryBound(to: String?.self).pointee.map { writer.write($0) }
    default: try field.pointee.operations.write(slot, to: &writer)
    }
  }
}

extension JSONWriter {
  /// Writes a key whose bytes were made ready.
  mutating func writeKey(_ key: FieldKey) {
    if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
    bytes.append(contentsOf: key.written)
  }
}
