import APIModel
import Diagnostics

/// Says in words what clients do with all endpoints.
package struct ModuleWords {
  private let module: Module

  package init(_ module: Module) { self.module = module }

  // MARK: Limits

  package var limits: String {
    let limits = module.limits.map { limit in
      "\(counted(limit.count, "request")) in \(durationText(seconds: limit.seconds)) \(Self.words(limit.scope))"
    }
    var text = limits.isEmpty ? "requests aren't limited" : "at most \(wordList(limits))"
    if !module.limitErrors.isEmpty {
      text += ", refused with \(wordList(module.limitErrors.map(\.words)))"
    }
    if let fields = module.limitFields { text += ", \(words(fields))" }
    return text
  }

  private static func words(_ scope: RateLimit.Scope) -> String {
    switch scope {
    case .application: "for the application"
    case .address: "from one address"
    case .endpoint: "for each endpoint"
    }
  }

  private func words(_ fields: RateLimitFields) -> String {
    var parts: [String] = []
    if let names = fields.names {
      switch names.count {
      case .remaining(let field, let limit):
        parts.append("what is left in '\(field)'\(limit.map { " of '\($0)'" } ?? "")")
      case .usage(let field): parts.append("what was used in '\(field)'")
      }
      switch names.renewal {
      case .reset(let field, let reset): parts.append("renewed at '\(field)' (\(reset.rawValue))")
      case .restores(let count, let seconds):
        parts.append("\(count) more every \(durationText(seconds: seconds))")
      }
    }
    if let used = fields.used {
      parts.append("what was used in '\(used.field)' of \(durationText(seconds: used.seconds))")
    }
    if parts.isEmpty { parts = ["what is left in the standard fields"] }
    return "with \(wordList(parts)) \(Self.words(fields.scope))"
  }

  // MARK: Credentials

  /// How a credential is sent, where its tokens are from, and how the service refuses it.
  package func words(_ credential: CredentialDefinition) -> String {
    var text =
      switch credential.scheme {
      case .bearer: "is sent as a bearer token"
      case .basic: "is sent as a name and a password"
      case .apiKey(let place, let name, let prefix):
        "is sent in the \(place.rawValue) as '\(name.text)'\(prefix.map { ", after '\($0)'" } ?? "")"
      case .oauth2(let flow):
        "is sent as a bearer token"
          + [
            ("tokens", flow.tokenURL), ("permission", flow.authorizationURL),
            ("devices' codes", flow.deviceURL),
          ].map { what, url in url.map { ", with \(what) from \($0)" } ?? "" }.joined()
      }
    let reasons =
      (credential.refusalStatuses ?? []).map(String.init) + credential.refusalErrors.map(\.words)
    if !reasons.isEmpty { text += ", refused with \(wordList(reasons))" }
    return text
  }

  // MARK: Errors

  /// Whether a request is repeated after an error.
  package func words(_ error: ErrorCase) -> String {
    error.isRetryable ? "a request may be repeated after it" : "a request isn't repeated after it"
  }
}
