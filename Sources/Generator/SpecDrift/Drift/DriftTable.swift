import APIModel
import Diagnostics
import TrafficEvidence
import WGNAPIJSON

/// What was seen of the places of a spec: how often each was reached, and what was different there.
struct DriftTable {
  /// The most differences that are told apart.
  private static let mostDifferences = 5000

  struct Key: Hashable {
    var kind: DifferenceKind
    var place: SpecPlace?
    /// What tells differences of one kind apart in one place: a key, a keyword.
    var detail: String
  }

  struct Entry {
    var span: SourceSpan?
    var label: String
    var count = 0
    /// The number of values that could have been different, where no place counts them.
    var total: Int?
    /// The place that counts them, if it is another one.
    var totalAt: SpecPlace?
    /// The values of a new key or parameter.
    var shape = Shape()
    /// How often new values of an enumeration were seen, if they are words or numbers that may be shown.
    var words: [SpecWord: Int] = [:]
    /// Values of an enumeration that can't be shown.
    var hidden = 0
    /// The value that is farthest from a limit.
    var extreme: NumberText?
    /// What the spec says there, for messages.
    var limit = ""
    var canEdit = true
  }

  struct Property {
    var span: SourceSpan
    var label: String
    var seen = 0
    var objects = 0
  }

  private(set) var entries: [Key: Entry] = [:]
  private(set) var visits: [SpecPlace: Int] = [:]
  private(set) var properties: [SpecPlace: Property] = [:]
  private(set) var isFull = false

  mutating func visit(_ span: SourceSpan) { visits[SpecPlace(span), default: 0] += 1 }

  mutating func visit(_ property: Schema.Property, isThere: Bool, label: String) {
    let place = SpecPlace(property.name.span)
    var known = properties[place] ?? Property(span: property.name.span, label: label)
    known.objects += 1
    if isThere { known.seen += 1 }
    properties[place] = known
  }

  mutating func record(
    _ kind: DifferenceKind, at span: SourceSpan?, _ label: String, detail: String = "",
    _ change: (inout Entry) -> Void = { _ in }
  ) {
    let key = Key(kind: kind, place: span.map(SpecPlace.init), detail: detail)
    guard entries[key] != nil || entries.count < Self.mostDifferences else {
      isFull = true
      return
    }
    var entry = entries.removeValue(forKey: key) ?? Entry(span: span, label: label)
    entry.count += 1
    change(&entry)
    entries[key] = entry
  }

  mutating func setTotal(_ total: Int, where isMeant: (Key) -> Bool) {
    for key in entries.keys where isMeant(key) { entries[key]?.total = total }
  }
}
