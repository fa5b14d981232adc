import APIModel

/// Writes the policies of endpoints in the spec language.
package struct PolicyWriter {
  let module: Module

  func entries(_ endpoint: Endpoint) -> [(String, SpecValue?)] {
    let policies = endpoint.policies
    return [
      ("cache", policies.cache.map(cache)), ("retry", policies.retry.map(retry)),
      ("timeout", policies.timeout.map { .text("\($0) s") }),
      ("weight", policies.weight.map { .plain(String($0)) }),
      ("idempotencyKey", policies.idempotencyKey.map { .map([("header", .text($0))]) }),
      ("policies", policies.own.map { .list($0.map(own)) }),
      ("queue", policies.queue.map(queue)), ("partial", policies.partial.map(partial)),
      ("authentication", authentication(policies.authentication)),
      ("pagination", policies.pagination.map(Self.pagination)),
    ]
  }

  private func own(_ policy: Policies.Own) -> SpecValue {
    let name = (policy.module.map { "\($0)." } ?? "") + policy.name.text
    switch policy.argument {
    case nil: return .text(name)
    case .boolean(let value): return .map([(name, .plain(String(value)))])
    case .integer(let value): return .map([(name, .plain(String(value)))])
    case .text(let text): return .map([(name, .text(text))])
    }
  }

  private func cache(_ cache: Policies.Cache) -> SpecValue {
    switch cache {
    case .none: .text("none")
    case .lifetime(let seconds): .text("\(seconds) s")
    }
  }

  private func retry(_ retry: Policies.Retry) -> SpecValue {
    .map([
      ("attempts", .plain(String(retry.attempts))),
      ("statuses", retry.statuses.map { .list($0.map { .plain(String($0)) }) }),
      ("errors", errors(retry.errors)), ("idempotent", .plain(String(retry.isIdempotent))),
      ("refusals", retry.refusals.map(refusals)),
    ])
  }

  private func refusals(_ refusals: Policies.Refusals) -> SpecValue {
    let errors = errors(refusals.errors)
    if refusals.statuses.isEmpty, errors == nil { return .text("none") }
    let statuses = refusals.statuses.map { SpecValue.plain(String($0)) }
    return .map([("statuses", statuses.isEmpty ? nil : .list(statuses)), ("errors", errors)])
  }

  func errors(_ errors: [Policies.ErrorReference]) -> SpecValue? {
    let texts = errors.compactMap { $0.message?.text ?? $0.code }
    return texts.isEmpty ? nil : .texts(texts)
  }

  private func queue(_ queue: Policies.Queue) -> SpecValue {
    switch queue {
    case .never: .plain("false")
    case .allowed: .plain("true")
    case .allowedWithKey(let header): .map([("key", .map([("header", .text(header))]))])
    case .allowedWithKeyParameter(let name): .map([("key", .map([("parameter", .text(name))]))])
    }
  }

  private func partial(_ partial: Policies.Partial) -> SpecValue {
    .map([
      ("fields", .text(partial.fieldsParameter)), ("extra", partial.extraParameter.map(SpecValue.text)),
      ("maximum", partial.maximum.map { .plain(String($0)) }),
      ("separator", partial.separator == "," ? nil : .text(partial.separator)),
      ("exclude", partial.exclusionPrefix.map(SpecValue.text)),
    ])
  }

  /// What differs from the module's.
  private func authentication(_ authentication: Policies.Authentication?) -> SpecValue? {
    switch authentication {
    case nil: return module.authentication == nil ? nil : .text("none")
    case .none?: return module.authentication == nil ? nil : .text("none")
    case .bearer: return .text("bearer")
    case .parameter(let name): return .map([("parameter", .text(name.text))])
    case .header(let name): return .map([("header", .text(name))])
    case .credentials(let uses):
      if let usual = module.authentication, usual.asksForTheSame(as: uses) { return nil }
      return self.uses(uses)
    }
  }

  func uses(_ alternatives: [[CredentialUse]]) -> SpecValue {
    let list = alternatives.map(together)
    return list.count == 1 ? list[0] : .map([("anyOf", .list(list))])
  }

  private func together(_ all: [CredentialUse]) -> SpecValue {
    // A credential without an address for tokens is written as a token, which has no scopes.
    let tokens = Set(module.credentials.filter(\.isImplicit).map(\.name.text))
    let uses = all.map { tokens.contains($0.name.text) ? CredentialUse(name: $0.name) : $0 }
    if uses.isEmpty { return .text("none") }
    if uses.allSatisfy(\.scopes.isEmpty) {
      return uses.count == 1 ? .text(uses[0].name.text) : .texts(uses.map(\.name.text))
    }
    return .map(uses.map { ($0.name.text, .texts($0.scopes.map(\.text))) })
  }

  package static func pagination(_ pagination: Policies.Pagination) -> SpecValue {
    func path(_ path: FieldPath?) -> SpecValue? { path.map { .text($0.components.joined(separator: ".")) } }
    func name(_ name: Name?) -> SpecValue? { name.map { .text($0.text) } }
    func place(_ place: Policies.Pagination.Place?) -> SpecValue? {
      switch place {
      case .parameter(let name): .text(name.text)
      case .body(let path): .text((["body"] + path.components).joined(separator: "."))
      case nil: nil
      }
    }
    var list: [(String, SpecValue?)]
    switch pagination.style {
    case .page(let parameter, let size):
      list = [("style", .text("page")), ("page", place(parameter)), ("size", place(size))]
    case .offset(let parameter, let limit):
      list = [("style", .text("offset")), ("offset", place(parameter)), ("limit", place(limit))]
    case .cursor(let parameter, let next):
      list = [("style", .text("cursor")), ("cursor", place(parameter)), ("next", path(next))]
    case .lastElement(let parameter, let property, let elements):
      list = [
        ("style", .text("cursor")), ("cursor", place(parameter)), ("last", path(property)),
        ("elements", path(elements)),
      ]
    case .link(let page, let anyPath):
      let links = pagination.links
      list = [
        ("style", .text("link")), ("next", path(links?.next)), ("previous", path(links?.previous)),
        ("last", path(links?.last)), ("page", place(page)), ("paths", anyPath ? .text("any") : nil),
      ]
    case .snapshot(let ids, let fetch, let parameter, let size):
      list = [
        ("style", .text("snapshot")), ("ids", path(ids)), ("fetch", .text(fetch.text)),
        ("parameter", place(parameter)), ("size", .plain(String(size))),
      ]
    }
    return .map(
      list + [
        ("size", place(pagination.size)), ("more", path(pagination.more)),
        ("before", place(pagination.backward?.parameter)), ("previous", path(pagination.backward?.previous)),
        ("total", path(pagination.total)), ("pages", path(pagination.pages)),
        (
          "identity",
          pagination.identity.count > 1
            ? .texts(pagination.identity.map(\.text)) : name(pagination.identity.first)
        ),
      ])
  }
}

extension CredentialDefinition {
  /// Whether the client gets its token elsewhere: nothing says where.
  var isImplicit: Bool {
    if case .oauth2(let flows) = scheme { flows.tokenURL == nil } else { false }
  }
}
