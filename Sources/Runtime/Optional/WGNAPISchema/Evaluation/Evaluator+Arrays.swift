import WGNAPIJSON
import WGNAPISupport

extension Evaluator {
  /// Checks and skips an array.
  mutating func array(
    _ node: NodePointer, _ plan: UnsafeMutablePointer<ArrayChecks>, _ reader: inout JSONReader, into set: Int
  ) throws(JSONError) -> Bool {
    if plan.pointee.contains != nil || plan.pointee.isUnique || plan.pointee.prefixCount > 0 || set >= 0
      || reports
    {
      return try arrayGenerally(node, plan, &reader, into: set)
    }
    return try plainArray(plan, &reader)
  }

  @inline(never)
  private mutating func arrayGenerally(
    _ node: NodePointer, _ plan: UnsafeMutablePointer<ArrayChecks>, _ reader: inout JSONReader, into set: Int
  ) throws(JSONError) -> Bool {
    let start = reader.place
    var isAccepted = true
    var (count, contained) = (0, 0)
    var unique = UniqueItems()
    defer { reader.remainingMemory += unique.memory }
    var repeated: (Int, Int)?
    if try reader.enterArray() {
      repeat {
        reader.skipWhitespace()
        let element = reader.place
        if plan.pointee.isUnique, repeated == nil {
          if let earlier = try unique.insert(count, from: &reader) { repeated = (earlier, count) }
          if repeated != nil, !reports { return false }
          reader.back(to: element)
        }
        if let contains = plan.pointee.contains {
          if try isContained(contains, &reader) {
            contained += 1
            if set >= 0 { sets[set].insert(count) }
          }
          reader.back(to: element)
        }
        if try !self.element(count, plan, &reader, into: set) {
          isAccepted = false
          if !reports { return false }
        }
        count += 1
      } while try reader.continueArray()
    }
    let isContained = plan.pointee.contains == nil || plan.pointee.contained.contains(contained)
    if plan.pointee.sizes.contains(count), isContained, repeated == nil { return isAccepted }
    return reportElements(node, count, contained, repeated, start, reader)
  }

  private mutating func element(
    _ index: Int, _ plan: UnsafeMutablePointer<ArrayChecks>, _ reader: inout JSONReader, into set: Int
  ) throws(JSONError) -> Bool {
    let isAccepted: Bool
    if index < plan.pointee.prefixCount, let prefix = plan.pointee.prefix {
      isAccepted = try apply(prefix[index], below: ["prefixItems", "\(index)"], &reader)
    } else if let items = plan.pointee.items {
      isAccepted = try apply(items, below: ["items"], &reader)
    } else {
      try reader.skipValue()
      return true
    }
    if set >= 0 { sets[set].insert(index) }
    return isAccepted
  }

  private mutating func isContained(
    _ schema: NodePointer, _ reader: inout JSONReader
  ) throws(JSONError) -> Bool {
    let reported = report.violations.count
    let isAccepted = try apply(schema, below: ["contains"], &reader)
    if reports { report.truncate(to: reported) }
    return isAccepted
  }

  private mutating func reportElements(
    _ node: NodePointer, _ count: Int, _ contained: Int, _ repeated: (Int, Int)?, _ start: Place,
    _ reader: borrowing JSONReader
  ) -> Bool {
    guard reports else { return false }
    let assertions = node.pointee.source.takeUnretainedValue().assertions
    let hasLeast = assertions.contains { if case .minContains = $0.form { true } else { false } }
    let hasContains = assertions.contains { if case .contains = $0.form { true } else { false } }
    for keyword in assertions {
      switch keyword.form {
      case .minItems(let least) where count < least:
        _ = reject("minItems", start, reader, "\(counted(count, "element")), at least \(least) expected")
      case .maxItems(let most) where count > most:
        _ = reject("maxItems", start, reader, "\(counted(count, "element")), at most \(most) expected")
      case .contains where !hasLeast && contained < 1:
        _ = reject("contains", start, reader, "no element fits, at least 1 expected")
      case .minContains(let least) where hasContains && contained < least:
        _ = reject(
          "minContains", start, reader,
          "\(counted(contained, "element")) \(contained == 1 ? "fits" : "fit"), at least \(least) expected")
      case .maxContains(let most) where hasContains && contained > most:
        _ = reject(
          "maxContains", start, reader,
          "\(counted(contained, "element")) \(contained == 1 ? "fits" : "fit"), at most \(most) expected")
      case .uniqueItems(true):
        guard let repeated else { continue }
        _ = reject("uniqueItems", start, reader, "the elements at \(repeated.0) and \(repeated.1) are equal")
      default: break
      }
    }
    return false
  }
}
