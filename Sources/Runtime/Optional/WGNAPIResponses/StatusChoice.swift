import WGNAPIClient
import WGNAPIOptionalSupport
import WGNAPISupport
import WGNAPITransport

/// The formats of a response, of which its status and its media type choose one.
struct StatusChoice<Output: Sendable>: ContentChoice {
  let cases: [StatusCase<Output>]

  var describesRedirects: Bool {
    cases.contains { entry in
      entry.statuses.lowerBound >= 300 && entry.statuses.upperBound <= 400
        && Redirect.statuses.contains { entry.statuses.contains($0) }
    }
  }

  /// The media types of responses come first, in the order of their entries. Those of failures follow, with a
  /// lower weight: a server that negotiates should prefer a response's.
  func accept(failures: [String]) -> String? {
    acceptField(cases.map { ($0.statuses.lowerBound < 300, $0.accepted) }, failures: failures)
  }

  /// The entry with the status that has the fewest others decides about the statuses; the entries with the same statuses
  /// are its alternatives. A response without a media type is the first alternative.
  func content(of response: ReceivedResponse) throws(ResponseRefusal) -> ResponseFormat<Output>.Content? {
    let described = cases.filter { $0.statuses.contains(response.status) }
    guard let first = described.min(by: { $0.statuses.count < $1.statuses.count }) else { return nil }
    guard let contentType = response.contentType else { return first.content }
    let alternatives = described.filter { $0.statuses == first.statuses }
    let expected = alternatives.compactMap(\.mediaType)
    // An entry without a media type accepts all.
    guard expected.count == alternatives.count else { return first.content }
    guard let index = MediaRange(contentType)?.choice(among: expected) else {
      throw response.unexpectedType(expected: expected)
    }
    return alternatives[index].content
  }
}

/// Returns the value of the `Accept` field for the media types of an endpoint's responses and of its failures.
private func acceptField(_ accepted: [(isResponse: Bool, type: String?)], failures: [String]) -> String {
  var types: [String] = []
  for case (true, let type?) in accepted { types.add(type) }
  if types.isEmpty { types = ["application/json"] }
  guard !types.has("*/*") else { return types.joined(separator: ", ") }
  // Servers with negotiation may know only the types of their failures where a function answers with a file.
  guard types.contains(where: { MediaRange($0)?.isJSON == true }) else {
    return (types + ["*/*;q=0.1"]).joined(separator: ", ")
  }
  let typesOfResponses = types
  let others = accepted.compactMap { $0.isResponse || $0.type == "*/*" ? nil : $0.type }
  for type in others + failures where !typesOfResponses.has(type) { types.add("\(type);q=0.1") }
  return types.joined(separator: ", ")
}
