import APIModel

/// The response that a request asks for in `Prefer` (RFC 7240): `status=404`, `code=NOT_FOUND`, `example=empty`.
struct Preferences {
  var status: Int?
  /// The code or the message of a service's error.
  var code: String?
  /// The name or the number of an example.
  var example: String?

  init(_ fields: [String]) {
    for field in fields {
      for part in field.split(whereSeparator: { $0 == "," || $0 == ";" }) {
        let pair = part.split(separator: "=", maxSplits: 1)
        guard pair.count == 2 else { continue }
        let value = unquoted(withoutOuterSpaces(pair[1]))
        switch withoutOuterSpaces(pair[0]).lowercased() {
        case "status": if let number = Int(value), (200...599).contains(number) { status = number }
        case "code": code = value
        case "example": example = value
        default: break
        }
      }
    }
  }

  /// The value of `Preference-Applied`; nil if nothing was asked for.
  var applied: String? {
    let texts = [status.map { "status=\($0)" }, code.map { "code=\($0)" }, example.map { "example=\($0)" }]
    let list = texts.compactMap(\.self)
    return list.isEmpty ? nil : list.joined(separator: ", ")
  }
}
