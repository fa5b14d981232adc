import APIModel
import CallComposing
import Diagnostics
import MockServer
import SchemaValues

import struct WGNAPISupport.Redaction

/// Sends a call, reads its responses by the spec, and shows them.
struct CallRun {
  let call: PreparedCall
  let sender: CallSender
  let output: CallOutput
  private let fields: FieldMask
  private(set) var check: ResponseCheck
  /// Hides the secrets of the call and of all responses so far, which later ones may repeat.
  private var redaction: Redaction
  private(set) var isSuccess = true
  /// The list of pages in a file; nil if responses aren't kept as one.
  private var saved: SavedPages?
  /// The number of the page that is read; nil if only one is.
  private var page: Int?

  init(_ call: PreparedCall, _ sender: CallSender, _ output: CallOutput) {
    self.call = call
    self.sender = sender
    self.output = output
    let secrets = CallSecrets(
      module: call.module, endpoint: call.endpoint, environment: call.environment, index: call.index)
    redaction = secrets.redaction(
      call.arguments, body: call.endpoint.body(call.arguments.alternative))
    check = ResponseCheck(
      call.endpoint, of: call.module, redaction: redaction, isPartial: !call.arguments.fields.isEmpty)
    fields = FieldMask(call.endpoint, of: call.module, check.index)
  }

  /// Calls once, or as many pages as there are, up to a number.
  mutating func run(pages: Int) async throws(CallRefusal) {
    guard pages > 1 else {
      _ = try await response(to: call.composed())
      return
    }
    let next = try NextPage(call, redaction: redaction)
    if output.form == .saved { saved = SavedPages() }
    guard try await runPages(next, atMost: pages), let end = saved?.end else { return }
    write(end)
  }

  /// - Returns: Whether all pages were read.
  private mutating func runPages(_ next: NextPage, atMost pages: Int) async throws(CallRefusal) -> Bool {
    var (next, composed) = (next, next.first)
    for page in 1...pages {
      self.page = page
      guard let received = try await response(to: composed), isSuccess || received.reading.failure == nil
      else {
        return false
      }
      guard page < pages else { return true }
      do throws(CallRefusal) {
        guard let following = try next.request(after: received.response, received.reading) else {
          return true
        }
        composed = following
      } catch {
        isSuccess = false
        error.problems.forEach(report)
        return false
      }
    }
    return true
  }

  /// Sends one request, and shows its response; nil if there is none.
  private mutating func response(to composed: ComposedCall) async throws(CallRefusal)
    -> (response: RawResponse, reading: CheckedResponse)?
  {
    if output.isVerbose { note(request: composed) }
    do {
      let begun = try await sender.begin(
        composed, followsRedirects: !describesRedirects, isEndless: call.isStream)
      learn(begun.response)
      if let stream = stream(begun.response) {
        note(response: begun.response)
        try await read(begun, stream)
        return nil
      }
      var received = begun.response
      var reading = CheckedResponse()
      if output.form == .saved, check.expectsBytes(received.status, received.contentType) {
        note(response: received)
        try await receive(begun) { portion in
          if let reason = output.write(portion) { throw CallRefusal(reason) }
        }
        reading.isResponse = true
        output.complete()
      } else {
        do {
          try await receive(begun) { received.body += $0 }
        } catch {
          note(response: received)
          throw error
        }
        reading = self.reading(of: received)
        // Header fields may repeat what the body says is a secret.
        redaction = reading.redaction
        note(response: received)
        show(received, reading)
      }
      finish(reading)
      return (received, reading)
    } catch let refusal as CallRefusal {
      isSuccess = false
      refusal.problems.forEach(report)
      return nil
    } catch {
      isSuccess = false
      report(CallProblem(sender.message(error)))
      return nil
    }
  }

  /// Receives the parts of a body, up to the limit.
  private func receive(
    _ begun: CallSender.Begun, _ each: ([UInt8]) throws -> Void
  ) async throws {
    var count = 0
    try await sender.portions(of: begun, isEndless: false) { portion in
      count += portion.count
      guard count <= sender.limit else {
        throw CallRefusal("the response is larger than \(sender.limit) bytes; see --limit")
      }
      try each(portion)
      return true
    }
  }

  /// Learns the secrets in the head of a response.
  private mutating func learn(_ response: RawResponse) {
    fields.learn(response, &redaction)
    check.redaction = redaction
  }

  private func reading(of response: RawResponse) -> CheckedResponse {
    // The thread with the large stack is waited for.
    nonisolated(unsafe) let check = check
    return onLargeStack { check.read(response) }
  }

  private func report(_ problem: CallProblem) {
    var problem = problem
    problem.message = (page.map { "page \($0): " } ?? "") + redaction(problem.message)
    output.report(problem)
  }

  private mutating func finish(_ reading: CheckedResponse) {
    if let failure = reading.failure { report(failure) }
    reading.problems.forEach(report)
    if !reading.isSuccess { isSuccess = false }
  }

  /// Whether a redirect is a response of the endpoint.
  private var describesRedirects: Bool {
    call.endpoint.responses.contains { response in
      response.statuses.lowerBound >= 300
        && [301, 302, 303, 307, 308].contains(where: response.statuses.contains)
    }
  }

  // MARK: Showing

  private mutating func show(_ response: RawResponse, _ reading: CheckedResponse) {
    // What is kept in a file is a response, not a failure.
    guard output.form == .readable || output.form == .saved && reading.failure != nil else {
      if output.form == .raw, output.isTerminal,
        let text = ContentTypes.text(response.body, response.contentType)
      {
        return output.show(Self.visibleLines(text))
      }
      if output.form == .raw, output.isTerminal { return noteBytes(response) }
      guard saved != nil else { return write(response.body) }
      return save(response, reading)
    }
    if reading.isHidden {
      return output.note("the body may have secrets, and isn't shown; --raw and --output have it")
    }
    if let shown = reading.shown {
      let shown = redaction.hiding(in: shown)
      output.show(redaction(PrettyJSON.text(shown)))
      if shown != reading.value {
        output.note("secrets in the response are hidden; --raw and --output have them")
      }
    } else if let text = reading.text, !check.expectsBytes(response.status, response.contentType) {
      output.show(Self.visibleLines(redaction(text)))
    } else if !response.body.isEmpty {
      if output.isTerminal {
        noteBytes(response)
      } else {
        write(response.body)
      }
    }
  }

  private mutating func write(_ bytes: [UInt8]) {
    guard let reason = output.write(bytes) else { return output.complete() }
    isSuccess = false
    report(CallProblem(reason))
  }

  /// Writes a page to the file, after the earlier ones.
  private mutating func save(_ response: RawResponse, _ reading: CheckedResponse) {
    guard let bytes = saved?.adding(response.body, isJSON: reading.value != nil) else { return }
    guard let reason = output.write(bytes) else { return }
    isSuccess = false
    report(CallProblem(reason))
  }

  private func noteBytes(_ response: RawResponse) {
    let type = response.contentType.map { " of \(redaction($0))" } ?? ""
    output.note("\(response.body.count) bytes\(type); use --output FILE to keep them")
  }

  /// The text with a line break at its end, and without anything that acts on a terminal.
  static func visibleLines(_ text: String) -> String {
    if text.isEmpty { return "" }
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    let visible = lines.map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map { visibleText(String($0)) }
        .joined(separator: "\t")
    }.joined(separator: "\n")
    return visible.hasSuffix("\n") ? visible : visible + "\n"
  }

  private func note(request composed: ComposedCall) {
    output.note("> \(composed.method) \(fields.shown(composed.url, redaction))")
    for (name, value) in composed.headers {
      output.note("> \(name): \(fields.shown(name, value, redaction))")
    }
    let (body, type) = CallSender.body(of: composed)
    if let type { output.note("> Content-Type: \(type.prefix { $0 != ";" }), \(body.count) bytes") }
  }

  private func note(response: RawResponse) {
    guard output.isVerbose else { return }
    for redirect in response.redirects {
      let target = fields.shown(redirect.target, redaction)
      output.note("< \(StatusText.text(redirect.status)): redirected to \(target)")
    }
    output.note("< \(StatusText.text(response.status))")
    for (name, value) in response.headers {
      output.note("< \(name): \(fields.shown(name, value, redaction))")
    }
  }

  // MARK: Streams

  /// The stream that a response is; nil if it is read as a whole.
  private func stream(_ received: RawResponse) -> Endpoint.Response? {
    guard (200..<300).contains(received.status),
      case .response(let response) = call.endpoint.response(
        status: received.status, contentType: received.contentType),
      response.payload.isStream,
      !response.payload.refusesStream(of: received.contentType, status: received.status)
    else { return nil }
    return response
  }

  private mutating func read(_ begun: CallSender.Begun, _ response: Endpoint.Response) async throws {
    var elements = StreamElements(response.payload)
    let isRaw = output.form != .readable || elements == nil
    var known: Set<String> = []
    var isWritten = true
    // What came until the stream ended is kept, however it ended.
    defer { if isWritten { output.complete() } }
    let sender = sender
    do {
      try await sender.portions(of: begun, isEndless: true) { portion in
        if isRaw {
          if output.form != .saved, output.isTerminal {
            output.show(Self.visibleLines(String(decoding: portion, as: UTF8.self)))
          } else if let reason = output.write(portion) {
            isWritten = false
            throw CallRefusal(reason)
          }
        }
        for element in elements?.add(portion) ?? [] { show(element, response, isRaw, &known) }
        if let problem = elements?.problem { throw CallRefusal(problem.sentence) }
        return elements?.hasEnded != true
      }
    } catch {
      // Whoever has seen enough ends the stream.
      guard Task.isCancelled else { throw error }
      return
    }
    for element in elements?.finish() ?? [] { show(element, response, isRaw, &known) }
    if let problem = elements?.problem { throw CallRefusal(problem.sentence) }
    if let end = elements?.missingEnd, !response.mayLackEnd {
      throw CallRefusal("response: the stream ended without '\(visibleText(end))'", at: response.span)
    }
  }

  /// Shows an element, and what is wrong with it: of the same mistakes, the first.
  private mutating func show(
    _ element: StreamElements.Element, _ response: Endpoint.Response, _ isRaw: Bool,
    _ known: inout Set<String>
  ) {
    // The thread with the large stack is waited for.
    nonisolated(unsafe) let current = check
    var reading = onLargeStack { current.read(element, response.payload) }
    redaction = reading.redaction
    check.redaction = redaction
    if !isRaw {
      let type = element.type.flatMap { $0 == "message" ? nil : "\(visibleText($0)): " } ?? ""
      let text =
        reading.shown.map { PrettyJSON.line(redaction.hiding(in: $0)) }
        ?? Self.visibleLines(reading.text ?? "")
      output.show(redaction(type + text))
    }
    let isFull = known.count >= 1000
    if isFull, !reading.isSuccess { isSuccess = false }
    reading.problems.removeAll { isFull || !known.insert($0.message).inserted }
    finish(reading)
  }
}

extension PreparedCall {
  /// Sends the call, and shows the response or those of several pages.
  ///
  /// - Returns: Whether the service answered as the spec describes.
  package func run(pages: Int, _ sender: CallSender, _ output: CallOutput) async throws(CallRefusal) -> Bool {
    var run = CallRun(self, sender, output)
    try await run.run(pages: pages)
    return run.isSuccess
  }

  /// Sends the call with the transport of the platform.
  ///
  /// - Parameters:
  ///   - pages: The maximum number of pages to read.
  ///   - timeout: The maximum time for a response, in seconds; nil for the spec's, or 30.
  ///   - limit: The maximum size of a response, in bytes.
  /// - Returns: Whether the service answered as the spec describes.
  public func run(
    pages: Int, timeout: Int?, limit: Int, userAgent: String, _ output: CallOutput
  ) async throws(CallRefusal) -> Bool {
    let seconds = timeout ?? endpoint.policies.timeout ?? 30
    let sender = CallSender(
      transport: CallSender.makeTransport(), timeout: .seconds(seconds), limit: limit, userAgent: userAgent)
    return try await run(pages: pages, sender, output)
  }
}

extension ResponseCheck {
  /// Whether a response is bytes, which aren't shown.
  func expectsBytes(_ status: Int, _ type: String?) -> Bool {
    guard case .response(let response) = endpoint.response(status: status, contentType: type) else {
      return false
    }
    if case .bytes = response.payload { return true }
    return false
  }
}
