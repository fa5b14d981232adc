import ECMARegex
import FuzzHarness

/// The input is a pattern, the byte 0xFF and a text.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzECMARegex(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let parts = UnsafeBufferPointer(start: start, count: count).split(
    separator: 0xFF, maxSplits: 1, omittingEmptySubsequences: false)
  let pattern = String(decoding: parts[0], as: UTF8.self)
  let text = parts.count > 1 ? Array(parts[1]) : []

  guard let regex = compile(pattern) else { return 0 }
  let result = text.withUnsafeBufferPointer { regex.search($0) }
  guard let characters = String(validating: text, as: UTF8.self) else { return 0 }
  expect(regex.matches(characters) == (result == .matched), "another result for a String")
  expect(ECMARegex(same: pattern) == regex, "not equal to itself")

  // The same in other words. A reference to a group is what takes backtracking.
  check(result, "(?:\(pattern))", text)
  check(result, "(?=\(pattern))", text)
  check(result, "(?:\(pattern))(?<fuzzed>)\\k<fuzzed>", text)
  return 0
}

extension ECMARegex {
  fileprivate init?(same pattern: String) {
    do throws(ECMARegexError) { try self.init(pattern) } catch { return nil }
  }
}

/// Nil where it is no pattern; `check` must agree.
private func compile(_ pattern: String) -> ECMARegex? {
  do throws(ECMARegexError) {
    let regex = try ECMARegex(pattern)
    expect((try? ECMARegex.check(pattern)) != nil, "can be compiled, but is wrong: \(pattern)")
    return regex
  } catch {
    expect(!error.message.isEmpty && error.index >= 0, "an error without words")
    expect(error.index <= pattern.unicodeScalars.count, "an error beyond the pattern: \(error)")
    return nil
  }
}

private func check(_ result: ECMARegex.SearchResult, _ pattern: String, _ text: [UInt8]) {
  // Longer patterns may be too large, too deep, or have the group's name already.
  guard let regex = ECMARegex(same: pattern) else { return }
  let other = text.withUnsafeBufferPointer { regex.search($0) }
  guard result != .tooMuchWork, other != .tooMuchWork else { return }
  expect(other == result, "\(pattern) is \(other), and without what was added \(result)")
}
