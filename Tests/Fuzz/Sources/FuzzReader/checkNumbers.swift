import FuzzHarness
import WGNAPIJSON

/// Reads the numbers of a tree as each type of number, and holds them to what their text says.
///
/// - Returns: whether all are within the range of doubles.
func checkNumbers(in tree: JSON, _ remaining: inout Int) -> Bool {
  guard remaining > 0 else { return false }
  switch tree {
  case .number(let number):
    remaining -= 1
    return check(number)
  case .array(let elements): return elements.allSatisfy { checkNumbers(in: $0, &remaining) }
  case .object(let members): return members.allSatisfy { checkNumbers(in: $0.value, &remaining) }
  case .null, .bool, .string: return true
  }
}

private func check(_ number: JSONNumber) -> Bool {
  let text = number.text
  expect(JSONNumber(text)?.text == text, "\(text) is no number by itself")
  let whole = wholeValue(of: text)
  checkInteger(Int64.self, text, whole)
  checkInteger(UInt64.self, text, whole)
  checkInteger(Int.self, text, whole)
  checkInteger(UInt.self, text, whole)
  checkInteger(Int32.self, text, whole)
  checkInteger(UInt32.self, text, whole)
  checkInteger(Int16.self, text, whole)
  checkInteger(UInt16.self, text, whole)
  checkInteger(Int8.self, text, whole)
  checkInteger(UInt8.self, text, whole)
  if let whole {
    expect(number.int64 == Int64(exactly: whole) && number.uint64 == UInt64(exactly: whole), "not \(whole)")
    expect(number.isInteger && number == JSONNumber(whole), "\(text) isn't equal to \(whole)")
  }
  return checkDouble(text)
}

/// The standard library's reading is correctly rounded.
private func checkDouble(_ text: String) -> Bool {
  let bytes = Array(text.utf8)
  let double = try? Double.decode(bytes)
  if let single = try? Float.decode(bytes) {
    expect(single.bitPattern == Float(text)?.bitPattern, "\(text) is read as \(single)")
  }
  guard let expected = Double(text), expected.isFinite else {
    expect(double == nil, "\(text) is read as \(double ?? .nan)")
    return false
  }
  expect(double?.bitPattern == expected.bitPattern, "\(text) is read as \(double ?? .nan)")
  return expected.isNormal || text.utf8.allSatisfy { !(0x31...0x39).contains($0) }
}

private func checkInteger<Integer: FixedWidthInteger & JSONValue>(
  _ type: Integer.Type, _ text: String, _ whole: Int128?
) {
  let value = try? Integer.decode(Array(text.utf8))
  expect(value == whole.flatMap { Integer(exactly: $0) }, "\(text) as \(type) is read as \(value ?? 0)")
}

/// The value of a number that is whole and has at most 30 digits, worked out the slow way.
private func wholeValue(of text: String) -> Int128? {
  let parts = text.lowercased().split(separator: "e")
  guard let mantissa = parts.first else { return nil }
  let isNegative = mantissa.hasPrefix("-")
  let halves = mantissa.drop { $0 == "-" }.split(separator: ".")
  guard let integral = halves.first else { return nil }
  var digits = String(integral)
  // An exponent that no Int holds is as good as a very large one.
  var exponent = 0
  if parts.count > 1 { exponent = Int(parts[1]) ?? (parts[1].hasPrefix("-") ? -1_000_000 : 1_000_000) }
  if halves.count > 1 {
    digits += halves[1]
    exponent = max(exponent, -2_000_000) - halves[1].count
  }
  digits = String(digits.drop { $0 == "0" })
  if digits.isEmpty { return 0 }
  while digits.last == "0" {
    digits.removeLast()
    exponent += 1
  }
  guard exponent >= 0, digits.count + min(exponent, 100) <= 30 else { return nil }
  return Int128((isNegative ? "-" : "") + digits + String(repeating: "0", count: exponent))
}
