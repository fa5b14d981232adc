#if AsyncHTTPClient
  import NIOCore
  import NIOHTTP1
  import WGNAPITransport

  /// Stands between a connection's parser and its client, and lets nothing pass that the client can't bear.
  ///
  /// AsyncHTTPClient (1.37) takes any status below 200 for an informational one and waits for another head, while
  /// SwiftNIO's parser ends a response with a status below 100, or of 101, as it ends all others. The client stops the
  /// process then, so that every server could do it.
  final class ResponseGuard: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    private enum State {
      case awaitingHead, inBody, refused
    }

    /// As many informational responses in a row: there may be no end of them.
    private static let informationalLimit = 100

    private var state = State.awaitingHead
    private var informationalCount = 0

    /// Puts a guard into a new connection's pipeline.
    static func add(to channel: any Channel) -> EventLoopFuture<Void> {
      channel.eventLoop.submit {
        // A connection that has been closed already has an empty pipeline.
        guard channel.isActive else { throw ChannelError.ioOnClosedChannel }
        let pipeline = channel.pipeline.syncOperations
        let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
        try pipeline.addHandler(ResponseGuard(), position: .after(parser))
      }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch (state, Self.unwrapInboundIn(data)) {
      case (.refused, _): return
      case (.awaitingHead, .head(let head)):
        switch HeadKind(status: Int(head.status.code)) {
        case .final:
          state = .inBody
          informationalCount = 0
        // Nobody asks for them.
        case .informational:
          informationalCount += 1
          if informationalCount > Self.informationalLimit { refuse(context) }
          return
        case .invalid: return refuse(context)
        }
      case (.awaitingHead, _), (.inBody, .head): return refuse(context)
      case (.inBody, .body): break
      case (.inBody, .end): state = .awaitingHead
      }
      context.fireChannelRead(data)
    }

    private func refuse(_ context: ChannelHandlerContext) {
      state = .refused
      context.fireErrorCaught(HTTPParserError.invalidStatus)
      context.close(promise: nil)
    }
  }
#endif
