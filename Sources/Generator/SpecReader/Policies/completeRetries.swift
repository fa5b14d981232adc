import APIModel
import Diagnostics
import SpecYAML

extension ModuleReader {
  /// Resolves the errors of the module's `retry`, which the endpoints inherited before all errors were known, and warns
  /// if it has no effect on any of them.
  func completeRetries(of module: inout Module, in context: EndpointContext) {
    guard let written = context.policies.retry, !written.isOff else { return }
    let cases = module.errors + module.endpoints.flatMap(\.errors)
    var retry = written.retry
    retry.resolve { ErrorReader(folder: folder, report: report).resolveErrors($0, among: cases) }
    var (isInherited, hasEffect) = (false, false)
    for index in module.endpoints.indices {
      guard let inherited = module.endpoints[index].policies.retry,
        inherited.isLike(written.retry) || inherited.isLike(retry)
      else { continue }
      module.endpoints[index].policies.retry?.errors = retry.errors
      module.endpoints[index].policies.retry?.refusals = retry.refusals
      isInherited = true
      hasEffect = hasEffect || inherited.hasEffect(withLimitErrors: context.limitErrors)
    }
    guard isInherited, !hasEffect, retry.attempts > 1 else { return }
    report.warning(
      .conflictingKeys,
      "the module's 'retry' has no effect, because no endpoint that it applies to is idempotent"
        + Policies.Retry.remedy,
      at: folder.moduleNode?.mapping?.entry(for: "retry")?.key.occurrence ?? folder.span)
  }
}

extension EndpointReader {
  /// Warns if an endpoint's own `retry` has no effect.
  func checkEffect(of retry: Policies.Retry?, _ fields: Fields, in context: EndpointContext) {
    guard let retry, retry.attempts > 1, !retry.hasEffect(withLimitErrors: context.limitErrors) else {
      return
    }
    report.warning(
      .conflictingKeys,
      "'retry' has no effect, because the request isn't idempotent" + Policies.Retry.remedy,
      at: fields.keySpan("retry"))
  }
}

extension Policies.Retry {
  fileprivate static let remedy =
    ", and nothing in 'retry' says that the service refused it; write 'idempotent: true' if sending it twice does no "
    + "more than sending it once, or list what means a refusal under 'refusals'"

  /// Replaces the errors with those that they refer to.
  mutating func resolve(_ errors: ([Policies.ErrorReference]) -> [Policies.ErrorReference]) {
    self.errors = errors(self.errors)
    refusals = refusals.map { .init(statuses: $0.statuses, errors: errors($0.errors)) }
  }

  /// Whether a request may be sent again: one that is idempotent, or that the service may refuse.
  fileprivate func hasEffect(withLimitErrors limitErrors: [Policies.ErrorReference]) -> Bool {
    isIdempotent || !decisiveRefusals(limitErrors: limitErrors).isEmpty
  }

  /// Whether it is the same apart from `isIdempotent`.
  fileprivate func isLike(_ other: Self) -> Bool {
    var own = self
    own.isIdempotent = other.isIdempotent
    return own == other
  }
}
