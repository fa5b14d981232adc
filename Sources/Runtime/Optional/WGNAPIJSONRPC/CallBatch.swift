import HTTPTypes
import WGNAPISupport
import WGNAPITransport

/// What the requests of a batch have in common.
struct BatchKey: Hashable, Sendable {
  let request: HTTPRequest
  let options: TransportOptions
}

/// A call that waits for its response.
final class BatchCaller: Sendable {
  let call: JSONRPCCall
  let priority: TaskPriority
  let result = AwaitedResult<TransportResponse>()

  init(_ call: JSONRPCCall, priority: TaskPriority) {
    self.call = call
    self.priority = priority
  }
}

/// Calls that are sent together.
///
/// Unchecked: all mutable state is behind the lock of the transport.
final class CallBatch: @unchecked Sendable {
  let key: BatchKey
  /// The callers of a batch that isn't sent yet.
  private(set) var callers: [BatchCaller] = []
  /// How many callers aren't cancelled.
  private(set) var waiting = 0
  var timer: Task<Void, Never>?
  var sending: Task<Void, Never>?
  private var size = 1

  init(_ key: BatchKey) { self.key = key }

  func add(_ caller: BatchCaller) {
    size = size(with: caller.call)
    callers.append(caller)
    waiting += 1
  }

  /// Removes a cancelled caller. The calls after it get other IDs, if they aren't sent yet.
  func remove(_ caller: BatchCaller) {
    waiting -= 1
    guard let index = callers.firstIndex(where: { $0 === caller }) else { return }
    callers.remove(at: index)
    size = callers.enumerated().reduce(1) { $0 + $1.element.call.size(at: $1.offset) + 1 }
  }

  /// Removes the callers that the batch is sent for, and returns them.
  func takeCallers() -> [BatchCaller] {
    defer { callers = [] }
    // A caller that is being cancelled may not have left yet.
    return callers.filter { !$0.result.isThere }
  }

  // MARK: The body

  /// The size of the body in bytes, with another call.
  func size(with call: JSONRPCCall) -> Int { size + Self.size(with: call, at: callers.count) - 1 }

  /// The size of the body of a batch whose only call has this index, in bytes.
  static func size(with call: JSONRPCCall, at index: Int) -> Int { call.size(at: index) + 2 }

  /// The body of a batch: the calls with other IDs.
  private static func body(_ calls: [JSONRPCCall]) -> [UInt8] {
    var body: [UInt8] = []
    body.reserveCapacity(calls.enumerated().reduce(2) { $0 + $1.element.size(at: $1.offset) + 1 })
    for (index, call) in calls.enumerated() {
      body.append(UInt8(ascii: index == 0 ? "[" : ","))
      call.append(to: &body, at: index)
    }
    body.append(UInt8(ascii: "]"))
    return body
  }

  // MARK: Sending

  /// Sends the calls, and passes each caller its result.
  static func exchange(_ callers: [BatchCaller], _ key: BatchKey, with transport: any HTTPTransport) async {
    do {
      let body = callers.count == 1 ? callers[0].call.body : body(callers.map(\.call))
      let response = try await transport.send(key.request, body: body, options: key.options)
      if callers.count == 1 {
        callers[0].result.finish(.success(response))
      } else {
        let responses = BatchResponse(response, to: callers.map(\.call)).responses
        for (caller, result) in zip(callers, responses) { caller.result.finish(result) }
      }
    } catch {
      for caller in callers { caller.result.finish(.failure(error)) }
    }
  }
}
