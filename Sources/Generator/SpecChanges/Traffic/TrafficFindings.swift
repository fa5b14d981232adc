import Diagnostics

/// What recorded traffic says about the new version of the specs.
package struct TrafficFindings: Sendable {
  /// A part of the traffic that the new version doesn't accept.
  package struct Contradiction: Sendable {
    package var id: String
    package var place: String
    package var message: String
    package var count: Int
    package var total: Int
    package var span: SourceSpan?

    package init(
      id: String, place: String, message: String, count: Int, total: Int, span: SourceSpan?
    ) {
      (self.id, self.place, self.message) = (id, place, message)
      (self.count, self.total, self.span) = (count, total, span)
    }
  }

  package var responses: Int
  package var readResponses: Int
  package var requests: Int
  package var refusedRequests: Int
  package var contradictions: [Contradiction]
  /// Whether a part of it is stored evidence, which counts values and no exchanges: what it contradicts is in none of the numbers.
  package var hasEvidence: Bool

  package init(
    responses: Int, readResponses: Int, requests: Int, refusedRequests: Int, contradictions: [Contradiction],
    hasEvidence: Bool
  ) {
    (self.responses, self.readResponses) = (responses, readResponses)
    (self.requests, self.refusedRequests) = (requests, refusedRequests)
    (self.contradictions, self.hasEvidence) = (contradictions, hasEvidence)
  }

  /// Whether the new version contradicts the traffic.
  package var contradicts: Bool {
    readResponses < responses || refusedRequests > 0 || !contradictions.isEmpty
  }

  /// `reads all 412 recorded responses; 2 requests that worked would be refused`
  package var summary: String {
    let contradicted = contradictions.isEmpty ? "nothing" : counted(contradictions.count, "place")
    if hasEvidence, responses == 0 { return "the stored evidence contradicts \(contradicted)" }
    return exchangeSummary
      + (hasEvidence ? "; with the stored evidence, the traffic contradicts \(contradicted)" : "")
  }

  private var exchangeSummary: String {
    let responses =
      readResponses == responses
      ? "reads \(responses == 1 ? "the recorded response" : "all \(responses) recorded responses")"
      : "reads \(readResponses) of \(counted(responses, "recorded response"))"
    guard requests > 0 else { return responses }
    return responses
      + (refusedRequests == 0
        ? "; describes \(requests == 1 ? "the request" : "all \(requests) requests") that worked"
        : "; \(counted(refusedRequests, "request")) that worked would be refused")
  }
}

extension VersionChanges {
  /// Adds how often the changed properties occur in the traffic.
  ///
  /// - Parameter share: How often a property was seen whose name is at a place of the new specs, and in how many objects.
  package mutating func add(
    _ findings: TrafficFindings, share: (SourceSpan) -> (seen: Int, objects: Int)?
  ) {
    traffic = findings
    for index in differences.indices {
      guard let span = differences[index].new, let found = share(span) else { continue }
      differences[index].share = "in \(found.seen) of \(found.objects)"
    }
  }
}
