/// What a client calls itself where its configuration says nothing else.
enum UserAgent {
  /// The version of the runtime, which is the generator's.
  static let runtimeVersion = "0.1.0"

  /// The API's name, as far as it may stand there, and the runtime (RFC 9110, section 10.1.5).
  static func text(api: String) -> String {
    let name = String(decoding: api.utf8.filter(\.isTokenByte), as: UTF8.self)
    return ((name.isEmpty ? [] : [name]) + ["wgnapi/\(runtimeVersion)"]).joined(separator: " ")
  }
}
