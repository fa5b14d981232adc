import APIModel
import Diagnostics
import SchemaValues

/// Whether what one version writes is what the other accepts: the inclusion of schemas, part by part.
struct WireInclusion {
  typealias Spans = (old: SourceSpan?, new: SourceSpan?)

  let writer: SchemaIndex
  let reader: SchemaIndex
  let direction: WireChange.Direction
  private let module: String
  private let unchanged: UnchangedSchemas
  /// Whether schemas that haven't changed are compared, too, which should find nothing.
  private let comparesAll: Bool
  /// Interprets schemas of the reader, for values that the writer lists.
  let checker: ValueChecker
  private(set) var found: [WireChange] = []
  /// Defaults of properties that an app may leave out.
  private(set) var defaults: [DefaultChange] = []
  private(set) var medium: WireMedium
  /// The pairs whose differences were reported.
  private var reported: Set<WirePair> = []
  /// Where the reader has the properties that tell alternatives apart, if it was reported that they don't.
  var toldTags: Set<SourceSpan> = []
  /// The pairs that are to be reported, so that long chains of schemas need no deep recursion.
  private var pending: [Pending] = []
  private var values: [Bool: [String: WireValue]] = [:]
  private var unionForms: [Bool: [WirePair.Side: UnionForms]] = [:]

  /// Whether what is read are messages, and not responses.
  private(set) var isAboutWebhooks = false
  /// Whether only the outcome counts.
  private(set) var isDeciding = false
  /// Whether it is about a part of values that some of them don't have.
  private var isInPart = false
  private var decisions = WireDecisions()
  private var depth = 0
  private static let deepest = 500
  /// The number of schemas compared so far, and at most.
  private(set) var steps = 0
  private let mostSteps: Int
  /// Whether there were too many schemas, or too deep ones, to compare all of them.
  private(set) var isIncomplete = false

  private struct Pending {
    var pair: WirePair
    var written: Schema
    var read: Schema
    var place: String
    var spans: Spans
  }

  init(
    of writer: Module, in reader: Module, _ direction: WireChange.Direction, _ module: String,
    _ unchanged: UnchangedSchemas, mostSteps: Int = 200_000, comparesAll: Bool = false
  ) {
    (self.writer, self.reader) = (SchemaIndex(writer), SchemaIndex(reader))
    (self.direction, self.module, self.mostSteps) = (direction, module, mostSteps)
    (self.unchanged, self.comparesAll) = (unchanged, comparesAll)
    checker = ValueChecker(self.reader)
    medium = direction == .request ? .request : .response
  }

  /// - Parameters:
  ///   - old: Where the old version describes it.
  ///   - new: Where the new version does.
  mutating func report(
    _ verdict: WireChange.Verdict, _ place: String, _ message: String, _ old: SourceSpan?, _ new: SourceSpan?
  ) {
    let isPartial = isDeciding && isInPart && verdict == .breaks
    found.append(
      WireChange(
        verdict: isPartial ? .mayBreak : verdict, direction: direction, module: module, place: place,
        message: message, old: old,
        new: new))
  }

  /// Reports that not everything was compared, if that is so.
  mutating func reportRest(_ old: Module, _ new: Module) {
    guard isIncomplete else { return }
    report(
      .cantTell, "client", "there are too many schemas within each other to compare all of them",
      old.name.span,
      new.name.span)
  }

  /// Reports what only strict readers refuse.
  mutating func reportViolation(
    _ verdict: WireChange.Verdict, _ place: String, _ message: String, _ spans: Spans
  ) {
    if medium.refusesViolations {
      report(verdict, place, message, spans.old, spans.new)
    } else {
      report(.mayBreak, place, "\(message) (only with strict validation)", spans.old, spans.new)
    }
  }

  /// Keeps the default of a property that requests may lack, if it is another one.
  mutating func compareDefaults(
    _ written: Schema.Property, _ read: Schema.Property, _ place: String, _ spans: Spans
  ) {
    guard direction == .request, !isDeciding, !written.isAlwaysSent,
      let change = DefaultChange(
        place, writer.defaultValue(of: written.schema), reader.defaultValue(of: read.schema), old: spans.old,
        new: spans.new)
    else { return }
    defaults.append(change)
  }

  /// Calls `body` with another medium.
  mutating func within(_ medium: WireMedium, _ body: (inout WireInclusion) -> Void) {
    let outer = self.medium
    self.medium = medium
    body(&self)
    self.medium = outer
  }

  /// Calls `body`, whose findings are about messages from the service.
  mutating func asWebhooks(_ body: (inout WireInclusion) -> Void) {
    let first = found.count
    isAboutWebhooks = true
    defer { isAboutWebhooks = false }
    body(&self)
    for position in first..<found.count { found[position].direction = .webhook }
  }

  /// Compares each of several that may be written at a place. If one of them is read, the others don't always break it.
  ///
  /// - Parameter areWhole: Whether the choices are whole bodies. What breaks within one of them then is an entry of the place, if
  ///   another one is read.
  mutating func compareEach<Choice>(
    _ choices: [Choice], _ place: String, areWhole: Bool = false,
    _ compare: (inout WireInclusion, Choice) -> Void
  ) {
    let (outer, before) = (found, reported)
    var trials: [(changes: [WireChange], reported: Set<WirePair>)] = []
    for choice in choices {
      found = []
      // Several may have the same schemas.
      if areWhole { reported = before }
      compare(&self, choice)
      trials.append((found, reported))
    }
    found = outer
    if areWhole { reported = before }
    let isPartial = trials.contains { !$0.changes.contains { $0.verdict == .breaks } }
    for (changes, pairs) in trials {
      guard areWhole, isPartial,
        let inner = changes.first(where: { $0.verdict == .breaks && $0.place != place })
      else {
        if areWhole { reported.formUnion(pairs) }
        found += changes.map { change in
          var change = change
          if isPartial, change.place == place, change.verdict == .breaks { change.verdict = .mayBreak }
          return change
        }
        continue
      }
      report(
        .mayBreak, place,
        "\(direction == .request ? "some values aren't accepted" : "some responses aren't read"): \(inner.place): \(inner.message)",
        inner.old, inner.new)
    }
  }

  // MARK: Decisions

  /// How much of what is written is read, without reporting it.
  mutating func decision(_ written: Schema, _ read: Schema) -> WireDecisions.Outcome {
    let (outer, wasDeciding) = (found, isDeciding)
    var outcome = WireDecisions.Outcome.included
    isDeciding = true
    asWhole {
      $0.found = []
      $0.compare(written, read, "", (nil, nil))
      outcome = $0.outcome
    }
    (found, isDeciding) = (outer, wasDeciding)
    return outcome
  }

  /// Differences recorded since the current question began.
  private var outcome: WireDecisions.Outcome {
    if found.contains(where: { $0.verdict == .breaks }) { return .excluded }
    if found.contains(where: { $0.verdict == .mayBreak }) { return .partial }
    return found.isEmpty && !isIncomplete ? .included : .unknown
  }

  private mutating func decide(
    _ pair: WirePair, _ written: WireValue, _ read: WireValue, _ place: String, _ spans: Spans
  ) {
    let result: WireDecisions.Outcome
    if let known = decisions.known(pair) {
      result = known
    } else {
      let question = decisions.begin(pair)
      let outer = found
      found = []
      asWhole { $0.compareValues(written, read, place, spans) }
      result = outcome
      found = outer
      decisions.end(question, result)
    }
    switch result {
    case .included: break
    case .unknown: report(.cantTell, place, "", nil, nil)
    case .partial: report(.mayBreak, place, "", nil, nil)
    case .excluded: report(.breaks, place, "", nil, nil)
    }
  }

  /// Compares a part that not every value has, so that values without it are read nevertheless.
  mutating func ifPresent(_ isPartial: Bool = true, _ compare: (inout WireInclusion) -> Void) {
    let outer = isInPart
    isInPart = isInPart || isPartial
    compare(&self)
    isInPart = outer
  }

  /// Compares what a question is about.
  private mutating func asWhole(_ compare: (inout WireInclusion) -> Void) {
    let outer = isInPart
    isInPart = false
    compare(&self)
    isInPart = outer
  }

  /// Whether there is another step to compare two schemas.
  private mutating func takeStep() -> Bool {
    if isDeciding, outcome >= .partial { return false }
    if isDeciding, depth >= Self.deepest {
      report(.cantTell, "", "", nil, nil)
      return false
    }
    guard steps < mostSteps, depth < Self.deepest else {
      isIncomplete = true
      return false
    }
    steps += 1
    return true
  }

  // MARK: Schemas

  /// Compares what is written with what is read.
  ///
  /// - Parameters:
  ///   - spans: Where the old version and the new one describe the place.
  ///   - role: What is compared in the place.
  mutating func compare(
    _ written: Schema, _ read: Schema, _ place: String, _ spans: Spans, as role: WireRole = .whole
  ) {
    guard takeStep(), comparesAll || !unchanged.areUnchanged(written, read) else { return }
    depth += 1
    compareSchemas(written, read, place, spans, role)
    depth -= 1
    if depth == 0, !isDeciding { comparePending() }
  }

  private mutating func compareSchemas(
    _ written: Schema, _ read: Schema, _ place: String, _ spans: Spans, _ role: WireRole
  ) {
    let (left, right) = (value(written, isReader: false), value(read, isReader: true))
    // Whether null is allowed concerns the place; the rest of what has a name is compared once.
    var null = part(left, right)
    null.compareNull(role)
    report(null.findings, place, spans)
    guard let pair = WirePair(written, read, medium) else { return compareValues(left, right, place, spans) }
    if isDeciding { return decide(pair, left, right, place, spans) }
    guard reported.insert(pair).inserted else { return }
    guard case .name(let name) = pair.written, case .name(let other) = pair.read else {
      return compareValues(left, right, place, spans)
    }
    let named = direction == .request ? writer.specName(name) : reader.specName(other)
    pending.append(Pending(pair: pair, written: written, read: read, place: named, spans: spans))
  }

  private mutating func comparePending() {
    // What is found on the way is pending, too.
    depth += 1
    defer { depth -= 1 }
    var next = 0
    while next < pending.count {
      let item = pending[next]
      next += 1
      within(item.pair.medium) {
        $0.compareValues(
          $0.value(item.written, isReader: false), $0.value(item.read, isReader: true), item.place, item.spans
        )
      }
    }
    pending = []
  }

  /// The end of a schema's chain of names.
  private mutating func value(_ schema: Schema, isReader: Bool) -> WireValue {
    let index = isReader ? reader : writer
    guard let name = schema.reference?.text, schema.isBare else { return WireValue(schema, in: index) }
    var value: WireValue
    if let known = values[isReader, default: [:]][name] {
      value = known
    } else {
      var plain = schema
      plain.isNullable = false
      value = WireValue(plain, in: index)
      values[isReader, default: [:]][name] = value
    }
    value.isNullable = value.isNullable || schema.isNullable
    return value
  }

  /// How the alternatives of a union are told apart.
  mutating func forms(of union: WireValue, isWritten: Bool) -> UnionForms {
    let key = WirePair.Side.schema(union.schema)
    if let known = unionForms[isWritten, default: [:]][key] { return known }
    let forms = union.index.forms(ofUnion: union.schema)
    unionForms[isWritten, default: [:]][key] = forms
    return forms
  }

  private func part(_ written: WireValue, _ read: WireValue) -> WirePart {
    WirePart(written: written, read: read, direction, medium, checker, unchanged)
  }

  private mutating func report(_ findings: [WirePart.Finding], _ place: String, _ spans: Spans) {
    for finding in findings { report(finding.verdict, place, finding.message, spans.old, spans.new) }
  }

  private mutating func compareValues(
    _ written: WireValue, _ read: WireValue, _ place: String, _ spans: Spans
  ) {
    if medium.repeatsFields, compareRepeated(written, read, place, spans) { return }
    var part = part(written, read)
    part.compareValues()
    report(part.findings, place, spans)
    // What is read as JSON has no parts that could be refused.
    guard !part.isOfOtherType, direction == .request || !read.isReadAsJSON else { return }
    // That it may be anything says what its parts may be.
    if written.schema.isAnything, !part.findings.isEmpty { return }
    compareParts(written, read, place, spans)
  }

  private mutating func compareParts(
    _ written: WireValue, _ read: WireValue, _ place: String, _ spans: Spans
  ) {
    if written.isUnion || read.isUnion { return compareUnions(written, read, place, spans) }
    let (own, known) = (written.schema, read.schema)
    if written.types.contains(.array) {
      compareElements(own, known, place, spans)
    } else if let items = known[.items], read.lenience.contains(.singleAsList) {
      // One element in place of a list.
      compare(own, items, place, spans)
    }
    guard written.types.contains(.object) else { return }
    compareObjects(written, read, place, spans)
    if let keys = known.object.keys?.value {
      var text = Schema(span: own.span)
      text.types = [.string]
      var medium = medium
      medium.isText = true
      within(medium) { inclusion in
        inclusion.compare(own.object.keys?.value ?? text, keys, "\(place) (keys)", spans)
      }
    }
  }
}
