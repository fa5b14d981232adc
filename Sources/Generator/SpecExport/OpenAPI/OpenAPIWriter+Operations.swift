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
    reportLosses(of: endpoint)
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

  // MARK: What is left out

  private mutating func reportLosses(of endpoint: Endpoint) {
    let name = endpoint.operation
    if endpoint.urlParameter != nil {
      losses.add(
        "OpenAPI has no operation whose URL is a parameter, so '\(name)' is at a path of its own, which no server has",
        at: endpoint.path.span)
    }
    if !endpoint.requirements.isEmpty {
      losses.add(
        "OpenAPI can't say which parameters depend on each other; to other tools, those of 'requires' are optional",
        at: endpoint.span)
    }
    for parameter in endpoint.parameters {
      if parameter.keepsReserved, parameter.location == .path {
        losses.add(
          "OpenAPI has no path parameters with slashes, so other tools encode those of '\(parameter.name.text)'",
          at: parameter.name.span)
      }
      if parameter.style == nil, case .separated(let separator) = parameter.listStyle,
        ![",", "|", " "].contains(separator), index.resolved(parameter.schema).schema.types == [.array]
      {
        losses.add(
          "OpenAPI has no lists with '\(separator)' between their elements, so other tools take '\(parameter.name.text)' for a "
            + "text", at: parameter.name.span)
      }
    }
    if endpoint.responses.contains(where: { $0.codec != nil }) || endpoint.bodyCodec != nil {
      losses.add("OpenAPI has no codecs; to other tools, such bodies are bytes", at: endpoint.span)
    }
  }
}
