import APIModel
import Diagnostics
import SwiftEmitter

/// Where two versions say what clients do: at an endpoint, or at the key of the module's settings that it inherits.
struct BehaviourPlaces {
  let old: Module
  let new: Module

  /// The places of an aspect of an endpoint. The new one is nil if the module's key is gone, and nothing replaces it.
  func spans(_ aspect: BehaviourChange.Aspect, _ endpoint: Endpoint, _ newEndpoint: Endpoint) -> (
    old: SourceSpan, new: SourceSpan?
  ) {
    let keys = keys(aspect, endpoint, newEndpoint)
    let before = Self.inherited(keys, of: endpoint, in: old)
    let after = Self.inherited(keys, of: newEndpoint, in: new)
    let isGone = before != nil && after == nil && newEndpoint.ownPolicies.isDisjoint(with: keys)
    return (before ?? endpoint.span, isGone ? nil : after ?? newEndpoint.span)
  }

  /// The places of a key of the module's settings. The new one is nil if the key is gone.
  func spans(_ key: String) -> (old: SourceSpan, new: SourceSpan?) {
    let (before, after) = (old.keySpans[key], new.keySpans[key])
    return (before ?? old.name.span, before != nil ? after : after ?? new.name.span)
  }

  /// The place of the setting that an endpoint inherits; nil if it has its own, or there is none.
  private static func inherited(_ keys: [String], of endpoint: Endpoint, in module: Module) -> SourceSpan? {
    guard endpoint.ownPolicies.isDisjoint(with: keys) else { return nil }
    return keys.lazy.compactMap { module.keySpans[$0] }.first
  }

  /// The keys of a module that say something of an aspect.
  private func keys(
    _ aspect: BehaviourChange.Aspect, _ endpoint: Endpoint, _ newEndpoint: Endpoint
  ) -> [String] {
    func fields(_ headers: [ConstantHeader]) -> [String] { headers.map { "\($0.name.text): \($0.value)" } }
    switch aspect {
    case .cache: return ["cache"]
    case .credentials: return ["authentication"]
    case .retries:
      return endpoint.policies.retry != newEndpoint.policies.retry ? ["retry"] : ["idempotencyKey"]
    case .timeout: return ["timeout"]
    case .queue: return ["queue"]
    case .policies: return ["policies"]
    case .fields: return ["partial"]
    case .request:
      let isOwn = fields(endpoint.constantHeaders) != fields(newEndpoint.constantHeaders)
      return isOwn ? [] : ["headers"]
    case .servers, .limits, .pages, .batches, .errors, .defaults, .storage: return []
    }
  }
}
