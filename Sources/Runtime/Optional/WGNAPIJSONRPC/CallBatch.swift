import HTTPTypes
import WGNAPISupport
import WGNAPITransport

/// What the requests of a batch have in common.
struct BatchKey: Hashable, Sendable {
  let request: HTTPRequest
  let options: TransportOptions

  /// Sends the calls, and passes each caller its result.
  func exchange(_ callers: [BatchCaller], with transport: any Transport) async {
    do {
      let body = callers.count == 1 ? callers[0].call.body : CallBatch.body(callers.map(\.call))
      let response = try await transport.send(request, body: body, options: options)
      if callers.count == 1 {
        callers[0].result.finish(.success(response))
      } else {
        let answers = BatchAnswer(response, to: callers.map(\.call)).answers
        for (caller, answer) in zip(callers, answers) { caller.result.finish(answer) }
      }
    } catch {
      for caller in callers { caller.result.finish(.failure(error)) }
    }
  }
}

/// A call that waits for its answer.
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
  var callers: [BatchCaller] = []
  /// How many callers aren't cancelled.
  var waiting = 0
  var timer: Task<Void, Never>?
  var sending: Task<Void, Never>?
  private var size = 1

  init(_ key: BatchKey) { self.key = key }

  func add(_ caller: BatchCaller) {
    size = size(with: caller.call)
    callers.append(caller)
    waiting += 1
  }

  /// The size of the body in bytes, with another call.
  func size(with call: JSONRPCCall) -> Int { size + Self.size(with: call, at: callers.count) - 1 }

  /// The size of the body of a batch whose only call has this index, in bytes.
  static func size(with call: JSONRPCCall, at index: Int) -> Int { call.size(at: index) + 2 }

  /// The body of a batch: the calls with other IDs.
  static func body(_ calls: [JSONRPCCall]) -> [UInt8] {
    var body: [UInt8] = []
    body.reserveCapacity(calls.enumerated().reduce(2) { $0 + $1.element.size(at: $1.offset) + 1 })
    for (index, call) in calls.enumerated() {
      body.append(UInt8(ascii: index == 0 ? "[" : ","))
      call.append(to: &body, at: index)
    }
    body.append(UInt8(ascii: "]"))
    return body
  }
}
