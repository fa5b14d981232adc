import Foundation
import Testing
import WGNAPIJSON

@testable import SpecDrift
@testable import SpecInference
@testable import TrafficEvidence

/// Secrets in every place that traffic has. None of them may reach the spec, the report or a warning.
struct SecretTests {
  private static let secrets = [
    "us3r-0f-url", "p4ssw0rd-of-url", "qu3ry-t0ken-1", "fr4gment-t0ken", "b3arer-t0ken-value",
    "b4sic-p4ssword", "c00kie-value-77",
    "h3ader-key-9", "json-p4ssword-1", "f0rm-s3cret-22", "n3sted-s3cret-3", "s3t-cookie-55",
    "sk_live_abcdefghijklmnop1234", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
    "123456:AAF-bot_TokenWithManyLetters012345678",
    "ghp_abcdefghijklmnopqrst0123456789",
  ]

  @Test func noSecretIsWritten() {
    var har = HAR()
    let s = Self.secrets
    let basic = Data("ada:\(s[5])".utf8).base64EncodedString()
    for number in 0..<20 {
      let url =
        "https://\(s[0]):\(s[1])@api.example.com/books/\(number)?access_token=\(s[2])&x=1#token=\(s[3])"
      har.add(
        url,
        response: [
          "title": "x", "password": .string(s[8]), "state": .string(s[4]), "kind": .string(s[2]),
          "session": ["token": .string(s[10])],
          "by": [.init(s[12]): 1, .init(s[13]): 2], "note": .string(s[15]),
          "code": .string(number % 2 == 0 ? s[8] : "plain"),
        ],
        fields: [
          ("Authorization", "Bearer \(s[4])"), ("Cookie", "session_id=\(s[6]); theme=dark"),
          ("X-Api-Key", s[7]),
          ("X-Custom", s[2]),
        ], responseFields: [("Set-Cookie", "session_id=\(s[11]); Path=/")])
      har.add("https://api.example.com/bot\(s[14])/getMe", response: ["id": 7, "name": "x"])
      har.add("https://api.example.com/keys/\(s[12])", response: ["id": 7, "owner": "x"])
      har.add("https://api.example.com/keys/\(s[15])/uses", response: ["id": 7])
    }
    har.add(
      "POST", "https://api.example.com/login",
      response: ["status": "error", "error": ["code": .string(s[9]), "message": .string(s[10])]],
      fields: [("Authorization", "Basic \(basic)")], body: "user=ada&password=\(s[9])",
      bodyType: "application/x-www-form-urlencoded")
    har.add(
      "POST", "https://api.example.com/keys", status: 401, response: ["error": .string(s[8])],
      body: #"{"secret":"\#(s[9])","deep":{"secret":["\#(s[10])"]}}"#)
    har.add(
      "POST", "https://api.example.com/keys", response: ["id": 7, "owner": "x"],
      body: #"{"secret":"\#(s[9])","deep":{"secret":["\#(s[10])"]}}"#)
    let reader = HAR.read(har.bytes)
    let spec = inferSpec(from: reader.collector, module: "Shop")
    for secret in s + [basic] {
      #expect(!spec.everything.contains(secret), "\(secret)")
      #expect(!reader.problems.contains { $0.message.contains(secret) })
    }
    #expect(spec.text.contains("secret: {type: array, items: string, secret: true}"), "\(spec.text)")
    #expect(spec.text.contains("password: {type: string, secret: true}"))
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message)) \(spec.text)")
  }

  @Test func numbersCanBeSecrets() {
    var har = HAR()
    for number in 0..<3 {
      har.add(
        "POST", "https://api.example.com/cards", response: ["id": .number(JSONNumber(number))],
        body: "{\"password\":\(482910 + number),\"amount\":5}")
    }
    let spec = har.infer()
    #expect(spec.text.contains("{password: {type: integer, secret: true}, amount: integer}"), "\(spec.text)")
    #expect(!spec.everything.contains("48291") && spec.diagnostics.isEmpty)
  }

  @Test(arguments: [
    (#"{"id":1,"staff_key":"k7-blue"}"#, "staff_key: {type: string, secret: true}"),
    (#"{"id":1,"adminKey":"k7-blue"}"#, "adminKey: {type: string, secret: true}"),
    (#"{"id":1,"pin":"4711"}"#, "pin: {type: string, secret: true}"),
    (#"{"id":1,"card_pin":90210}"#, "card_pin: {type: integer, secret: true}"),
    (#"{"id":1,"cardPin":"047110"}"#, "cardPin: {type: string, secret: true}"),
    (#"{"id":1,"contraseña":"k7-blue"}"#, "\"contraseña\": {type: string, secret: true}"),
    (#"{"id":1,"mot_de_passe":"k7-blue"}"#, "mot_de_passe: {type: string, secret: true}"),
    (#"{"id":1,"nova_senha":"k7-blue"}"#, "nova_senha: {type: string, secret: true}"),
    (#"{"id":1,"privkey":"k7-blue"}"#, "privkey: {type: string, secret: true}"),
    (#"{"id":1,"viewKey":"k7-blue"}"#, "viewKey: {type: string, secret: true}"),
    (#"{"id":1,"secret_spend_key":"k7-blue"}"#, "secret_spend_key: {type: string, secret: true}"),
    (#"{"id":1,"seed":"k7-blue"}"#, "seed: {type: string, secret: true}"),
    (#"{"id":1,"seedWords":["k7-blue"]}"#, "seedWords: {type: array, items: string, secret: true}"),
    (#"{"id":1,"wif":"k7-blue"}"#, "wif: {type: string, secret: true}"),
    (#"{"id":1,"wallet_xprv":"k7-blue"}"#, "wallet_xprv: {type: string, secret: true}"),
    (#"{"id":1,"mnemonic":"k7-blue"}"#, "mnemonic: {type: string, secret: true}"),
    (#"{"id":1,"nonce":"k7-blue"}"#, "nonce: {type: string, secret: true}"),
    // What everybody may know, and numbers.
    (#"{"id":1,"xpub":"k7-blue"}"#, "xpub: string"),
    (#"{"id":1,"publicViewKey":"k7-blue"}"#, "publicViewKey: string"),
    (#"{"id":1,"seed":12}"#, "seed: integer"), (#"{"id":1,"nonce":12}"#, "nonce: integer"),
    (#"{"id":1,"nonce":"0x1f"}"#, "nonce: string"), (#"{"id":1,"nonce":"12"}"#, "nonce: string"),
    // Keys and pins of other kinds.
    (#"{"id":1,"tank_key":"k7-blue"}"#, "tank_key: string"), (#"{"id":1,"key":"R45_IS-7"}"#, "key: string"),
    (#"{"id":1,"sort_key":"k7-blue"}"#, "sort_key: string"), (#"{"id":1,"pin":13}"#, "pin: integer"),
    (#"{"id":1,"pin":true}"#, "pin: boolean"), (#"{"id":1,"pin":"left"}"#, "pin: string"),
    (#"{"id":1,"spin":4711}"#, "spin: integer"), (#"{"id":1,"Kingpin":4711}"#, "Kingpin: integer"),
  ])
  func keysAndPinsOfPeopleAreSecrets(_ response: String, _ written: String) throws {
    var har = HAR()
    for _ in 0..<3 { har.add("https://api.example.com/staff", text: response) }
    let spec = har.infer()
    #expect(spec.text.contains(written), "\(spec.text)")
    let isSecret = written.contains("secret")
    #expect(!isSecret || !spec.everything.contains("k7-blue") && !spec.everything.contains("4711"))
  }

  // MARK: Arguments without names

  private static let words = ["swallowtail", "brimstone", "peacock"]

  /// Nothing tells which position of a call's arguments has a passphrase.
  @Test(arguments: [
    #"{"jsonrpc":"2.0","id":7,"method":"unlock","params":["WORD"]}"#,
    #"{"jsonrpc":"2.0","id":7,"method":"unlock","params":["main","WORD",60]}"#,
    #"{"jsonrpc":"2.0","id":7,"method":"unlock","params":["main",["WORD"]]}"#,
    #"{"jsonrpc":"2.0","id":7,"method":"unlock","params":[],"extra":["WORD"]}"#,
    #"{"jsonrpc":"2.0","id":7,"method":"unlock","params":"WORD"}"#,
    #"{"name":"unlock","args":["WORD"]}"#, #"{"name":"unlock","Params":["WORD","b"]}"#,
  ])
  func argumentsAreNoEnumeration(body: String) throws {
    var har = HAR()
    for place in 0..<24 {
      har.add(
        "POST", "https://api.example.com/rpc", response: ["id": 7, "result": true],
        body: body.replacing("WORD", with: Self.words[place % 3]))
    }
    let reader = HAR.read(har.bytes)
    let spec = inferSpec(from: reader.collector, module: "Shop")
    #expect(!spec.text.contains("enum"), "\(spec.text)")
    let evidence = String(decoding: try EvidenceFile.bytes(reader.collector), as: UTF8.self)
    for word in Self.words { #expect(!(spec.everything + evidence).contains(word), "\(spec.text)") }
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message)) \(spec.text)")
    // A spec that somebody wrote may list values, and may lack the key.
    for parameters in ["{type: array, items: {enum: [dove, wren]}}", "{type: array, items: string}", nil] {
      let params = parameters.map { "params?: \($0), args?: \($0)" } ?? ""
      let written = DriftingSpec(files: [
        "Shop/module.yaml": "wgnapi: 1\nmodule: {servers: {main: \"https://api.example.com/\"}}\n",
        "Shop/rpc.yaml":
          "wgnapi: 1\nendpoints:\n  unlock:\n    post: rpc\n    body: {properties: {id?: integer, \(params)}}\n    response: any\n",
      ])
      let outcome = try written.merge(har)
      let texts = outcome.files.values.map { String(decoding: $0, as: UTF8.self) }.joined()
      let report = try written.drift(har)
      let all = texts + report.json(withUnseen: true) + outcome.report.json(withUnseen: true)
      for word in Self.words { #expect(!all.contains(word), "\(all)") }
    }
  }

  /// Errors repeat what was sent.
  @Test(arguments: [200, 400])
  func whatAnErrorRepeatsIsNoEnumeration(status: Int) throws {
    var har = HAR()
    for place in 0..<24 {
      let word = JSON.string(Self.words[place % 3])
      har.add("https://api.example.com/locks", response: ["id": 7, "state": "open"])
      har.add(
        "https://api.example.com/locks", status: status,
        response: [
          "error": [
            "code": 5, "message": "No way", "data": word, "context": ["given": [word], "type": word],
          ]
        ])
    }
    let reader = HAR.read(har.bytes)
    let spec = inferSpec(from: reader.collector, module: "Shop")
    let evidence = String(decoding: try EvidenceFile.bytes(reader.collector), as: UTF8.self)
    for word in Self.words { #expect(!(spec.everything + evidence).contains(word), "\(spec.text)") }
    let written = DriftingSpec(files: [
      "Shop/module.yaml": """
      wgnapi: 1
      module:
        servers: {main: "https://api.example.com/"}
        failures: {default: Failure}
      """,
      "Shop/rpc.yaml": """
      wgnapi: 1
      endpoints:
        locks:
          get: locks
          response: {properties: {id?: integer, state?: string, error?: Oops}}
      schemas:
        Failure: {properties: {error: Oops}}
        Oops: {properties: {code: integer, message: string, data?: {enum: [dove, wren]}}}
      """,
    ])
    let outcome = try written.merge(har)
    let texts = outcome.files.values.map { String(decoding: $0, as: UTF8.self) }.joined()
    let all = texts + (try written.drift(har)).json(withUnseen: true) + outcome.report.json(withUnseen: true)
    for word in Self.words { #expect(!all.contains(word), "\(all)") }
  }

  /// Words of arguments with names are kept as elsewhere.
  @Test func namedArgumentsCanBeEnumerated() {
    var har = HAR()
    for place in 0..<24 {
      har.add(
        "POST", "https://api.example.com/rpc", response: ["jsonrpc": "2.0", "id": 7, "result": true],
        body: #"{"jsonrpc":"2.0","id":7,"method":"weigh","params":{"unit":"\#(["kg", "lb"][place % 2])"}}"#)
    }
    #expect(har.infer().text.contains("unit: {enum: [kg, lb]}"), "\(har.infer().text)")
  }

  /// What a login hands over is a secret, and what a country and a state are called isn't.
  @Test func codesOfLogins() {
    var login = HAR()
    var shop = HAR()
    for number in 0..<16 {
      let word = ["alphaalpha", "betabeta"][number % 2]
      login.add(
        "https://api.example.com/callback?code=\(word)&state=\(word)&session_state=\(word)",
        response: ["id": 1])
      login.add(
        "POST", "https://api.example.com/token", response: ["id": 1],
        body: "grant_type=authorization_code&code=\(word)&name=x",
        bodyType: "application/x-www-form-urlencoded")
      login.add(
        "POST", "https://api.example.com/token2", response: ["id": 1],
        body: #"{"grant_type": "authorization_code", "code": "\#(word)"}"#)
      shop.add("https://api.example.com/orders?state=\(word)", response: ["id": 1])
      shop.add("https://api.example.com/countries?code=\(word)", response: ["id": 1])
    }
    let text = login.infer().text
    #expect(!text.contains("alpha") && !text.contains("credentials"), "\(text)")
    for name in ["code", "state", "session_state"] {
      #expect(text.contains("\(name): {type: string, secret: true}"), "\(text)")
    }
    #expect(
      shop.infer().text.components(separatedBy: "[alphaalpha, betabeta]").count == 3, "\(shop.infer().text)")
  }

  /// A ticket that nobody could guess is a secret in a query; a number isn't.
  @Test func ticketsOfLogins() {
    var (login, support) = (HAR(), HAR())
    for number in 0..<3 {
      login.add("https://api.example.com/check?ticket=ST-18563\(number)-aA5Yuvrxzpv8", response: ["id": 1])
      support.add("https://api.example.com/check?ticket=4711\(number)", response: ["id": 1])
    }
    #expect(login.infer().text.contains("credentials: {ticket: "), "\(login.infer().text)")
    #expect(support.infer().text.contains("ticket: integer"), "\(support.infer().text)")
    #expect(!login.infer().everything.contains("aA5Yu"))
  }

  /// What is a secret in a query isn't a word of another path.
  @Test func aSecretOfTheQueryIsNoPath() {
    var har = HAR()
    har.add("https://api.example.com/staff?staff_key=k7-blue", response: ["id": 1])
    har.add("https://api.example.com/doors/k7-blue/open", response: ["open": true])
    #expect(!har.infer().everything.contains("k7-blue"))
  }

  @Test func aBrokenEntryIsNotQuoted() {
    let text =
      #"{"log":{"entries":[{"request":{"url":"https://a.example/?access_token=qu3ry-t0ken-1", nope}]}}"#
    let reader = HAR.read(Array(text.utf8))
    #expect(!reader.problems.isEmpty)
    #expect(!reader.problems.contains { $0.message.contains("qu3ry") })
  }
}
