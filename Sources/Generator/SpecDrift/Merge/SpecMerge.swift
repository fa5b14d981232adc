import APIModel
import Diagnostics
import GeneratorKit
import SpecInference
import SpecReader
import TrafficEvidence

/// What can't be merged, and why.
package struct MergeProblem: Hashable, Sendable {
  package var place: String
  package var reason: String

  init(_ place: String, _ reason: String) { (self.place, self.reason) = (place, reason) }
}

/// What became of a merge.
package struct MergeOutcome: Sendable {
  /// The new texts of the files that change, by their paths below the specs folder.
  package var files: [String: [UInt8]] = [:]
  /// The number of edits, new endpoints and new schemas.
  package var edits = 0
  package var endpoints = 0
  package var schemas = 0
  /// What is left to do by hand, compared with the merged spec.
  package var report: DriftReport
  package var problems: [MergeProblem] = []
  /// Guesses that could be replaced by what is known now, and why they weren't.
  package var guesses: [MergeProblem] = []
  /// The guesses for new endpoints, with the numbers of samples behind them.
  package var notes: [InferenceNote] = []
  /// What the new endpoints lack.
  package var crowded: [InferenceNote] = []
  /// Why nothing may be written: what the generator says of the spec.
  package var errors: [Diagnostic] = []

  /// Whether something is left to do by hand.
  package var isUnfinished: Bool { !report.drift.isEmpty || !problems.isEmpty }
}

/// Merges what traffic shows into a spec that people have edited: it widens what the spec says, and adds endpoints.
package struct SpecMerge: Sendable {
  /// Reads all traffic, and goes on with a collector.
  package typealias Reading = (Collector, @escaping @Sendable (TrafficExchange) -> Void) -> TrafficReader

  private static let mostPasses = 6
  /// More new keys in one place are data.
  private static let mostKeys = 40

  let folder: ModuleFolder
  let hosts: [String]
  /// Whether the generator accepts the spec as it is. Otherwise, it would refuse every edit.
  private let isSound: Bool

  package init(_ folder: ModuleFolder, hosts: [String]) {
    (self.folder, self.hosts) = (folder, hosts)
    isSound = Self.problem(of: folder.files, checkingEmission: true) == nil
  }

  /// - Parameters:
  ///   - stored: What was seen before.
  ///   - kept: Where traffic is kept, because what one pass widens another one checks.
  ///   - reading: Reads the traffic. Called again only if `kept` has no room for the whole traffic.
  /// - Returns: nil if the spec can't be read, with the reasons in the sink.
  package func run(
    with stored: Collector, keeping kept: KeptTraffic = KeptTraffic(), into sink: inout DiagnosticSink,
    _ reading: Reading
  ) -> (outcome: MergeOutcome, reader: TrafficReader)? {
    var files = Dictionary(folder.files.map { ($0.path, $0.bytes) }) { first, _ in first }
    let original = files
    guard var (api, module) = read(files, into: &sink) else { return nil }
    func makeCheck(_ api: API) -> DriftCheck {
      let lines = files.mapValues { Set(SpecDocument.guesses(in: $0).keys) }.filter { !$0.value.isEmpty }
      let check = DriftCheck(api, hosts: hosts, guessLines: lines)
      check.add(stored.evidence)
      return check
    }
    var check = makeCheck(api)
    let reader = reading(stored) { [check] in kept.add($0, isNew: check.add($0)) }
    var outcome = MergeOutcome(report: check.report(reader.knownSecrets))
    // Whether the last pass compared all of the traffic.
    var isWhole = true
    var passes = 0
    while true {
      let before = files
      if passes < Self.mostPasses {
        widen(module, &files, &outcome)
        // New endpoints may use what the spec has now.
        if files == before { add(check, module, reader, &files, &outcome) }
        if files == before { replaceGuesses(check, SpecGuards(reader.knownSecrets), &files, &outcome) }
      }
      passes += 1
      let isDone = files == before
      if isDone, isWhole { break }
      guard let next = read(files, into: &sink) else { return nil }
      (api, module) = next
      check = makeCheck(api)
      isWhole = isDone || kept.isComplete
      if kept.isComplete || !isDone {
        kept.visit { check.add($0) }
      } else {
        kept.removeAll()
        _ = reading(stored) { [check] in kept.add($0, isNew: check.add($0)) }
      }
      outcome.report = check.report(reader.knownSecrets)
    }
    // Each new one is an endpoint now, or among the problems. Failures widen nothing.
    outcome.report.differences.removeAll { [.newEndpoint, .onlyFailures].contains($0.kind) }
    outcome.files = files.filter { original[$0.key] != $0.value }
    if !outcome.files.isEmpty { outcome.errors = errors(of: files) }
    return (outcome, reader)
  }

  // MARK: Reading

  private func specs(_ files: [String: [UInt8]]) -> [SpecFile] {
    files.sorted { $0.key < $1.key }.map { path, bytes in
      SpecFile(path: path, displayPath: folder.displayPath(path), bytes: bytes)
    }
  }

  private func read(_ files: [String: [UInt8]], into sink: inout DiagnosticSink) -> (API, Module)? {
    var found = DiagnosticSink()
    let api = readAPI(specs(files), into: &found)
    if found.hasErrors { sink.append(contentsOf: found) }
    guard let api, !found.hasErrors else { return nil }
    guard let module = api.modules.first(where: { $0.name.text == folder.name }), module.origin == .specs
    else {
      sink.error(
        .noSpecs,
        "'--merge' needs a module in the spec language there; a library or an OpenAPI document can be compared with 'drift'",
        at: .unknown(file: folder.path))
      return nil
    }
    return (API(modules: [module]), module)
  }

  /// What the generator says against files; nil for nothing.
  private func problem(_ files: [String: [UInt8]]) -> String? {
    Self.problem(of: specs(files), checkingEmission: isSound)
  }

  private static func problem(of specs: [SpecFile], checkingEmission: Bool) -> String? {
    var sink = DiagnosticSink()
    let api = readAPI(specs, into: &sink)
    if let api, checkingEmission, !sink.hasErrors { checkEmission(api, of: specs, threads: 1, into: &sink) }
    let error = sink.diagnostics.first { $0.severity == .error }?.message
    return error ?? (api == nil ? "it can't be read" : nil)
  }

  private func errors(of files: [String: [UInt8]]) -> [Diagnostic] {
    var sink = DiagnosticSink()
    let templates = loadTemplates(overlaidBy: nil, into: &sink)
    sink.append(contentsOf: generate(specs: specs(files), templates: templates, threads: 1).1)
    return sink.sorted().filter { $0.severity == .error }
  }

  // MARK: Changes

  private func widen(_ module: Module, _ files: inout [String: [UInt8]], _ outcome: inout MergeOutcome) {
    let parameters = Dictionary(module.endpoints.map { ($0.span, $0.parameters.count) }) { first, _ in first }
    outcome.report.prepareMerge(mostKeys: Self.mostKeys, parameters: parameters)
    let edits = outcome.report.edits
    guard !edits.isEmpty else { return }
    let result = SpecEditor(files).applying(edits) { changed in
      self.problem(files.merging(changed) { $1 }) == nil
    }
    outcome.report.remove(result)
    outcome.edits += result.applied
    files.merge(result.files) { $1 }
  }

  /// Writes what is known now in place of types that were guesses, where nobody has edited them.
  private func replaceGuesses(
    _ check: DriftCheck, _ guards: SpecGuards, _ files: inout [String: [UInt8]],
    _ outcome: inout MergeOutcome
  ) {
    let found = check.guesses.compactMap { guess -> (edit: SpecEdit, label: String, type: SpecValue)? in
      guard let bytes = files[guess.span.file],
        let comment = SpecDocument.guesses(in: bytes)[guess.span.start.line]
      else { return nil }
      var shape = guess.shape.value
      // Those before were null.
      if comment == .null, shape.nulls == 0 { (shape.nulls, shape.count) = (1, shape.count + 1) }
      let (type, uncertain) = AddedTypes.type(of: shape, at: guess.label)
      guard guards.mayShow(type: type) else { return nil }
      return (.replaceGuess(type, comment: uncertain, at: guess.span), guess.label, type)
    }
    guard !found.isEmpty else { return }
    let result = SpecEditor(files).applying(found.map(\.edit)) { changed in
      self.problem(files.merging(changed) { $1 }) == nil
    }
    outcome.edits += result.applied
    outcome.guesses = found.compactMap { guess in
      result.refusal(of: guess.edit).map { MergeProblem(guess.label, "could be '\(guess.type.line)'; \($0)") }
    }
    files.merge(result.files) { $1 }
  }

  private func add(
    _ check: DriftCheck, _ module: Module, _ reader: TrafficReader, _ files: inout [String: [UInt8]],
    _ outcome: inout MergeOutcome
  ) {
    outcome.problems = []
    guard !check.unknown.isEmpty else { return }
    let mask = SecretMask(reader.collector.evidence, reader.knownSecrets)
    let guardian = mask.guardian
    let paths = NewPaths(check.unknown, in: mask.evidence, of: module)
    // These are paths of the traffic, without a word of the language.
    let names = SecretGuard(reader.knownSecrets)
    outcome.problems = paths.problems.map { MergeProblem(names.clean($0.place), $0.reason) }
    guard !paths.endpoints.isEmpty else { return }
    let texts = files
    let placed = PlacedFiles(
      module, folder: folder.name, files: files.keys.filter { $0.hasPrefix("\(folder.name)/") }
    ) { path in
      guard let document = texts[path].flatMap({ SpecDocument($0) }) else { return texts[path] == nil }
      return document.canAppend(to: "endpoints") && document.canAppend(to: "schemas")
    }
    let known = KnownSpec(module, defaultEnvelope: folder.defaultEnvelope)
    let (model, additions) = onLargeStack {
      let model = SpecInferrer.additions(paths.endpoints, to: known, in: placed)
      return (model, SpecAddition.all(of: model.module, known, guardian))
    }
    func add(_ notes: [InferenceNote], to known: inout [InferenceNote]) {
      known += notes.map { $0.cleaned(by: guardian) }.filter { !known.contains($0) }
    }
    add(model.notes, to: &outcome.notes)
    add(model.crowded.sorted(), to: &outcome.crowded)
    apply(additions, &files, &outcome)
  }

  /// Applies all edits, or only those that the generator accepts if it refuses the result.
  private func apply(
    _ additions: [SpecAddition], _ files: inout [String: [UInt8]], _ outcome: inout MergeOutcome
  ) {
    func adding(_ some: [SpecAddition], _ written: inout Set<String>, _ files: [String: [UInt8]])
      throws(EditRefusal) -> [String: [UInt8]]
    {
      var result = files
      for addition in some { result = try addition.adding(to: result, &written) }
      if let problem = problem(result) { throw EditRefusal("the generator doesn't accept it: \(problem)") }
      return result
    }
    var written: Set<String> = []
    if let result = try? adding(additions, &written, files) {
      files = result
      outcome.endpoints += additions.count
      outcome.schemas += written.count
      return
    }
    written = []
    for addition in additions {
      var own = written
      do throws(EditRefusal) {
        files = try adding([addition], &own, files)
        outcome.endpoints += 1
        outcome.schemas += own.count - written.count
        written = own
      } catch {
        outcome.problems.append(MergeProblem(addition.label, error.reason))
      }
    }
  }
}

extension DriftReport {
  /// Sets the edits that a merge makes besides those of `drift --fix`, and leaves out those that people should decide.
  ///
  /// - Parameter parameters: The number of parameters of each endpoint.
  mutating func prepareMerge(mostKeys: Int, parameters: [SourceSpan: Int]) {
    var keys: [SourceSpan?: Int] = [:]
    for difference in differences where difference.kind == .newKey { keys[difference.span, default: 0] += 1 }
    var all = parameters
    for difference in differences where difference.kind == .newParameter {
      if let span = difference.span { all[span, default: 0] += 1 }
    }
    let most = [ParameterEvidence].most
    for place in differences.indices {
      let difference = differences[place]
      if difference.kind == .newParameter, let span = difference.span, let count = all[span], count > most {
        differences[place].edit = nil
        differences[place].advice =
          "the endpoint would have \(count) parameters, and more than \(most) aren't added: their names may be data"
      } else if difference.kind == .newKey, keys[difference.span, default: 0] > mostKeys {
        differences[place].edit = nil
        differences[place].advice =
          "\(keys[difference.span, default: 0]) new keys in one place may be data: write a map, such as '{string}'"
      } else if difference.kind == .otherType, difference.advice == DriftSummary.fractionAdvice {
        differences[place].edit = difference.span.map { .allowFractions($0) }
      } else if difference.kind == .otherType, difference.advice == nil {
        differences[place].advice = "if both types are valid, write 'oneOf' with both"
      }
    }
  }
}
