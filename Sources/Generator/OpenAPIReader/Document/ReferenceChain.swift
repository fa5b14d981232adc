import Diagnostics
import SpecReader
import SpecYAML

/// References that are followed one after another. They may lead in a circle.
struct ReferenceChain {
  /// How many references may follow one another.
  private static let limit = 64

  private var references: [Located] = []
  /// The references of the circle that the last one closes, in order; empty if there is none.
  private(set) var circle: ArraySlice<Located> = []

  /// Adds a reference. Returns false if it has been followed before, or if there are too many.
  mutating func append(_ reference: Located) -> Bool {
    let spot = SchemaStore.Spot(reference)
    circle = references.firstIndex { SchemaStore.Spot($0) == spot }.map { references[$0...] } ?? []
    guard circle.isEmpty, references.count < Self.limit else { return false }
    references.append(reference)
    return true
  }

  /// Removes the last reference, which has been followed to its end.
  mutating func removeLast() { references.removeLast(references.isEmpty ? 0 : 1) }
}

/// The search for the target of one reference, whose path may lead through others.
struct TargetSearch {
  /// The references that are being followed, each to find the target of the one before it.
  var chain = ReferenceChain()
  /// How many more references may be followed; several within one path can multiply.
  private(set) var budget = 1_000
  /// The references of the last circle that was met.
  private(set) var circle: ArraySlice<Located> = []
  /// The value in which a path found no further.
  var deadEnd: YAMLNode?
  /// Whether too many references were met.
  private(set) var isTooLong = false

  /// Begins to follow a reference. Returns false if it is being followed already, or if there are too many.
  mutating func begin(_ reference: Located) -> Bool {
    budget -= 1
    guard budget >= 0, chain.append(reference) else {
      give(up: chain)
      return false
    }
    return true
  }

  /// Remembers why references can't be followed to their end.
  mutating func give(up chain: ReferenceChain) {
    if chain.circle.isEmpty { isTooLong = true } else { circle = chain.circle }
  }
}

extension Findings {
  /// Reports references that can't be followed to their end.
  func endless(_ chain: ReferenceChain, for what: String, at node: YAMLNode) {
    let reason =
      chain.circle.isEmpty
      ? "more than 64 references follow one another from here" : "the references from here never end"
    sink.warning(
      .documentMistake, "\(reason), so \(what) is left out", at: node.occurrence,
      notes: notes(of: chain.circle))
  }

  /// A note for each reference of a circle.
  func notes(of circle: ArraySlice<Located>) -> [Diagnostic.Note] {
    circle.prefix(8).map { reference in
      Diagnostic.Note(
        "'\(abbreviate(reference.node.text ?? ""))' is part of the circle", at: reference.node.occurrence)
    }
  }
}
