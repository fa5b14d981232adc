/// The default value of the `User-Agent` field.
enum UserAgent {
  /// The version of the runtime, which equals the generator's.
  static let runtimeVersion = "0.1.0"

  /// Returns the API's name, without characters that aren't allowed here, and the runtime (RFC 9110, section
  /// 10.1.5).
  static func text(api: String) -> String {
    let name = String(decoding: api.utf8.filter(\.isTokenByte), as: UTF8.self)
    return ((name.isEmpty ? [] : [name]) + ["wgnapi/\(runtimeVersion)"]).joined(separator: " ")
  }
}
