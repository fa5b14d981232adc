import WGNAPIClient
import WGNAPISupport

extension ReceivedResponse {
  /// Returns the refusal of a response whose media type the endpoint doesn't describe.
  package func unexpectedType(expected: [MediaRange]) -> ResponseRefusal {
    let types = expected.map(\.essence).joined(separator: ", ")
    let excerpt = excerpt
    return ResponseRefusal(
      .unexpectedContent(
        contentType: printableType,
        problem: "the endpoint describes \(types)" + (excerpt.isEmpty ? "" : ": \"\(excerpt)\"")))
  }
}
