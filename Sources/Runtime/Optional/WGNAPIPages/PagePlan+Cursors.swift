import WGNAPIClient
import WGNAPIJSON

// Cursors.
extension PagePlan {
  /// Returns the JSON of the cursor of the page that follows; nil if there is none.
  func cursor(after answer: Answer<Request>, isEmpty: Bool) throws(JSONError) -> String? {
    let body = answer.body
    switch policy.style {
    case .cursor(_, let next):
      let isForward = direction == .forward
      let more = isForward ? JSONReader.flag(at: policy.more, in: body) : nil
      guard more != false else { return nil }
      let cursor = try Self.cursor(at: isForward ? next : policy.backward?.previous ?? next, in: body)
      guard cursor != nil || more == nil else { throw Self.noCursor }
      return cursor
    case .lastElement(_, let property, let elements):
      let more = JSONReader.flag(at: policy.more, in: body)
      guard more != false else { return nil }
      let list = elements ?? answer.payloadPointer
      guard let ends = try JSONReader.ends(at: list, in: body) else {
        guard more == nil else { throw Self.noCursor }
        return nil
      }
      guard
        let cursor = try Self.cursor(at: property, in: direction == .forward ? ends.last : ends.first)
      else { throw JSONError(.missingKey, "the element that the next page follows has no \(property)") }
      return cursor
    default: return nil
    }
  }

  private static var noCursor: JSONError {
    JSONError(.invalidValue, "the service says that there are more elements, but not where")
  }

  /// Returns the JSON of the cursor; nil if it is null, an empty text or missing, which means that there is
  /// no other page.
  private static func cursor(at pointer: String, in body: [UInt8]) throws(JSONError) -> String? {
    guard let json = try JSONReader.value(at: pointer, in: body) else { return nil }
    let text = String(decoding: json, as: UTF8.self)
    return ["null", "\"\"", "false"].contains(text) ? nil : text
  }
}
