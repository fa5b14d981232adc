import WGNAPIJSON
import WGNAPISupport

extension Evaluator {
  /// Checks and skips an object.
  ///
  /// Duplicate keys are errors, because the meaning of a document with them is undefined.
  mutating func object(
    _ node: NodePointer, _ plan: UnsafeMutablePointer<ObjectChecks>, _ reader: inout JSONReader, into set: Int
  ) throws(JSONError) -> Bool {
    if !reports, set < 0, plan.pointee.extras == nil { return try plainObject(plan, &reader) }
    return try objectGenerally(node, plan, &reader, into: set)
  }

  @inline(never)
  private mutating func objectGenerally(
    _ node: NodePointer, _ plan: UnsafeMutablePointer<ObjectChecks>, _ reader: inout JSONReader, into set: Int
  ) throws(JSONError) -> Bool {
    let start = reader.place
    let properties = plan.pointee.properties
    var keys = MemberKeys(
      start: reader.position, count: plan.pointee.count, firstKey: self.keys.count,
      seen: SeenKeys(words: words.count), successors: keyOrder.successors(plan.pointee.number))
    let (count, firstKey, words) = (keys.count, keys.firstKey, keys.seen.words)
    if count > 64 { self.words.append(contentsOf: repeatElement(0, count: plan.pointee.wordCount - 1)) }
    defer {
      if count > 64 { self.words.removeSubrange(words...) }
      if self.keys.count > firstKey { self.keys.end(at: firstKey) }
    }
    var isAccepted = true
    if try reader.enterObject() {
      repeat {
        reader.skipWhitespace()
        let key = reader.place
        let isExpected =
          keys.expected < count && properties[keys.expected].key.pass(&reader.position, reader.end)
        var index = -1
        let isNamed = isExpected ? true : try readKey(plan, &keys, &reader)
        if isNamed {
          index = keys.expected
          guard see(index, &keys.seen) else { throw duplicate(index, plan, keys.start, reader) }
          keys.previous = index
          keys.expected = keys.successors.map { Int($0[index + 1]) } ?? index + 1
        }
        let isMember =
          index < 0 && node.pointee.checks.contains(.hiddenKeys)
          ? try hiddenMember(keys.ordinal, key, plan, &reader, into: set)
          : try member(index, keys.ordinal, key, plan, &reader, into: set)
        if !isMember {
          isAccepted = false
          if !reports { return false }
        }
        keys.ordinal += 1
      } while try reader.continueObject()
    }
    if !hasRequired(plan, keys.seen) || !plan.pointee.sizes.contains(keys.ordinal) {
      guard reports else { return false }
      isAccepted = reportKeys(node, plan, keys.seen, keys.ordinal, start, reader)
    }
    guard let extras = plan.pointee.extras else { return isAccepted }
    return try checkDependents(extras, plan, keys.seen, start, &reader, into: set) && isAccepted
  }

  static func find(
    _ span: StringSpan, _ plan: UnsafeMutablePointer<ObjectChecks>, _ reader: inout JSONReader
  ) -> Int {
    if plan.pointee.count == 0 { return -1 }
    if !span.hasEscapes {
      return plan.pointee.index._withUnsafeGuaranteedRef { $0.find(span.bytes) ?? -1 }
    }
    return plan.pointee.index.takeUnretainedValue().find(reader.string(span)) ?? -1
  }

  // MARK: Keys seen

  /// The schema's keys in an object: the first 64 here, the others in `words`.
  struct SeenKeys {
    var first: UInt64 = 0
    let words: Int

    init(words: Int) { self.words = words }
  }

  /// Records a key; returns false if it occurred before.
  @inline(__always)
  mutating func see(_ index: Int, _ seen: inout SeenKeys) -> Bool {
    let bit: UInt64 = 1 << UInt64(index & 63)
    if index < 64 {
      guard seen.first & bit == 0 else { return false }
      seen.first |= bit
      return true
    }
    let word = seen.words + (index >> 6) - 1
    guard words[word] & bit == 0 else { return false }
    words[word] |= bit
    return true
  }

  private func isSeen(_ index: Int, _ seen: SeenKeys) -> Bool {
    let word = index < 64 ? seen.first : words[seen.words + (index >> 6) - 1]
    return word & (1 << UInt64(index & 63)) != 0
  }

  func hasRequired(_ plan: UnsafeMutablePointer<ObjectChecks>, _ seen: SeenKeys) -> Bool {
    let required = plan.pointee.required
    guard seen.first & required[0] == required[0] else { return false }
    for word in 1..<max(plan.pointee.wordCount, 1)
    where words[seen.words + word - 1] & required[word] != required[word] { return false }
    return true
  }

  // MARK: Members

  /// Checks a member of a map whose keys are secret: errors and violations point to the map.
  @inline(never)
  private mutating func hiddenMember(
    _ ordinal: Int, _ key: Place, _ plan: UnsafeMutablePointer<ObjectChecks>, _ reader: inout JSONReader,
    into set: Int
  ) throws(JSONError) -> Bool {
    let count = report.violations.count
    let offset = key.position - reader.base
    do throws(JSONError) {
      let isAccepted = try member(-1, ordinal, key, plan, &reader, into: set)
      report.move(from: count, to: offset)
      return isAccepted
    } catch {
      throw error.hidden(at: offset)
    }
  }

  /// Checks a member to which more than one schema applies. The reader must be after the colon.
  @inline(never)
  private mutating func member(
    _ index: Int, _ ordinal: Int, _ key: Place, _ plan: UnsafeMutablePointer<ObjectChecks>,
    _ reader: inout JSONReader, into set: Int
  ) throws(JSONError) -> Bool {
    reader.skipWhitespace()
    let value = reader.place
    reader.back(to: key)
    let span = try reader.scanString()
    var isAccepted = true
    let extras = plan.pointee.extras?.takeUnretainedValue()
    if let names = extras?.names {
      reader.back(to: key)
      let count = report.violations.count
      if try !apply(names, below: ["propertyNames"], &reader) {
        guard reports else { return false }
        isAccepted = false
        report.begin(from: count, "the key \"\(reader.quoted(reader.string(span)))\": ")
      }
    }
    reader.leave(to: value)
    var applied = 0
    if index >= 0, let schema = plan.pointee.properties[index].value {
      let steps = reports ? ["properties", reader.string(span)] : []
      if try !apply(schema, below: steps, &reader) { isAccepted = false }
      applied += 1
    }
    for (pattern, schema) in extras?.patterns ?? [] where isAccepted || reports {
      var work = reader.textWork
      let isMatch = reader.withBytes(of: span) { pattern.accepts($0, &work) }
      try reader.leaveWork(work)
      switch isMatch {
      case true?:
        reader.back(to: value)
        if try !apply(schema, below: ["patternProperties", pattern.text], &reader) { isAccepted = false }
        applied += 1
      case false?: break
      case nil:
        isAccepted = reject(
          "patternProperties", key, reader, "the pattern \(pattern.text.printable) cannot be applied")
      }
    }
    if !isAccepted, !reports { return false }
    if applied == 0, let additional = plan.pointee.additional {
      if try !applyAdditional(additional, span, &reader) { isAccepted = false }
      applied += 1
    } else if applied == 0 {
      try reader.skipValue()
    }
    if set >= 0, applied > 0 { sets[set].insert(ordinal) }
    return isAccepted
  }

  private mutating func applyAdditional(
    _ schema: NodePointer, _ key: StringSpan, _ reader: inout JSONReader
  ) throws(JSONError) -> Bool {
    guard reports, schema.pointee.isNever else {
      return try apply(schema, below: ["additionalProperties"], &reader)
    }
    let name = reader.quoted(reader.string(key))
    _ = reject("additionalProperties", reader.place, reader, "the key \"\(name)\" is not allowed")
    try reader.skipValue()
    return false
  }

  // MARK: Dependents

  private mutating func checkDependents(
    _ extras: Unmanaged<ObjectExtras>, _ plan: UnsafeMutablePointer<ObjectChecks>, _ seen: SeenKeys,
    _ start: Place, _ reader: inout JSONReader, into set: Int
  ) throws(JSONError) -> Bool {
    let extras = extras.takeUnretainedValue()
    var isAccepted = true
    for (key, needed) in extras.dependentRequired where isSeen(key, seen) {
      for other in needed where !isSeen(other, seen) {
        guard reports else { return false }
        let texts = plan.pointee.keys.takeUnretainedValue().texts
        isAccepted = reject(
          "dependentRequired", start, reader,
          "the key \"\(texts[other].printable)\" is missing beside \"\(texts[key].printable)\"")
      }
    }
    let after = reader.place
    for (key, schema) in extras.dependentSchemas where isSeen(key, seen) {
      let text = reports ? plan.pointee.keys.takeUnretainedValue().texts[key] : ""
      if try !dependent(schema, text, start, &reader, into: set) {
        isAccepted = false
        if !reports { return false }
      }
    }
    reader.leave(to: after)
    return isAccepted
  }

  // MARK: Reports

  /// Reports missing keys and a number of keys out of bounds.
  private mutating func reportKeys(
    _ node: NodePointer, _ plan: UnsafeMutablePointer<ObjectChecks>, _ seen: SeenKeys, _ count: Int,
    _ start: Place, _ reader: borrowing JSONReader
  ) -> Bool {
    let index = plan.pointee.index.takeUnretainedValue()
    for keyword in node.pointee.source.takeUnretainedValue().assertions {
      switch keyword.form {
      case .required(let needed):
        for key in needed {
          guard let found = index.find(key), !isSeen(found, seen) else { continue }
          _ = reject("required", start, reader, "the key \"\(key.printable)\" is missing")
        }
      case .minProperties(let least) where count < least:
        _ = reject("minProperties", start, reader, "\(counted(count, "key")), at least \(least) expected")
      case .maxProperties(let most) where count > most:
        _ = reject("maxProperties", start, reader, "\(counted(count, "key")), at most \(most) expected")
      default: break
      }
    }
    return false
  }
}
