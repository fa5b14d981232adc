import SwiftEmitter

/// A call whose name or labels have changed, and nothing else that an app has to give.
struct RenamedCall {
  private var parameters: [(old: SurfaceParameter, new: SurfaceParameter)] = []

  /// Nil if the old call can't be made of the new one.
  init?(_ member: SurfaceMember, _ match: SurfaceMember, _ pairs: SurfacePairs) {
    let matches = SurfacePairs.match(member.parameters, match.parameters, by: [{ $0.identity }, { $0.name }])
    guard matches.count == member.parameters.count, pairs.areSame(member.type, match.type) else { return nil }
    for (parameter, replacement) in matches {
      guard
        pairs.areSame(parameter.type, replacement.type)
          || pairs.areSame(.optional(parameter.type), replacement.type),
        !parameter.hasDefault || replacement.hasDefault
      else { return nil }
      parameters.append((parameter, replacement))
    }
    let known = Set(matches.map(\.1.identity))
    guard match.parameters.allSatisfy({ $0.hasDefault || known.contains($0.identity) }) else { return nil }
    let order = match.parameters.map(\.identity).filter(known.contains)
    guard order == matches.map(\.1.identity) else { return nil }
  }

  /// The new types of its parameters.
  var types: [SwiftType] { parameters.map(\.new.type) }

  struct Declaration {
    /// What is declared, and what is passed on.
    var parameters: [String] = []
    var arguments: [String] = []
    var oldLabels: [DeclaredNames.Label] = []
    var labels: [String] = []
  }

  /// The declarations with the old labels.
  ///
  /// - Parameter isRenamed: Whether the call has another name, or is elsewhere.
  func declarations(isRenamed: Bool) -> [Declaration] {
    if isRenamed { return [declaration()] }
    let changed = parameters.indices.filter { parameters[$0].old.name != parameters[$0].new.name }
    // An old label that each call has tells old calls from new ones.
    if changed.contains(where: { !parameters[$0].old.hasDefault }) { return [declaration()] }
    // Otherwise, each declaration needs one of the old labels, so that no call fits two.
    return changed.map { declaration(required: $0, of: changed) }
  }

  /// - Parameters:
  ///   - required: A parameter that can't be left out although it has a default.
  ///   - changed: The parameters with other labels; those before the required one are left out.
  private func declaration(required: Int? = nil, of changed: [Int] = []) -> Declaration {
    var result = Declaration()
    for (position, parameter) in parameters.enumerated() {
      if let required, changed.contains(position), position < required { continue }
      let name = SurfaceText.escaped(parameter.old.name)
      let hasDefault = parameter.old.hasDefault && position != required
      let defaultText = hasDefault ? parameter.new.defaultValue.map { " = \($0)" } : nil
      result.parameters.append("\(name): \(parameter.new.type.text)\(defaultText ?? "")")
      result.arguments.append("\(SurfaceText.label(parameter.new.name)): \(name)")
      result.oldLabels.append(.init(name: parameter.old.name, isRequired: defaultText == nil))
      result.labels.append(parameter.new.name)
    }
    return result
  }
}
