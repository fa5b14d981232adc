import APIModel
import CallComposing
import Diagnostics
import MockServer
import SchemaValues

@testable import GeneratorKit
@testable import SpecChanges

/// Exchanges between a client of one version and the mock server of another.
struct WireExchange {
  let old: Module
  let new: Module
  private let oldChecker: ValueChecker
  private let newChecker: ValueChecker
  private let routes: RouteTable

  init(_ old: Module, _ new: Module) {
    (self.old, self.new) = (old, new)
    oldChecker = ValueChecker(SchemaIndex(old))
    newChecker = ValueChecker(SchemaIndex(new))
    routes = RouteTable([new], mounts: [""])
  }

  private static let variants: [(SampleMaker.Extent, Int)] = [
    (.full, 0), (.full, 1), (.full, 3), (.minimal, 0),
  ]

  /// What the service doesn't accept of the app's requests.
  func requestProblems() -> [String] {
    let samples = SampleMaker(oldChecker)
    let reader = RequestReader(new)
    return old.endpoints.flatMap { endpoint in
      Self.variants.flatMap { extent, variant -> [String] in
        let call = composed(endpoint, samples, extent, variant)
        var headers = call.headers
        var body: [UInt8] = []
        switch call.body {
        case .bytes(let bytes, let type, _):
          headers.append(("Content-Type", type))
          body = bytes
        case .form(let pairs):
          headers.append(("Content-Type", "application/x-www-form-urlencoded"))
          body = Array(ComposedCall.joined(pairs).utf8)
        case .none, .parts: break
        }
        let request = MockRequest(call.method, call.url, headers: headers, body: body)
        let fitting = routes.matches(request.path).filter { match in
          match.route.methods.contains { "\($0)".uppercased() == call.method.uppercased() }
        }
        guard !fitting.isEmpty else { return ["\(endpoint.operation): nothing at \(request.path)"] }
        let all = fitting.map { match in
          reader.reading(of: request, endpoint: match.route.endpoint, pathValues: match.values).problems
            .filter { $0.place != .credentials }.map { "\(endpoint.operation): \($0)" }
        }
        return all.min { $0.count < $1.count } ?? []
      }
    }
  }

  private func composed(
    _ endpoint: Endpoint, _ samples: SampleMaker, _ extent: SampleMaker.Extent, _ variant: Int
  ) -> ComposedCall {
    var arguments = CallArguments()
    func value(_ schema: Schema) -> Literal? { samples.sample(of: schema, extent, variant: variant) }
    for (index, parameter) in endpoint.parameters.enumerated() where parameter.isRequired || extent == .full {
      arguments.parameters[index] = value(parameter.schema)
    }
    if case .json(let schema)? = endpoint.body { arguments.body = value(schema).map { .value($0) } }
    return CallComposer(
      endpoint, of: old, oldChecker.index,
      to: CallDestination(base: "https://api.example.com/", otherServer: nil, credentials: []),
      mediaType: { _, type in type ?? "application/octet-stream" }
    ).composed(arguments)
  }

  /// What the app doesn't accept of the service's responses.
  func responseProblems() -> [String] {
    let samples = SampleMaker(newChecker)
    return new.endpoints.flatMap { endpoint -> [String] in
      guard
        let match = old.endpoints.first(where: {
          $0.methods == endpoint.methods && $0.pathWithoutNames == endpoint.pathWithoutNames
        })
      else { return [] }
      var found: [String] = []
      func check(_ written: Schema, _ read: Schema) {
        for (extent, variant) in Self.variants {
          guard let value = samples.sample(of: written, extent, variant: variant) else { continue }
          for violation in oldChecker.violations(of: value, by: read) ?? [] {
            found.append("\(endpoint.operation): \(violation)")
          }
        }
      }
      func envelope(_ endpoint: Endpoint, _ module: Module) -> Envelope? {
        endpoint.envelope.flatMap { name in module.envelopes.first { $0.name.text == name.text } }
      }
      let (before, after) = (envelope(match, old), envelope(endpoint, new))
      if before?.payload?.text != after?.payload?.text {
        found.append("\(endpoint.operation): another envelope")
      }
      if let before, let after { check(after.schema, before.schema) }
      for response in endpoint.responses {
        guard let known = match.readResponses.narrowest(for: response.statuses.lowerBound).first else {
          found.append("\(endpoint.operation): unknown status")
          continue
        }
        if case .json(let written) = response.payload, case .json(let read) = known.payload {
          check(written, read)
        }
      }
      return found
    }
  }
}
