import Testing
import WGNAPIJSON

@testable import SpecDrift
@testable import SpecInference
@testable import TrafficEvidence

struct InferenceTests {
  private static let api = "https://api.example.com"

  /// Infers a spec of responses to one endpoint, which must be without a mistake.
  private func spec(_ responses: [JSON], path: String = "/things") -> String {
    var har = HAR()
    for response in responses { har.add(Self.api + path, response: response) }
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message)) \(spec.text)")
    return spec.text
  }

  @Test func absentAndNullAreToldApart() {
    let text = spec([
      ["a": 1, "b": nil, "c": 2, "d": 1], ["a": 1, "b": "x", "c": 2.5, "d": 1], ["a": 1, "b": "x", "c": 2],
    ])
    #expect(text.contains("a: integer"))
    #expect(text.contains("b: \"string?\""))
    #expect(text.contains("c: number"))
    #expect(text.contains("\"d?\": integer"))
  }

  @Test func textsWithAFormHaveAType() {
    let text = spec([
      [
        "at": "2026-11-20T10:00:00Z", "day": "2026-11-20", "link": "https://a.example/",
        "key": "f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
        "mail": "ada@example.com", "created_at": 1_763_979_300, "moved_at": 1_763_979_300_123,
        "zone": "2026-11-20T10:00:00",
      ]
    ])
    for line in [
      "at: date-time", "day: date", "link: uri", "key: uuid", "format: email", "created_at: timestamp",
      "moved_at: timestampMilliseconds", "zone: string",
    ] {
      #expect(text.contains(line), "\(line)\n\(text)")
    }
  }

  @Test func keysThatAreDataMakeAMap() {
    #expect(spec([["a": 1, "list": ["12": ["n": 1], "13": nil]]]).contains("list: \"{integer: List?}\""))
    #expect(spec([["a": 1, "days": ["2026-11-20": 3, "2026-11-21": 4]]]).contains("{date: integer}"))
    let words = (0..<6).map { number -> JSON in
      let keys = (0..<4).map { ("w\((number * 7 + $0 * 3) % 23)", JSON.number(1)) }
      return ["a": 1, "counts": .object(JSONObject(keys))]
    }
    #expect(spec(words).contains("counts: \"{integer}\""))
  }

  /// Two values are no enumeration if nobody should read them in a spec.
  @Test(arguments: [
    "auth", "pwd_hint", "user_pass", "kennwort", "tokens", "diagnosis", "customer", "assigned_to", "nonce",
    "one_time_code", "inviteCode", "invitation_link", "magic_link", "onetimecode", "hmac", "salt", "verifier",
    "license",
    "twofa", "challenge",
  ])
  func confidentialTextsAreNoEnumeration(name: String) {
    let many = (0..<40).map { number -> JSON in
      [
        "state": .string(["open", "shut"][number % 2]),
        .init(name): .string(["hunter2", "letmein"][number % 2]),
      ]
    }
    let text = spec(many)
    #expect(text.contains("state: {enum:") && !text.contains("hunter2"), "\(text)")
  }

  /// Codes that somebody was given are no words, and words with a number are.
  @Test func shortCodesAreNoEnumeration() {
    func values(_ words: [String]) -> String {
      spec((0..<40).map { ["state": .string(words[$0 % 2])] })
    }
    #expect(values(["h264", "mp3"]).contains("enum:"))
    #expect(!values(["7f3k2p", "9q2r5t"]).contains("7f3k2p"))
    #expect(!values(["a1B2c3", "x9Y8z7"]).contains("a1B2c3"))
  }

  /// A `Double` would lose digits, also beside fractions.
  @Test func integersBeyond64BitsAreDecimals() {
    let responses: [JSON] = ["18446744073709551616", "1", "2.5"].compactMap { JSONNumber($0) }.map { number in
      ["mixed": .number(number), "token": .number(number), "plain": 1]
    }
    let text = spec(responses)
    #expect(text.contains("mixed: decimal   # integers beyond 64 bits"), "\(text)")
    #expect(text.contains("token: {type: decimal, secret: true}"), "\(text)")
  }

  @Test func listsWithATypeForEachPosition() {
    let candles = (0..<4).map { number -> JSON in
      ["rows": [[.number(JSONNumber(number)), "0.5", 5, nil], [7, "1.5", 6, true]]]
    }
    let text = spec(candles)
    #expect(text.contains(#"prefixItems: [integer, string, integer, "boolean?"]"#), "\(text)")
    // Neither lists of one type, nor those that differ in length.
    #expect(!spec((0..<4).map { _ in ["at": [1.5, 2]] }).contains("prefixItems"))
    #expect(!spec((0..<4).map { ["a": $0 < 2 ? [1, "x"] : [1, "x", 2]] }).contains("prefixItems"))
    #expect(!spec((0..<4).map { ["a": $0 < 2 ? [1, "x"] : ["x", 1]] }).contains("prefixItems"))
  }

  @Test func fewWordsInManySamplesAreAnEnumeration() {
    let many = (0..<40).map { number -> JSON in
      ["state": .string(["open", "shut", "lost"][number % 3]), "name": .string("n\(number % 2)x")]
    }
    let text = spec(many)
    #expect(
      text.contains("state: {enum: [open, lost, shut]}") || text.contains("state: {enum: [open, shut, lost]}")
    )
    #expect(text.contains("name: string"))
    #expect(spec(Array(many.prefix(5))).contains("state: string"))
  }

  /// However often each page was read.
  @Test func cursorsAreNoEnumerations() {
    var har = HAR()
    for _ in 0..<12 {
      for (query, next) in [("", "c5"), ("?cursor=c5", "c10"), ("?cursor=c10", nil)] as [(String, String?)] {
        har.add(
          Self.api + "/things" + query,
          response: ["items": [["id": 1]], "next_cursor": next.map { .string($0) } ?? .null])
      }
    }
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message)) \(spec.text)")
    #expect(
      spec.text.contains("\"cursor?\": string") && spec.text.contains("next_cursor: \"string?\""),
      "\(spec.text)")
    #expect(
      spec.text.contains("pagination: {style: cursor, cursor: cursor, next: next_cursor}"), "\(spec.text)")
    #expect(!spec.text.contains("c5") && !spec.text.contains("c10"))
  }

  @Test func aTagMakesAUnion() {
    let list: JSON = [
      ["kind": "photo", "url": "https://a.example/1"], ["kind": "note", "text": "x y"],
      ["kind": "photo", "url": "https://a.example/2"], ["kind": "note", "text": "z z"],
    ]
    let text = spec([list, list])
    #expect(text.contains("discriminator: kind"))
    #expect(text.contains("kind: {const: photo}"))
    // The same structure isn't a union.
    #expect(
      !spec([
        [["kind": "a", "n": 1], ["kind": "b", "n": 2], ["kind": "a", "n": 1], ["kind": "b", "n": 2]]
      ]).contains("oneOf"))
  }

  @Test func deviationsAreLenient() {
    let text = spec([
      ["a": 1, "b": [], "c": "", "d": [1, 2]], ["a": "2", "b": ["7": 1], "c": "2026-11-20", "d": 3],
    ])
    #expect(text.contains("a: {type: integer, lenient: [numberInString]}"))
    #expect(text.contains("lenient: [emptyListAsMap]"))
    #expect(
      text.contains("c: {type: \"date?\", lenient: [emptyAsNull]}")
        || text.contains("c: {type: date?, lenient: [emptyAsNull]}"))
    #expect(text.contains("lenient: [singleAsList]"))
  }

  /// The generator accepts neither secret parts nor bodies of GET requests.
  @Test func whatTheLanguageDoesNotHaveIsLeftOut() {
    var har = HAR()
    let part = "--x\r\nContent-Disposition: form-data; name=\"csrf_token\"\r\n\r\n17ab44c0ffee\r\n--x--\r\n"
    har.add(
      "POST", "\(Self.api)/maps", response: ["id": 1], body: part, bodyType: "multipart/form-data; boundary=x"
    )
    har.add("GET", "\(Self.api)/maps/search", response: ["id": 1], body: "{\"query\": \"a\"}")
    har.add("GET", "\(Self.api)/maps/find?a%20b=1", response: ["id": 1])
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message))")
    #expect(spec.text.contains("multipart: {csrf_token: string}"), "\(spec.text)")
    #expect(spec.text.contains("# one request; its requests have a body, which a GET can't have here"))
    #expect(
      HAR.read(har.bytes).collector.evidence.leftOut
        == ["parameters whose names look like values": 1])
  }

  /// Bodies of several endpoints with the same keys have a type's name.
  @Test func typesOfSharedBodiesBeginWithACapital() {
    var har = HAR()
    for (name, id) in [("maps", 11), ("shops", 12), ("users", 13)] {
      har.add(
        "PATCH", "\(Self.api)/\(name)/\(id)", response: ["ok": true],
        body: "{\"width\": 1, \"note\": \"a\", \"deep\": 2}")
    }
    let text = har.infer().text
    #expect(text.contains("  UpdateMapEntry:"), "\(text)")
  }

  @Test func identifiersThatRecurAreNewtypes() {
    let text = spec([
      [
        "book_id": 1, "shop": ["shop_id": 2, "best_book": ["book_id": 3, "n": 1, "m": 2]], "related_ids": [1],
      ]
    ])
    #expect(text.contains("BookID: {type: integer, newtype: true}"))
    #expect(text.contains("book_id: BookID"))
    #expect(!text.contains("ShopID"))
    let suffixed = spec([
      ["book_id": 1, "shop": ["best_book_id": 2, "last_book_id": 4, "book": ["book_id": 3]]]
    ])
    #expect(suffixed.contains("best_book_id: BookID"))
  }

  @Test func structuresThatAreTheSameAreOneSchema() {
    let price: JSON = ["amount": 1.5, "currency": "EUR", "tax": 0.3]
    let text = spec([
      ["price": price, "shipping": price, "items": [["unit": price, "count": 1, "name": "x"]]]
    ])
    #expect(text.components(separatedBy: "currency: string").count == 2)
  }

  @Test func aTreeRefersToItself() {
    let leaf: JSON = ["text": "x y", "likes": 1, "replies": []]
    let tree: JSON = [
      "text": "x y", "likes": 1, "replies": [["text": "x y", "likes": 1, "replies": [leaf]]],
    ]
    let text = spec([[tree, leaf]], path: "/comments")
    #expect(text.contains("replies: \"[Comment]\"") || text.contains("replies: \"[Reply]\""), "\(text)")
    #expect(text.components(separatedBy: "likes: integer").count == 2)
  }
}
