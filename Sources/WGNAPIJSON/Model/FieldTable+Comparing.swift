#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Equality and hashing, field by field. Padding between fields is ignored.
extension FieldTable {
  func isEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
    for index in 0..<count where !isEqual(fields + index, left, right) { return false }
    guard let additional else { return true }
    return additional.operations.isEqual(left + additional.offset, right + additional.offset)
  }

  private func isEqual(
    _ field: UnsafePointer<Field>, _ left: UnsafeRawPointer, _ right: UnsafeRawPointer
  ) -> Bool {
    let left = left + field.pointee.offset
    let right = right + field.pointee.offset
    return switch field.pointee.opcode {
    case .int: equal(left, right, as: Int.self)
    case .int64: equal(left, right, as: Int64.self)
    case .double: equal(left, right, as: Double.self)
    case .bool: equal(left, right, as: Bool.self)
    case .string: equal(left, right, as: String.self)
    case .optionalInt: equal(left, right, as: Int?.self)
    case .optionalInt64: equal(left, right, as: Int64?.self)
    case .optionalDouble: equal(left, right, as: Double?.self)
    case .optionalString: equal(left, right, as: String?.self)
    default: field.pointee.operations.isEqual(left, right)
    }
  }

  @inline(__always)
  private func equal<Value: Equatable>(
    _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, as type: Value.Type
  ) -> Bool {
    left.assumingMemoryBound(to: type).pointee == right.assumingMemoryBound(to: type).pointee
  }

  func hash(_ base: UnsafeRawPointer, into hasher: inout Hasher) {
    for index in 0..<count {
      let slot = base + fields[index].offset
      switch fields[index].opcode {
      case .int: hasher.combine(slot.assumingMemoryBound(to: Int.self).pointee)
      case .int64: hasher.combine(slot.assumingMemoryBound(to: Int64.self).pointee)
      case .double: hasher.combine(slot.assumingMemoryBound(to: Double.self).pointee)
      case .bool: hasher.combine(slot.assumingMemoryBound(to: Bool.self).pointee)
      case .string: hasher.combine(slot.assumingMemoryBound(to: String.self).pointee)
      default: fields[index].operations.hash(slot, into: &hasher)
      }
    }
    additional.map { $0.operations.hash(base + $0.offset, into: &hasher) }
  }
}
