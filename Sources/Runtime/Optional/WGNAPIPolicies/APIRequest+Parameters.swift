import WGNAPIClient
import WGNAPIJSON

extension APIRequest {
  /// Returns the JSON value of the parameter with this wire name; nil if the value is absent or there is no
  /// such parameter.
  package func json(ofParameter name: String) throws(JSONError) -> [UInt8]? {
    guard let parameter = Self.endpoint.parameters.first(where: { $0.name == name }) else { return nil }
    return try parameter.source.json(of: self)
  }

  /// Returns this request with the value of the parameter with this wire name replaced by a JSON value.
  ///
  /// - Throws: `APIError` if the parameter doesn't exist, can't be changed or can't have the value.
  package func setting(_ name: String, to json: [UInt8]) throws(APIError) -> Self {
    var result = self
    let problem: String
    do throws(JSONError) {
      let parameter = Self.endpoint.parameters.first { $0.name == name }
      if try parameter?.source.set(json, on: &result) == true { return result }
      problem = parameter == nil ? "the endpoint has no such parameter" : "its property can't be changed"
    } catch {
      problem = error.message
    }
    throw APIError(
      .invalidRequest([
        Violation(instanceLocation: "/\(name)", keyword: "policy", message: problem, byteOffset: 0)
      ]), operation: Self.endpoint.name)
  }
}
