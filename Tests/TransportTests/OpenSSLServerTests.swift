#if os(Linux)
  import Foundation
  import HTTPTypes
  import TestSupport
  import Testing
  import WGNAPIRuntime

  /// `CurlTransport` over TLS, with the server that comes with OpenSSL. `SecureTests` say more, of all transports.
  @Suite(.timeLimit(.minutes(5)), .enabled(if: OpenSSLServer.isInstalled, "openssl isn't installed"))
  struct OpenSSLServerTests {
    private func send(to host: String, of server: OpenSSLServer, trusting file: String?) async throws
      -> TransportResponse
    {
      let transport = CurlTransport(
        configuration: CurlTransport.Configuration(certificateAuthorities: file, proxy: ""))
      return try await transport.send(
        HTTPRequest(method: .get, scheme: "https", authority: "\(host):\(server.port)", path: "/"),
        body: [], options: .patient)
    }

    @Test func aTrustedServerAnswers() async throws {
      let server = try await OpenSSLServer()
      let response = try await send(to: "localhost", of: server, trusting: TestCertificate.file)
      #expect(response.response.status == .ok)
      #expect(response.text.contains("s_server"))
    }

    @Test func othersAreInsecure() async throws {
      let server = try await OpenSSLServer()
      #expect(
        try await reason { try await send(to: "localhost", of: server, trusting: nil) } == .insecure)
      // The certificate has no address.
      #expect(
        try await reason {
          try await send(to: "127.0.0.1", of: server, trusting: TestCertificate.file)
        } == .insecure)
      #expect(
        try await reason {
          try await send(to: "localhost", of: server, trusting: "/nowhere/authorities.pem")
        } == .insecure)
    }
  }

  /// Runs until nobody has it any more.
  private final class OpenSSLServer {
    static let isInstalled = FileManager.default.isExecutableFile(atPath: path)
    private static let path = "/usr/bin/openssl"

    let port: Int
    private let process = Process()

    init() async throws {
      process.executableURL = URL(fileURLWithPath: Self.path)
      process.arguments = [
        "s_server", "-accept", "127.0.0.1:0", "-cert", try TestCertificate.file, "-key",
        try TestCertificate.keyFile, "-www",
      ]
      let output = Pipe()
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      process.standardInput = FileHandle.nullDevice
      try process.run()
      // It says so when it listens: ACCEPT 127.0.0.1:41567
      var said = ""
      while !said.contains("ACCEPT") || !said.hasSuffix("\n") {
        let bytes = output.fileHandleForReading.availableData
        guard !bytes.isEmpty else { throw NotListening() }
        said += String(decoding: bytes, as: UTF8.self)
      }
      let line = try #require(said.split(separator: "\n").first { $0.hasPrefix("ACCEPT") })
      port = try #require(line.split(separator: ":").last.flatMap { Int($0) })
    }

    deinit { process.terminate() }

    private struct NotListening: Error {}
  }
#endif
