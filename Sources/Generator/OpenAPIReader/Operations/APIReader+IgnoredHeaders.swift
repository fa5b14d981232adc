import Diagnostics
import SpecReader
import SpecYAML

extension APIReader {
  /// Returns whether a header field isn't described as one, because other parts of a document do, and says which.
  ///
  /// OpenAPI 3 ignores these fields (Parameter Object, Header Object). Swagger 2.0 doesn't say so, but the client sends
  /// them as the same other parts say.
  func noteIgnoredHeader(_ name: String, at node: YAMLNode, isResponse: Bool) -> Bool {
    let isSwagger = swagger != nil
    let others: String
    switch (name.lowercased(), isResponse) {
    case ("authorization", false):
      others = isSwagger ? "'securityDefinitions' and 'security'" : "'securitySchemes' and 'security'"
    case ("accept", false): others = isSwagger ? "'produces'" : "the media types of the responses"
    case ("content-type", false): others = isSwagger ? "'consumes'" : "the media types of the body"
    case ("content-type", true): others = isSwagger ? "'produces'" : "the media types of the response"
    default: return false
    }
    let verb = others.contains(" and ") || others.contains("types") ? "describe" : "describes"
    let what = "the \(isResponse ? "header" : "parameter") '\(abbreviate(name))' is left out"
    findings.ignore("\(what): \(others) \(verb) this header field", at: node)
    return true
  }
}
