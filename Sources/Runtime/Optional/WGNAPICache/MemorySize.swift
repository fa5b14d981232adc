import WGNAPIJSON

/// A value that knows how much memory it takes: an image in memory of its own, for example.
///
/// The memory cache estimates the size of a decoded value from its properties and elements. It can't see memory that a value
/// has only a pointer to, so a codec's type that has such memory conforms to this protocol.
public protocol MemorySized {
  /// The approximate number of bytes that the value takes.
  var memorySize: Int { get }
}

/// Estimates how much memory a value takes beside the place that it is stored in.
///
/// It looks at a few elements of each list, and at a limited number of values, so it takes about as long for any value. The
/// others are assumed to be like those before them in their list.
struct MemoryEstimate {
  /// The values to look at.
  private var left = 512
  private static let samples = 16
  private static let deepest = 16
  /// What an object and the storage of a list have beside their contents.
  private static let header = 32

  static func bytes(of value: Any) -> Int {
    var estimate = MemoryEstimate()
    return estimate.bytes(of: value, 0)
  }

  private mutating func bytes(of value: Any, _ depth: Int) -> Int {
    guard depth < Self.deepest else { return 0 }
    left -= 1
    switch value {
    case let value as any MemorySized: return max(value.memorySize, 0)
    case let text as String: return text.utf8.count < 16 ? 0 : text.utf8.count + Self.header
    case let text as Substring: return text.utf8.count
    case let list as any RandomAccessCollection: return elements(of: list, depth)
    case let list as any Collection: return firstElements(of: list, depth)
    default: break
    }
    guard left >= 0 else { return 0 }
    let mirror = Mirror(reflecting: value)
    var sum = 0
    var level: Mirror? = mirror
    while let mirror = level {
      for child in mirror.children {
        sum = Self.sum(sum, bytes(of: child.value, depth + 1))
        // The properties of an object are in memory of their own.
        if mirror.displayStyle == .class { sum = Self.sum(sum, 16) }
      }
      level = mirror.superclassMirror
    }
    return mirror.displayStyle == .class ? Self.sum(sum, Self.header) : sum
  }

  private mutating func elements<List: RandomAccessCollection>(of list: List, _ depth: Int) -> Int {
    let count = list.count
    guard count > 0 else { return 0 }
    let own = Self.storage(of: List.Element.self, count)
    if _isPOD(List.Element.self) { return own }
    let samples = min(count, Self.samples)
    return Self.sum(
      own,
      estimated(
        count,
        from: (0..<samples).lazy.map { number in
          list[list.index(list.startIndex, offsetBy: number * count / samples)]
        }, depth))
  }

  private mutating func firstElements<List: Collection>(of list: List, _ depth: Int) -> Int {
    let count = list.count
    guard count > 0 else { return 0 }
    return Self.sum(
      Self.storage(of: List.Element.self, count), estimated(count, from: list.prefix(Self.samples), depth))
  }

  /// Estimates what the elements of a list take, from as many samples as there is time for.
  private mutating func estimated(_ count: Int, from samples: some Sequence, _ depth: Int) -> Int {
    var (sum, seen) = (0, 0)
    for sample in samples where left > 0 {
      let size = bytes(of: sample, depth + 1)
      // There may have been no time for all of the last one.
      guard left > 0 || seen == 0 else { break }
      sum = Self.sum(sum, size)
      seen += 1
    }
    return seen == count ? sum : Self.product(sum, count) / max(seen, 1)
  }

  private static func storage<Element>(of element: Element.Type, _ count: Int) -> Int {
    sum(product(MemoryLayout<Element>.stride, count), header)
  }

  private static func sum(_ left: Int, _ right: Int) -> Int {
    let (sum, isTooLarge) = left.addingReportingOverflow(right)
    return isTooLarge ? .max : sum
  }

  private static func product(_ left: Int, _ right: Int) -> Int {
    let (product, isTooLarge) = left.multipliedReportingOverflow(by: right)
    return isTooLarge ? .max : product
  }
}
