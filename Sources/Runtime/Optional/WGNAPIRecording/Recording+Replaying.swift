import WGNAPIClient
import WGNAPITransport

// Replaying.
extension Recording {
  /// Returns the recorded response to a request; nil if the request is to be sent.
  ///
  /// - Throws: `TransportError` if no response is recorded and requests may not be sent.
  func response(_ sent: RecordedRequest, for call: CallContext?) throws(TransportError) -> TransportResponse?
  {
    guard mode != .record else { return nil }
    let result = mutex.withLock { () -> Result<TransportResponse?, TransportError> in
      var scrubber = scrubber(for: call)
      let scrubbed = scrubber.scrubbed(sent, path: call?.redactedPath)
      let differences = entries.map { Difference($0.exchange.request, sent, scrubbed: scrubbed, matching) }
      let matches = entries.indices.filter { differences[$0].texts.isEmpty }
      if let place = choice(among: matches) {
        entries[place].uses += 1
        return .success(entries[place].exchange.transportResponse)
      }
      if mode == .replayElseRecord { return .success(nil) }
      let problem = self.problem(scrubbed, differences, matches)
      found.append(problem)
      return .failure(.failed(TransportFailure(.other, message: problem.message)))
    }
    return try result.get()
  }

  /// The next of the matching exchanges. Those with the fewest removed secrets come first, because they match most closely.
  private func choice(among matches: [Int]) -> Int? {
    let ranked = matches.map { (place: $0, marks: Wildcards.count(in: entries[$0].exchange.request)) }
    let unused = ranked.filter { entries[$0.place].uses == 0 }
    if let fewest = unused.map(\.marks).min() { return unused.first { $0.marks == fewest }?.place }
    guard !isStrict, let fewest = ranked.map(\.marks).min(),
      let last = ranked.last(where: { $0.marks == fewest })?.place
    else { return nil }
    // While recording, the sequence continues instead of repeating its last response.
    return entries[last].isNew ? nil : last
  }

  private func problem(
    _ request: RecordedRequest, _ differences: [Difference], _ matches: [Int]
  ) -> RecordingError {
    let what = "\(request.method) \(request.url)"
    if let last = matches.last {
      return RecordingError(
        "\(what) was sent again, but all \(matches.count) recorded responses were used, the last from "
          + entries[last].file)
    }
    guard let nearest = entries.indices.min(by: { differences[$0].weight < differences[$1].weight }) else {
      return RecordingError("there is no recorded response to \(what)")
    }
    let texts = differences[nearest].texts.joined(separator: "; ")
    return RecordingError(
      "there is no recorded response to \(what); the nearest, \(entries[nearest].file), differs: \(texts); record "
        + "it again, or leave out what differs in each request with RequestMatching")
  }
}

extension CallContext {
  /// The path without secrets.
  var redactedPath: Substring {
    RecordedRequest(method: method, url: redactedURL).path
  }
}
