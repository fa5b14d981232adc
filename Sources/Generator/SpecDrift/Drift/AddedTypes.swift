import GeneratorKit
import SpecInference
import TrafficEvidence

/// Types of what is added to a spec, by the rules of inference. They name nothing: what is added stays in one place.
struct AddedTypes {
  /// The entries of new keys.
  private(set) var entries: [DriftTable.Key: SpecValue.Entry] = [:]

  init(_ found: [DriftTable.Key: DriftTable.Entry]) {
    let new = found.filter { $0.key.kind == .newKey && !$0.key.detail.isEmpty && $0.value.canEdit }.sorted {
      let (left, right) = ($0.key, $1.key)
      return (left.place?.file ?? "", left.place?.start ?? 0, left.detail) < (
        right.place?.file ?? "", right.place?.start ?? 0, right.detail
      )
    }
    // One builder for all, because the numbers in one place tell what those of the same name are elsewhere.
    var builder = TypeBuilder(tellsUnions: false)
    let guesses = builder.converge { builder in
      new.map { key, entry in
        var place = TypeBuilder.Place(
          name: key.detail, type: Words.type(Words.split(key.detail)), owner: entry.label,
          file: key.place?.file ?? "")
        (place.isProperty, place.mayBeAbsent) = (true, true)
        return builder.guess(entry.shape.value, at: place)
      }
    }
    let writer = GuessWriter(groups: builder.groups, isInline: true)
    var taken: [SpecPlace?: Set<String>] = [:]
    for ((key, entry), guess) in zip(new, guesses) {
      let property = PropertyGuess(
        name: key.detail, isOptional: true, guess: guess, samples: entry.count.value)
      entries[key] = writer.entry(property, besides: &taken[key.place, default: entry.taken])
    }
  }

  /// The type of values in a place that a spec has.
  ///
  /// - Parameter label: The names that lead to the place: `Book.tags[]`.
  static func type(of shape: Shape, at label: String) -> (value: SpecValue, comment: String?) {
    var place = TypeBuilder.Place(name: "", type: "", owner: "", file: "")
    place.isElement = label.hasSuffix("[]") || label.hasSuffix("{}")
    place.isProperty = !place.isElement
    place.name = String((label.split(separator: ".").last ?? "").prefix { !"[{(".contains($0) })
    var builder = TypeBuilder(tellsUnions: false)
    let guess = builder.converge { $0.guess(shape, at: place) }
    return (GuessWriter(groups: builder.groups, isInline: true).value(guess), guess.comment)
  }
}
