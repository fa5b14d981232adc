import WGNAPIJSONRPC
import WGNAPIRuntime

/// A client's calls of JSON-RPC in batches.
final class BatchedCalls {
  private let transport = JSONRPCBatching(around: ClientConfiguration().transport, maximumCalls: 20)

  var configuration: ClientConfiguration { ClientConfiguration(transport: transport) }
}
