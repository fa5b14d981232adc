import APIModel
import SwiftEmitter

extension ModuleExplainer {
  /// How many values examples may try and look at together: those of all types, besides what each type may on average.
  private static let (mostEffort, effortOfEach) = (500_000, 2_000)

  /// Makes the examples of types, which ``facts(of:withExample:)`` then has, until they have cost too much together: that of one
  /// type may cost as much as is allowed, if schemas have each other as their parts.
  ///
  /// Which types have examples doesn't depend on the number of threads.
  ///
  /// - Returns: how many values were tried and looked at.
  @discardableResult
  func makeExamples(of types: [SurfaceType], threads: Int, most: Int? = nil) -> Int {
    let most = most ?? Self.mostEffort + Self.effortOfEach * types.count
    let workers = max(1, min(threads, types.count / 8 + 1))
    // Computed now, because threads would otherwise compute it at the same time.
    _ = uses
    nonisolated(unsafe) let shared = self
    let parts = concurrentMap(Array(0..<workers), threads: workers) { worker in
      let explainer = ModuleExplainer(sharing: shared)
      return stride(from: worker, to: types.count, by: workers).map {
        position -> (text: String?, effort: Int) in
        // These alone are too much, and so they are with those of the other threads.
        guard explainer.shownSamples.allWork <= most else { return (nil, 0) }
        let before = explainer.shownSamples.allWork
        let schema = explainer.described.schemas[types[position].path]
        let text = schema.flatMap { explainer.example(of: $0, types[position]) }
        return (text, explainer.shownSamples.allWork - before)
      }
    }
    var effort = 0
    for (position, type) in types.enumerated() {
      let example = parts[position % workers][position / workers]
      effort += example.effort
      typeExamples[type.name] = .some(effort <= most ? example.text : nil)
    }
    return effort
  }
}
