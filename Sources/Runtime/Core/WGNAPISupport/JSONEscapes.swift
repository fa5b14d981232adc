// The escapes of JSON strings: for what writes them, and for what finds secrets in them.

/// Returns the escape of a character for which RFC 8259, section 7 requires one.
package func jsonEscape(_ byte: UInt8) -> String {
  switch byte {
  case 0x22: "\\\""
  case 0x5C: "\\\\"
  case 0x0A: "\\n"
  case 0x0D: "\\r"
  case 0x09: "\\t"
  default: "\\u" + UInt64(byte).hexadecimal(digits: 4)
  }
}

/// Returns a text as it is between the quotation marks of a JSON string.
package func jsonEscaped(_ text: String) -> String {
  var bytes: [UInt8] = []
  for byte in text.bytes {
    if byte < 0x20 || byte == 0x22 || byte == 0x5C { bytes.add(jsonEscape(byte)) } else { bytes.append(byte) }
  }
  return String(repairing: bytes)
}
