import APIModel
import Diagnostics

extension WireComparison {
  /// Compares the header fields that are the same in every request. A spec says what clients send, and not whether the service needs
  /// it.
  mutating func compareConstants(_ endpoint: Endpoint, _ newEndpoint: Endpoint, _ place: String) {
    func key(_ name: Name) -> String { name.text.lowercased() }
    let sent = Dictionary(old.constantHeaders(of: endpoint).map { (key($0.name), $0) }) { _, last in last }
    // The argument of a parameter with this name is sent in its place.
    let parameters = Set(
      (endpoint.parameters + old.clientParameters(of: endpoint)).filter { $0.location == .header }
        .map { key($0.name) })
    for header in new.constantHeaders(of: newEndpoint) where !parameters.contains(key(header.name)) {
      let before = sent[key(header.name)]
      guard before?.value != header.value else { continue }
      let isOwn = newEndpoint.constantHeaders.contains(header)
      requests.report(
        .cantTell, isOwn ? place : "client",
        "clients of the new version send '\(header.name.text): \(header.value)', and the app "
          + (before.map { "'\($0.name.text): \($0.value)'" } ?? "doesn't"),
        before?.name.span ?? (isOwn ? endpoint.span : old.name.span), header.name.span)
    }
  }
}
