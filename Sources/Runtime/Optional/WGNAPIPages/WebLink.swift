import HTTPTypes
import WGNAPIClient
import WGNAPISupport

/// A link in the `Link` field of a response (RFC 8288).
public struct WebLink: Hashable, Sendable {
  /// The URL as written, which may be relative to the request's.
  public let target: String
  /// The relations such as `next`, in lowercase.
  public let relations: [String]
  /// All parameters by their names in lowercase. If a name is repeated, its first value counts.
  public let parameters: [String: String]

  /// Reads the links in the values of `Link` fields (RFC 8288, section 3 and appendix B.2). Each value is read up to
  /// its first mistake.
  package static func links(in values: [String]) -> [WebLink] {
    values.flatMap { value in
      Array(value.utf8).withUnsafeBufferPointer { bytes in
        var scanner = FormatScanner(bytes)
        var links: [WebLink] = []
        while let link = scanner.link() { links.append(link) }
        return links
      }
    }
  }
}

extension CallResponse {
  /// The links in the response's `Link` fields, without those whose context is another resource (`anchor`).
  ///
  /// ```swift
  /// let last = response.links.first { $0.relations.contains("last") }
  /// ```
  public var links: [WebLink] {
    WebLink.links(in: headers[values: .link]).filter { $0.parameters["anchor"] == nil }
  }
}

extension HTTPField.Name {
  fileprivate static var link: Self { Self("Link") ?? .location }
}

extension FormatScanner {
  /// Reads the next link of a list; nil at the end, and where there is none.
  fileprivate mutating func link() -> WebLink? {
    _ = skip { $0.isBlank || $0 == UInt8(ascii: ",") }
    guard skip("<") else { return nil }
    let target = text { $0 != UInt8(ascii: ">") }
    guard skip(">") else { return nil }
    var parameters: [String: String] = [:]
    while true {
      skipBlanks()
      guard skip(";") else { break }
      skipBlanks()
      let name = text { !$0.isBlank && !"=;,".utf8.contains($0) }.lowercased()
      skipBlanks()
      var value = ""
      if skip("=") {
        skipBlanks()
        value = skip("\"") ? quotedRest() : text { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") }
        while value.utf8.last?.isBlank == true { value.removeLast() }
      }
      if !name.isEmpty, parameters[name] == nil { parameters[name] = value }
    }
    // Without a comma, what follows isn't a link.
    if !isAtEnd, peek() != UInt8(ascii: ",") { index = end }
    let relations = (parameters["rel"] ?? "").split { $0 == " " || $0 == "\t" }.map { $0.lowercased() }
    return WebLink(target: target, relations: relations, parameters: parameters)
  }

  /// Reads the rest of a quoted text, up to its quotation mark or the end (RFC 9110, section 5.6.4).
  private mutating func quotedRest() -> String {
    var bytes: [UInt8] = []
    while let byte = next(), byte != UInt8(ascii: "\"") {
      bytes.append(byte == UInt8(ascii: "\\") ? next() ?? byte : byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func text(while accepts: (UInt8) -> Bool) -> String {
    let start = index
    _ = skip(while: accepts)
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func skipBlanks() { _ = skip { $0.isBlank } }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}
