import APIModel
import SpecInference

/// How something of the right type isn't in the form that the spec demands.
enum OtherForm: Hashable {
  /// A list has more elements than the tuple has schemas.
  case elements(described: Int)
  /// A map has a key that matches no pattern.
  case additionalKey
  /// A map's key isn't an integer.
  case key
  /// Not one of a union's alternatives.
  case alternative(UnionKeyword)
  /// One that the union doesn't have, by its tag; nil if that can't be shown.
  case newAlternative(UnionKeyword, tag: String?)
  /// An element of a stream isn't JSON.
  case json
  /// A parameter isn't written as its type.
  case syntax
  /// A parameter was sent several times.
  case repeated
  /// Several files were sent in a part for one.
  case repeatedFile
  /// A parameter was sent in another place.
  case place(sent: Parameter.Location, described: Parameter.Location)
  /// A text isn't in the named format.
  case format(String)
  /// A number is beyond what its type can have.
  case range(LimitKeyword)
  /// Another keyword demands something else.
  case keyword(String)
  /// The body of a failure may be somebody else's.
  case failureBody(status: Int)
  /// A response of success says that something went wrong.
  case untoldFailure

  enum UnionKeyword: String {
    case oneOf, anyOf
  }

  /// - Parameter most: the most elements that a list had.
  func message(most: NumberText?) -> String {
    switch self {
    case .elements(let count): "\(most?.text ?? "more") elements, and the spec describes \(count)"
    case .additionalKey: "a key that the spec doesn't allow"
    case .key: "not an integer"
    case .alternative: "of none of the alternatives"
    case .newAlternative(_, let tag):
      "of an alternative that the spec doesn't have" + (tag.map { ": '\($0)'" } ?? "")
    case .json: "not JSON"
    case .syntax: "not written as the spec says"
    case .repeated, .repeatedFile: "sent several times"
    case .place(let sent, let described):
      "sent in the \(sent.noun), and the spec has it in the \(described.noun)"
    case .format(let name): "not in the form '\(name)'"
    case .range: "a number that doesn't fit the type"
    case .keyword(let keyword): "not as '\(keyword)' demands"
    case .failureBody(let status): "the body of a \(status) isn't as the module's failures"
    case .untoldFailure: "responses say \(UntoldFailure.reason)"
    }
  }

  /// What makes such values right; nil if nobody can tell.
  var advice: String? {
    switch self {
    case .elements: "describe the other elements there"
    case .additionalKey: "write another 'additionalProperties', or none"
    case .key: "describe the keys as text, such as '{string: …}' in place of '{integer: …}'"
    case .alternative(let keyword): "add an alternative to '\(keyword.rawValue)'"
    case .newAlternative(let keyword, _): "describe it, and add it to '\(keyword.rawValue)'"
    case .json: nil
    case .syntax: "write a wider type, such as 'string', if it isn't always so"
    case .repeated: "write a list with 'separator: repeat'"
    case .repeatedFile: "write 'files' in place of 'file'"
    case .place(let sent, _): "write 'in: \(sent.rawValue)' if the service reads it there"
    case .format: "write a wider type, such as 'string', without 'format'"
    case .range: "write a wider type, such as 'number'"
    case .keyword("pattern"): "write a 'pattern' that accepts it, or none"
    case .keyword(let keyword): "write another '\(keyword)', or none"
    case .failureBody: "describe the status under 'failures', if the service itself answers so"
    case .untoldFailure: UntoldFailure.advice
    }
  }
}
