import WGNAPIFormats
import WGNAPIJSON

/// Schemas that use each keyword, chosen by an input's first byte; their resources as `SchemaGenerator` makes them.
let fixedSchemas: [[JSON]] = [
  // A tree of nodes that refer to themselves, extended by a strict one.
  [
    ["$dynamicAnchor": "node", "$ref": 1, "unevaluatedProperties": false],
    [
      "$dynamicAnchor": "node", "type": ["object"],
      "properties": ["a": true, "b": ["type": ["array"], "items": ["$dynamicRef": 1]]],
    ],
  ],
  // Numbers and texts.
  [
    [
      "anyOf": [
        ["type": ["number"], "minimum": -1, "exclusiveMaximum": 100, "multipleOf": 0.5],
        ["type": ["integer"], "maximum": 1000, "exclusiveMinimum": 100],
        ["type": ["string"], "minLength": 1, "maxLength": 3, "pattern": "^[a-c]+$", "format": "email"],
        ["enum": [nil, true, ["a": [1, 2]], "é"]],
        ["const": ["a": 1.0, "b": []]],
      ]
    ]
  ],
  // Lists.
  [
    [
      "type": ["array"], "prefixItems": [["type": ["string"]], true], "contains": ["type": ["null"]],
      "minContains": 0, "maxContains": 2, "minItems": 1, "maxItems": 6, "uniqueItems": true,
      "unevaluatedItems": ["type": ["integer"]],
    ],
    ["items": ["not": ["const": "a"]]],
  ],
  // Objects.
  [
    [
      "required": ["a"], "minProperties": 1, "maxProperties": 4, "propertyNames": ["maxLength": 2],
      "properties": ["a": ["type": ["string", "null"]], "b": ["$ref": 0]],
      "patternProperties": ["^a": ["minLength": 1], "\\d": false],
      "additionalProperties": ["type": ["number", "boolean"]],
      "dependentRequired": ["b": ["c"]], "dependentSchemas": ["c": ["maxProperties": 3]],
    ]
  ],
  // What others leave, over all ways to combine.
  [
    [
      "allOf": [["properties": ["a": true]], ["$ref": 1]],
      "oneOf": [
        ["required": ["b"], "properties": ["b": true]], ["required": ["c"], "properties": ["c": true]],
      ],
      "if": ["required": ["é"], "properties": ["é": true]],
      "then": ["properties": ["": ["type": ["string"]]]],
      "else": ["not": ["required": ["ab"], "properties": ["ab": true]]],
      "unevaluatedProperties": ["type": ["null"]],
    ],
    [
      "anyOf": [
        ["patternProperties": ["c": true]], ["properties": ["node": ["$ref": 0]], "required": ["node"]],
      ]
    ],
  ],
  [
    [
      "allOf": [["prefixItems": [["type": ["integer"]]]], ["contains": ["type": ["string"]]]],
      "anyOf": [["minItems": 2, "items": ["type": ["integer", "string", "array"]]], ["maxItems": 3]],
      "unevaluatedItems": ["$ref": 0],
    ]
  ],
]
