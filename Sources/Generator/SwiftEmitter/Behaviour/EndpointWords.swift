import APIModel
import Diagnostics

/// Says in words what clients do with an endpoint.
package struct EndpointWords {
  /// What the words are about.
  package enum Aspect: String, Sendable, CaseIterable {
    case request, servers, credentials, cache, retries, limits, pages, fields, timeout, batches, queue,
      policies, errors, defaults, storage
  }

  private let module: Module
  /// Whether clients have a cache.
  private let hasCache: Bool

  package init(_ module: Module) {
    self.module = module
    hasCache = module.endpoints.contains(where: \.policies.isCached)
  }

  /// What an endpoint does, in words.
  package struct Words {
    package let text: String
    /// Whether it is what every client does if the spec doesn't say otherwise.
    package let isDefault: Bool

    /// - Parameter own: what the spec says; nil for the default.
    fileprivate init(_ own: String?, or usual: String) { (text, isDefault) = (own ?? usual, own == nil) }

    fileprivate init(_ text: String) { (self.text, isDefault) = (text, false) }
  }

  /// The words about one aspect; nil where they are about all endpoints, or about one parameter.
  package func words(_ aspect: Aspect, of endpoint: Endpoint) -> String? {
    described(aspect, of: endpoint)?.text
  }

  /// The words about one aspect, and whether they say the default; nil where they are about all endpoints, or about one parameter.
  package func described(_ aspect: Aspect, of endpoint: Endpoint) -> Words? {
    let policies = endpoint.policies
    switch aspect {
    case .request: return Words(constants(endpoint), or: "sends no constant header fields")
    case .servers: return Words(servers(endpoint), or: "sent to every server")
    case .credentials: return Words(credentials(policies.authentication))
    case .cache: return Words(cache(endpoint), or: "responses aren't cached")
    case .retries: return Words(retries(policies))
    case .limits:
      let weight = policies.weight.flatMap { $0 == 1 ? nil : "counts as \(counted($0, "request"))" }
      return Words(weight, or: "counts as 1 request")
    case .pages: return Words(policies.pagination.map(pages), or: "has no pages")
    case .fields: return Words(fields(endpoint), or: "has whole responses")
    case .timeout:
      return Words(
        policies.timeout.map { "waits \(durationText(seconds: $0)) for a response" },
        or: "waits as long as the client's configuration says")
    case .batches: return Words(batches(endpoint), or: "sends one request")
    case .queue: return Words(queue(policies.queue), or: "isn't sent later")
    case .policies:
      let own = (policies.own ?? []).map { "'\($0.name.text)\($0.argument.map { "(\($0.words))" } ?? "")'" }
      return Words(own.isEmpty ? nil : "has \(wordList(own))", or: "has no policies of your own")
    case .errors: return Words(errors(endpoint), or: "has no error codes of its own")
    case .defaults, .storage: return nil
    }
  }

  private func errors(_ endpoint: Endpoint) -> String? {
    let codes = Set(
      endpoint.errors.map { error in
        let (code, message) = (error.code.text, error.message.text)
        return code == message ? "'\(code)'" : "'\(code) \(message)'"
      }
    ).sorted()
    return codes.isEmpty ? nil : "fails with \(wordList(codes))"
  }

  // MARK: Where to

  private func constants(_ endpoint: Endpoint) -> String? {
    let fields = module.constantHeaders(of: endpoint).map { "\($0.name.text): \($0.value)" }.sorted()
    return fields.isEmpty ? nil : "sends \(wordList(fields.map { "'\($0)'" }))"
  }

  private func servers(_ endpoint: Endpoint) -> String? {
    if let other = endpoint.otherServer { return "sent to the server '\(other.text)'" }
    guard let servers = endpoint.servers else { return nil }
    return "sent to \(wordList(servers.map { "'\($0.text)'" })) only"
  }

  private func credentials(_ authentication: Policies.Authentication?) -> String {
    switch authentication {
    case nil where module.origin == .document: return "needs no credential that the document declares"
    case nil, .some(.none): return "needs no credential"
    case .bearer: return "needs a token as an argument"
    case .header(let name): return "needs the field '\(name)' as an argument"
    case .parameter(let name): return "needs the parameter '\(name.text)' as an argument"
    case .credentials(let alternatives):
      let list = alternatives.map { uses in
        uses.isEmpty
          ? "no credential"
          : wordList(
            uses.map { use in
              let scopes = use.scopes.map { "'\($0.text)'" }
              return "'\(use.name.text)'\(scopes.isEmpty ? "" : " with the scopes \(wordList(scopes))")"
            })
      }
      return "needs \(list.joined(separator: ", or "))"
    }
  }

  // MARK: Policies

  private func cache(_ endpoint: Endpoint) -> String? {
    switch endpoint.policies.cache {
    case .lifetime(let seconds) where seconds > 0:
      "responses are cached for \(durationText(seconds: seconds))"
    case .lifetime: "cached responses are validated before each use"
    case .some(.none): "responses are never cached"
    case nil: mayCache(endpoint) ? "responses are cached as their fields say" : nil
    }
  }

  /// Whether clients may keep responses of an endpoint.
  package func mayCache(_ endpoint: Endpoint) -> Bool {
    switch endpoint.policies.cache {
    case .lifetime: true
    case .some(.none): false
    case nil:
      hasCache && endpoint.methods.contains(.get) && !endpoint.responses.contains(where: \.payload.isStream)
    }
  }

  private func retries(_ policies: Policies) -> String {
    let key = policies.idempotencyKey
    guard let attempts = attempts(policies.retry) else {
      return "isn't repeated" + (key.map { ", and sends a key in '\($0)'" } ?? "")
    }
    return "is tried up to " + attempts + (key.map { ", with a key in '\($0)'" } ?? "")
  }

  /// How often a request is sent, and after what; nil for once.
  private func attempts(_ policy: Policies.Retry?) -> String? {
    guard let retry = policy, retry.attempts > 1 else { return nil }
    var text = counted(retry.attempts, "time")
    guard retry.isIdempotent else {
      let refusals = retry.decisiveRefusals(limitErrors: module.limitErrors)
      // By itself, 503 isn't one of the usual refusals.
      let statuses = refusals.statuses.map { status in
        status == 503 && retry.refusals == nil ? "503 and 'Retry-After'" : String(status)
      }
      let reasons = statuses + refusals.errors.map(\.words)
      return reasons.isEmpty ? nil : text + ", only if the service refused it with \(wordList(reasons, "or"))"
    }
    if let statuses = retry.statuses {
      text +=
        ", after the \(statuses.count == 1 ? "status" : "statuses") \(wordList(statuses.map(String.init)))"
    }
    let errors = retry.errors.map(\.words)
    if !errors.isEmpty { text += ", after the errors \(wordList(errors))" }
    if let refusals = retry.refusals {
      let reasons = refusals.statuses.map(String.init) + refusals.errors.map(\.words)
      if !reasons.isEmpty { text += ", refused with \(wordList(reasons))" }
    }
    return text + ", also when it may have been carried out"
  }

  private func pages(_ pagination: Policies.Pagination) -> String {
    var text =
      switch pagination.style {
      case .page(let parameter, let size):
        "pages have numbers (\(([parameter] + (size.map { [$0] } ?? [])).map(\.words).joined(separator: ", ")))"
      case .offset(let parameter, let limit): "pages begin at an offset (\(parameter.words), \(limit.words))"
      case .cursor(let parameter, let next):
        "pages have cursors (\(parameter.words) from '\(next.pointer)')"
      case .lastElement(let parameter, let property, _):
        "pages follow the last element (\(parameter.words) from '\(property.pointer)')"
      case .link(let page, _):
        "pages link to each other"
          + (pagination.links.map { " in '\($0.next.pointer)'" } ?? "")
          + (page.map { " (\($0.words))" } ?? "")
      case .snapshot(_, let fetch, _, let size): "elements are fetched by '\(fetch.text)', \(size) at a time"
      }
    if let size = pagination.size { text += ", of the size \(size.words)" }
    if let maximum = pagination.maximumSize { text += ", of at most \(counted(maximum, "element"))" }
    if let more = pagination.more { text += ", while '\(more.pointer)' is true" }
    if let backward = pagination.backward {
      text += ", in both directions (\(backward.parameter.words))"
    }
    if let total = pagination.total { text += ", with the number of elements in '\(total.pointer)'" }
    if let pages = pagination.pages { text += ", with the number of pages in '\(pages.pointer)'" }
    if !pagination.identity.isEmpty {
      text += ", of elements told apart by \(wordList(pagination.identity.map { "'\($0.text)'" }))"
    }
    return text
  }

  private func fields(_ endpoint: Endpoint) -> String? {
    guard let partial = endpoint.policies.partial, endpoint.isSelectable else { return nil }
    var text = "responses may have some of their fields only ('\(partial.fieldsParameter)'"
    if let extra = partial.extraParameter { text += ", extra ones by '\(extra)'" }
    if let most = partial.maximum { text += ", at most \(counted(most, "field"))" }
    if let prefix = partial.exclusionPrefix { text += ", excluded ones after '\(prefix)'" }
    return text + ")"
  }

  private func batches(_ endpoint: Endpoint) -> String? {
    let batched = endpoint.parameters.filter(\.isBatched).map { parameter in
      "'\(parameter.name.text)'"
        + (parameter.schema.counts[.maxItems].map { " in requests of up to \($0)" } ?? "")
    }
    return batched.isEmpty ? nil : "sends \(wordList(batched))"
  }

  private func queue(_ queue: Policies.Queue?) -> String? {
    switch queue {
    case nil, .never: nil
    case .allowed: "may be sent later"
    case .allowedWithKey(let header): "may be sent later, with a key in '\(header)'"
    case .allowedWithKeyParameter(let name): "may be sent later, with a key in the parameter '\(name)'"
    }
  }
}

extension Policies.ErrorReference {
  var words: String { "'\([code, message?.text].compactMap(\.self).joined(separator: " "))'" }
}

extension Policies.Pagination.Place {
  fileprivate var words: String {
    switch self {
    case .parameter(let name): "'\(name.text)'"
    case .body(let path): "'\(path.pointer)' of the body"
    }
  }
}

extension Policies.Own.Argument {
  fileprivate var words: String {
    switch self {
    case .boolean(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .text(let text): "\"\(text)\""
    }
  }
}

extension Endpoint {
  /// Whether its request can ask for some fields of the response.
  var isSelectable: Bool {
    guard policies.partial != nil, responses.count == 1, let response = responses.first,
      case .json = response.payload
    else { return false }
    return response.mediaType == nil
  }
}
