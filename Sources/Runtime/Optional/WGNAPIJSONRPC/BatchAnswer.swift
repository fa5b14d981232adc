import HTTPTypes
import WGNAPIJSON
import WGNAPISupport
import WGNAPITransport

/// The response to a batch, and which of its parts answers which call.
struct BatchAnswer {
  private let response: TransportResponse
  private let calls: [JSONRPCCall]

  init(_ response: TransportResponse, to calls: [JSONRPCCall]) {
    self.response = response
    self.calls = calls
  }

  /// The results of the calls, in their order. Each byte of the response is read once, and copied once.
  var answers: [Result<TransportResponse, any Error>] {
    let content: Content
    do throws(JSONError) {
      content = try Content(response.body, calls: calls)
    } catch {
      return all(problem(error))
    }
    switch content {
    case .nothing: return withoutAnswers
    case .other: return calls.map { _ in .success(response) }
    case .object(let members):
      let element = BatchElements(members, calls: calls)
      if !isFailure, calls.indices.contains(where: { element.element($0) != nil }) { return answers(element) }
      guard !members.hasError else { return calls.map { _ in .success(response) } }
      return all(
        failure(
          "is an object instead of an array, so the service may not support batches; send each call alone"))
    case .array(let elements): return answers(elements)
    }
  }

  /// Whether the status says that the batch failed: then it says so to all calls.
  private var isFailure: Bool { response.response.status.kind != .successful }

  private var withoutAnswers: [Result<TransportResponse, any Error>] {
    calls.map { call in
      call.isNotification || isFailure ? .success(response) : .failure(failure("is empty"))
    }
  }

  private func all(_ failure: TransportError) -> [Result<TransportResponse, any Error>] {
    calls.map { _ in isFailure ? .success(response) : .failure(failure) }
  }

  private func answers(_ elements: BatchElements) -> [Result<TransportResponse, any Error>] {
    let missing = calls.indices.filter(elements.isMissing)
    let knowsErrors = elements.anonymousErrorCount == missing.count
    var errors = elements.anonymousErrors.makeIterator()
    return calls.enumerated().map { index, call in
      if let element = elements.element(index) {
        return .success(part(call.restored(element, in: response.body)))
      }
      if call.isNotification { return .success(empty) }
      if !elements.isMissing(index) { return .failure(failure("has several elements with this call's ID")) }
      if knowsErrors, let error = errors.next() { return .success(part(Array(response.body[error.place]))) }
      return isFailure ? .success(empty) : .failure(failure(elements.missingText))
    }
  }

  // MARK: Parts

  /// A response whose body is a part of this one's.
  private func part(_ body: [UInt8]) -> TransportResponse {
    var part = response
    part.body = body
    for name in HTTPField.Name.ofBodies { part.response.headerFields[name] = nil }
    return part
  }

  /// A response for a call that the batch's says nothing about.
  private var empty: TransportResponse {
    var empty = part([])
    empty.response.headerFields[.contentType] = nil
    if !isFailure { empty.response.status = .noContent }
    return empty
  }

  private func failure(_ problem: String, _ reason: TransportFailure.Reason = .other) -> TransportError {
    .failed(TransportFailure(reason, message: "the answer to a batch of \(calls.count) calls \(problem)"))
  }

  /// Describes a JSON error without quoting the response, which may contain the secrets of other callers.
  private func problem(_ error: JSONError) -> TransportError {
    if error.kind == .depthExceeded { return failure("is nested too deeply, at byte \(error.byteOffset)") }
    return error.byteOffset >= response.body.count
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
                elements.add(try RPCMembers.read(from: &reader, in: bytes))
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
  /// Errors that name no call; as many as there are calls, because more aren't used.
  private(set) var anonymousErrors: [RPCMembers] = []
  private(set) var anonymousErrorCount = 0

  init(calls: [JSONRPCCall]) { places = calls.map { $0.isNotification ? .notification : .missing } }

  init(_ element: RPCMembers, calls: [JSONRPCCall]) {
    self.init(calls: calls)
    add(element)
  }

  mutating func add(_ element: RPCMembers) {
    if let index = element.index, places.indices.contains(index), !isNotification(index) {
      places[index] = isMissing(index) ? .found(element) : .several
    } else if element.isAnonymousError {
      anonymousErrorCount += 1
      if anonymousErrors.count < places.count { anonymousErrors.append(element) }
    } else {
      unknownCount += 1
    }
  }

  mutating func addUnknown() { unknownCount += 1 }

  func element(_ index: Int) -> RPCMembers? {
    if case .found(let element) = places[index] { element } else { nil }
  }

  private func isNotification(_ index: Int) -> Bool {
    if case .notification = places[index] { true } else { false }
  }

  func isMissing(_ index: Int) -> Bool {
    if case .missing = places[index] { true } else { false }
  }

  /// Why a call has no answer, as part of a sentence.
  var missingText: String {
    var text = "has no element with this call's ID"
    if anonymousErrorCount > 0 { text += "; \(anonymousErrorCount) of its elements are errors without an ID" }
    if unknownCount > 0 { text += "; \(unknownCount) of its elements have IDs of no call" }
    return text
  }
}
