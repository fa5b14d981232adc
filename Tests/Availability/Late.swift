// What Scripts/availability/check.py has to find, in lines that end with a comment, and what it mustn't.

import Synchronization

func unguarded() -> UInt128 {  // late
  1
}

func guarded() -> String {
  let text = "a { in a string, and \("an } in \("another {")")"
  if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, *) {
    let wide: UInt128 = 1
    return "\(wide)\(text)"
  } else {
    return "\(UInt128(1))"  // late
  }
}

func guardedEarly(_ count: Int) -> String {
  guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, *), count > 0 else {
    return "\(UInt128(2))"  // late
  }
  let values = (0..<count).map { UInt128($0) }
  return "\(values)"
}

func tooOld() -> String {
  if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) {
    return "\(UInt128(3))"  // late
  }
  if #available(macOS 15, *) {
    return "\(UInt128(3))"  // late
  }
  return ""
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
func attributed(_ value: UInt128) -> UInt128 {
  value + 1
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
typealias Wide = UInt128

func afterAnAttributeWithoutBraces() -> Int {
  Int(UInt128(6))  // late
}

func closureInAGuard(_ values: [Int]) -> Int {
  guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, *), values.contains(where: { $0 > 1 }) else {
    return Int(UInt128(7))  // late
  }
  return Int(UInt128(8))
}

func afterAttributed(_ value: UInt128?) {}  // late

#if canImport(Glibc) || os(Linux)
  func notOnApple() -> Mutex<Int> { Mutex(1) }
#else
  func onApple() {}
#endif

#if !canImport(CryptoKit)
  let notThereEither = UInt128(4)
#endif

#if compiler(>=6)
  let everywhere = UInt128(5)  // late
#endif

// swift-format-ignore: NoBlockComments
/* A comment with { /* nested */ braces. */
func older(_ left: Int, _ right: Int) async -> Int {
  for await number in AsyncStream(unfolding: { left as Int? }) { return number &* right }
  return 0
}
