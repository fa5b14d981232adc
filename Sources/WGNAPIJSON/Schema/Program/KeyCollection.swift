/// Keys in the order of their first occurrence.
struct KeyCollection {
  private(set) var texts: [String] = []
  private var indices: [ExactString: Int] = [:]

  mutating func indices(_ keys: [String]) -> [Int] {
    var result: [Int] = []
    for key in keys { result.append(index(key)) }
    return result
  }

  @inline(never)
  mutating func index(_ key: String) -> Int {
    if let index = indices[ExactString(key)] { return index }
    indices[ExactString(key)] = texts.count
    texts.append(key)
    return texts.count - 1
  }
}
