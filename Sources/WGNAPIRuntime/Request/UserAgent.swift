/// What a client calls itself where its configuration says nothing else.
enum UserAgent {
  /// The version of the runtime, which is the generator's.
  static let runtimeVersion = "0.1.0"

  /// The API's name, as far as it may stand there, and the runtime (RFC 9110, section 10.1.5).
  static func text(api: String) -> String {
    let name = String(decoding: api.utf8.filter(isTokenByte), as: UTF8.self)
    return ((name.isEmpty ? [] : [name]) + ["wgnapi/\(runtimeVersion)"]).joined(separator: " ")
  }

  /// `tchar` of RFC 9110, section 5.6.2.
  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
