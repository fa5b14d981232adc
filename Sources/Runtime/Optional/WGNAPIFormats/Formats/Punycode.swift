/// The encoding of international labels (RFC 3492).
enum Punycode {
  private static let base = 36
  private static let smallest = 1
  private static let largest = 26

  /// Returns the characters encoded by the text after `xn--`; nil if it is invalid. The time is quadratic in
  /// its length, which is at most 59.
  static func decode(_ text: ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar]? {
    guard text.count <= 59 else { return nil }
    var output: [Unicode.Scalar] = []
    var rest = text
    if let delimiter = text.lastIndex(of: "-") {
      output = Array(text[..<delimiter])
      rest = text[(delimiter + 1)...]
    }
    guard !rest.isEmpty else { return nil }
    var code = 128
    var index = 0
    var bias = 72
    while !rest.isEmpty {
      let old = index
      var weight = 1
      var place = base
      while true {
        guard let digit = rest.popFirst().flatMap(digit) else { return nil }
        index += digit * weight
        guard index <= Int(Int32.max) else { return nil }
        let threshold = min(max(place - bias, smallest), largest)
        if digit < threshold { break }
        weight *= base - threshold
        guard weight <= Int(Int32.max) / base else { return nil }
        place += base
      }
      bias = adapted(index - old, output.count + 1, isFirst: old == 0)
      code += index / (output.count + 1)
      index %= output.count + 1
      guard let scalar = UInt32(exactly: code).flatMap({ Unicode.Scalar($0) }) else { return nil }
      output.insert(scalar, at: index)
      index += 1
    }
    return output
  }

  /// Returns the encoded text, without `xn--`; nil if it is longer than any label.
  static func encode(_ label: [Unicode.Scalar]) -> [Unicode.Scalar]? {
    var output = label.filter(\.isASCII)
    let basic = output.count
    if basic > 0 { output.append("-") }
    var handled = basic
    var code = 128
    var delta = 0
    var bias = 72
    while handled < label.count {
      guard let next = label.lazy.map({ Int($0.value) }).filter({ $0 >= code }).min() else { return nil }
      delta += (next - code) * (handled + 1)
      code = next
      for scalar in label {
        if scalar.value < code { delta += 1 }
        guard scalar.value == code else { continue }
        var rest = delta
        var place = base
        while true {
          let threshold = min(max(place - bias, smallest), largest)
          if rest < threshold { break }
          output.append(character(threshold + (rest - threshold) % (base - threshold)))
          rest = (rest - threshold) / (base - threshold)
          place += base
        }
        output.append(character(rest))
        bias = adapted(delta, handled + 1, isFirst: handled == basic)
        delta = 0
        handled += 1
      }
      delta += 1
      code += 1
      guard output.count < 64 else { return nil }
    }
    return output
  }

  /// Returns the character for a digit from 0 to 35: `a` to `z`, then `0` to `9`.
  private static func character(_ digit: Int) -> Unicode.Scalar {
    Unicode.Scalar(UInt8(truncatingIfNeeded: digit < 26 ? 0x61 + digit : 0x30 + digit - 26))
  }

  private static func digit(_ scalar: Unicode.Scalar) -> Int? {
    switch scalar.value {
    case 0x30...0x39: Int(scalar.value) - 0x30 + 26
    case 0x41...0x5A: Int(scalar.value) - 0x41
    case 0x61...0x7A: Int(scalar.value) - 0x61
    default: nil
    }
  }

  private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var bias = 0
    while delta > ((base - smallest) * largest) / 2 {
      delta /= base - smallest
      bias += base
    }
    return bias + (base - smallest + 1) * delta / (delta + 38)
  }
}
