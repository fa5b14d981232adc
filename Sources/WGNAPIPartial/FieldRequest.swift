import WGNAPIClient
import WGNAPIJSON

/// The fields and extra fields of a request: in the form to send, as a selection for decoding, and with their
/// errors.
struct FieldRequest: Hashable, Sendable {
  /// The names to send as fields, without the exclusion prefix; empty means all fields.
  let fields: [String]
  let isExclusion: Bool
  /// The names to send as extra fields.
  let extra: [String]
  let selection: FieldSelection
  /// The errors of paths that name no field.
  let problems: [String]

  init<Model>(_ fields: Fields<Model>, extra: FieldPaths<Model> = []) {
    let extraPaths = FieldSteps.of(extra)
    let isEmpty = !fields.isExclusion && fields.paths.isEmpty && extraPaths.isEmpty
    // An empty list would ask for everything.
    problems =
      (fields.paths + extraPaths).compactMap(\.problem)
      + (isEmpty ? ["no fields are requested; use '.all' to request all of them"] : [])
    isExclusion = fields.isExclusion
    let named = fields.isExclusion ? [] : fields.paths
    let asked = Self.merged(named.compactMap(\.extraField) + extraPaths)
    // If fields are listed, extra fields must be among them, too.
    let listed = Self.merged(fields.isExclusion ? fields.paths : fields.paths + extraPaths)
    self.fields = listed.map(\.text)
    self.extra = asked.map(\.text)

    var selection = FieldSelection(fields.isExclusion ? .all : .named)
    for path in listed {
      selection = selection.adding(path.steps[...], fields.isExclusion ? .nothing : .all)
    }
    for path in extraPaths { selection = selection.adding(path.steps[...], .all) }
    self.selection = selection
  }

  /// Creates the request for the fields of a slice.
  init(fields: [String], extra: [String]) {
    self.fields = fields
    self.extra = extra
    isExclusion = false
    selection = .all
    problems = []
  }

  /// Returns the paths without duplicates, and without parts of paths that are listed as a whole.
  private static func merged(_ paths: [FieldSteps]) -> [FieldSteps] {
    var merged: [FieldSteps] = []
    for path in paths where path.problem == nil && !merged.contains(where: { $0.contains(path) }) {
      merged.removeAll { path.contains($0) }
      merged.append(path)
    }
    return merged
  }

  /// Returns the violations of an endpoint's policy.
  func violations(_ policy: PartialPolicy?) -> [Violation] {
    guard let policy else {
      return [violation("", "partial", "the endpoint has no parameter that takes a list of fields")]
    }
    let name = policy.fieldsParameter
    var violations = problems.map { violation(name, "fields", $0) }
    if isExclusion, !fields.isEmpty, policy.exclusionPrefix == nil {
      violations.append(violation(name, "fields", "the endpoint can't leave fields out"))
    }
    if !extra.isEmpty, policy.extraParameter == nil {
      let list = extra.joined(separator: ", ")
      violations.append(violation(name, "fields", "the endpoint doesn't have extra fields such as \(list)"))
    }
    let lists = [(name, fields), (policy.extraParameter ?? name, extra)]
    for (name, list) in lists {
      if let maximum = policy.maximum, list.count > maximum {
        violations.append(
          violation(
            name, "maxItems", "\(list.count) field\(list.count == 1 ? "" : "s"), at most \(maximum) allowed"))
      }
    }
    return violations
  }

  private func violation(_ name: String, _ keyword: String, _ message: String) -> Violation {
    Violation(
      instanceLocation: name.isEmpty ? "" : "/\(name)", keyword: keyword, message: message, byteOffset: 0)
  }
}

extension FieldSteps {
  /// The path to the extra field that this path names or leads through; nil if there is none.
  fileprivate var extraField: FieldSteps? {
    guard let last = steps.lastIndex(where: \.isExtra) else { return nil }
    return FieldSteps(steps: Array(steps[...last]))
  }
}

extension FieldSelection {
  /// Returns the selection with a rule for another field.
  fileprivate func adding(_ steps: ArraySlice<FieldSteps.Step>, _ rule: Rule) -> FieldSelection {
    guard let step = steps.first else {
      // A field that is selected as a whole keeps the rules for its extra fields.
      return rule == .all && self.rule == .all ? self : FieldSelection(rule)
    }
    let isComing = self.rule == .all && !step.isExtra
    // Nothing needs to be excluded from a field that isn't selected.
    if rule == .nothing, !isComing, fields[step.name] == nil { return self }
    return changing(step.name) { inner in
      (inner ?? FieldSelection(isComing ? .all : .named)).adding(steps.dropFirst(), rule)
    }
  }
}
