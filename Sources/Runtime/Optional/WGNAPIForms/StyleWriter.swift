import WGNAPIClient
import WGNAPIJSON
import WGNAPISupport

/// Writes the texts of a value in one of RFC 6570's styles (section 3.2.1).
struct StyleWriter {
  let style: URIStyle
  let name: String
  let location: ParameterLocation

  /// Text before and after encoding.
  private struct Piece {
    var value: String
    var encoded: String

    static func joined(_ pieces: [Piece], by separator: String) -> Piece {
      Piece(
        value: pieces.map(\.value).joined(separator: PercentEncoding.decode(separator) ?? separator),
        encoded: pieces.map(\.encoded).joined(separator: separator))
    }
  }

  private var isNamed: Bool { ![.simple, .label].contains(style.kind) }

  /// The separator of a list that isn't exploded.
  private var separator: String {
    switch style.kind {
    case .space: location == .part ? " " : "%20"
    case .pipe: location == .part ? "|" : "%7C"
    case .form, .simple, .label, .matrix, .deepObject, .json: ","
    }
  }

  private func piece(_ text: String) -> Piece { Piece(value: text, encoded: style.encode(text, location)) }

  func scalar(_ text: String) -> [ParameterStyle.Field] { whole(piece(text)) }

  func list(_ texts: [String]) throws(JSONError) -> [ParameterStyle.Field] {
    guard !texts.isEmpty else { return [] }
    let pieces = texts.map(piece)
    guard style.isExploded else { return whole(try joined(pieces, by: separator)) }
    switch style.kind {
    case .simple: return whole(try joined(pieces, by: ","))
    case .label: return whole(try joined(pieces, by: "."))
    case .matrix:
      return path(try joined(pieces, by: ";", after: { self.pair(name, $0) }))
    default: return pieces.map { field(name, $0) }
    }
  }

  func object(_ members: [(String, String)]) throws(JSONError) -> [ParameterStyle.Field] {
    guard !members.isEmpty else { return [] }
    guard style.isExploded else {
      return whole(try joined(members.flatMap { [piece($0.0), piece($0.1)] }, by: separator))
    }
    guard location == .path || location == .header else {
      return members.map { field($0.0, piece($0.1)) }
    }
    for (key, _) in members where style.encode(key, location).contains("=") {
      throw Self.ambiguous(key, "=")
    }
    let separator = style.kind == .label ? "." : style.kind == .matrix ? ";" : ","
    var pairs: [Piece] = []
    for (key, text) in members {
      for part in [key, text] where style.encode(part, location).contains(separator) {
        throw Self.ambiguous(part, separator)
      }
      pairs.append(pair(key, piece(text)))
    }
    let all = Piece.joined(pairs, by: separator)
    return style.kind == .matrix ? path(all) : whole(all)
  }

  /// Joins the texts with a separator, which none of them may contain.
  private func joined(
    _ pieces: [Piece], by separator: String, after change: (Piece) -> Piece = { $0 }
  ) throws(JSONError) -> Piece {
    if let piece = pieces.first(where: { $0.encoded.contains(separator) }) {
      throw Self.ambiguous(piece.value, PercentEncoding.decode(separator) ?? separator)
    }
    return .joined(pieces.map(change), by: separator)
  }

  /// A member or an element with its name. Matrix writes no `=` before an empty text.
  private func pair(_ key: String, _ piece: Piece) -> Piece {
    if style.kind == .matrix, piece.value.isEmpty {
      return Piece(value: key, encoded: style.encode(key, location))
    }
    return Piece(
      value: "\(key)=\(piece.value)", encoded: "\(style.encode(key, location))=\(piece.encoded)")
  }

  /// A value as a whole.
  private func whole(_ piece: Piece) -> [ParameterStyle.Field] {
    switch style.kind {
    case .simple: [ParameterStyle.Field(name: "", value: piece.value, encoded: piece.encoded)]
    case .label: [ParameterStyle.Field(name: "", value: ".\(piece.value)", encoded: ".\(piece.encoded)")]
    case .matrix: path(pair(name, piece))
    default: [field(name, piece)]
    }
  }

  private func path(_ piece: Piece) -> [ParameterStyle.Field] {
    [ParameterStyle.Field(name: "", value: ";\(piece.value)", encoded: ";\(piece.encoded)")]
  }

  private func field(_ name: String, _ piece: Piece) -> ParameterStyle.Field {
    ParameterStyle.Field(name: name, value: piece.value, encoded: piece.encoded)
  }

  private static func ambiguous(_ text: String, _ separator: String) -> JSONError {
    JSONError(
      .notRepresentable,
      "'\(text)' contains the separator '\(separator)', so the service would read two elements: encode it as the service says"
    )
  }
}
