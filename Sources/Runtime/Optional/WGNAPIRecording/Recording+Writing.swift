import HTTPTypes
import WGNAPIClient
import WGNAPITransport

// Recording.
extension Recording {
  /// Removes the secrets of an exchange, and writes it to a file.
  func record(
    _ sent: RecordedRequest, _ received: TransportResponse, for call: CallContext?
  ) throws(TransportError) {
    do throws(RecordingError) {
      try mutex.withLock { Result { () throws(RecordingError) in try write(sent, received, call) } }.get()
    } catch {
      report(error)
      throw .failed(TransportFailure(.other, message: "the exchange can't be recorded: \(error)"))
    }
  }

  private func write(
    _ sent: RecordedRequest, _ received: TransportResponse, _ call: CallContext?
  ) throws(RecordingError) {
    let known = secrets.secrets.count
    if let call { secrets.learn(call.redaction) }
    var scrubber = scrubber(for: call)
    var exchange = Exchange(
      name: call?.operation ?? "request", request: scrubber.scrubbed(sent, path: call?.redactedPath),
      redirects: received.redirects.map { RecordedHead($0) }, response: RecordedHead(received.response),
      body: received.body)
    if let key = call?.policies[IdempotencyKeyPolicy.self]?.header.lowercased() {
      exchange.request.fields.removeAll { $0.name.lowercased() == key }
    }
    exchange = scrubber.scrubbed(exchange)
    for secret in scrubber.found { secrets.learn(secret) }
    if secrets.secrets.count > known {
      // An earlier response may contain the token before anything marks it as one.
      exchange = again(exchange, call)
      for place in entries.indices { try rewrite(place) }
    }
    try add(exchange)
  }

  private func again(_ exchange: Exchange, _ call: CallContext?) -> Exchange {
    var scrubber = scrubber(for: call)
    return scrubber.scrubbed(exchange)
  }

  /// Removes newly known secrets from an exchange that has been written, now or by an earlier recording.
  private func rewrite(_ place: Int) throws(RecordingError) {
    let entry = entries[place]
    let changed = again(entry.exchange, nil)
    guard changed != entry.exchange else { return }
    try folder.remove(entry.file)
    entries[place].exchange = changed
    try folder.write(changed, stem: entry.fileStem)
  }

  private func add(_ exchange: Exchange) throws(RecordingError) {
    let stem = ExchangeFile.stem(of: exchange, matching)
    let number = (entries.filter { $0.stem == stem }.map(\.number).max() ?? 0) + 1
    let fileStem = number == 1 ? stem : "\(stem)-\(number)"
    var entry = RecordingEntry(file: fileStem + ExchangeFile.suffix, exchange: exchange)
    (entry.uses, entry.isNew) = (1, true)
    try folder.write(exchange, stem: fileStem)
    entries.append(entry)
  }

  func scrubber(for call: CallContext?) -> Scrubber {
    var redaction = secrets
    if let call { redaction.learn(call.redaction) }
    return Scrubber(rules, redaction, secretNames: call?.secretNames ?? [])
  }
}

extension RecordedHead {
  init(_ response: HTTPResponse) {
    self.init(status: response.status.code, fields: [RecordedField](response.headerFields))
  }
}
