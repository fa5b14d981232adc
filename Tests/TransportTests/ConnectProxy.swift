#if AsyncHTTPClient
  import Foundation
  import NIOCore
  import NIOPosix

  /// A proxy on a port of 127.0.0.1: responses to CONNECT, and then passes on what it hears and says (RFC 9110, section
  /// 9.3.6).
  final class ConnectProxy: Sendable {
    let port: Int
    private let listener: any Channel
    private let heard: Heard

    /// The heads of the requests to the proxy itself.
    var heads: [String] { heard.heads }

    /// - Parameter server: the port that every connection leads to.
    init(to server: Int) async throws {
      let heard = Heard()
      self.heard = heard
      listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(Connecting(to: server, heard))
          }
        }
        .bind(host: "127.0.0.1", port: 0).get()
      port = listener.localAddress?.port ?? 0
    }

    deinit { listener.close(promise: nil) }
  }

  /// Unchecked: the array is behind the lock.
  private final class Heard: @unchecked Sendable {
    private let lock = NSLock()
    private var array: [String] = []

    var heads: [String] { lock.withLock { array } }

    func append(_ head: String) { lock.withLock { array.append(head) } }
  }

  /// Reads a request's head, connects, and makes way.
  private final class Connecting: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    private let server: Int
    private let heard: Heard
    private var head = ""

    init(to server: Int, _ heard: Heard) {
      self.server = server
      self.heard = heard
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      head += String(buffer: unwrapInboundIn(data))
      guard head.hasSuffix("\r\n\r\n") else { return }
      heard.append(head)
      let channel = context.channel
      let loop = context.eventLoop
      ClientBootstrap(group: loop).connect(host: "127.0.0.1", port: server)
        .flatMapThrowing { backend in
          let pipeline = channel.pipeline.syncOperations
          try pipeline.addHandler(Passing(to: backend, cutsOff: false))
          try backend.pipeline.syncOperations.addHandler(Passing(to: channel, cutsOff: false))
          let response = "HTTP/1.1 200 Connection established\r\nVia: 1.1 proxy\r\n\r\n"
          channel.writeAndFlush(ByteBuffer(string: response), promise: nil)
        }
        .whenFailure { _ in channel.close(promise: nil) }
      context.pipeline.syncOperations.removeHandler(self, promise: nil)
    }
  }
#endif
