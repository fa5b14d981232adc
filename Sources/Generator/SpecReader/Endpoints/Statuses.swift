import APIModel
import Diagnostics
import SpecYAML

extension Report {
  /// Whether a key is `404` or `4XX`.
  static func isStatus(_ text: String) -> Bool { statuses(text) != nil }

  private static func statuses(_ text: String) -> ClosedRange<Int>? {
    guard text.utf8.count == 3 else { return nil }
    if let code = Int(text), (100...599).contains(code) { return code...code }
    guard text.hasSuffix("XX"), let digit = text.first.flatMap({ Int(String($0)) }), (1...5).contains(digit)
    else { return nil }
    return digit * 100...digit * 100 + 99
  }

  /// `404`, `2XX` or `default`.
  func statuses(_ node: YAMLNode) -> ClosedRange<Int>? {
    let text = node.text ?? ""
    if text == "default" { return Endpoint.Response.otherStatuses }
    if let statuses = Self.statuses(text) { return statuses }
    let upper = text.uppercased()
    let isRange = upper != text && Self.statuses(upper) != nil
    error(
      .invalidStatus,
      "'\(abbreviate(text))' isn't a valid status; write a code from 100 to 599, a range such as 2XX, or default",
      at: node.occurrence,
      suggestion: isRange ? upper : suggestion(for: text, in: ["default"]))
    return nil
  }

  /// Text that is a media type such as `text/csv`, or a range such as `image/*`.
  func mediaType(_ node: YAMLNode, for what: String) -> Name? {
    guard let name = name(node, for: what) else { return nil }
    if name.text.isMediaType, !name.text.hasByte(",") { return name }
    error(
      .invalidValue, "'\(abbreviate(name.text))' isn't a media type; write one such as text/csv or image/*",
      at: name.span)
    return nil
  }
}

extension StringProtocol {
  /// Whether it is a media type, such as `text/csv`, or a range of them, such as `image/*`, with or without parameters.
  var isMediaType: Bool {
    let essence = trimmed(String(prefix { $0 != ";" }))
    let parts = essence.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && !$0.contains(" ") }
      && (parts[0] != "*" || parts[1] == "*") && utf8.allSatisfy { (0x20..<0x7F).contains($0) }
  }
}
