import MockServer
import Synchronization
import Testing
import Thoroughness
import WGNAPIJSON

@testable import SpecDrift
@testable import SpecInference
@testable import TrafficEvidence

/// Each kind of traffic gives a spec that describes it.
struct TrafficKindTests {
  /// The kinds that a spec can't describe as a whole, with the drift that is left.
  private static let known: [TrafficKind: (reason: String, drift: String)] = [
    .multipartBesideJSON: (
      "a multipart body can't be one of several", "the media type 'multipart/form-data'"
    )
  ]

  @Test(arguments: TrafficKind.allCases, 0..<3) func aSpecDescribesItsTraffic(kind: TrafficKind, seed: Int)
    throws
  {
    let har = kind.har(seed: seed)
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message))\n\(spec.text)")
    let drift = try OwnTrafficTests.drift(har, spec)
    if let known = Self.known[kind] {
      #expect(drift.count == 1 && drift[0].contains(known.drift), "\(drift)\n\(spec.text)")
      #expect(!spec.crowded.isEmpty)
    } else {
      #expect(drift == [], "\(spec.text)")
    }
  }

  /// A spec that was inferred from stored evidence is the same.
  @Test(arguments: TrafficKind.allCases) func evidenceKeepsEverything(kind: TrafficKind) throws {
    let collector = HAR.read(kind.har(seed: 1).bytes).collector
    let stored = try EvidenceFile.read(try EvidenceFile.bytes(collector))
    let spec = inferSpec(from: collector, module: "Shop")
    let again = inferSpec(from: stored, module: "Shop")
    #expect(again.text == spec.text && again.crowded == spec.crowded)
  }

  /// A mock of the service accepts the requests that the service accepted.
  @Test(arguments: TrafficKind.allCases) func aMockAcceptsItsRequests(kind: TrafficKind) throws {
    let har = kind.har(seed: 2)
    let spec = har.infer()
    let files = Dictionary(uniqueKeysWithValues: spec.files.map { ("Shop/\($0.path)", $0.text) })
    let server = MockServer(try DriftingSpec(files: files).api())
    let problems = Mutex<[String]>([])
    var reader = TrafficReader { exchange in
      guard exchange.reasonToLeaveOut == nil, !exchange.isRefused,
        let problem = server.response(to: exchange.asRequest).header("Mock-Problem")
      else { return }
      problems.withLock { $0.append("\(exchange.method) \(exchange.path): \(problem)") }
    }
    var rest = [har.bytes]
    reader.readHAR(shown: "shop.har") { rest.popLast() ?? [] }
    // Multipart bodies beside others are left out, with a warning.
    let isLeftOut = kind == .multipartBesideJSON
    #expect(problems.withLock { $0.isEmpty } != isLeftOut, "\(problems.withLock { $0 })\n\(spec.text)")
  }

  private static let pings = DriftingSpec(files: [
    "Shop/module.yaml": """
    wgnapi: 1
    module: {servers: {main: "https://api.example.com/"}}
    endpoints: {ping: {get: ping, response: empty}}
    """
  ])

  /// A merge describes it, too.
  @Test(arguments: TrafficKind.allCases) func aMergeDescribesItsTraffic(kind: TrafficKind) throws {
    let spec = Self.pings
    let har = kind.har(seed: 0)
    let merged = spec.merged(try spec.merge(har))
    let drift = try merged.drift(har).diagnostics(withUnseen: false).map(\.message)
    // What the envelope of a spec should be isn't for a merge to say.
    let known = [.envelopes, .rpc].contains(kind) ? "which no envelope describes" : Self.known[kind]?.drift
    let isKnown = known.map { drift.count == 1 && drift[0].contains($0) }
    #expect(isKnown ?? (drift == []), "\(drift)\n\(merged.files.values.joined())")
  }

  /// Kinds of traffic of one service, some of which have endpoints in common.
  @Test func pairsOfKinds() throws {
    let kinds = TrafficKind.allCases.filter { Self.known[$0] == nil }
    let pairs = kinds.indices.flatMap { first in kinds.indices.dropFirst(first + 1).map { (first, $0) } }
    for (place, pair) in pairs.enumerated() where isThorough || place % 9 == 0 {
      let har = kinds[pair.0].har(seed: 0).adding(kinds[pair.1].har(seed: 1))
      let spec = har.infer()
      let messages = spec.diagnostics.map(\.message)
      var drift = messages.isEmpty ? try OwnTrafficTests.drift(har, spec) : []
      // A warning says so.
      if !spec.crowded.isEmpty { drift.removeAll { $0.contains("which no envelope describes") } }
      guard !messages.isEmpty || !drift.isEmpty else { continue }
      Issue.record("\(kinds[pair.0]), \(kinds[pair.1]): \(messages) \(drift)\n\(spec.text)")
    }
  }

  private func check(_ kind: TrafficKind, _ lines: String...) {
    let text = kind.har(seed: 0).infer().text
    for line in lines { #expect(text.contains(line), "\(line)\n\(text)") }
  }

  // MARK: Bodies

  @Test func bodiesOfTwoKindsAreAlternatives() {
    check(
      .bodiesOfTwoKinds, "application/json: CreateNoteBody",
      "application/x-www-form-urlencoded:",
      "form: {properties: {title: string, count: integer, tags: \"[string]\", \"filter?\": \"{any}\"}}")
    check(
      .bodiesOfManyTypes, "application/zip: bytes", "text/csv: text", "text/plain: text", "application/json: "
    )
    check(
      .patches, "body: {\"application/merge-patch+json\": {properties: {title: string}}}",
      "body: {application/json: UpdateShopBody, \"application/merge-patch+json\": UpdateShopBody}")
    check(.optionalBodies, "body: {text: text/plain, optional: true}")
  }

  @Test func aMultipartBodyBesideOthersIsReported() {
    let spec = TrafficKind.multipartBesideJSON.har(seed: 0).infer()
    #expect(
      spec.crowded.map(\.text).contains {
        $0.contains("a multipart body can't be one of several: 4 of multipart/form-data;")
      }, "\(spec.crowded)")
    #expect(spec.text.contains("body: ") && !spec.text.contains("multipart:"), "\(spec.text)")
    // Each reason has its note.
    var many = HAR()
    for number in 0..<15 {
      many.add(
        "POST", "https://api.example.com/covers", response: ["id": 1],
        body: number < 14
          ? "x" : "--x\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nT\r\n--x--\r\n",
        bodyType: number < 14 ? "application/x-\(number + 10)" : "multipart/form-data; boundary=x")
    }
    let notes = many.infer().crowded.map(\.text)
    #expect(
      notes.count == 2
        && notes.contains { $0.contains("several: 1 of multipart/form-data;") }
        && notes.contains { $0.contains("too many kinds: 1 of application/x-22, 1 of application/x-23;") },
      "\(notes)")
    // The more frequent kind is kept.
    var har = HAR()
    for number in 0..<5 {
      har.add(
        "POST", "https://api.example.com/covers", response: ["id": 1],
        body: number == 0
          ? "{\"a\":1}"
          : "--x\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nT\(number)\r\n--x--\r\n",
        bodyType: number == 0 ? "application/json" : "multipart/form-data; boundary=x")
    }
    let other = har.infer()
    #expect(other.text.contains("multipart:"), "\(other.text)")
    #expect(other.crowded.map(\.text).contains { $0.contains("1 of application/json;") }, "\(other.crowded)")
  }

  /// Bodies that are left out change nothing.
  @Test(arguments: [1, 5]) func formsBesideParts(multiparts: Int) throws {
    var har = HAR()
    for _ in 0..<multiparts {
      har.add(
        "POST", "https://api.example.com/items", response: ["id": 1],
        body: "--x\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nT\r\n"
          + "--x\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\nN\r\n--x--\r\n",
        bodyType: "multipart/form-data; boundary=x")
    }
    for number in 0..<6 - multiparts {
      har.add(
        "POST", "https://api.example.com/items", response: ["id": 1], body: "title=a&year=200\(number)",
        bodyType: "application/x-www-form-urlencoded")
    }
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty && spec.crowded.count == 1, "\(spec.diagnostics.map(\.message))")
    let line = multiparts == 1 ? "{title: string, year: integer}" : "multipart: {title: string, note: string}"
    #expect(spec.text.contains(line), "\(spec.text)")
    // They aren't compared with what is described, which has other fields.
    let types = ["application/x-www-form-urlencoded", "multipart/form-data"]
    let (described, other) = multiparts == 1 ? (types[0], types[1]) : (types[1], types[0])
    #expect(
      try OwnTrafficTests.drift(har, spec) == [
        "createItem(body): the media type '\(other)', and the spec describes \(described): 1 of 6; "
          + "add an endpoint of its own for it, because a multipart body can't be one of several"
      ])
    // A merge says so, too.
    let outcome = try Self.pings.merge(har)
    #expect(outcome.crowded == spec.crowded && !outcome.crowded.isEmpty, "\(outcome.crowded)")
  }

  /// Two fields in half of the forms are an object that the other half lacks.
  @Test(arguments: [true, false]) func objectsInForms(isAlways: Bool) throws {
    var har = HAR()
    for number in 0..<8 {
      let filter = "&filter[a]=\(number)" + (number % 2 == 0 ? "&filter[b]=x" : "")
      har.add(
        "POST", "https://api.example.com/items", response: ["id": 1],
        body: "name=n\(number)" + (isAlways || number % 2 == 0 ? filter : ""),
        bodyType: "application/x-www-form-urlencoded")
      har.add("POST", "https://api.example.com/items", response: ["id": 1], body: #"{"name":"x"}"#)
    }
    let spec = har.infer()
    #expect(spec.text.contains(isAlways ? "filter: \"{any}\"" : "\"filter?\": \"{any}\""), "\(spec.text)")
    #expect(try OwnTrafficTests.drift(har, spec) == [], "\(spec.text)")
  }

  @Test func formsWhoseFieldsCantBeParameters() {
    check(.formsBesideTheQuery, "id: integer", "form: {properties: {id: integer, name: string}}")
    check(.deletionsWithAForm, "body: {form: {properties: {name: string, count: integer}}")
    check(.namesOfThePathInTheQuery, "get: \"shops/{id2}/books\"")
    check(.filesAlone, "multipart: {cover: {file: image/png}}")
    check(.repeatedFiles, "\"pages[]?\": {files: application/octet-stream}")
  }

  /// What follows an identifier in a path says what is done.
  @Test func verbsArePartsOfPaths() throws {
    check(
      .verbs, "  book:\n    get: \"books/{id}\"\n", "  publishBook:\n    post: \"books/{id}:publish\"\n",
      "  archiveBook:\n    post: \"books/{id}:archive\"\n",
      "  getPolicyBook:\n    get: \"books/{id}:getPolicy\"\n",
      "  renderPage:\n    get: \"books/{book_id}/pages/{page_id}:render\"\n",
      "  booksSearch:\n    get: \"books:search\"\n")
    // A merge adds one endpoint for each verb, and leaves those alone that are there.
    let spec = DriftingSpec(files: [
      "Shop/module.yaml": """
      wgnapi: 1
      module: {servers: {main: "https://api.example.com/"}}
      endpoints:
        book: {get: "books/{id}", parameters: {id: integer}, response: {properties: {id: integer, title: string}}}
        archive:
          post: "books/{id}:archive"
          parameters: {id: integer}
          body: {properties: {now: boolean}}
          response: {properties: {done: boolean, by: string}}

      """
    ])
    let har = TrafficKind.verbs.har(seed: 0)
    let messages = try spec.drift(har).diagnostics(withUnseen: false).map(\.message)
    #expect(
      messages.sorted() == [
        "GET /books/{integer}/pages/{integer}:render: the spec has no such endpoint: 12 of 72",
        "GET /books/{integer}:getPolicy: the spec has no such endpoint: 12 of 72",
        "GET /books:search: the spec has no such endpoint: 12 of 72",
        "POST /books/{integer}:publish: the spec has no such endpoint: 12 of 72",
      ])
    let outcome = try spec.merge(har)
    #expect(outcome.endpoints == 4 && outcome.problems.isEmpty, "\(outcome.problems)")
    #expect(try spec.merged(outcome).drift(har).drift.isEmpty)
    // What is known of them is compared, too.
    let check = DriftCheck(try spec.merged(outcome).api())
    check.add(HAR.read(har.bytes).collector.evidence)
    #expect(check.comparedOperations == 6)
  }

  // MARK: Responses

  @Test func allMediaTypesOfAStatus() {
    check(
      .mediaTypes,
      "response: {application/json: {properties: {total: integer}}, application/pdf: bytes, text/csv: text}")
    check(.typesOfJSON, "application/json: Thing", "\"application/vnd.api+json\": Thing", "text/csv: text")
    let both = TrafficKind.envelopes.har(seed: 0).adding(TrafficKind.mediaTypes.har(seed: 0)).infer().text
    #expect(
      both.contains("{application/json: {properties: {total: integer}}, application/pdf: bytes"), "\(both)")
    #expect(both.contains("envelope: none"), "\(both)")
    check(.jsonCalledText, "text/csv: text", "\"*/*\": ")
  }

  /// An endpoint without a payload keeps the envelope, which describes its failures.
  @Test(arguments: [JSON.null, [:], nil]) func noPayloadBesideOtherTypes(payload: JSON?) throws {
    var har = HAR()
    for number in 0..<4 {
      for path in ["books", "shops"] {
        har.add(
          "https://api.example.com/\(path)",
          response: ["status": "ok", "data": ["id": .number(JSONNumber(number))]])
      }
      har.add(
        "https://api.example.com/votes",
        response: .object(JSONObject([("status", "ok")] + (payload.map { [("data", $0)] } ?? []))))
      for path in ["books", "votes"] {
        har.add(
          "https://api.example.com/\(path)",
          response: ["status": "error", "error": ["code": 7, "message": "no_thing"]])
      }
      har.add("https://api.example.com/votes", text: "a,b", type: "text/csv")
    }
    let spec = har.infer()
    #expect(
      spec.diagnostics.isEmpty && spec.crowded.isEmpty, "\(spec.diagnostics.map(\.message))\n\(spec.text)")
    #expect(!spec.text.contains("envelope: none"), "\(spec.text)")
    if payload?.object == nil {
      #expect(spec.text.contains("application/json: any?   # "), "\(spec.text)")
    }
    #expect(try OwnTrafficTests.drift(har, spec) == [], "\(spec.text)")
  }

  /// A type that only failures have is described if the envelope says how they look.
  @Test(arguments: [true, false]) func mediaTypesOfFailures(hasEnvelope: Bool) throws {
    var har = HAR()
    for number in 0..<6 {
      let id: JSON = ["id": .number(JSONNumber(number))]
      let error: JSON = ["code": 7, "message": "no_thing"]
      let (good, bad): (JSON, JSON) =
        hasEnvelope
        ? (["status": "ok", "data": id], ["status": "error", "error": error]) : (id, ["error": error])
      for path in ["things", "others"] {
        har.add("https://api.example.com/\(path)", response: good, type: "application/vnd.api+json")
        har.add("https://api.example.com/\(path)", text: "a,b", type: "text/csv")
      }
      har.add("https://api.example.com/things", response: bad, type: "application/problem+json")
    }
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message))\n\(spec.text)")
    #expect(spec.text.contains("application/problem+json") == hasEnvelope, "\(spec.text)")
    #expect(!spec.text.contains("application/json"), "\(spec.text)")
    if hasEnvelope { #expect(try OwnTrafficTests.drift(har, spec) == [], "\(spec.text)") }
  }

  /// A status of which nothing could be read isn't what another is.
  @Test func unreadableStatusesBesideOne() throws {
    var har = HAR()
    for number in 0..<3 {
      har.add("https://api.example.com/report", text: "Report \(number)", type: "text/plain")
      har.add("https://api.example.com/report", status: 201, text: "{bro")
      har.add("https://api.example.com/lost", text: "{bro")
    }
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message))\n\(spec.text)")
    #expect(spec.text.contains("200: ") && spec.text.contains("201: any"), "\(spec.text)")
    #expect(spec.text.contains("response: any   # no response could be read"), "\(spec.text)")
  }

  @Test func eachStatusHasItsJSON() {
    check(
      .statuses, "responses: {200: Job, 202: {properties: {job_id: string}}, 204: empty}",
      "responses: {200: Job2, 201: Job2, 204: empty}")
    check(.emptyOrJSON, "6 of 12 responses had no body")
    check(.unreadableBodies, "201: any   # no response could be read", "204: empty")
  }

  /// `drift` compares a body with the alternative of its media type.
  @Test func alternativesAreCompared() throws {
    let spec = TrafficKind.bodiesOfTwoKinds.har(seed: 0).infer()
    var har = HAR()
    har.add("POST", "https://api.example.com/notes", response: ["id": 1], body: #"{"title":5,"tags":["a"]}"#)
    har.add(
      "POST", "https://api.example.com/notes", response: ["id": 1], body: "title=T&count=many&tags[]=a",
      bodyType: "application/x-www-form-urlencoded")
    let drift = try OwnTrafficTests.drift(har, spec)
    #expect(drift.count == 2, "\(drift)\n\(spec.text)")
  }
}
