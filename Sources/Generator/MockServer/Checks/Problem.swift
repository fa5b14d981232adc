import APIModel
import SchemaValues

/// Something about a request that its endpoint's description doesn't allow.
package struct Problem: Hashable {
  package enum Place: String {
    case query, path, header, cookie, form, body, credentials
  }

  package var place: Place
  /// The parameter's wire name; nil for a body.
  package var name: String?
  /// The place in the value, as a JSON Pointer.
  package var pointer = ""
  /// The keyword of the schema; or `missing`, `unknown`, `misplaced`, `repeated`, `mediaType`, `syntax`, `readOnly`, `choice`, `size`.
  package var keyword: String
  /// The validator's message.
  var message: String
  /// The value as it was sent, unless it is secret.
  var value: String?
  var status = 400

  /// `query 'limit'`
  var position: String {
    switch place {
    case .body: pointer.isEmpty ? "body" : "body \(pointer)"
    case .credentials: "credentials"
    default: "\(place.rawValue)\(name.map { " '\($0)'" } ?? "")\(pointer.isEmpty ? "" : " \(pointer)")"
    }
  }

  /// The problem without parts of the request.
  var summary: String { "\(place.rawValue)\(name.map { " '\($0)'" } ?? "") \(keyword)" }
}

extension Problem.Place {
  package init(_ location: Parameter.Location) {
    self =
      switch location {
      case .query: .query
      case .path, .url: .path
      case .header: .header
      case .cookie: .cookie
      case .form: .form
      }
  }
}

/// The values in a request, and its problems.
package struct RequestReading {
  package var problems: [Problem] = []
  /// Parameters that the endpoint doesn't have, or reads from another place, which do no harm.
  package var warnings: [Problem] = []
  /// The values of parameters, by the place that the endpoint reads them from and their wire name.
  private var values: [Parameter.Location: [String: Literal]] = [:]
  /// The body, if it is JSON or a form.
  package var body: Literal?
  /// Which of the alternatives of the endpoint's body it was read as; nil if it has none, or none fits.
  package var alternative: Int?
  /// The request's URL without its query; nil if the request doesn't name the host.
  var url: String?
  /// The query as it was sent.
  var query = ""
  /// The page that a link of the server led to.
  var linkedPage: Int?
  /// The fields to answer with, and the extra ones; nil if the request doesn't say.
  var fields: [String]?
  var extraFields: [String] = []

  /// The value of a parameter; nil if it is absent. One name may be in several places.
  package func value(of parameter: Parameter) -> Literal? {
    values[parameter.location]?[parameter.name.text]
  }

  mutating func set(_ value: Literal, of parameter: Parameter) {
    values[parameter.location, default: [:]][parameter.name.text] = value
  }

  /// The value of a parameter with a wire name, wherever it is; nil if there is none.
  func value(named name: String) -> Literal? {
    Parameter.Location.allCases.lazy.compactMap { values[$0]?[name] }.first
  }

  /// The value of a parameter, or of a property of the body; nil if it is absent.
  func value(at place: Policies.Pagination.Place?) -> Literal? {
    switch place {
    case .parameter(let name): return value(named: name.text)
    case .body(let path):
      let value = body?.part(at: path.components.map { ValueStep.key($0) })
      return value == .null ? nil : value
    case nil: return nil
    }
  }
}
