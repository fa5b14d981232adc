import Foundation

/// A certificate for the name `localhost` and no address, for a hundred years. It is the tests' own, and protects nothing.
enum TestCertificate {
  // openssl ecparam -name prime256v1 -genkey -noout | openssl pkcs8 -topk8 -nocrypt -out key.pem
  // openssl req -x509 -new -key key.pem -days 36500 -subj "/CN=wgnapi-gen tests" \
  //   -addext "subjectAltName=DNS:localhost"
  static let certificate = """
    -----BEGIN CERTIFICATE-----
    MIIBozCCAUmgAwIBAgIUA9ZyXwgoTvI2nScBKi7o+HqE0hUwCgYIKoZIzj0EAwIw
    GzEZMBcGA1UEAwwQd2duYXBpLWdlbiB0ZXN0czAgFw0yNjExMjExMzEwNTJaGA8y
    MTI2MTAyODEzMTA1MlowGzEZMBcGA1UEAwwQd2duYXBpLWdlbiB0ZXN0czBZMBMG
    ByqGSM49AgEGCCqGSM49AwEHA0IABC30jn2h8S4gEq+YIrZ16WLnOeeLHNIpqhmu
    VV/AzGo1ZTwhyY2BupMfksL2kCFtSbMEYHV/tmmxkTns4sf2Rz+jaTBnMB0GA1Ud
    DgQWBBRPh+JgLONWdEwGH31tfPGSjtoIYTAfBgNVHSMEGDAWgBRPh+JgLONWdEwG
    H31tfPGSjtoIYTAPBgNVHRMBAf8EBTADAQH/MBQGA1UdEQQNMAuCCWxvY2FsaG9z
    dDAKBggqhkjOPQQDAgNIADBFAiATnckSYYyE/O8clvSOjXHhF+0dFt1BfO8jMeyx
    WMm4bAIhANNkQG6mg/2BRg71FMSBrKLcNTeRwN5H3azbvXC3doDj
    -----END CERTIFICATE-----
    """

  static let key = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgDsS/82xAFe86gbS0
    vkCPguwAS7gSKErfbT7HT2u8OxGhRANCAAQt9I59ofEuIBKvmCK2deli5znnixzS
    KaoZrlVfwMxqNWU8IcmNgbqTH5LC9pAhbUmzBGB1f7ZpsZE57OLH9kc/
    -----END PRIVATE KEY-----
    """

  /// The path of a file with the certificate, always the same one.
  static var file: String { get throws { try write(certificate, to: "wgnapi-gen-tests.pem") } }

  /// The path of a file with the certificate's key, always the same one.
  static var keyFile: String { get throws { try write(key, to: "wgnapi-gen-tests-key.pem") } }

  private static func write(_ text: String, to name: String) throws -> String {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    try Data(text.utf8).write(to: file, options: .atomic)
    return file.path
  }
}
