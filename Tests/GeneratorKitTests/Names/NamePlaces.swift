import Foundation

/// A place for a name in a spec.
struct NamePlace: Sendable {
  /// What the place is called in reports, and which places a run is restricted to.
  var title: String
  /// Definitions for the name, in a file of their own. What has to be unique is numbered.
  var definitions: @Sendable (_ name: String, _ number: Int) -> String = { _, _ in "wgnapi: 1\n" }
  /// A key of the module, and its entry for the name.
  var moduleEntry: (key: String, entry: @Sendable (_ name: String, _ number: Int) -> String)?
  /// The name of the file, if that is being tested.
  var file: (@Sendable (_ name: String, _ number: Int) -> String)?
}

/// A name as YAML, in quotes.
private func quoted(_ name: String) -> String {
  "\"" + name.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"") + "\""
}

/// A quoted name without its quotes.
private func bare(_ name: String) -> Substring { name.dropFirst().dropLast() }

/// A property of every type that generated code has a name for, so that a type that hides one of them is noticed.
private let everyType = """
  p1: string, p2: integer?, 'p3?': number, 'p4?': boolean?, p5: int64, p6: timestamp, p7: date-time, p8: uri, p9: uuid, \
  p10: bytes, p11: decimal, p12: date, p13: any, p14: "[timestamp]", p15: "{timestamp}", p16: flag, \
  p17: {type: integer, lenient: [numberInString]}, p18: {type: string, minLength: 1}, \
  'p19?': {type: string?, indirect: true}, p20: {type: string, indirect: true}, 'p21?': {type: string, indirect: true}, \
  p22: {type: integer, deprecated: true}, p23: "[integer?]", p24: "[timestamp?]", p25: uint32, p26: float, \
  p27: {type: "[string]", lenient: [singleAsList]}, p28: {type: "{string}", lenient: [emptyListAsMap]}, \
  p29: {type: "[timestamp]", lenient: [singleAsList]}, p30: {type: "{timestamp}", lenient: [emptyListAsMap]}, \
  p31: timestampMilliseconds, p32: int32, p33: uint64
  """

private func place(
  _ title: String, _ definitions: @escaping @Sendable (_ name: String, _ number: Int) -> String
) -> NamePlace {
  NamePlace(title: title, definitions: { "wgnapi: 1\n" + definitions(quoted($0), $1) })
}

/// A schema that is used by an endpoint.
private func schema(
  _ title: String, _ schema: @escaping @Sendable (_ name: String, _ number: Int) -> String
) -> NamePlace {
  place(title) { name, number in
    """
    schemas:
      S\(number)n: \(schema(name, number))
    endpoints:
      e\(number)n: {get: e\(number), response: S\(number)n}
    """
  }
}

/// A schema of the name itself, used by an endpoint and by a struct.
private func named(_ title: String, _ schema: String) -> NamePlace {
  place(title) { name, number in
    """
    schemas:
      \(name): \(schema)
      S\(number)n: {properties: {a: {$ref: \(name)}, 'b?': {type: array, items: {$ref: \(name)}}}}
    endpoints:
      e\(number)n: {get: e\(number), response: S\(number)n}
    """
  }
}

private func endpoint(
  _ title: String, _ keys: @escaping @Sendable (_ name: String, _ number: Int) -> String
) -> NamePlace {
  place(title) { name, number in "endpoints:\n  e\(number)n: {\(keys(name, number))}\n" }
}

extension NamePlace {
  static let all: [NamePlace] = schemas + swiftNames + members + nested + endpoints + modules + documents

  private static let schemas = [
    named("schema object", "{properties: {\(everyType)}}"),
    named("schema alias", "{type: string, minLength: 1}"),
    named("schema list", "{type: array, items: {type: string, minLength: 1}}"),
    named("schema newtype", "{type: string, newtype: true, minLength: 1}"),
    named("schema enumeration", "{enum: [one, two]}"),
    named("schema union", "{anyOf: [string, integer]}"),
    named("schema tuple", "{prefixItems: [string, timestamp]}"),
    place("schema map key") { name, number in
      """
      schemas:
        \(name): {type: integer, newtype: true}
      endpoints:
        e\(number)n: {get: e\(number), response: {type: object, keys: {$ref: \(name)}, additionalProperties: timestamp}}
      """
    },
    place("schema union case") { name, number in
      """
      schemas:
        \(name): {properties: {a: integer}}
        S\(number)n: {oneOf: [{$ref: \(name)}, string]}
        T\(number)n: {oneOf: [{$ref: \(name)}, string], open: false}
      endpoints:
        e\(number)n: {get: e\(number), response: {properties: {s: S\(number)n, t: T\(number)n}}}
      """
    },
    place("slice") { name, number in
      """
      schemas:
        S\(number)n: {properties: {a: integer, b: {properties: {c: integer, d: timestamp}}}}
      slices:
        \(name): {of: S\(number)n, fields: [a, b.c]}
      endpoints:
        e\(number)n: {get: e\(number), response: S\(number)n, partial: {fields: fields}}
      """
    },
  ]

  private static let swiftNames = [
    "properties: {\(everyType)}", "type: string, minLength: 1", "type: array, items: timestamp",
    "type: integer, newtype: true", "enum: [one]", "anyOf: [string, integer]",
    "prefixItems: [string, integer]",
  ].map { body in
    schema("swiftName of schema \(body.prefix(20))") { name, _ in "{\(body), swiftName: \(name)}" }
  }

  private static let members = [
    schema("property") { name, _ in "{properties: {\(name): string}}" },
    schema("property of every kind") { name, _ in
      "{properties: {\(name): string, zz: integer}, additionalProperties: timestamp}"
    },
    schema("property nullable") { name, _ in
      "{properties: {\(name): {type: string?, indirect: true}}, required: []}"
    },
    schema("property deprecated") { name, _ in "{properties: {\(name): {type: string, deprecated: true}}}" },
    place("property selectable") { name, number in
      """
      schemas:
        S\(number)n: {properties: {\(name): {type: string, indirect: true, extra: true}, b: {type: string, deprecated: x}}}
        T\(number)n: {properties: {\(name): {type: string, deprecated: x}, b: integer}}
      endpoints:
        e\(number)n: {get: e\(number), response: S\(number)n, partial: {fields: fields}}
        f\(number)n: {get: e\(number), response: "[T\(number)n]", partial: {fields: fields}}
      slices:
        U\(number)n: {of: S\(number)n, fields: [\(name)]}
      """
    },
    schema("property swiftName") { name, _ in "{properties: {a: {type: string, swiftName: \(name)}}}" },
    schema("property swiftName with map") { name, _ in
      "{properties: {a: {type: string?, indirect: true, swiftName: \(name)}}, additionalProperties: timestamp}"
    },
    schema("property swiftName deprecated") { name, _ in
      "{properties: {a: {type: string, deprecated: true, swiftName: \(name)}}}"
    },
    schema("enumeration open") { name, _ in "{enum: [\(name), zz]}" },
    schema("enumeration closed") { name, _ in "{enum: [\(name), zz], open: false}" },
    schema("enumeration open swiftName") { name, _ in "{type: integer, enum: {1: \(name), 2: zz}}" },
    schema("enumeration closed swiftName") { name, _ in "{enum: {a: \(name), b: zz}, open: false}" },
    schema("union case swiftName open") { name, _ in "{anyOf: [{type: string, swiftName: \(name)}, integer]}"
    },
    schema("union case swiftName closed") { name, _ in
      "{oneOf: [{type: array, items: timestamp, swiftName: \(name)}, integer], open: false}"
    },
    schema("tuple element") { name, _ in "{prefixItems: [timestamp, string], names: [\(name), zz]}" },
    schema("tuple element swiftName") { name, _ in
      "{prefixItems: [{type: string, swiftName: \(name)}, string], names: [a, zz]}"
    },
  ]

  private static let nested = [
    schema("nested object") { name, _ in "{properties: {\(name): {properties: {a: timestamp}}, \(everyType)}}"
    },
    schema("nested object in list and map") { name, _ in
      "{properties: {\(name): {type: array, items: {type: object, additionalProperties: {properties: {\(everyType)}}}}}}"
    },
    schema("nested enumeration") { name, _ in "{properties: {\(name): {enum: [a]}, \(everyType)}}" },
    schema("nested union") { name, _ in "{properties: {\(name): {anyOf: [timestamp, string]}, \(everyType)}}"
    },
    schema("nested in itself") { name, _ in
      "{properties: {\(name): {properties: {\(name): {properties: {\(name): {enum: [\(name)]}, \(everyType)}}}}}}"
    },
    schema("nested in a nested type") { name, _ in
      "{properties: {a: {properties: {\(name): {properties: {b: {enum: [x]}, \(everyType)}}}}}}"
    },
    schema("nested map key") { name, _ in
      "{properties: {\(name): {type: object, keys: {enum: [a]}, additionalProperties: {properties: {b: date}}}}}"
    },
    schema("nested in a union") { name, _ in
      "{anyOf: [{properties: {a: timestamp}, swiftName: \(name)}, string, timestamp, \"[integer]\", {properties: {b: date}}]}"
    },
    schema("nested in a tuple") { name, _ in
      "{prefixItems: [{properties: {a: timestamp}}, {enum: [a]}, date, uuid, any, integer?], names: [\(name), b, c, d, e, f]}"
    },
    schema("nested in additional properties") { name, _ in
      "{properties: {a: string}, additionalProperties: {properties: {\(name): {enum: [a]}, \(everyType)}}}"
    },
    place("nested in a part") { name, number in
      """
      schemas:
        S\(number)n: {properties: {\(name): {properties: {a: timestamp}}}}
        T\(number)n: {allOf: [S\(number)n, {properties: {zz: {enum: [a]}}}]}
      endpoints:
        e\(number)n: {get: e\(number), response: "[T\(number)n]"}
        f\(number)n: {get: f\(number), response: "[S\(number)n]"}
      """
    },
    place("nested in a slice") { name, number in
      """
      schemas:
        S\(number)n: {properties: {\(name): {properties: {a: timestamp, b: {enum: [x]}}}, \(everyType)}}
      slices:
        T\(number)n: {of: S\(number)n, fields: [\"\(bare(name)).a\", p1, p6, p13]}
      endpoints:
        e\(number)n: {get: e\(number), response: S\(number)n, partial: {fields: fields}}
      """
    },
  ]

  private static let endpoints = [
    place("endpoint") { name, number in
      "endpoints:\n  \(name): {get: e\(number), parameters: {a: integer, 'b?': {enum: [x]}}, response: {properties: {\(everyType)}}}\n"
    },
    endpoint("endpoint swiftName") { name, number in
      "get: e\(number), swiftName: \(name), parameters: {a: integer}, response: \"[timestamp]\""
    },
    endpoint("parameter query") { name, number in
      "get: e\(number), parameters: {\(name): string}, response: integer"
    },
    endpoint("parameter query optional") { name, number in
      "get: e\(number), parameters: {\(name): {type: \"[timestamp]\", default: []}, zz: string}, response: empty"
    },
    endpoint("parameter header") { name, number in
      "get: e\(number), parameters: {\(name): {type: string, in: header}}, response: {properties: {a: integer}}"
    },
    endpoint("parameter cookie") { name, number in
      "get: e\(number), parameters: {\(name): {type: string, in: cookie}}, response: bytes"
    },
    endpoint("parameter form") { name, number in
      "post: e\(number), parameters: {\(name): {type: string, secret: true}}, responses: {200: integer, 404: empty}"
    },
    endpoint("parameter path") { name, number in
      "get: \"e\(number)/{\(name.dropFirst().dropLast())}\", parameters: {\(name): string}, response: integer"
    },
    endpoint("parameter enumeration") { name, number in
      "get: e\(number), parameters: {\(name): {enum: [x]}, a: timestamp, 'b?': \"[uuid]\"}, "
        + "response: {properties: {\(everyType)}}"
    },
    endpoint("parameter swiftName") { name, number in
      "get: e\(number), parameters: {a: {type: string, swiftName: \(name)}, 'b?': timestamp}, response: \"[timestamp]\""
    },
    endpoint("parameter swiftName by status") { name, number in
      "post: e\(number), parameters: {'a?': {type: string, swiftName: \(name), in: query}}, authentication: bearer, "
        + "body: {properties: {b: timestamp}}, responses: {200: integer, 404: {properties: {c: integer}}}"
    },
    endpoint("parameter paginated") { name, number in
      "get: e\(number), parameters: {\(name): string, 'page?': integer}, response: \"[integer]\", "
        + "pagination: {style: page, page: page}"
    },
    endpoint("property of body") { name, number in
      "post: e\(number), body: {properties: {\(name): {properties: {a: timestamp}}, \(everyType)}}, response: empty"
    },
    endpoint("property of response") { name, number in
      "get: e\(number), response: {properties: {\(name): {properties: {a: timestamp}}, \(everyType)}}"
    },
    endpoint("property of response by status") { name, number in
      "get: e\(number), responses: {200: {properties: {\(name): {enum: [a]}, \(everyType)}}, 402: {enum: [\(name)]}}"
    },
  ]

  private static let modules = [
    NamePlace(
      title: "client parameter",
      definitions: { "wgnapi: 1\nparameters:\n  \(quoted($0)): {type: string, in: query, name: c\($1)}\n" },
      moduleEntry: ("parameters", { name, _ in "- \(quoted(name))" })),
    NamePlace(
      title: "client parameter optional",
      definitions: {
        "wgnapi: 1\nparameters:\n  \(quoted($0)): {enum: [x], default: x, name: c\($1)}\n"
      },
      moduleEntry: ("parameters", { name, _ in "- \(quoted(name))" })),
    NamePlace(
      title: "client parameter swiftName",
      definitions: {
        "wgnapi: 1\nparameters:\n  c\($1): {type: timestamp, default: 0, swiftName: \(quoted($0))}\n"
      }, moduleEntry: ("parameters", { _, number in "- c\(number)" })),
    NamePlace(
      title: "server",
      moduleEntry: ("servers", { name, number in "\(quoted(name)): https://s\(number).example.com/" })),
    place("error message") { name, number in "errors:\n  \(number): {\(name): }\n" },
    place("error name") { name, number in "errors:\n  \(number): {M\(number): \(name)}\n" },
    place("envelope") { name, number in
      """
      envelopes:
        \(name): {properties: {data: payload, status: {enum: [a]}}}
      endpoints:
        e\(number)n: {get: e\(number), response: "[timestamp]", envelope: \(name)}
      """
    },
    place("envelope property") { name, number in
      """
      envelopes:
        v\(number)n: {properties: {d: payload, \(name): {properties: {a: timestamp}}, \(everyType)}}
      endpoints:
        e\(number)n: {get: e\(number), response: "[timestamp]", envelope: v\(number)n}
      """
    },
    place("envelope failure") { name, number in
      """
      envelopes:
        v\(number)n:
          properties: {d?: payload, \(name): {properties: {c: integer, m: string, zz: {enum: [x]}}}, s: {enum: [bad]}}
          failure: {when: {s: bad}, code: "\(bare(name)).c", message: "\(bare(name)).m"}
      endpoints:
        e\(number)n: {get: e\(number), response: "[timestamp]", envelope: v\(number)n}
      """
    },
    place("envelope property swiftName") { name, number in
      """
      envelopes:
        v\(number)n:
          properties: {d?: payload, a: {type: integer, swiftName: \(name)}, m: string}
          failure: {when: {a: 1}, code: a, message: m}
      endpoints:
        e\(number)n: {get: e\(number), response: "[timestamp]", envelope: v\(number)n}
      """
    },
  ]

  private static let documents = [
    NamePlace(
      title: "JSON Schema document",
      definitions: { _, _ in
        #"{"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}"#
      },
      file: { name, _ in "\(name).schema.json" }),
    NamePlace(
      title: "JSON Schema member",
      definitions: { name, number in
        """
        {"title": "D\(number)n", "type": "object", "required": ["a"], "properties": {"a": {"$ref": "#/$defs/x"}},
         "$defs": {"x": {"type": "object", "properties": {\(quoted(name)): {"type": "object", "properties":
          {\(quoted(name)): {"$ref": "#/$defs/y"}}}}}, "y": {"enum": [\(quoted(name)), "zz"]}}}
        """
      }, file: { _, number in "d\(number)n.schema.json" }),
    NamePlace(
      title: "JSON Schema definition",
      definitions: { name, number in
        """
        {"type": "object", "required": ["a"], "properties": {"a": {"$ref": \(quoted("#/$defs/" + pointer(name)))}},
         "$defs": {\(quoted(name)): {"type": "object", "properties": {"b": {"type": "string"}}}}}
        """
      }, file: { _, number in "d\(number)n.schema.json" }),
  ]
}

/// A name as a step of a JSON Pointer in a fragment.
private func pointer(_ name: String) -> String {
  let escaped = name.replacingOccurrences(of: "~", with: "~0").replacingOccurrences(of: "/", with: "~1")
  return escaped.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? escaped
}
