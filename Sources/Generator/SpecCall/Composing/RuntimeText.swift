import HTTPTypes
import SwiftEmitter
import WGNAPIClient
import WGNAPIResponses
import WGNAPIServers
import WGNAPITransport

import struct APIModel.MediaType

/// Header fields, by the rules of the runtime.
enum HeaderText {
  static func isValid(_ value: String) -> Bool { HTTPField.isValidValue(value) }
}

/// URLs, by the rules of the runtime.
enum CallURL {
  /// What is wrong with a request's whole URL; nil if nothing is.
  static func problem(ofWhole text: String) -> String? {
    var url = BaseURL(scheme: "", authority: "", path: "/")
    return BaseURL.parse(whole: text, &url)
  }

  /// The base URL, with a slash at its end, or what is wrong with it.
  static func base(_ text: String, basePath: String) -> Result<String, CallRefusal> {
    var url = BaseURL(scheme: "", authority: "", path: "/")
    if let problem = BaseURL.parse(text, basePath, &url) {
      return .failure(CallRefusal("the server can't be called: \(problem)"))
    }
    return .success("\(url.scheme)://\(url.authority)\(url.path)")
  }

  static func isSecure(_ url: String) -> Bool { url.lowercased().hasPrefix("https://") }
}

extension CallURL {
  /// Fills a server's URL; or what is wrong with the values.
  ///
  /// - Parameter values: the values of its variables, and whether the spec lists them.
  static func filled(
    _ template: String, _ values: [String: (text: String, isListed: Bool)]
  ) -> Result<String, CallRefusal> {
    let variables = values.mapValues { value -> ServerVariable in
      value.isListed ? .listed(value.text) : .free(value.text)
    }
    let server = APIServer("server", template: template, variables: variables)
    if let problem = server.problem { return .failure(CallRefusal("the server's URL: \(problem)")) }
    return .success(server.baseURL)
  }
}

/// Messages of the runtime.
enum RuntimeText {
  /// Why the request failed, and what to do about it.
  static func sentence(_ failure: TransportFailure) -> String { failure.sentence }
}

/// The status of a response in words: `404 (not found)`.
enum StatusText {
  static func text(_ code: Int) -> String { statusWords(code).map { "\(code) (\($0))" } ?? "\(code)" }
}

/// Bodies by their media types.
enum ContentTypes {
  static func isJSON(_ type: String) -> Bool { MediaType(type).isJSON }

  /// The text of a body by its charset; nil if it isn't text.
  static func text(_ body: [UInt8], _ type: String?) -> String? {
    try? TextBody.decode(body, contentType: type).get()
  }
}
