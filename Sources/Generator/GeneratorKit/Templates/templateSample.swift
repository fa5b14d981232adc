import SpecReader

/// Specs with every kind of declaration, so rendering them uses every template.
public let templateSample: [SpecFile] = [
  SpecFile(path: "Sample/module.yaml", displayPath: "sample/module.yaml", bytes: Array(sampleModule.utf8)),
  SpecFile(path: "Sample/sample.yaml", displayPath: "sample/sample.yaml", bytes: Array(sampleEndpoints.utf8)),
  SpecFile(
    path: "Sample/tree.schema.json", displayPath: "sample/tree.schema.json", bytes: Array(sampleSchema.utf8)),
]

private let sampleSchema = """
  {"title": "A tree", "type": "object", "properties": {"children": {"type": "array", "items": {"$ref": "#"}}}}
  """

private let sampleModule = """
  wgnapi: 1
  module:
    summary: A sample
    docs: More about it.
    basePath: sample/
    servers:
      main: {url: "https://api.example.com/", summary: The server}
      old: {url: "https://old.example.com/", deprecated: use main}
      regional: {url: "https://{region}.example.com/", variables: {region: {enum: [eu, us], default: eu}}}
    otherServers: {uploads: {url: "https://uploads.example.com/", summary: Takes files., secrets: [application_id]}}
    credentials: {token: {scheme: bearer}}
    parameters: [application_id, language]
    envelope: wrapped
    failures: {404: Missing}
    cache: 10 min
    retry: {attempts: 3, statuses: [503], errors: [BUSY]}
    limits: {application: 10/s, errors: [BUSY]}
    partial: {fields: fields, extra: extra, maximum: 100, exclude: "-"}
    groups: {people: People who play.}
    webhooks: {event: {header: X-Event}, signature: standard}
    tokenFlow: {login: login, prolongate: prolongate, logout: logout}
  parameters:
    application_id: {type: string, secret: true}
    language?: {type: string, description: Of texts.}
  envelopes:
    bare: {properties: {data: payload}}
    flat: {properties: {ok: boolean}, payload: rest}
    wrapped:
      properties:
        status: {enum: [ok, error]}
        data?: payload
        error?: {properties: {code: any, message: string, field?: string?, value?: any, wait?: integer}}
      failure:
        when: {status: error}
        code: error.code
        message: error.message
        field: error.field
        value: error.value
        retryAfter: error.wait
  errors:
    402: NOT_SPECIFIED
    407: ["INVALID_*"]
    504: {BUSY: {name: busy, retryable: true, summary: Too many requests.}}
  """

/// A struct that is large enough for a box as an alternative.
private let manyProperties = (1...30).map { "n\($0): integer" }.joined(separator: ", ")

private let sampleEndpoints = """
  wgnapi: 1
  endpoints:
    login:
      get: auth/login/
      cache: none
      response: {properties: {location: uri}, headers: {X-Session: {type: string, description: The session.}}}
    prolongate: {post: auth/prolongate/, parameters: {access_token: string}, response: Grant, errors: {407: WRONG}}
    logout: {post: auth/logout/, authentication: token, envelope: flat, parameters: {access_token: string}, response: empty}
    player:
      get: players/{player_id}/
      group: people
      summary: One player.
      docs: All about one player.
      deprecated: use another
      parameters:
        player_id: {type: PlayerID, in: path}
        color?: Color
        limit?: {type: integer, minimum: 1, maximum: 100, default: 10}
      responses: {200: {$ref: Player, headers: {X-Total: integer}}, 404: Missing}
      envelope: none
      failures: {402: {schema: Missing, code: reason}}
      errors: {card_declined: }
    outdated: {get: outdated/, servers: [old], cache: none, response: empty}
    puzzle: {get: puzzle/, server: uploads, parameters: {answer: Puzzle}, response: empty}
    everything:
      post: everything/
      envelope: bare
      body: {json: Everything}
      response: "{PlayerID: Everything?}"
    note: {put: note/, body: {application/json: Player, text/markdown: text, optional: true}, response: empty}
  schemas:
    PlayerID: {type: integer, newtype: true, minimum: 1, description: Names a player.}
    Grant: {properties: {access_token: {type: string, secret: true}, expires_at: timestamp}}
    Missing: {properties: {reason: string}}
    Color: {enum: {red: {summary: Like fire.}, green: {}, dark-blue: {}}, maxLength: 9, description: A colour.}
    Level: {enum: [low, high], open: false, not: {const: high}, description: How much.}
    Player:
      description: A player.
      properties:
        id: PlayerID
        nickname: {type: string, minLength: 3, description: The name., deprecated: true}
        clan?: {properties: {tag: string?}}
        log?: {type: "[string]", extra: true}
    Names: {type: "[string]", minItems: 1, description: Some names.}
    Price: {type: string, swift: {type: Money, import: Payments}}
    Cents: {type: integer, swift: {type: Duration, coder: Seconds}}
    Point: {prefixItems: [number, number], names: [x, y]}
    Pet:
      description: An animal.
      minProperties: 2
      oneOf: [Cat, Dog]
      discriminator: {property: kind, mapping: {cat: Cat, dog: Dog}}
    Answer: {oneOf: [{type: string, minLength: 2}, integer]}
    Cat: {properties: {kind: {const: cat}, lives: integer}}
    Dog: {properties: {kind: {const: dog}, tricks: "[string]", \(manyProperties)}, additionalProperties: false}
    Puzzle: {type: string, newtype: true, pattern: "^(?=b)a$"}
    Everything:
      properties:
        color: Color
        level: Level
        names: Names
        point: Point
        pet: Pet
        answer?: Answer
        prices: "{Price: Cents}"
        price: Price
        tree?: Everything?
        more?: "{string}"
      additionalProperties: integer
  webhooks:
    joined: {payload: Grant, summary: Somebody joined.}
    ping: empty
    command: {form: {properties: {text: string, count: integer}}}
    counted: {form: "{integer}"}
    mixed: {form: {type: object, patternProperties: {^n: integer, ^s: string}, additionalProperties: false}}
    renamed: {payload: {type: string, minLength: 3}}
  slices:
    PlayerCard: {of: Player, fields: [nickname, log], summary: A row.}
  """
