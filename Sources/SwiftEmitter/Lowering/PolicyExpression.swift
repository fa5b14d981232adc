import APIModel
import Diagnostics

/// Swift expressions for the policies of a module's endpoints. What several endpoints share is said once.
struct PolicyExpression {
  /// A policy that several endpoints have: a constant of the module.
  struct Shared {
    var name: String
    var expression: String
  }

  let errors: ErrorNames
  /// In a fixed order: retry, partial, authentication, queue.
  private(set) var shared: [Shared] = []

  init(errors: ErrorNames, module: Module) {
    self.errors = errors
    let kinds: [(name: String, expressions: [String])] = [
      ("retry", module.endpoints.compactMap { retry($0.policies.retry) }),
      ("partial", module.endpoints.compactMap { partial($0.policies.partial) }),
    ]
    for (name, expressions) in kinds {
      let counts = Dictionary(expressions.map { ($0, 1) }, uniquingKeysWith: +)
      guard let most = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), most.value > 1 else {
        continue
      }
      shared.append(Shared(name: name, expression: most.key))
    }
  }

  /// One per policy that the spec speaks of.
  func expressions(for endpoint: Endpoint) -> [String] {
    let policies = endpoint.policies
    var list = [cache(policies.cache), retry(policies.retry), pagination(policies.pagination, endpoint)]
    for parameter in endpoint.parameters where parameter.isBatched {
      guard let maximum = parameter.schema.array.maxItems else { continue }
      list.append(
        ".batch(\(SwiftLiteral.string(parameter.name.text)), maximum: \(SwiftLiteral.integer(maximum)))")
    }
    list += [partial(policies.partial), queue(policies.queue), authentication(policies.authentication)]
    return list.compactMap { $0 }.map { expression in
      shared.first { $0.expression == expression }.map { "ModulePolicies.\($0.name)" } ?? expression
    }
  }

  private func cache(_ cache: Policies.Cache?) -> String? {
    switch cache {
    case nil: nil
    case .some(.none): ".noCache"
    case .lifetime(let seconds): ".cache(.seconds(\(SwiftLiteral.integer(seconds))))"
    }
  }

  private func retry(_ retry: Policies.Retry?) -> String? {
    guard let retry else { return nil }
    var arguments = ["idempotent: \(retry.isIdempotent)", "attempts: \(retry.attempts)"]
    if let statuses = retry.statuses {
      arguments.append("statuses: [\(statuses.map(String.init).joined(separator: ", "))]")
    }
    if !retry.errors.isEmpty {
      arguments.append("errors: [\(retry.errors.map { errors.pattern($0) }.joined(separator: ", "))]")
    }
    return ".retry(\(arguments.joined(separator: ", ")))"
  }

  private func pagination(_ pagination: Policies.Pagination?, _ endpoint: Endpoint) -> String? {
    guard let pagination else { return nil }
    var call: String
    var arguments: [String]
    var size: Name?
    switch pagination.style {
    case .page(let parameter, let sizeParameter):
      (call, arguments, size) = (".pageNumber", [SwiftLiteral.string(parameter.text)], sizeParameter)
    case .offset(let parameter, let limit):
      (call, arguments, size) = (".offset", [SwiftLiteral.string(parameter.text)], limit)
    case .cursor(let parameter, let next):
      (call, arguments) = (".cursor", [SwiftLiteral.string(parameter.text), "next: \(pointer(next))"])
    case .snapshot(let ids, let fetch, let parameter, let portion):
      call = ".snapshot"
      arguments = [
        "ids: \(pointer(ids))", "fetch: \(SwiftLiteral.string(fetch.text))",
        "parameter: \(SwiftLiteral.string(parameter.text))", "maximumSize: \(SwiftLiteral.integer(portion))",
      ]
    }
    if let size {
      arguments.append("size: \(SwiftLiteral.string(size.text))")
      let limit = endpoint.parameters.first { $0.name.text == size.text }?.schema.numeric.maximum
      if let limit, let value = Int(limit.text) {
        arguments.append("maximumSize: \(SwiftLiteral.integer(value))")
      }
    }
    if let total = pagination.total { arguments.append("total: \(pointer(total))") }
    if let pages = pagination.pages { arguments.append("pages: \(pointer(pages))") }
    if let identity = pagination.identity {
      arguments.append("identity: \(SwiftLiteral.string(identity.text))")
    }
    return ".pagination(\(call)(\(arguments.joined(separator: ", "))))"
  }

  private func partial(_ partial: Policies.Partial?) -> String? {
    guard let partial else { return nil }
    var arguments = ["fields: \(SwiftLiteral.string(partial.fieldsParameter))"]
    if let extra = partial.extraParameter { arguments.append("extra: \(SwiftLiteral.string(extra))") }
    if partial.separator != "," { arguments.append("separator: \(SwiftLiteral.string(partial.separator))") }
    arguments.append("exclusionPrefix: \(partial.exclusionPrefix.map(SwiftLiteral.string) ?? "nil")")
    if let maximum = partial.maximum { arguments.append("maximum: \(maximum)") }
    return ".partial(\(arguments.joined(separator: ", ")))"
  }

  private func queue(_ queue: Policies.Queue?) -> String? {
    switch queue {
    case nil, .never: nil
    case .allowed: ".queue()"
    case .allowedWithKey(let header): ".queue(idempotencyKey: .header(\(SwiftLiteral.string(header))))"
    case .allowedWithKeyParameter(let name):
      ".queue(idempotencyKey: .parameter(\(SwiftLiteral.string(name))))"
    }
  }

  private func authentication(_ authentication: Policies.Authentication?) -> String? {
    switch authentication {
    case nil, .some(.none): nil
    case .bearer: ".authentication(.bearer)"
    case .parameter(let name): ".authentication(.parameter(\(SwiftLiteral.string(name.text))))"
    case .header(let name): ".authentication(.header(\(SwiftLiteral.string(name))))"
    }
  }

  /// `meta.total` → `"/meta/total"` (RFC 6901).
  private func pointer(_ path: FieldPath) -> String {
    SwiftLiteral.string(
      path.components.map { component in
        "/"
          + component.byteParts(separatedBy: "~").joined(separator: "~0")
          .byteParts(separatedBy: "/").joined(separator: "~1")
      }.joined())
  }
}
