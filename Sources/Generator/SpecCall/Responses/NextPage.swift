import APIModel
import CallComposing
import MockServer
import SchemaValues
import WGNAPIJSON
import WGNAPIPages
import WGNAPIPolicies

import struct WGNAPISupport.Redaction

/// Finds the request for the page after a response, by the rules of clients.
struct NextPage {
  private let call: PreparedCall
  private let rules: ListRules
  /// Whether the elements are the members of a map.
  private let isMap: Bool
  /// The JSON Pointer to the payload.
  private let payload: String
  private let size: Int?
  private var walk: ListWalk<Literal>
  private var arguments: CallArguments
  /// The request for the first page: with the largest size, unless the call chooses one.
  let first: ComposedCall
  /// Follows the links of the first response and, after that, of the last one.
  private let start: LinkSource
  private var source: LinkSource

  private var policy: PaginationPolicy { rules.policy }

  init(_ call: PreparedCall, redaction: Redaction) throws(CallRefusal) {
    let endpoint = call.endpoint
    guard let pagination = endpoint.policies.pagination else {
      throw CallRefusal(
        "--pages: the spec describes no pages of \(endpoint.operation)", at: endpoint.name.span)
    }
    if case .snapshot(_, let fetch, _, _) = pagination.style {
      throw CallRefusal(
        "--pages: \(endpoint.operation) answers with ids; call '\(fetch.text)' with a part of them",
        at: fetch.span)
    }
    self.call = call
    rules = ListRules(pagination.policy)
    let schema = endpoint.responses.lazy.compactMap(\.payload.schema).first
    isMap =
      schema.map { schema in
        if case .map = call.index.shape(of: call.index.resolved(schema).schema) { true } else { false }
      } ?? false
    payload = call.module.envelope(of: endpoint)?.payload.map { JSONLocation.pointer([$0.text]) } ?? ""
    let (policy, given) = (rules.policy, call.arguments)
    let places = PagePlaces(endpoint)
    arguments = given
    if let place = policy.sizeParameter, let most = policy.maximumSize, places.json(place, given) == nil {
      arguments = places.setting(place, to: "\(most)", given)
    }
    let begun = arguments
    size = policy.sizeParameter.flatMap { places.json($0, begun) }.flatMap { Int($0) }
    walk = ListWalk(rules, from: rules.start { places.json($0, begun) }, size: size)
    first = call.composed(arguments)
    let anyPath = if case .link(_, let anyPath) = policy.style { anyPath } else { false }
    start = LinkSource(
      url: first.url, basePath: first.basePath, parameters: endpoint.parameters.map(\.name.text),
      secrets: endpoint.parameters.filter(\.isSecret).map(\.name.text), anyPath: anyPath,
      redaction: redaction)
    source = start
  }

  /// The request for the page after a response; nil at the end.
  mutating func request(after response: RawResponse, _ reading: CheckedResponse) throws(CallRefusal)
    -> ComposedCall?
  {
    guard let value = reading.value, let position = walk.position else { return nil }
    do throws(JSONError) {
      var page = try ListPage(
        elements(reading.payload ?? value), of: response.body, payload: payload, at: position, size: size,
        by: rules)
      if case .link = policy.style {
        let links = WebLink.links(in: response.values(of: "Link"))
        page.next = try rules.nextLink(in: response.body, links, from: source)
      }
      _ = try walk.take(&page)
    } catch {
      throw CallRefusal("response: \(error.message)", at: call.endpoint.name.span)
    }
    return walk.position.map { request(at: $0) }
  }

  private mutating func request(at position: PagePosition) -> ComposedCall {
    let places = PagePlaces(call.endpoint)
    switch (policy.style, position) {
    case (.pageNumber(let place, _), .number(let value)), (.offset(let place), .offset(let value)):
      arguments = places.setting(place, to: "\(value)", arguments)
    case (.cursor(let place, _), .cursor(let json?)), (.lastElement(let place, _, _), .cursor(let json?)):
      arguments = places.setting(place, to: json, arguments)
    case (.link, .cursor(let json?)):
      source = start
      guard let link = try? String.decode(Array(json.utf8)), let url = source.url(following: link) else {
        break
      }
      var next = first
      (next.address, next.query) = (url, [])
      return next
    default: break
    }
    return call.composed(arguments)
  }

  /// The elements of a page: a list, a map, or the only list in an object. If that isn't clear, as many as were asked for, up to
  /// 100,000: the number comes from the spec or the command line.
  private func elements(_ payload: Literal) -> [Literal] {
    switch payload {
    case .array(let items): return items
    case .object(let members):
      if isMap { return members.map { .object([$0]) } }
      let lists = members.compactMap { member in
        if case .array(let items) = member.value { items } else { nil }
      }
      if lists.count == 1 { return lists[0] }
    default: break
    }
    return Array(repeating: payload, count: min(max(size ?? 1, 1), 100_000))
  }
}

/// The places where a request says which page it asks for: parameters by their names, and properties of the body by `#` and
/// their pointers.
private struct PagePlaces {
  let endpoint: Endpoint

  init(_ endpoint: Endpoint) { self.endpoint = endpoint }

  private func parameter(_ place: String) -> Int? {
    endpoint.parameters.firstIndex { $0.name.text == place }
  }

  /// The JSON of the value at a place; nil if it is absent.
  func json(_ place: String, _ arguments: CallArguments) -> String? {
    if let position = parameter(place) { return arguments.parameters[position]?.json }
    guard case .value(let body)? = arguments.body else { return nil }
    let value = body.part(at: JSONPointer.path(String(place.dropFirst())).map { ValueStep.key($0) })
    return value == .null ? nil : value?.json
  }

  func setting(_ place: String, to json: String, _ arguments: CallArguments) -> CallArguments {
    var arguments = arguments
    guard let value = try? JSONText.value(of: json) else { return arguments }
    if let position = parameter(place) {
      arguments.parameters[position] = value
    } else {
      var body: Literal = .object([])
      if case .value(let known)? = arguments.body { body = known }
      arguments.body = .value(body.setting(JSONPointer.path(String(place.dropFirst()))[...], to: value))
    }
    return arguments
  }
}

extension Policies.Pagination {
  /// The policy of clients, as generated code has it.
  fileprivate var policy: PaginationPolicy {
    var size = size
    let runtime: PaginationPolicy.Style
    switch style {
    case .page(let place, let limit):
      (runtime, size) = (.pageNumber(parameter: place.text, first: 1), limit)
    case .offset(let place, let limit): (runtime, size) = (.offset(parameter: place.text), limit)
    case .cursor(let place, let next): runtime = .cursor(parameter: place.text, next: next.pointer)
    case .lastElement(let place, let property, let elements):
      runtime = .lastElement(
        parameter: place.text, property: property.pointer, elements: elements?.pointer)
    case .link(let page, let anyPath): runtime = .link(page: page?.text, anyPath: anyPath)
    case .snapshot(let ids, let fetch, let place, _):
      runtime = .snapshot(ids: ids.pointer, fetch: fetch.text, parameter: place.text)
    }
    return PaginationPolicy(
      runtime, size: size?.text, maximumSize: maximumSize, total: total?.pointer, pages: pages?.pointer,
      identity: identity.map(\.text), more: more?.pointer,
      links: links.map { PaginationPolicy.Links(next: $0.next.pointer) })
  }
}

extension Policies.Pagination.Place {
  fileprivate var text: String {
    switch self {
    case .parameter(let name): name.text
    case .body(let path): "#\(path.pointer)"
    }
  }
}
