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
        try writeElement(index, base, to: &writer)
      }
      writer.endArray()
    }
  }

  /// Writes an element of a tuple. Most of them have their own types, so this needn't be as fast as for members.
  @inline(never)
  private func writeElement(
    _ index: Int, _ base: UnsafeRawPointer, to writer: inout JSONWriter
  ) throws(JSONError) {
    try fields[index].operations.write(base + entries[index].offset, to: &writer)
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
      let entry = entries + index
      if entry.pointee.presence != .required {
        switch state(index, base) {
        case .value: break
        case .null:
          writeKey(index, to: &writer)
          writer.writeNull()
          continue
        case .absent: continue
        }
      }
      writeKey(index, to: &writer)
      try writeValue(index, base, to: &writer)
    }
    if let additional {
      try additional.operations.writeMembers(base + additional.offset, to: &writer, except: declares)
    }
    writer.endObject()
  }

  @inline(__always)
  private func writeKey(_ index: Int, to writer: inout JSONWriter) {
    writer.writeKey(written: entries[index].key.bytes, entries[index].writtenCount)
  }

  /// Returns the state to write: nil for a required key is null.
  private func state(_ index: Int, _ base: UnsafeRawPointer) -> FieldState {
    let entry = entries + index
    let slot = base + entry.pointee.offset
    let state: FieldState =
      switch entry.pointee.opcode {
      case .optionalInt: slot.assumingMemoryBound(to: Int?.self).pointee == nil ? .absent : .value
      case .optionalInt64: slot.assumingMemoryBound(to: Int64?.self).pointee == nil ? .absent : .value
      case .optionalDouble: slot.assumingMemoryBound(to: Double?.self).pointee == nil ? .absent : .value
      case .optionalBool: slot.assumingMemoryBound(to: Bool?.self).pointee == nil ? .absent : .value
      case .optionalString: slot.assumingMemoryBound(to: String?.self).pointee == nil ? .absent : .value
      default: fields[index].operations.state(slot)
      }
    if case .absent = state, entry.pointee.presence == .nullable { return .null }
    return state
  }

  @inline(__always)
  private func writeValue(
    _ index: Int, _ base: UnsafeRawPointer, to writer: inout JSONWriter
  ) throws(JSONError) {
    let slot = base + entries[index].offset
    switch entries[index].opcode {
    case .int: writer.writeInt64(Int64(slot.assumingMemoryBound(to: Int.self).pointee))
    case .int64: writer.writeInt64(slot.assumingMemoryBound(to: Int64.self).pointee)
    case .double: try writer.write(slot.assumingMemoryBound(to: Double.self).pointee)
    case .bool: writer.write(slot.assumingMemoryBound(to: Bool.self).pointee)
    case .string: writer.write(slot.assumingMemoryBound(to: String.self).pointee)
    case .optionalInt:
      slot.assumingMemoryBound(to: Int?.self).pointee.map { writer.writeInt64(Int64($0)) }
    case .optionalInt64: slot.assumingMemoryBound(to: Int64?.self).pointee.map { writer.writeInt64($0) }
    case .optionalString: slot.assumingMemoryBound(to: String?.self).pointee.map { writer.write($0) }
    default: try fields[index].operations.write(slot, to: &writer)
    }
  }
}
