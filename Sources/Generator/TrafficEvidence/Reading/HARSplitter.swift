/// Finds the entries of a HAR file in its bytes, which arrive in parts. Only one entry is kept at a time.
///
/// It looks at strings and brackets only; `JSON` reads what it finds.
struct HARSplitter {
  struct Entry {
    var bytes: [UInt8]
    /// The position in the file, and the line, of its first byte.
    var offset: Int
    var line: Int
    /// Whether it was longer than what is kept, and what that is.
    var isTooLong = false
    var limit = 0
  }

  /// The limit for an entry.
  let longest: Int
  private(set) var offset = 0
  private(set) var line = 1
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  /// The nesting of the list of entries; 0 outside of it.
  private var listDepth = 0
  /// Whether the list of entries was found.
  private(set) var hasList = false
  private var key: [UInt8] = []
  private var isKeyComplete = false
  private(set) var entry: Entry?

  init(longest: Int = 128 << 20) { self.longest = longest }

  /// Whether the file ended where it may.
  var isComplete: Bool { depth == 0 && !isInString }

  mutating func add(_ chunk: [UInt8], _ found: (Entry) -> Void) {
    chunk.withUnsafeBufferPointer { add($0, found) }
  }

  private mutating func add(_ chunk: UnsafeBufferPointer<UInt8>, _ found: (Entry) -> Void) {
    var index = 0
    var start = 0  // of what belongs to the entry and hasn't been kept yet
    let end = chunk.count
    while index < end {
      if isInString {
        index = skipString(chunk, from: index)
        continue
      }
      let byte = chunk[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\n"): line += 1
      case UInt8(ascii: "\""):
        isInString = true
        if listDepth == 0 { (key, isKeyComplete) = ([], false) }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        if listDepth > 0, depth == listDepth + 1, byte == UInt8(ascii: "{") {
          entry = Entry(bytes: [], offset: offset + index - 1, line: line)
          start = index - 1
        } else if listDepth == 0, byte == UInt8(ascii: "["), depth <= 3, isKeyComplete,
          key.elementsEqual("entries".utf8)
        {
          (listDepth, hasList) = (depth, true)
        }
        isKeyComplete = false
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth = max(depth - 1, 0)
        if depth == listDepth, entry != nil {
          keep(chunk[start..<index])
          if let entry { found(entry) }
          entry = nil
        } else if depth < listDepth {
          listDepth = 0
        }
      case UInt8(ascii: ","): isKeyComplete = false
      default: break
      }
    }
    if entry != nil { keep(chunk[start..<end]) }
    offset += end
  }

  /// Skips what belongs to a string, and returns where it continues.
  private mutating func skipString(_ chunk: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    let end = chunk.count
    if isEscaped {
      isEscaped = false
      index += 1
    }
    while index < end {
      let byte = chunk[index]
      if byte == UInt8(ascii: "\"") {
        isInString = false
        break
      }
      index += 1
      if byte == UInt8(ascii: "\\") {
        if index == end { isEscaped = true }
        index += 1
      } else if byte == UInt8(ascii: "\n") {
        line += 1
      }
    }
    index = min(index, end)
    if listDepth == 0, key.count < 16 { key += chunk[start..<index].prefix(16) }
    guard !isInString else { return index }
    if listDepth == 0 { isKeyComplete = true }
    return index + 1
  }

  private mutating func keep(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    guard let count = entry?.bytes.count, entry?.isTooLong == false else { return }
    if count + bytes.count > longest {
      entry?.bytes = []
      entry?.isTooLong = true
      entry?.limit = longest
    } else {
      entry?.bytes += bytes
    }
  }
}
