import APIModel
import Diagnostics
import GeneratorKit
import TrafficEvidence
import WGNAPIJSON

/// What was seen of the places of a spec: how often each was reached, and what was different there.
struct DriftTable {
  /// The most differences that are told apart.
  private static let mostDifferences = 5000

  struct Key: Hashable {
    var finding: DriftFinding
    var place: SpecPlace?
  }

  struct Entry {
    var span: SourceSpan?
    var label: String
    var count = Tally()
    /// The number of values that could have been different, where no place counts them.
    var total: Int?
    /// The place that counts them, if it is another one.
    var totalAt: SpecPlace?
    /// The values of a new key.
    var shape = ShapeTally()
    var parameter: NewParameter?
    /// What the names become in Swift that a new key or parameter can't have.
    var taken: Set<String> = []
    /// How often new values of an enumeration were seen, if they are words or numbers that may be shown.
    var words: [SpecWord: Tally] = [:]
    /// Values of an enumeration that can't be shown.
    var hidden = Tally()
    /// The value that is farthest from a limit, or the most elements of a list.
    var extreme: NumberText?
    /// The limit in the spec.
    var limit: NumberText?
    /// The media types that the spec describes in place of a new one.
    var describedTypes: [String] = []
    /// What describes the new media type.
    var advice: String?
    /// Whether an integer was described, and the value has a fraction.
    var isFraction = false
    /// Whether a new parameter is a part of a multipart body.
    var isPart = false
    var canEdit = true
    /// Whether a client made from the spec doesn't accept what was seen, or wouldn't send it.
    fileprivate(set) var contradictsClients = false

    /// Adds what is the same once names that can't be shown are removed.
    mutating func merge(_ other: Entry) {
      count.add(other.count)
      total = [total, other.total].compactMap(\.self).max()
      // The order of a dictionary differs from run to run.
      label = min(label, other.label)
      contradictsClients = contradictsClients || other.contradictsClients
    }
  }

  /// What was seen of a new parameter.
  struct NewParameter {
    var evidence: ParameterEvidence
    var isForm: Bool
    /// Whether the endpoint's parameters are in a form if they don't say where they are.
    var hasForm: Bool
  }

  struct Property {
    var span: SourceSpan
    var label: String
    var seen = Tally()
    var objects = Tally()
  }

  /// What was seen where the spec only has a guess.
  struct Guess {
    var span: SourceSpan
    var label: String
    var shape = ShapeTally()
    /// What could be written there.
    fileprivate(set) var type: SpecValue?
  }

  private(set) var entries: [Key: Entry] = [:]
  private(set) var guesses: [SpecPlace: Guess] = [:]
  private(set) var visits: [SpecPlace: Tally] = [:]
  private(set) var properties: [SpecPlace: Property] = [:]
  private(set) var isFull = false
  /// How often something was recorded that nothing before had shown.
  private(set) var news = 0
  /// The number of recorded differences that a client made from the spec doesn't accept, or wouldn't send.
  private(set) var contradictions = 0
  /// What is counted now.
  var origin = Tally.Origin.newTraffic

  mutating func visit(_ span: SourceSpan, times: Int = 1) {
    visits[SpecPlace(span), default: Tally()].add(times, from: origin)
  }

  mutating func visit(_ property: Schema.Property, isThere: Bool, label: String) {
    visit(property, seen: isThere ? 1 : 0, of: 1, label: label)
  }

  mutating func visit(_ property: Schema.Property, seen: Int, of objects: Int, label: String) {
    let place = SpecPlace(property.name.span)
    var known = properties[place] ?? Property(span: property.name.span, label: label)
    known.objects.add(objects, from: origin)
    known.seen.add(seen, from: origin)
    properties[place] = known
  }

  /// - Parameter contradicts: Whether clients made from the spec don't accept this; nil for what its kind says.
  mutating func record(
    _ finding: DriftFinding, at span: SourceSpan?, _ label: String, times: Int = 1,
    contradicts: Bool? = nil, _ change: (inout Entry) -> Void = { _ in }
  ) {
    let contradicts = contradicts ?? finding.kind.usuallyContradictsClients
    if contradicts { contradictions += times }
    let key = Key(finding: finding, place: span.map(SpecPlace.init))
    guard entries[key] != nil || entries.count < Self.mostDifferences else {
      isFull = true
      return
    }
    let known = entries.removeValue(forKey: key)
    var entry = known ?? Entry(span: span, label: label)
    let (words, extreme) = (entry.words.count, entry.extreme?.text)
    entry.count.add(times, from: origin)
    if contradicts { entry.contradictsClients = true }
    change(&entry)
    if known == nil || entry.words.count != words || entry.extreme?.text != extreme { news += 1 }
    entries[key] = entry
  }

  /// Forgets what was recorded, to record it anew.
  mutating func remove(_ finding: DriftFinding, at span: SourceSpan) {
    entries[Key(finding: finding, place: SpecPlace(span))] = nil
  }

  mutating func learn(_ shape: Shape, at span: SourceSpan, _ label: String) {
    var guess = guesses.removeValue(forKey: SpecPlace(span)) ?? Guess(span: span, label: label)
    guess.shape.add(shape, from: origin)
    let type = AddedTypes.type(of: guess.shape.value, at: label).value
    if type != guess.type { news += 1 }
    guess.type = type
    guesses[SpecPlace(span)] = guess
  }

  mutating func setTotal(_ total: Int, of kind: DifferenceKind) {
    for key in entries.keys where key.finding.kind == kind { entries[key]?.total = total }
  }
}
