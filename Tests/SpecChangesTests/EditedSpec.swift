/// A spec with most of what modules can have, and edits of it.
struct EditedSpec {
  static let text = """
    wgnapi: 1
    module:
      summary: A shop
      servers:
        main: "https://api.example.com/"
        region: {url: "https://{zone}.example.com/", variables: {zone: {enum: [eu, us], default: eu}}}
      parameters: [language]
      credentials:
        token: {scheme: bearer}
      authentication: token
    parameters:
      language?: string
    envelopes:
      standard:
        properties: {status: string, "data?": payload, "error?": string}
        failure: {when: {status: error}, code: error}
    errors:
      not_found:
      too_many: {"*": {retryable: true}}
    endpoints:
      item:
        get: items/{id}
        envelope: standard
        parameters:
          id: ItemID
          detail?: string
        response: Item
      search:
        get: items
        group: items
        parameters:
          text: string
          page?: integer
          sort?: Sort
        pagination: {style: page, page: page}
        response: {type: "[Item]", headers: {X-Total: integer, "X-Rest?": integer}}
      add:
        post: items
        group: items
        body: NewItem
        response: empty
      state:
        get: items/{id}/state
        parameters: {id: ItemID}
        responses:
          200: State
          202: {properties: {wait: integer}}
      remove:
        delete: items/{id}
        group: items
        parameters: {id: ItemID, why?: string}
        response: empty
      retitle:
        patch: items/{id}/title
        group: items.titles
        parameters:
          id: ItemID
          title: {type: string, in: form}
          reason?: {type: string, in: form}
        response: Line
      export:
        get: export
        parameters:
          format: {const: csv}
          X-Trace?: {type: string, in: header}
          sizes?: "[integer]"
          since?: date
        response: {text: text/csv}
      latest:
        get: latest
        response: Item?
      photo:
        get: items/{id}/photo
        parameters: {id: ItemID}
        response: bytes
      report:
        get: reports/{year}
        group: reports
        parameters: {year: integer, level: {enum: [low, high], open: false}}
        response: {application/json: Report, text/csv: text}
      lines:
        get: lines
        group: reports
        parameters: {cursor?: string}
        pagination: {style: cursor, cursor: cursor, next: next}
        response: {properties: {lines: "[Line]", "next?": string}}
    schemas:
      ItemID: {type: integer, newtype: true}
      Price: {type: number, minimum: 0}
      Item:
        properties:
          id: ItemID
          title: string
          price?: Price
          state: State
          size?:
            properties:
              width: integer
              height?: integer
          payment?: Payment
          note?: string?
          tags: "[string]"
          sort?: Sort
      NewItem:
        properties: {title: string, "price?": Price, "state?": State}
      State: {enum: [new, used], open: false}
      Sort: {enum: [price, age]}
      Payment: {oneOf: [Card, Cash]}
      Card: {properties: {number: string}}
      Cash: {properties: {amount: number}}
      Line: {properties: {text: string, "count?": integer}}
      Base: {properties: {number: integer}}
      Amount: number
      Words: "{string}"
      Holes: "[integer?]"
      Report:
        properties:
          lines: "[Line]"
          notes: "{string}"
          rates: "{integer: number}"
          grid: "[[integer]]"
          flags?: "[boolean]"
          gaps: "[string?]"
          blanks?: "{string?}"
          depths: "[[integer?]]"
          holes: Holes
          byDay: "{date: Line}"
          made: date-time
          day?: date
          code: ItemID
          kind: {enum: [daily, weekly]}
          grade: {enum: [low, high], open: false}
          place: {prefixItems: [number, number], names: [x, y]}
          target: {oneOf: [string, integer]}
          extra?: any
          parent?: Report
          link: uri
          total: Amount
          words: Words
          more: {allOf: [Base, {properties: {text: string}}]}
          inner:
            properties:
              deep:
                properties: {value: integer, "unit?": string}
              parts: {type: array, items: {properties: {name: string}}}
    slices:
      Brief: {of: Item, fields: [id, title, tags]}

    """

  /// Text of the spec, and what replaces it.
  typealias Edit = (old: String, new: String)

  static let edits = appEdits + schemaEdits + endpointEdits + wireEdits

  /// Those of what the app of `AppLineTests` uses.
  static let appEdits: [Edit] = [
    ("      title: string\n      price?", "      title?: string\n      price?"),
    ("      tags: \"[string]\"", "      tags: {type: array, items: string, swiftName: labels}"),
    ("      sort?: Sort\n  NewItem", "  NewItem"),
    ("          width: integer", "          width: number"),
    ("          height?: integer", "          height?: {type: integer, swiftName: tall}"),
    ("      size?:", "      extent?:"),
    ("      note?: string?", "      note?: string"),
    ("      payment?: Payment", "      payment: Payment"),
    ("{enum: [new, used], open: false}", "{enum: [new, used, lost], open: false}"),
    ("[price, age]", "[price, age, name]"),
    ("oneOf: [Card, Cash]", "oneOf: [Card]"),
    ("{properties: {number: string}}", "{properties: {number: string, owner: string}}"),
    ("{properties: {amount: number}}", "{properties: {amount: number, \"currency?\": string}}"),
    ("Price: {type: number, minimum: 0}", "Price: {type: number, minimum: 1}"),
    ("{type: integer, newtype: true}", "{type: string, newtype: true}"),
    ("\"price?\": Price, \"state?\"", "price: Price, \"state?\""),
    ("      text: string", "      text?: string"),
    ("      page?: integer", "      page?: integer\n      shop?: integer"),
    ("      sort?: Sort\n    pagination", "      sort: Sort\n    pagination"),
    ("{X-Total: integer, \"X-Rest?\": integer}", "{\"X-Total?\": integer}"),
    ("  item:\n    get", "  article:\n    get"),
    ("  add:\n    post: items\n    group: items", "  add:\n    post: items"),
    ("    body: NewItem\n    response: empty", "    body: NewItem\n    response: Item"),
    (
      "      202: {properties: {wait: integer}}", "      202: {properties: {wait: integer}}\n      204: empty"
    ),
    ("    response: Item\n  search", "    response: Item?\n  search"),
    ("    envelope: standard\n", ""),
    ("\"error?\": string}", "\"error?\": string, \"trace?\": string}"),
    ("  not_found:", "  not_found: {\"*\": missing}"),
    ("  too_many: {", "  gone:\n  too_many: {"),
    ("  parameters: [language]\n", ""),
    ("  authentication: token\n", ""),
    ("    main: \"https", "    first: \"https"),
    ("[eu, us]", "[eu, us, asia]"),
    ("      detail?: string\n    response", "      detail: string\n    response"),
  ]

  /// Makes up to four of the edits. Half of the specs have one, because of several edits one nearly always breaks something.
  static func edited(by random: inout some RandomNumberGenerator) -> String {
    var result = text
    for _ in 0..<max(Int.random(in: -2...4, using: &random), 1) {
      guard let edit = edits.randomElement(using: &random) else { break }
      result = result.replacing(edit.old, with: edit.new)
    }
    return result
  }
}

/// Random numbers that are the same in every run (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
