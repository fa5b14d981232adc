import APIModel
import Diagnostics
import GeneratorKit

extension OpenAPIWriter {
  /// The paths, in the order of their first operations.
  mutating func pathsValue() -> SpecValue {
    for endpoint in paths.repeated {
      losses.add(
        "OpenAPI has one operation for each method of a path, so '\(endpoint.operation)' has its name after '#' in the path, "
          + "which tools may send",
        at: endpoint.path.span)
    }
    var order: [String] = []
    var items: [String: [(String, SpecValue?)]] = [:]
    for endpoint in module.endpoints {
      let path = paths.paths[endpoint.operation] ?? "/"
      if items[path] == nil { order.append(path) }
      let main = endpoint.methods.contains(.get) ? .get : endpoint.methods.first ?? .get
      items[path, default: []].append((key(main, of: endpoint), operation(endpoint, main)))
      for method in endpoint.methods where method != main {
        items[path, default: []].append((key(method, of: endpoint), further(endpoint, method)))
      }
    }
    return .map(order.map { ($0, .map(items[$0] ?? [])) })
  }

  /// The key of an operation in its path.
  private mutating func key(_ method: Endpoint.Method, of endpoint: Endpoint) -> String {
    guard method == .query else { return method.rawValue }
    losses.add(
      "OpenAPI \(version.rawValue) has no method QUERY, so other tools don't know '\(endpoint.operation)'",
      at: endpoint.span)
    return SpecExtension.prefix + method.rawValue
  }

  private mutating func operation(_ endpoint: Endpoint, _ method: Endpoint.Method) -> SpecValue {
    var entries = head(endpoint, id: endpoint.operation)
    entries += content(endpoint, method)
    let samples = samples[endpoint.operation] ?? []
    if !samples.isEmpty { entries.append(("x-codeSamples", .list(samples.map(\.value)))) }
    let own = operations[endpoint.operation]?.written() ?? []
    return .map(SpecValue.map(entries).entries + own)
  }

  /// The same request with another method.
  private mutating func further(_ endpoint: Endpoint, _ method: Endpoint.Method) -> SpecValue {
    var entries = head(endpoint, id: "\(endpoint.operation)-\(method.rawValue)")
    entries += content(endpoint, method)
    entries.append(("\(SpecExtension.prefix)method-of", .text(endpoint.operation)))
    return .map(entries)
  }

  private func head(_ endpoint: Endpoint, id: String) -> [(String, SpecValue?)] {
    let words = endpoint.documentation
    return [
      ("operationId", .text(id)), ("tags", tags.name(of: endpoint).map { .texts([$0]) }),
      ("summary", words.summary.flatMap(SpecValue.words)),
      ("description", words.details.flatMap(SpecValue.words)),
      ("deprecated", words.deprecation == nil ? nil : .plain("true")), ("servers", servers(of: endpoint)),
    ]
  }

  private mutating func content(_ endpoint: Endpoint, _ method: Endpoint.Method) -> [(String, SpecValue?)] {
    let form = RequestForm(endpoint, method, module)
    let parameters = parameters(of: endpoint, besides: form)
    return [
      ("parameters", parameters.isEmpty ? nil : .list(parameters)),
      ("requestBody", body(of: endpoint, method, form)), ("responses", responses(of: endpoint)),
      ("security", security(of: endpoint)),
    ]
  }
}
