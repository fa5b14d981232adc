import APIModel
import Diagnostics
import TrafficEvidence

extension TypeBuilder {
  /// A list whose elements have other types at other positions, and the same at the same one; nil for any other list.
  mutating func tuple(_ lists: ListEvidence, at place: Place) -> Schema? {
    let isArguments = place.isArguments
    guard lists.count >= 3, lists.positions.count > (isArguments ? 0 : 1), let element = lists.element,
      isArguments || element.jsonTypes > 1, lists.positions.allSatisfy({ $0.jsonTypes <= 1 })
    else { return nil }
    note(place, "a tuple of \(lists.positions.count): \(counted(lists.count, "list"))")
    return .tuple(
      of: lists.positions.enumerated().map { number, shape in
        var inner = place
        inner.path += "\(separator)\(number)"
        inner.isArguments = false
        var guess = guess(shape, at: inner)
        (guess.comment, guess.isSecret, guess.lenience) = (nil, false, [])
        // A few lists don't show all values.
        guess.enumeration = nil
        return guess
      })
  }
}
