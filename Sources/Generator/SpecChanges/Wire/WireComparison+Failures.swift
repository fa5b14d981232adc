import APIModel
import Diagnostics
import SwiftEmitter

/// The bodies of failures. One that an app can't read doesn't hide the failure, but the app's error is without its body, and without
/// the service's code and message in it.
extension WireComparison {
  /// Two descriptions that were compared: endpoints may share both.
  struct FailurePair: Hashable {
    private var spans: [SourceSpan]
    private var statuses: [ClosedRange<Int>]
    private var type: String?

    init(_ reader: Failure, _ writer: Endpoint.Response) {
      spans = [reader.span, writer.span]
      statuses = [reader.statuses, writer.statuses]
      type = writer.mediaType?.text
    }
  }

  mutating func compareFailures(_ endpoint: Endpoint, _ newEndpoint: Endpoint, _ place: String) {
    let (known, sent) = (endpoint.failures(in: old), newEndpoint.failures(in: new))
    guard !known.isEmpty || !sent.isEmpty else { return }
    let ranges =
      known.map(\.statuses) + sent.map(\.statuses)
      + (endpoint.responses + newEndpoint.responses).map(\.statuses)
    var comparedSuccesses: Set<[ClosedRange<Int>]> = []
    for status in Self.failureStatuses(of: ranges) {
      let successes = newEndpoint.responses.narrowest(for: status)
      let failure = successes.isEmpty ? sent.narrowest(for: status).first : nil
      // What `responses` describes is a success.
      let readers = endpoint.responses.narrowest(for: status)
      if let reader = readers.first {
        // An app reads its body, whatever the service calls it now.
        if let failure, comparedSuccesses.insert([reader.statuses, failure.statuses]).inserted {
          let label = "\(place)()[\(Self.words(reader.statuses, failure.statuses))]"
          Self.compare(([failure.response], readers), label, in: &responses)
        }
        continue
      }
      guard let reader = known.narrowest(for: status).first else { continue }
      for writer in successes + (failure.map { [$0.response] } ?? []) {
        guard comparedFailures.insert(FailurePair(reader, writer)).inserted else { continue }
        let isShared = old.failures.contains(reader) && failure.map(new.failures.contains) == true
        let label = "\(isShared ? "client" : "\(place)()")[\(Self.words(reader.statuses, writer.statuses))]"
        let spans: WireInclusion.Spans = (reader.span, writer.span)
        WireContent(writer, reader.response).compare(label, spans, in: &responses)
        if let failure { comparePaths(reader.paths, failure.paths, label, spans) }
      }
    }
  }

  /// The narrower one of two ranges.
  private static func words(_ statuses: ClosedRange<Int>, _ other: ClosedRange<Int>) -> String {
    let narrow = other.count < statuses.count ? other : statuses
    return narrow == Endpoint.Response.otherStatuses ? "default" : statusesText(narrow)
  }

  /// A status for each way in which failures are described: each listed one, and of ranges the first of each hundred that isn't
  /// listed by itself.
  private static func failureStatuses(of ranges: [ClosedRange<Int>]) -> [Int] {
    let failures = 300...599
    let listed = Set(ranges.filter { $0.count == 1 }.map(\.lowerBound)).filter { $0 >= failures.lowerBound }
    var found = listed
    for range in Set(ranges) where range.count > 1 && range.overlaps(failures) {
      let range = range.clamped(to: failures)
      for first in stride(from: range.lowerBound, through: range.upperBound, by: 100) {
        if let status = (first..<first + 100).first(where: { !listed.contains($0) }) { found.insert(status) }
      }
    }
    return found.sorted()
  }

  private mutating func comparePaths(
    _ known: FailurePaths, _ sent: FailurePaths, _ label: String, _ spans: WireInclusion.Spans
  ) {
    for (before, after, noun) in [(known.code, sent.code, "code"), (known.message, sent.message, "message")] {
      guard let before, let after, before.pointer != after.pointer else { continue }
      responses.report(
        .mayBreak, label, "the error's \(noun) was at '\(before.pointer)' and is at '\(after.pointer)'",
        spans.old, spans.new)
    }
  }
}

extension Failure {
  /// The same as a response, which is read in the same way.
  fileprivate var response: Endpoint.Response {
    Endpoint.Response(statuses: statuses, payload: payload, codec: codec, span: span)
  }
}
