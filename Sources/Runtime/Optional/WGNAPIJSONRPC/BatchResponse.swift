import HTTPTypes
import WGNAPIJSON
import WGNAPISupport
import WGNAPITransport

/// The response to a batch, and which of its parts answers which call.
struct BatchResponse {
  private let received: TransportResponse
  private let calls: [JSONRPCCall]

  init(_ received: TransportResponse, to calls: [JSONRPCCall]) {
    self.received = received
    self.calls = calls
  }

  /// The results of the calls, in their order. Each byte of the response is read once, and copied once.
  var responses: [Result<TransportResponse, any Error>] {
    let content: Content
    do throws(JSONError) {
      content = try Self.content(received.body, calls)
    } catch {
      return all(problem(error))
    }
    switch content {
    case .nothing: return withoutResponses
    case .other: return calls.map { _ in .success(received) }
    case .object(let members):
      if isFailure || members.hasError { return calls.map { .success(whole(members, for: $0)) } }
      let element = BatchElements(members, calls: calls)
      guard calls.indices.contains(where: { element.element($0) != nil }) else {
        return all(
          failure(
            "is an object instead of an array, so the service may not support batches; send each call alone"))
      }
      return results(of: element)
    case .array(let elements): return results(of: elements)
    }
  }

  /// One result that is nested too deeply says nothing about the others, and its call reports it.
  private static func content(_ body: [UInt8], _ calls: [JSONRPCCall]) throws(JSONError) -> Content {
    do throws(JSONError) {
      return try Content(body, calls: calls)
    } catch {
      let depth = JSONDecoding.deepest.maximumDepth
      guard error.kind == .depthExceeded, let shallow = shallowCopy(body, depth: depth - 1) else {
        throw error
      }
      return try Content(shallow, calls: calls)
    }
  }

  /// Whether the status says that the batch failed: then it says so to all calls.
  private var isFailure: Bool { received.response.status.kind != .successful }

  private var withoutResponses: [Result<TransportResponse, any Error>] {
    calls.map { call in
      call.isNotification || isFailure ? .success(received) : .failure(failure("is empty"))
    }
  }

  private func all(_ failure: TransportError) -> [Result<TransportResponse, any Error>] {
    calls.map { _ in isFailure ? .success(received) : .failure(failure) }
  }

  private func results(of elements: BatchElements) -> [Result<TransportResponse, any Error>] {
    let error = elements.sharedError.map { part(Array(received.body[$0.place])) }
    return calls.enumerated().map { index, call in
      if let element = elements.element(index) {
        return .success(part(call.restored(element, in: received.body)))
      }
      if let error, elements.isMissing(index) { return .success(error) }
      if isFailure { return .success(received) }
      if call.isNotification { return .success(nothing) }
      return .failure(
        failure(
          elements.isMissing(index) ? elements.missingText : "has several elements with this call's ID"))
    }
  }

  // MARK: Parts

  /// A response whose body is a part of this one's.
  private func part(_ body: [UInt8]) -> TransportResponse {
    var part = received
    part.body = body
    for name in HTTPField.Name.ofBodies { part.response.headerFields[name] = nil }
    return part
  }

  /// The response to all calls, an object, with the ID of the call if it has the one of a call of this batch.
  private func whole(_ members: RPCMembers, for call: JSONRPCCall) -> TransportResponse {
    guard let index = members.index, calls.indices.contains(index), !calls[index].isNotification else {
      return received
    }
    return part(call.restored(members, in: received.body))
  }

  /// A response to a notification that the batch's says nothing about.
  private var nothing: TransportResponse {
    var nothing = part([])
    nothing.response.headerFields[.contentType] = nil
    nothing.response.status = .noContent
    return nothing
  }

  private func failure(_ problem: String, _ reason: TransportFailure.Reason = .other) -> TransportError {
    .failed(TransportFailure(reason, message: "the response to a batch of \(calls.count) calls \(problem)"))
  }

  /// Describes a JSON error without quoting the response, which may contain the secrets of other callers.
  private func problem(_ error: JSONError) -> TransportError {
    if error.kind == .depthExceeded { return failure("is nested too deeply, at byte \(error.byteOffset)") }
    return error.byteOffset >= received.body.count
      ? failure("ends early", .truncated) : failure("isn't JSON, at byte \(error.byteOffset)")
  }
}

/// What the body of the response to a batch is.
private enum Content {
  case nothing
  case array(BatchElements)
  case object(RPCMembers)
  /// Text that isn't JSON-RPC. The calls' endpoints report it best.
  case other

  init(_ body: [UInt8], calls: [JSONRPCCall]) throws(JSONError) {
    var result: Result<Content, JSONError> = .success(.nothing)
    body.withUnsafeBufferPointer { bytes in
      do throws(JSONError) {
        var reader = JSONReader(bytes, options: .deepest)
        switch reader.peek() {
        case .array:
          var elements = BatchElements(calls: calls)
          try reader.document { (reader) throws(JSONError) in
            try reader.readArray { (reader) throws(JSONError) in
              if reader.peek() == .object {
                elements.add(try RPCMembers.read(from: &reader, in: bytes), in: bytes)
              } else {
                try reader.skipValue()
                elements.addUnknown()
              }
            }
          }
          result = .success(.array(elements))
        case .object:
          result = .success(
            .object(
              try reader.document { (reader) throws(JSONError) in
                try RPCMembers.read(from: &reader, in: bytes)
              }))
        default: result = .success(reader.offset == bytes.count ? .nothing : .other)
        }
      } catch {
        result = .failure(error)
      }
    }
    self = try result.get()
  }
}

/// The elements of the array, by call.
struct BatchElements {
  private enum Place {
    case notification
    case missing
    case found(RPCMembers)
    case several
  }

  private var places: [Place]
  private var unknownCount = 0
  /// The first error that names no call (JSON-RPC 2.0, section 5), how many there are, and whether all are equal.
  private var anonymousError: RPCMembers?
  private var anonymousErrorCount = 0
  private var hasEqualErrors = true

  init(calls: [JSONRPCCall]) { places = calls.map { $0.isNotification ? .notification : .missing } }

  init(_ element: RPCMembers, calls: [JSONRPCCall]) {
    self.init(calls: calls)
    if let index = indexOfCall(element) { places[index] = .found(element) }
  }

  mutating func add(_ element: RPCMembers, in document: UnsafeBufferPointer<UInt8>) {
    if let index = indexOfCall(element) {
      places[index] = isMissing(index) ? .found(element) : .several
    } else if element.isAnonymousError {
      anonymousErrorCount += 1
      if let anonymousError {
        hasEqualErrors =
          hasEqualErrors && document[anonymousError.place].elementsEqual(document[element.place])
      } else {
        anonymousError = element
      }
    } else {
      unknownCount += 1
    }
  }

  mutating func addUnknown() { unknownCount += 1 }

  func element(_ index: Int) -> RPCMembers? {
    if case .found(let element) = places[index] { element } else { nil }
  }

  /// The index of the call that an element answers; nil if it is a notification, which has no response.
  private func indexOfCall(_ element: RPCMembers) -> Int? {
    guard let index = element.index, places.indices.contains(index) else { return nil }
    if case .notification = places[index] { return nil }
    return index
  }

  func isMissing(_ index: Int) -> Bool {
    if case .missing = places[index] { true } else { false }
  }

  private var missingCount: Int { places.indices.count(where: isMissing) }

  private var hasFound: Bool {
    places.contains {
      switch $0 {
      case .found, .several: true
      case .missing, .notification: false
      }
    }
  }

  /// The error without an ID that answers every missing call. Elements may come in any order (section 6), so different errors
  /// don't say which call is whose. One error for several calls refuses the batch if there is nothing else.
  var sharedError: RPCMembers? {
    guard hasEqualErrors, anonymousErrorCount >= missingCount || (!hasFound && unknownCount == 0) else {
      return nil
    }
    return anonymousError
  }

  /// Why a call has no response, as part of a sentence.
  var missingText: String {
    var text = "has no element with this call's ID"
    if anonymousErrorCount > 0 {
      text += "; \(anonymousErrorCount) of its elements are errors without an ID"
      text += ", for \(missingCount) calls without a response"
    }
    if unknownCount > 0 { text += "; \(unknownCount) of its elements have IDs of no call" }
    return text
  }
}
