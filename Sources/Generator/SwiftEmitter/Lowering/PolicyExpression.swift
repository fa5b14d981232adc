import APIModel
import Diagnostics

/// Swift expressions for the policies of a module's endpoints. Policies that several endpoints share are written
/// once.
struct PolicyExpression {
  /// A policy that several endpoints have: a constant of the module.
  struct Shared {
    var name: String
    var expression: Code
  }

  let errors: ErrorNames
  /// The type with the shared policies.
  private let typeName: String
  /// The credentials that endpoints need by default.
  private let defaultCredentials: [[CredentialUse]]?
  /// In a fixed order: retry, partial.
  private(set) var shared: [Shared] = []

  init(errors: ErrorNames, module: Module) {
    self.errors = errors
    typeName = ModuleNames(module).policies
    defaultCredentials = module.authentication
    let kinds: [(name: String, expressions: [Code])] = [
      ("retry", module.endpoints.compactMap { retry($0.policies.retry) }),
      ("partial", module.endpoints.compactMap { partial($0.policies.partial) }),
    ]
    for (name, expressions) in kinds {
      let counts = Dictionary(expressions.map { ($0, 1) }, uniquingKeysWith: +)
      guard let most = counts.max(by: { ($0.value, $1.key.text) < ($1.value, $0.key.text) }), most.value > 1
      else {
        continue
      }
      shared.append(Shared(name: name, expression: most.key))
    }
  }

  /// One expression per policy that the spec sets.
  func expressions(for endpoint: Endpoint) -> [Code] {
    let policies = endpoint.policies
    var list = [cache(policies.cache), retry(policies.retry), pagination(policies.pagination)]
    for parameter in endpoint.parameters where parameter.isBatched {
      guard let maximum = parameter.schema.counts[.maxItems] else { continue }
      let batch = Code.call(".batch", [.string(parameter.name.text), "maximum: \(Code.integer(maximum))"])
      list.append(batch.needing(.policies))
    }
    list += [partial(policies.partial), queue(policies.queue), credentials(policies.authentication)]
    list.append(policies.timeout.map { .call(".timeout", [.seconds($0)]) })
    list.append(policies.weight.map { .call(".weight", [Code.integer($0)]).needing(.limits) })
    list.append(policies.idempotencyKey.map { .call(".idempotencyKey", [.string($0)]) })
    list += (policies.own ?? []).map(own)
    return list.compactMap { $0 }.map { expression in
      shared.first { $0.expression == expression }.map { "\(typeName).\($0.name)" as Code } ?? expression
    }
  }

  /// What acts on the policies, outermost first: so that a cached response uses no request of a limit, and each attempt uses
  /// one.
  static func middleware(of module: Module) -> [Code] {
    let policies = module.endpoints.map(\.policies)
    var list: [Code] = []
    if policies.contains(where: \.isCached) { list.append(Code("ResponseCache()").needing(.cache)) }
    if policies.contains(where: { $0.retry != nil }) { list.append(Code("Retry()").needing(.retry)) }
    if !module.limits.isEmpty || module.limitFields != nil {
      list.append(Code("RateLimiter.shared").needing(.limits))
    }
    return list
  }

  /// The module's `limits`, as arguments of its description.
  func limits(of module: Module) -> [Code] {
    let limits = module.limits.map { limit in
      Code.call(
        ".rateLimit",
        [
          Code.integer(limit.count), "per: \(Code.seconds(limit.seconds))",
          "scope: .\(limit.scope.rawValue)",
        ])
    }
    let policies = limits + (fields(of: module).map { [.call(".rateLimitFields", [$0])] } ?? [])
    let errors = module.limitErrors.map(errors.pattern)
    return (policies.isEmpty ? [] : ["policies: \(Code.array(policies))" as Code]).map { $0.needing(.limits) }
      + (errors.isEmpty ? [] : ["tooManyRequests: \(Code.array(errors))"])
  }

  /// The header fields among the module's `limits`.
  private func fields(of module: Module) -> Code? {
    guard let fields = module.limitFields else { return nil }
    let scope: [Code] = fields.scope == .application ? [] : ["scope: .\(fields.scope.rawValue)"]
    if let used = fields.used {
      return .call(".used", [.string(used.field), "per: \(Code.seconds(used.seconds))"] + scope)
    }
    guard let names = fields.names else { return ".standard()" }
    var (call, arguments, limit): (Code, [Code], [Code]) = (".usage", [], [])
    switch names.count {
    case .remaining(let field, let limitField):
      (call, arguments) = (".fields", ["remaining: \(Code.string(field))"])
      limit = limitField.map { ["limit: \(Code.string($0))"] } ?? []
    case .usage(let field): arguments = [.string(field)]
    }
    switch names.renewal {
    case .reset(let field, let unit):
      arguments += ["reset: \(Code.string(field))", "resetIs: .\("\(unit)")"]
    case .restores(let count, let seconds):
      arguments += ["restores: \(Code.integer(count))", "per: \(Code.seconds(seconds))"]
    }
    return .call(call, arguments + limit + scope)
  }

  private func own(_ policy: Policies.Own) -> Code {
    let member = Code(".\(policy.name.text)")
    let expression: Code =
      switch policy.argument {
      case nil: member
      case .boolean(let value): .call(member, [value ? "true" : "false"])
      case .integer(let value): .call(member, [Code.integer(value)])
      case .text(let text): .call(member, [.string(text)])
      }
    return policy.module.map { expression.needing(Imports(own: $0, isExposed: false)) } ?? expression
  }

  private func cache(_ cache: Policies.Cache?) -> Code? {
    switch cache {
    case nil: nil
    case .some(.none): Code(".noCache").needing(.cache)
    case .lifetime(let seconds): .call(".cache", [.seconds(seconds)]).needing(.cache)
    }
  }

  private func retry(_ retry: Policies.Retry?) -> Code? {
    guard let retry else { return nil }
    var arguments: [Code] = [
      "idempotent: \(retry.isIdempotent ? "true" : "false")", "attempts: \(String(retry.attempts))",
    ]
    if let statuses = retry.statuses {
      arguments.append("statuses: \(Code.array(statuses.map { Code(String($0)) }))")
    }
    if !retry.errors.isEmpty {
      arguments.append("errors: \(Code.array(retry.errors.map(errors.pattern)))")
    }
    if let refusals = retry.refusals { arguments.append("refusals: \(listed(refusals))") }
    return .call(".retry", arguments).needing(.retry)
  }

  private func listed(_ refusals: Policies.Refusals) -> Code {
    var arguments: [Code] = []
    if !refusals.statuses.isEmpty {
      arguments.append("statuses: \(Code.array(refusals.statuses.map { Code(String($0)) }))")
    }
    if !refusals.errors.isEmpty {
      arguments.append("errors: \(Code.array(refusals.errors.map(errors.pattern)))")
    }
    return .call(".listed", arguments)
  }

  private func pagination(_ pagination: Policies.Pagination?) -> Code? {
    guard let pagination else { return nil }
    var call: Code
    var arguments: [Code]
    var size = pagination.size
    switch pagination.style {
    case .page(let parameter, let sizeParameter):
      (call, arguments, size) = (".pageNumber", [place(parameter)], sizeParameter)
    case .offset(let parameter, let limit):
      (call, arguments, size) = (".offset", [place(parameter)], limit)
    case .cursor(let parameter, let next):
      (call, arguments) = (".cursor", [place(parameter), "next: \(pointer(next))"])
    case .lastElement(let parameter, let property, let elements):
      (call, arguments) = (".cursor", [place(parameter), "last: \(pointer(property))"])
      if let elements { arguments.append("elements: \(pointer(elements))") }
    case .link(let page, let anyPath):
      (call, arguments) = (".link", page.map { ["page: \(place($0))"] } ?? [])
      if anyPath { arguments.append("anyPath: true") }
      if let links = pagination.links {
        arguments.append("next: \(pointer(links.next))")
        if let previous = links.previous { arguments.append("previous: \(pointer(previous))") }
        if let last = links.last { arguments.append("last: \(pointer(last))") }
      }
    case .snapshot(let ids, let fetch, let parameter, let portion):
      call = ".snapshot"
      arguments = [
        "ids: \(pointer(ids))", "fetch: \(Code.string(fetch.text))",
        "parameter: \(place(parameter))", "maximumSize: \(Code.integer(portion))",
      ]
    }
    if let more = pagination.more { arguments.append("more: \(pointer(more))") }
    if let backward = pagination.backward {
      arguments.append("before: \(place(backward.parameter))")
      if let previous = backward.previous { arguments.append("previous: \(pointer(previous))") }
    }
    if let size {
      arguments.append("size: \(place(size))")
      if let maximum = pagination.maximumSize { arguments.append("maximumSize: \(Code.integer(maximum))") }
    }
    if let total = pagination.total { arguments.append("total: \(pointer(total))") }
    if let pages = pagination.pages { arguments.append("pages: \(pointer(pages))") }
    for (position, name) in pagination.identity.enumerated() {
      arguments.append("\(position == 0 ? "identity: " : "")\(Code.string(name.text))")
    }
    return .call(".pagination", [.call(call, arguments)]).needing(.policies)
  }

  private func partial(_ partial: Policies.Partial?) -> Code? {
    guard let partial else { return nil }
    var arguments: [Code] = ["fields: \(Code.string(partial.fieldsParameter))"]
    if let extra = partial.extraParameter { arguments.append("extra: \(Code.string(extra))") }
    if partial.separator != "," { arguments.append("separator: \(Code.string(partial.separator))") }
    arguments.append("exclusionPrefix: \(partial.exclusionPrefix.map(Code.string) ?? "nil")")
    if let maximum = partial.maximum { arguments.append("maximum: \(String(maximum))") }
    return .call(".partial", arguments).needing(.partialInside)
  }

  private func queue(_ queue: Policies.Queue?) -> Code? {
    let key: [Code]
    switch queue {
    case nil, .never: return nil
    case .allowed: key = []
    case .allowedWithKey(let header): key = ["idempotencyKey: \(Code.call(".header", [.string(header)]))"]
    case .allowedWithKeyParameter(let name):
      key = ["idempotencyKey: \(Code.call(".parameter", [.string(name)]))"]
    }
    return .call(".queue", key).needing(.policies)
  }

  /// The difference from the default in the API description.
  private func credentials(_ authentication: Policies.Authentication?) -> Code? {
    guard case .credentials(let uses) = authentication else {
      return defaultCredentials == nil ? nil : .call(".credentials", [".none"])
    }
    if let defaultCredentials, uses.asksForTheSame(as: defaultCredentials) { return nil }
    return .call(".credentials", [CredentialExpression.requirement(uses)])
  }

  /// The wire name of a parameter, or `#` and the pointer to a property of the body.
  private func place(_ place: Policies.Pagination.Place) -> Code {
    switch place {
    case .parameter(let name): .string(name.text)
    case .body(let path): .string("#\(path.pointer)")
    }
  }

  private func pointer(_ path: FieldPath) -> Code { .pointer(path) }
}

extension Code {
  /// `meta.total` → `"/meta/total"` (RFC 6901).
  static func pointer(_ path: FieldPath) -> Code { .string(path.pointer) }
}

extension Policies {
  /// Whether responses can be cached.
  var isCached: Bool {
    guard case .lifetime = cache else { return false }
    return true
  }
}
