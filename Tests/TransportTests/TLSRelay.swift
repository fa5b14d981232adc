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

    static var certificate: NIOSSLCertificate {
      get throws { try NIOSSLCertificate(bytes: Array(TestCertificate.certificate.utf8), format: .pem) }
    }

    private static var key: NIOSSLPrivateKey {
      get throws { try NIOSSLPrivateKey(bytes: Array(TestCertificate.key.utf8), format: .pem) }
    }
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
