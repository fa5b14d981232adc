extension EditedSpec {
  /// Edits of endpoints and of the module.
  static let endpointEdits: [Edit] = [
    // Endpoints.
    (
      "  remove:\n    delete: items/{id}\n    group: items\n",
      "  remove:\n    delete: items/{id}\n    group: trash\n"
    ),
    (
      "  remove:\n    delete: items/{id}\n    group: items\n    parameters: {id: ItemID, why?: string}\n    response: empty\n",
      ""
    ),
    ("  remove:\n    delete", "  delete:\n    delete"),
    ("parameters: {id: ItemID, why?: string}", "parameters: {id: ItemID, why: string}"),
    ("parameters: {id: ItemID, why?: string}", "parameters: {id: integer, why?: string}"),
    (
      "parameters: {id: ItemID, why?: string}",
      "parameters: {id: ItemID, why?: {type: string, swiftName: reason}}"
    ),
    ("    group: items.titles\n", "    group: titles\n"),
    ("    group: items.titles\n", "    group: items\n"),
    ("      title: {type: string, in: form}\n", "      title?: {type: string, in: form}\n"),
    ("      reason?: {type: string, in: form}\n", ""),
    ("      reason?: {type: string, in: form}\n", "      reason?: {type: string, in: query}\n"),
    ("    response: Item?\n", "    response: Item\n"),
    ("    response: Item?\n", "    response: \"[Item?]\"\n"),
    ("    response: Line\n", "    response: \"[Line]\"\n"),
    ("    response: Line\n", "    response: {properties: {text: string}}\n"),
    ("      format: {const: csv}\n", "      format: {enum: [csv, tsv]}\n"),
    ("      format: {const: csv}\n", ""),
    ("      X-Trace?: {type: string, in: header}\n", "      X-Trace: {type: string, in: header}\n"),
    ("      X-Trace?: {type: string, in: header}\n", "      X-Track?: {type: string, in: header}\n"),
    ("      sizes?: \"[integer]\"", "      sizes?: \"[string]\""),
    ("      sizes?: \"[integer]\"", "      sizes?: integer"),
    ("      sizes?: \"[integer]\"", "      sizes: \"[integer]\""),
    ("      since?: date\n", "      since?: date-time\n"),
    (
      "      sizes?: \"[integer]\"\n      since?: date\n",
      "      since?: date\n      sizes?: \"[integer]\"\n"
    ),
    ("    response: {text: text/csv}", "    response: bytes"),
    ("    response: {text: text/csv}", "    response: {text: text/plain}"),
    ("    response: bytes", "    response: {bytes: image/png}"),
    ("    response: bytes", "    response: Item"),
    ("    get: items/{id}/photo\n", "    get: items/{id}/picture\n"),
    ("    get: reports/{year}\n", "    get: years/{year}\n"),
    ("level: {enum: [low, high], open: false}}", "level: {enum: [low, middle, high], open: false}}"),
    ("level: {enum: [low, high], open: false}}", "level?: {enum: [low, high], open: false}}"),
    ("level: {enum: [low, high], open: false}}", "level: string}"),
    ("{application/json: Report, text/csv: text}", "{application/json: Report}"),
    (
      "{application/json: Report, text/csv: text}",
      "{application/json: Report, text/csv: text, application/pdf: bytes}"
    ),
    ("    pagination: {style: cursor, cursor: cursor, next: next}\n", ""),
    ("    pagination: {style: page, page: page}\n", ""),
    ("{lines: \"[Line]\", \"next?\": string}", "{lines: \"[Line]\", next: string?}"),
    ("{lines: \"[Line]\", \"next?\": string}", "{lines: \"[Line?]\", \"next?\": string}"),
    ("{lines: \"[Line]\", \"next?\": string}", "{rows: \"[Line]\", \"next?\": string}"),
    ("    post: items\n", "    put: items\n"),
    ("    body: NewItem\n", "    body: {json: NewItem, optional: true}\n"),
    ("    body: NewItem\n", "    body: \"[NewItem]\"\n"),
    ("    body: NewItem\n", "    body: {form: NewItem}\n"),
    ("    body: NewItem\n", "    body: {text: text/plain}\n"),
    ("    body: NewItem\n", "    body: NewItem\n    parameters: {dry?: boolean}\n"),
    ("      200: State\n", "      200: {enum: [new, used]}\n"),
    ("      202: {properties: {wait: integer}}\n", ""),
    ("      202: {properties: {wait: integer}}\n", "      202: {properties: {wait: number}}\n"),
    (
      "      200: State\n      202: {properties: {wait: integer}}",
      "      2XX: State\n      404: {properties: {wait: integer}}"
    ),
    ("  state:\n    get", "  condition:\n    get"),
    ("  search:\n    get", "  search:\n    swiftName: find\n    get"),
    ("  search:\n    get", "  search:\n    deprecated: true\n    get"),
    ("    group: items\n    parameters:\n      text", "    group: stock\n    parameters:\n      text"),
    ("type: \"[Item]\", headers: {X-Total", "type: \"[Item?]\", headers: {X-Total"),
    ("\"X-Rest?\": integer}", "X-Rest: integer}"),
    ("{X-Total: integer,", "{X-Total: string,"),
    // Modules.
    ("  summary: A shop\n", "  summary: A shop\n  access: package\n"),
    ("  language?: string\n", "  language: string\n"),
    ("  language?: string\n", "  language?: {enum: [de, en]}\n"),
    ("  language?: string\n", "  language?: {type: string, swiftName: locale}\n"),
    ("token: {scheme: bearer}", "token: {scheme: apiKey, header: X-Key}"),
    ("    token: {scheme: bearer}\n", "    token: {scheme: bearer, swiftName: key}\n"),
    ("{enum: [eu, us], default: eu}", "{enum: [eu, us]}"),
    ("{enum: [eu, us], default: eu}", "{default: eu}"),
    (
      "    region: {url: \"https://{zone}.example.com/\", variables: {zone: {enum: [eu, us], default: eu}}}\n",
      "    region: \"https://eu.example.com/\"\n"
    ),
    ("  not_found:\n", ""),
    ("  not_found:\n", "  not_found: {\"*\": {name: missing}}\n"),
    ("{\"*\": {retryable: true}}", "{\"*\": {retryable: false}}"),
    ("failure: {when: {status: error}, code: error}", "failure: {when: {status: failed}, code: error}"),
    ("{status: string, \"data?\": payload", "{status: {enum: [ok, error]}, \"data?\": payload"),
    ("    properties: {status: string,", "    properties: {\"status?\": string,"),
    ("  summary: A shop\n", "  summary: A shop\n  types: {prefix: Shop}\n"),
    ("  summary: A shop\n", "  summary: A shop\n  initializers: requests\n"),
    ("  summary: A shop\n", "  summary: A shop\n  basePath: v2/\n"),
    ("  summary: A shop\n", "  summary: A shop\n  cache: 1 min\n"),
  ]

  /// Edits after which values differ on the wire, and types in Swift mostly don't.
  static let wireEdits: [Edit] = [
    ("Price: {type: number, minimum: 0}", "Price: {type: number, minimum: -1}"),
    ("      title: string\n      price?", "      title: {type: string, maxLength: 20}\n      price?"),
    (
      "    properties: {title: string, \"price?\"",
      "    properties: {title: {type: string, maxLength: 3}, \"price?\""
    ),
    ("      text: string\n", "      text: {type: string, minLength: 5}\n"),
    ("          width: integer", "          breadth: {type: integer, swiftName: width}"),
    ("[new, used], open: false", "[new], open: false"),
    ("[price, age]", "[price]"),
    ("get: items/{id}/state", "get: items/{id}/status"),
    ("      page?: integer\n", "      page?: {type: integer, minimum: 1}\n"),
    ("      tags: \"[string]\"", "      tags: {type: array, items: string, minItems: 2}"),
    ("      title: string\n      price?", "      title: string?\n      price?"),
    ("status: string, \"data?\": payload", "status: string, \"result?\": payload"),
  ]
}
