import APIModel
import Diagnostics

/// A server whose URL has variables, with the types of variables with listed values.
struct ServerTemplate {
  struct Variable {
    var name: String
    var wireName: String
    var type: String
    var isListed: Bool
    var defaultValue: Code?
    /// Whether the default is more than one part of the URL, so that only it is used as it is.
    var hasListedDefault = false
    var summary: String?

    var declaration: Code {
      "\(SwiftName.escaped(name)): \(type)\(defaultValue.map { " = \($0)" as Code } ?? "")"
    }

    var value: Code {
      let name = SwiftName.escaped(name)
      if isListed { return ".listed(\(name).rawValue)" }
      guard hasListedDefault, let defaultValue else { return ".free(\(name))" }
      return "\(name) == \(defaultValue) ? .listed(\(name)) : .free(\(name))"
    }
  }

  /// The values of a variable.
  struct Values {
    var type: String
    var summary: String
    var cases: [(name: String, value: String)]
  }

  let server: Server
  var variables: [Variable] = []

  /// Whether all variables have defaults.
  var isComplete: Bool { variables.allSatisfy { $0.defaultValue != nil } }

  /// A module's servers with variables, and their types.
  static func templates(
    of module: Module, into sink: inout DiagnosticSink
  ) -> (servers: [ServerTemplate], values: [Values]) {
    var values: [Values] = []
    var types = NameScope("two variables of servers", remedy: "rename one of them")
    let servers = module.servers.filter { !$0.variables.isEmpty }.map { server in
      var template = ServerTemplate(server: server)
      var names = NameScope("two variables of '\(server.name.text)'", remedy: "rename one of them")
      for variable in server.variables {
        let name = SwiftName.member(variable.name.text)
        names.claim(name, for: variable.name, into: &sink)
        // Servers that share a variable and its values share the type.
        let others = module.servers.flatMap(\.variables).filter { $0.name.text == variable.name.text }
        let isShared = others.allSatisfy { $0.values.map(\.text) == variable.values.map(\.text) }
        let type = SwiftName.nestedType(
          isShared ? variable.name.text : "\(server.name.text)_\(variable.name.text)")
        let own = variable.values.isEmpty ? nil : self.values(of: variable, as: type, into: &sink)
        if let own, !values.contains(where: { $0.type == type && isShared }) {
          types.claim(type, for: variable.name, into: &sink)
          values.append(own)
        }
        let defaultValue: Code? = variable.defaultValue.flatMap { text in
          guard let own else { return .string(text) }
          return own.cases.first { $0.value == text }.map { ".\(SwiftName.escaped($0.name))" }
        }
        template.variables.append(
          Variable(
            name: name, wireName: variable.name.text, type: own == nil ? "String" : type,
            isListed: own != nil,
            defaultValue: defaultValue,
            hasListedDefault: variable.defaultValue.map { isListedDefault($0, of: server, at: variable) }
              ?? false,
            summary: variable.documentation.summary))
      }
      return template
    }
    return (servers, values)
  }

  /// The template of one server; nil if its URL has no variables.
  static func template(of server: Server, in module: Module) -> ServerTemplate? {
    var sink = DiagnosticSink()
    return templates(of: module, into: &sink).servers.first { $0.server == server }
  }

  /// The expression for a server: `.main`, or `.main(region: .eu)`.
  ///
  /// - Parameter values: The values of variables; those that have defaults may be missing.
  static func expression(of server: Server, in module: Module, _ values: [String: String]) -> Code {
    let name: Code = ".\(SwiftName.escaped(SwiftName.server(server)))"
    if server.variables.isEmpty { return name }
    var sink = DiagnosticSink()
    let templates = templates(of: module, into: &sink)
    let variables = templates.servers.first { $0.server == server }?.variables ?? []
    let arguments = variables.compactMap { variable -> Code? in
      guard let text = values[variable.wireName] ?? (variable.defaultValue == nil ? "" : nil) else {
        return nil
      }
      let cases = templates.values.first { $0.type == variable.type }?.cases
      let listed = cases?.first { $0.value == text } ?? cases?.first
      let value: Code = variable.isListed ? ".\(SwiftName.escaped(listed?.name ?? ""))" : .string(text)
      return "\(SwiftName.label(variable.name)): \(value)"
    }
    return .call(name, arguments)
  }

  /// Whether a default is valid in a URL, but more than the runtime accepts in the variable's place: a label of the
  /// host, a port, or a segment.
  private static func isListedDefault(_ value: String, of server: Server, at variable: ServerVariable) -> Bool
  {
    func consists(of others: String) -> Bool {
      value.unicodeScalars.allSatisfy { scalar in
        others.unicodeScalars.contains(scalar)
          || scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      }
    }
    guard consists(of: "-._~/:") else { return false }
    let start = server.url.firstRange(of: "{\(variable.name.text)}")?.lowerBound ?? server.url.startIndex
    let isInPath = server.url[..<start].utf8.count { $0 == UInt8(ascii: "/") } > 2
    if value.isEmpty { return true }
    if isInPath { return value == "." || value == ".." || value.contains("/") }
    return !consists(of: "-") || value.first == "-" || value.last == "-" || value.utf8.count > 63
  }

  private static func values(
    of variable: ServerVariable, as type: String, into sink: inout DiagnosticSink
  ) -> Values {
    var scope = NameScope("two values of '\(variable.name.text)'", remedy: "rename one of them")
    let cases = variable.values.map { value in
      let name = SwiftName.constant(value.text)
      scope.claim(name, for: value, into: &sink)
      return (name: name, value: value.text)
    }
    return Values(
      type: type, summary: variable.documentation.summary ?? "The values of `\(variable.name.text)`.",
      cases: cases)
  }
}
