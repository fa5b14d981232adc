import APIModel
import Diagnostics

/// The Swift name of a part of an API, and its source.
public struct SwiftNameReport: Sendable, Hashable {
  /// `client.repos.list` or `Repository`.
  public var swiftName: String
  /// Its name in the document: `GET /repos`, or a schema's name.
  public var source: String
  public var reason: String
  /// Where its source is.
  public var span: SourceSpan
}

extension API {
  /// The names of all modules' methods and types, in the order of the document.
  public func listNames() -> [SwiftNameReport] { modules.flatMap { methods(of: $0) + types(of: $0) } }

  private func methods(of module: Module) -> [SwiftNameReport] {
    module.endpoints.map { endpoint in
      var plain = endpoint
      plain.swiftName = nil
      let groups = SwiftName.groups(endpoint.group).map { $0 + "." }.joined()
      let method = SwiftName.method(endpoint)
      let usual = SwiftName.method(plain)
      let id =
        endpoint.operationID.flatMap { $0 == endpoint.name.text ? nil : ", the operation '\($0)'" } ?? ""
      let source = "\(endpoint.methods.first?.rawValue.uppercased() ?? "") /\(endpoint.path.text)"
      return SwiftNameReport(
        swiftName: "client.\(groups)\(method)", source: source,
        reason: "after '\(endpoint.name.text)'\(id)" + difference(method, from: usual),
        span: endpoint.span)
    }
  }

  private func types(of module: Module) -> [SwiftNameReport] {
    module.schemas.map { schema in
      let type = SwiftName.type(schema.name.text, override: schema.schema.swiftName?.text)
      let usual = SwiftName.type(schema.name.text)
      let title = schema.schema.title.map { ", titled '\($0)'" } ?? ""
      return SwiftNameReport(
        swiftName: type, source: schema.name.text,
        reason: "after '\(schema.name.text)'" + (type == usual ? title : difference(type, from: usual)),
        span: schema.name.span)
    }
  }

  /// Why a name isn't the usual one; empty if it is.
  private func difference(_ name: String, from usual: String) -> String {
    if name == usual { return "" }
    return usual.hasPrefix(name) ? ", shortened" : ", but '\(usual)' is taken"
  }
}
