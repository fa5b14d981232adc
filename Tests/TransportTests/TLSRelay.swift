#if AsyncHTTPClient
  import Foundation
  import NIOCore
  import NIOPosix
  import NIOSSL

  /// Speaks TLS on a port of 127.0.0.1, and passes on what it hears and says to a server that doesn't.
  final class TLSRelay: Sendable {
    let port: Int
    private let listener: any Channel

    /// - Parameters:
    ///   - server: the port of the server.
    ///   - cutsOff: whether a connection that the server closes ends without TLS's own end, as by an attacker's doing.
    init(to server: UInt16, cutsOff: Bool = false) async throws {
      let context = try NIOSSLContext(
        configuration: .makeServerConfiguration(
          certificateChain: [.certificate(Self.certificate)], privateKey: .privateKey(Self.key)))
      listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .childChannelInitializer { channel in
          ClientBootstrap(group: channel.eventLoop).connect(host: "127.0.0.1", port: Int(server))
            .flatMapThrowing { backend in
              try channel.pipeline.syncOperations.addHandlers([
                Knife(), NIOSSLServerHandler(context: context), Passing(to: backend, cutsOff: false),
              ])
              try backend.pipeline.syncOperations.addHandler(Passing(to: channel, cutsOff: cutsOff))
            }
        }
        .bind(host: "127.0.0.1", port: 0).get()
      port = listener.localAddress?.port ?? 0
    }

    deinit { listener.close(promise: nil) }

    /// For the name `localhost` and no address, and a hundred years. It is the tests' own, and protects nothing.
    static var certificate: NIOSSLCertificate {
      get throws { try NIOSSLCertificate(bytes: Array(certificateText.utf8), format: .pem) }
    }

    /// The path of a file with the certificate, always the same one.
    static var certificateFile: String {
      get throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("wgnapi-gen-tests.pem")
        try Data(certificateText.utf8).write(to: file, options: .atomic)
        return file.path
      }
    }

    private static var key: NIOSSLPrivateKey {
      get throws { try NIOSSLPrivateKey(bytes: Array(keyText.utf8), format: .pem) }
    }

    // openssl ecparam -name prime256v1 -genkey -noout | openssl pkcs8 -topk8 -nocrypt -out key.pem
    // openssl req -x509 -new -key key.pem -days 36500 -subj "/CN=wgnapi-gen tests" \
    //   -addext "subjectAltName=DNS:localhost"
    private static let certificateText = """
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

    private static let keyText = """
      -----BEGIN PRIVATE KEY-----
      MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgDsS/82xAFe86gbS0
      vkCPguwAS7gSKErfbT7HT2u8OxGhRANCAAQt9I59ofEuIBKvmCK2deli5znnixzS
      KaoZrlVfwMxqNWU8IcmNgbqTH5LC9pAhbUmzBGB1f7ZpsZE57OLH9kc/
      -----END PRIVATE KEY-----
      """
  }

  /// Sends on to another channel what one receives, and closes it as this one is closed.
  final class Passing: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let other: any Channel
    private let cutsOff: Bool

    init(to other: any Channel, cutsOff: Bool) {
      self.other = other
      self.cutsOff = cutsOff
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      other.writeAndFlush(unwrapInboundIn(data), promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
      if cutsOff {
        other.triggerUserOutboundEvent(Knife.Cut(), promise: nil)
      } else {
        other.close(promise: nil)
      }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
  }

  /// Closes a connection below TLS, which then can't say that this is the end.
  private final class Knife: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    struct Cut {}

    func triggerUserOutboundEvent(
      context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
    ) {
      if event is Cut {
        context.close(promise: promise)
      } else {
        context.triggerUserOutboundEvent(event, promise: promise)
      }
    }
  }
#endif
