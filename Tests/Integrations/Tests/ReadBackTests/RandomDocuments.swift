@testable import Layouts
@testable import WGNAPIJSON

/// Random JSON of the forms that a module's models and unions have.
struct RandomDocuments {
  private var samples: Samples
  private var members: [ModelMembers] = []
  private var state: UInt64
  private static let mostModels = 30

  init(_ models: [any JSONModel.Type], seed: UInt64) {
    samples = Samples(models: models)
    state = seed
    // Members of more models take long to make, and add little.
    var others = models
    for _ in 0..<min(models.count, Self.mostModels) {
      let model = others.remove(at: below(others.count))
      if let members = ModelMembers(of: model, .both, from: &samples, depth: 2) {
        self.members.append(members)
      }
    }
  }

  private mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(max(bound, 1)))
  }

  /// Objects with random members of each model, scalars, what the union expects, and lists and maps of these.
  mutating func texts(for union: any JSONUnion.Type) -> [String] {
    var texts = samples.texts(of: union)
    for _ in 0..<80 where !members.isEmpty {
      let members = members[below(members.count)]
      let choices = members.list.map { member -> ModelMembers.Choice in
        var choices: [ModelMembers.Choice] = [.full, .minimal]
        if member.presence.acceptsNull { choices.append(.null) }
        if member.presence.acceptsAbsence { choices.append(.absent) }
        return choices[below(choices.count)]
      }
      texts.append(
        members.document(hasAdditional: below(2) == 0) { members.list[$0].written(choices[$0]) })
    }
    texts += Samples.scalars(below(1_000))
    let elements = texts
    for _ in 0..<30 where !elements.isEmpty {
      let some = (0..<below(4)).map { _ in elements[below(elements.count)] }
      texts.append("[\(some.joined(separator: ","))]")
      let one = elements[below(elements.count)]
      texts += ["[\(one)]", "[\(one),\(one)]", #"{"\#(mapKeys[below(mapKeys.count)])":\#(one)}"#]
    }
    return texts
  }
}
