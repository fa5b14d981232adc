extension EditedSpec {
  /// Edits of properties and types.
  static let schemaEdits: [Edit] = [
    // Properties: added, removed, renamed, moved.
    ("      lines: \"[Line]\"\n      notes", "      notes"),
    ("      notes: \"{string}\"", "      remarks: \"{string}\""),
    ("      made: date-time", "      made: {type: date-time, swiftName: created}"),
    ("      day?: date\n", "      day?: date\n      night?: date\n"),
    ("      day?: date\n", "      day?: date\n      night: date\n"),
    ("      link: uri\n", ""),
    ("      link: uri\n      total: Amount\n", "      total: Amount\n      link: uri\n"),
    ("      parent?: Report\n", ""),
    ("      extra?: any", "      extra: any"),
    ("      parent?: Report", "      parent?: {type: Report, deprecated: true}"),
    ("Line: {properties: {text: string,", "Line: {properties: {body: {type: string, swiftName: text},"),
    ("            properties: {value: integer,", "            properties: {amount: integer,"),
    ("          deep:\n", "          deeper:\n"),
    ("      inner:\n", "      inside:\n"),
    ("      inner:\n        properties:\n", "      inner:\n        swiftName: core\n        properties:\n"),
    ("properties: {name: string}}}", "properties: {name: string, \"size?\": integer}}}"),
    ("          parts: {type: array", "          parts?: {type: array"),
    ("Base: {properties: {number: integer}}", "Base: {properties: {number: integer, code: string}}"),
    ("Base: {properties: {number: integer}}", "Base: {properties: {\"number?\": integer}}"),
    // Properties: other types.
    ("      lines: \"[Line]\"\n      notes", "      lines: \"[Line?]\"\n      notes"),
    ("      lines: \"[Line]\"\n      notes", "      lines: \"[Base]\"\n      notes"),
    ("      lines: \"[Line]\"\n      notes", "      lines: \"[Line]?\"\n      notes"),
    ("      lines: \"[Line]\"\n      notes", "      lines: \"{Line}\"\n      notes"),
    (
      "      lines: \"[Line]\"\n      notes",
      "      lines: {type: array, items: Line, maxItems: 9}\n      notes"
    ),
    ("      notes: \"{string}\"", "      notes: \"{string?}\""),
    ("      notes: \"{string}\"", "      notes?: \"{string}\""),
    ("      notes: \"{string}\"", "      notes: {properties: {a: string}}"),
    ("      rates: \"{integer: number}\"", "      rates: \"{string: number}\""),
    ("      rates: \"{integer: number}\"", "      rates: \"{integer: number?}\""),
    ("      rates: \"{integer: number}\"", "      rates: \"{ItemID: number}\""),
    ("      grid: \"[[integer]]\"", "      grid: \"[[integer?]]\""),
    ("      grid: \"[[integer]]\"", "      grid: \"[[integer]?]\""),
    ("      grid: \"[[integer]]\"", "      grid: \"[integer]\""),
    ("      flags?: \"[boolean]\"", "      flags?: \"[boolean?]\""),
    ("      flags?: \"[boolean]\"", "      flags: \"[boolean]\""),
    ("      flags?: \"[boolean]\"", "      flags: \"[boolean?]\""),
    ("      gaps: \"[string?]\"", "      gaps: \"[string]\""),
    ("      gaps: \"[string?]\"", "      gaps?: \"[string]\""),
    ("      byDay: \"{date: Line}\"", "      byDay: \"{date: Line?}\""),
    ("      byDay: \"{date: Line}\"", "      byDay: \"{Line}\""),
    ("      made: date-time", "      made: timestamp"),
    ("      made: date-time", "      made: string"),
    ("      made: date-time", "      made?: date-time?"),
    ("      code: ItemID", "      code: integer"),
    ("      link: uri", "      link: string"),
    ("      total: Amount", "      total: number"),
    ("      total: Amount", "      total: decimal"),
    ("      words: Words", "      words: \"{string}\""),
    (
      "      place: {prefixItems: [number, number], names: [x, y]}",
      "      place: {prefixItems: [number, number], names: [left, top]}"
    ),
    (
      "      place: {prefixItems: [number, number], names: [x, y]}",
      "      place: {prefixItems: [number, number, number], names: [x, y, z]}"
    ),
    (
      "      place: {prefixItems: [number, number], names: [x, y]}",
      "      place: {prefixItems: [number, number], names: [x, y], minItems: 1}"
    ),
    ("      place: {prefixItems: [number, number], names: [x, y]}", "      place: \"[number]\""),
    ("      extra?: any", "      extra?: string"),
    ("      more: {allOf: [Base, {properties: {text: string}}]}", "      more: Base"),
    (
      "      more: {allOf: [Base, {properties: {text: string}}]}",
      "      more: {allOf: [Base, {properties: {text: integer}}]}"
    ),
    ("            properties: {value: integer,", "            properties: {value: int32,"),
    ("\"unit?\": string}", "unit: string}"),
    (
      "            properties: {value: integer, \"unit?\": string}",
      "            additionalProperties: integer"
    ),
    ("      note?: string?", "      note: string?"),
    ("      tags: \"[string]\"", "      tags: \"[string?]\""),
    ("      tags: \"[string]\"", "      tags?: \"[string]?\""),
    // Schemas.
    ("Amount: number", "Amount: integer"),
    ("Amount: number", "Amount: {properties: {value: number}}"),
    ("Words: \"{string}\"", "Words: \"{string?}\""),
    ("Words: \"{string}\"", "Words: {properties: {first: string}}"),
    ("  ItemID: {type: integer, newtype: true}", "  ItemID: integer"),
    ("  Price: {type: number, minimum: 0}", "  Price: {type: decimal, minimum: 0}"),
    ("  Price: {type: number, minimum: 0}", "  Price: {type: number, minimum: 0, swiftName: Cost}"),
    ("  Line: {properties", "  Line: {swiftName: Row, properties"),
    ("  Item:\n    properties", "  Item:\n    swiftName: Article\n    properties"),
    (
      "Line: {properties: {text: string, \"count?\": integer}}",
      "Line: {properties: {text: string, \"count?\": integer}, additionalProperties: integer}"
    ),
    ("  Brief: {of: Item, fields: [id, title, size.width]}", "  Brief: {of: Item, fields: [id, title]}"),
    (
      "  Brief: {of: Item, fields: [id, title, size.width]}",
      "  Brief: {of: Item, fields: [id, title, size]}"
    ),
    (
      "  Brief: {of: Item, fields: [id, title, size.width]}",
      "  Card2: {of: Item, fields: [id, title, size.width]}"
    ),
    ("slices:\n  Brief: {of: Item, fields: [id, title, size.width]}\n", ""),
    // Enumerations and unions.
    ("kind: {enum: [daily, weekly]}", "kind: {enum: [daily, weekly, monthly]}"),
    ("kind: {enum: [daily, weekly]}", "kind: {enum: [daily]}"),
    ("kind: {enum: [daily, weekly]}", "kind: {enum: {daily: daily, weekly: everyWeek}}"),
    ("kind: {enum: [daily, weekly]}", "kind: {enum: [daily, weekly], open: false}"),
    ("kind: {enum: [daily, weekly]}", "kind: string"),
    ("kind: {enum: [daily, weekly]}", "kind: {type: integer, enum: {1: daily, 2: weekly}}"),
    ("grade: {enum: [low, high], open: false}", "grade: {enum: [low, high]}"),
    ("grade: {enum: [low, high], open: false}", "grade: {enum: [low], open: false}"),
    ("grade: {enum: [low, high], open: false}", "grade: {enum: [low, middle, high], open: false}"),
    ("grade: {enum: [low, high], open: false}", "grade: {enum: {low: small, high: high}, open: false}"),
    ("grade: {enum: [low, high], open: false}", "grade: State"),
    ("target: {oneOf: [string, integer]}", "target: {oneOf: [string, integer, boolean]}"),
    ("target: {oneOf: [string, integer]}", "target: {oneOf: [string, integer], open: false}"),
    ("target: {oneOf: [string, integer]}", "target: {oneOf: [string, number]}"),
    ("target: {oneOf: [string, integer]}", "target: string"),
    ("target: {oneOf: [string, integer]}", "target?: {oneOf: [string, integer]}"),
    ("Payment: {oneOf: [Card, Cash]}", "Payment: {oneOf: [Cash, Card]}"),
    ("Payment: {oneOf: [Card, Cash]}", "Payment: {oneOf: [Card, Cash], open: false}"),
    ("Payment: {oneOf: [Card, Cash]}", "Payment: {oneOf: [Card, Cash, Line]}"),
    ("Payment: {oneOf: [Card, Cash]}", "Payment: {oneOf: [{type: Card, swiftName: plastic}, Cash]}"),
    ("Sort: {enum: [price, age]}", "Sort: {enum: [price, age], open: false}"),
    ("Sort: {enum: [price, age]}", "Sort: {enum: {price: cost, age: age}}"),
    ("State: {enum: [new, used], open: false}", "State: {enum: [new, used]}"),
    ("State: {enum: [new, used], open: false}", "State: {enum: {new: fresh, used: used}, open: false}"),
  ]
}
