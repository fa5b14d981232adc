/// The JSON with everything but ASCII escaped (RFC 8259, section 7).
package func asciiJSON(_ json: String) -> String {
  var result = ""
  for unit in json.utf16 {
    if unit >= 0x20, unit < 0x7F {
      result.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
    } else {
      let digits = String(unit, radix: 16)
      result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
  }
  return result
}
