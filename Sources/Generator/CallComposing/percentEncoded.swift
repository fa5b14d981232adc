/// Percent-encoding (RFC 3986, section 2): all but unreserved characters and some others.
package func percentEncoded(_ text: String, keeping others: String = "") -> String {
  let kept = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~".utf8)
    .union(others.utf8)
  return text.utf8.map { byte in
    if kept.contains(byte) { return String(UnicodeScalar(byte)) }
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
  }.joined()
}
