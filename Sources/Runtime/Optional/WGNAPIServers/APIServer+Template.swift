import WGNAPIClient
import WGNAPISupport
import WGNAPITransport

extension APIServer {
  /// Creates a server whose URL has variables. An invalid value is reported as an error when a request is
  /// composed.
  ///
  /// - Parameters:
  ///   - name: The name used in error messages.
  ///   - template: The URL with names in braces.
  ///   - variables: The values of all names.
  ///   - others: The URLs of the API's other servers, which may have the same variables.
  public init(
    _ name: String, template: String, variables: [String: ServerVariable], others: [String: String] = [:]
  ) {
    var problem: String?
    let url = Self.fill(template, variables, &problem)
    var filled: [(name: String, url: String)] = []
    for (name, template) in others { filled.append((name, Self.fill(template, variables, &problem))) }
    self.init(
      name: name, baseURL: url, availability: name, others: Self.table(filled), problem: problem)
  }

  /// Replaces names with values, and finds the first problem.
  @inline(never)
  private static func fill(
    _ template: String, _ variables: [String: ServerVariable], _ problem: inout String?
  ) -> String {
    var parts = template.parts(at: UInt8(ascii: "{"))
    var url = parts.removeFirst()
    // What follows each `{` is a name, `}` and text.
    for part in parts {
      let name = part.beginning { $0 == UInt8(ascii: "}") }
      if name.utf8.count == part.utf8.count {
        url += "{" + part
      } else {
        if let variable = variables[name] {
          let reason = reason(
            toRefuse: variable, after: url, before: part.rest(after: name.utf8.count + 1))
          if let reason { problem = problem ?? "its variable '\(name)' \(reason)" }
          if reason == nil { url += text(of: variable, after: url) }
        } else {
          problem = problem ?? "its variable '\(name)' has no value"
        }
        url += part.rest(after: name.utf8.count + 1)
      }
    }
    return url
  }

  /// Whether what follows is the path: the host begins after "https://" and ends at the next slash.
  private static func isPath(after url: String) -> Bool { url.parts(at: UInt8(ascii: "/")).count > 3 }

  /// Returns a value in the form in which the URL contains it.
  private static func text(of variable: ServerVariable, after url: String) -> String {
    variable.isListed || !isPath(after: url) ? variable.value : PercentEncoding.encode(variable.value)
  }

  /// Returns why a value can't be a part of the URL, as part of a sentence; nil if it can.
  @inline(never)
  private static func reason(
    toRefuse variable: ServerVariable, after url: String, before rest: String
  ) -> String? {
    let value = variable.value
    if variable.isListed { return nil }
    if isPath(after: url) {
      return value.isEmpty || value == "." || value == ".."
        ? "must be a part of a path, neither empty nor '.' nor '..'" : nil
    }
    if url.utf8.last == UInt8(ascii: ":") {
      return Authority.isNumber(value, upTo: 65535) ? nil : "must be a port, a number up to 65535"
    }
    if url.hasSuffix("://"), rest.isEmpty || rest.hasPrefix("/") || rest.hasPrefix(":") {
      return isHost(value, mayHavePort: !rest.hasPrefix(":"))
        ? nil : "must be a host name: labels of letters, digits and hyphens with dots between them"
    }
    return isLabel(value)
      ? nil : "must be one label of a host: letters, digits and hyphens, and no dot, '@', ':' or '/'"
  }

  private static func isHost(_ text: String, mayHavePort: Bool) -> Bool {
    let name = mayHavePort ? text.beginning { $0 == UInt8(ascii: ":") } : text
    if name.utf8.count < text.utf8.count,
      !Authority.isNumber(text.rest(after: name.utf8.count + 1), upTo: 65535)
    {
      return false
    }
    return name.utf8.count <= 253 && name.parts(at: UInt8(ascii: ".")).allSatisfy { isLabel($0) }
  }

  private static func isLabel(_ text: String) -> Bool {
    let hyphen = UInt8(ascii: "-")
    return !text.isEmpty && text.utf8.count <= 63 && text.utf8.first != hyphen && text.utf8.last != hyphen
      && text.isAll { $0.isDigit || $0.isLetter || $0 == hyphen }
  }
}
