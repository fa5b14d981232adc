/// What a request asks of the mock server in `Prefer` (RFC 7240): `status=404`, `code=NOT_FOUND`, `example=empty`.
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
        var value = trimmed(pair[1])
        if value.count > 1, value.hasPrefix("\""), value.hasSuffix("\"") {
          value = String(value.dropFirst().dropLast())
        }
        switch trimmed(pair[0]).lowercased() {
        case "status": if let number = Int(value), (100...599).contains(number) { status = number }
        case "code": code = value
        case "example": example = value
        default: break
        }
      }
    }
  }

  /// What the answer says was done.
  var applied: String? {
    let texts = [status.map { "status=\($0)" }, code.map { "code=\($0)" }, example.map { "example=\($0)" }]
    let list = texts.compactMap(\.self)
    return list.isEmpty ? nil : list.joined(separator: ", ")
  }
}
