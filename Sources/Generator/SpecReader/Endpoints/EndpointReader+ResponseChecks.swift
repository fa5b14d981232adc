import APIModel
import Diagnostics

extension EndpointReader {
  /// Reports answers with a body where HTTP has none.
  func checkBodies(of endpoint: Endpoint) {
    for response in endpoint.responses where response.payload != .empty {
      if endpoint.methods == [.head] {
        report.error(
          .conflictingKeys,
          "a response to HEAD has no body; write 'response: empty', or {headers: …} for its header fields",
          at: response.span)
      } else {
        report.checkBody(with: response.statuses, at: response.span)
      }
    }
  }

  /// Reports responses by media type that clients never choose (`StatusChoice` in the runtime).
  func checkReachability(of responses: [Endpoint.Response]) {
    var earlier: [(name: Name, key: String)] = []
    for type in responses.compactMap(\.mediaType) {
      let key = Self.distinguished(type.text)
      let first = earlier.first { $0.key == key || (key.hasSuffix("/*") && $0.key == "*/*") }
      earlier.append((type, key))
      guard let first else { continue }
      let (name, other) = (abbreviate(type.text), abbreviate(first.name.text))
      let reason =
        first.key == key
        ? "is the same media type; 'charset' doesn't distinguish them, and a text is read in the charset that the response says"
        : "contains it; write the narrower range first"
      report.error(
        .conflictingKeys, "'\(name)' is never chosen, because '\(other)' comes first and \(reason)",
        at: type.span, notes: [.init("the other is here", at: first.name.span)])
    }
  }

  /// The parts of a media type that distinguish it from others.
  private static func distinguished(_ type: String) -> String {
    let parts = type.filter { $0 != " " && $0 != "\"" }.split(separator: ";")
    let parameters = parts.dropFirst().map { parameter in
      let name = parameter.prefix { $0 != "=" }
      return name.lowercased() + parameter.dropFirst(name.count)
    }
    let essence = parts.first?.lowercased() ?? ""
    return ([essence] + parameters.filter { !$0.hasPrefix("charset=") }.sorted()).joined(separator: ";")
  }
}

extension Report {
  /// Reports a body of a response whose status never has one (RFC 9110, section 6.4.1).
  func checkBody(with statuses: ClosedRange<Int>, at span: SourceSpan) {
    let isBodiless = statuses.upperBound < 200 || [204...204, 205...205, 304...304].contains(statuses)
    guard isBodiless else { return }
    let status = statuses.count == 1 ? "\(statuses.lowerBound)" : "\(statuses.lowerBound / 100)XX"
    error(
      .conflictingKeys, "a response with status \(status) has no body; write '\(status): empty'", at: span)
  }
}
