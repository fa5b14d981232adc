import Foundation
import HTTPTypes
import Hub
import Testing
import WGNAPIFormats
import WGNAPIRuntime
import WGNAPITesting
import WGNAPIWebhooks

/// Messages that are forms, and signatures of URLs and forms. The signatures are computed with Python's `hmac`.
@Suite struct WebhookFormTests {
  private static let token = "0123456789abcdef0123456789abcdef"
  private static let form = HTTPFields([
    HTTPField(name: .contentType, value: "application/x-www-form-urlencoded")
  ])

  private func fields(_ name: String, _ value: String, isForm: Bool = true) throws -> HTTPFields {
    var fields = isForm ? Self.form : HTTPFields()
    fields[try #require(HTTPField.Name(name))] = value
    return fields
  }

  private func verify(
    _ signature: WebhookSignature, _ body: String, _ fields: HTTPFields, url: String?, secret: String = token
  ) async throws {
    let receiver = WebhookReceiver<WebhookEvent>(secrets: try WebhookSecret(secret), signature: signature)
    try await receiver.verify(Array(body.utf8), fields: fields, url: url)
  }

  /// Fields in another order than the signed text has them, with a field that is sent three times with two values.
  @Test func `Twilio signs the URL and the fields of the form`() async throws {
    let body =
      "To=%2B15550001111&From=%2B15550002222&Body=Gr%C3%BC%C3%9Fe+%26+mehr+%3D+gut&NumMedia=0&Body2=x&Tag=b&Tag=a&Tag=b"
    let url = "https://bot.example.com/sms?from=service"
    let sent = try fields("X-Twilio-Signature", "cs05ouidOAXmRSc95fU6mEwWYnQ=")
    try await verify(.twilio, body, sent, url: url)
    let reordered = "Tag=a&Tag=b&" + body.replacing("&Tag=b&Tag=a&Tag=b", with: "")
    try await verify(.twilio, reordered, sent, url: url)
    for (body, url) in [
      (body, "https://bot.example.com/sms"), (body + "&More=1", url),
      (body.replacing("NumMedia=0", with: "NumMedia=1"), url),
      (body + "%2", url),
    ] {
      await #expect(throws: WebhookError.wrongSignature) { try await verify(.twilio, body, sent, url: url) }
    }
    // The same bytes aren't accepted as something else than a form.
    let bare = try fields("X-Twilio-Signature", "cs05ouidOAXmRSc95fU6mEwWYnQ=", isForm: false)
    await #expect(throws: WebhookError.wrongSignature) { try await verify(.twilio, body, bare, url: url) }
    let error = await #expect(throws: WebhookError.self) { try await verify(.twilio, body, sent, url: nil) }
    #expect("\(String(describing: error))".contains("pass 'url'"))
  }

  @Test func `Twilio signs the digest of other bodies`() async throws {
    let url =
      "https://bot.example.com/json?bodySHA256=4062edaf750fb8074e7e83e0c9028c94e32468a8b6f1614774328ef045150f93"
    let sent = try fields("X-Twilio-Signature", "Y5LzePhMOYuLKvcrDVIMXngX8Pk=", isForm: false)
    try await verify(.twilio, #"{"ok":true}"#, sent, url: url)
    await #expect(throws: WebhookError.wrongSignature) {
      try await verify(.twilio, #"{"ok":false}"#, sent, url: url)
    }
    // Who has such a message can't pass it off as one without a body, of whatever type: the type isn't signed.
    for isForm in [false, true] {
      let replayed = try fields("X-Twilio-Signature", "Y5LzePhMOYuLKvcrDVIMXngX8Pk=", isForm: isForm)
      await #expect(throws: WebhookError.wrongSignature) { try await verify(.twilio, "", replayed, url: url) }
      try await verify(.twilio, #"{"ok":true}"#, replayed, url: url)
    }
    let made = try WebhookSignature.twilio.fields(
      signing: Array(#"{"ok":true}"#.utf8), secret: WebhookSecret(Self.token), url: url)
    #expect(made == sent)
  }

  /// Whoever has the signature of an empty message could send any body with its digest in the URL.
  @Test func `a digest in a URL that isn't signed proves nothing`() async throws {
    let secret = try WebhookSecret(Self.token)
    let url =
      "https://bot.example.com/json?bodySHA256=4062edaf750fb8074e7e83e0c9028c94e32468a8b6f1614774328ef045150f93"
    let signature = WebhookSignature.hmacSHA1(field: "X-Sign", parts: [.form])
    let sent = try signature.fields(signing: [], secret: secret, url: url)
    try await verify(signature, "", sent, url: url)
    await #expect(throws: WebhookError.wrongSignature) {
      try await verify(signature, #"{"ok":true}"#, sent, url: url)
    }
    // The fields of a form are signed, whatever the URL.
    let form = try signature.fields(signing: Array("a=1".utf8), secret: secret, url: url)
    try await verify(signature, "a=1", form, url: url)
    try await verify(signature, "a=1", form, url: nil)
    await #expect(throws: WebhookError.wrongSignature) { try await verify(signature, "a=2", form, url: url) }
  }

  @Test func `Square signs the URL and the body`() async throws {
    let sent = try fields(
      "x-square-hmacsha256-signature", "YCi0liH+SBqlIcfl0U4uqHDZQGdvet3OSAHpuxEqyvU=", isForm: false)
    let (body, key) = (#"{"type":"payment.updated"}"#, "square signature key")
    try await verify(.square, body, sent, url: "https://shop.example.com/hooks", secret: key)
    await #expect(throws: WebhookError.wrongSignature) {
      try await verify(.square, body, sent, url: "https://shop.example.com/hooks/", secret: key)
    }
  }

  @Test func `SHA-1 is one of the algorithms`() async throws {
    let sent = try fields("X-Hub-Signature", "sha1=f1d97d304fb5df39c9fbe66f3ec9613a8809ed04", isForm: false)
    let signature = WebhookSignature.hmacSHA1(field: "X-Hub-Signature", prefix: "sha1=")
    try await verify(signature, "push it", sent, url: nil, secret: "secret of a test")
  }

  /// The signature is that of `{form}` in no case but that of the service's own.
  @Test func `what one side signs the other accepts`() async throws {
    let secret = try WebhookSecret(Self.token)
    let body = "a=1&b=%20&c"
    let sent = try WebhookSignature.twilio.fields(
      signing: Array(body.utf8), secret: secret, url: "https://e.example/")
    try await verify(.twilio, body, sent, url: "https://e.example/")
  }

  // MARK: Payloads

  private func receive(
    _ body: String, as name: String? = "command", _ fields: HTTPFields = form
  ) async throws -> ReceivedWebhook<WebhookEvent> {
    try await WebhookReceiver<WebhookEvent>.unsigned().receive(Array(body.utf8), fields: fields, event: name)
  }

  @Test func `a form is an object`() async throws {
    let body =
      "token=x&command=%2Fweather&text=94070+Berlin&count=3&urgent=true&tags=a&sizes[]=1&sizes[]=2&payload=%7B%22type%22%3A%22shortcut%22%7D"
    // As Slack sends its commands.
    var sent = Self.form
    sent[try #require(HTTPField.Name("X-Slack-Request-Timestamp"))] = "1700000000"
    let text =
      "token=x&command=%2Fweather&text=94070+Berlin&payload=%7B%22type%22%3A%22shortcut%22%7D&count=3&tags=a"
    sent[try #require(HTTPField.Name("X-Slack-Signature"))] =
      "v0=3e749166e96aeb1c2de0ea56a8df1895bae51b7d69fd6e988e73eba88c079ba4"
    let receiver = WebhookReceiver<WebhookEvent>(
      secrets: try WebhookSecret("secret of a test"), signature: .slack,
      clock: ManualClock(date: Date(timeIntervalSince1970: 1_700_000_000)))
    let signed = try await receiver.receive(Array(text.utf8), fields: sent, event: "command")
    guard case .command(let small) = signed.event, case .command(let all) = try await receive(body).event
    else {
      Issue.record("another event")
      return
    }
    #expect(
      small.command == "/weather" && small.text == "94070 Berlin" && small.count == 3 && small.tags == ["a"])
    #expect(small.payload?.type == "shortcut" && small.sizes == nil)
    #expect(all.urgent == true && all.sizes == [1, 2])
  }

  /// What is read of fields that may be empty, and whether everything is valid.
  @Test(arguments: [
    ("media=3&price=0.50&silent=false&labels=a&ids=1", "3 0.5 false [a] [1]"),
    ("media=3&labels=a&labels=&labels=b&ids=1&ids=2", "3 nil nil [a,,b] [1,2]"),
    ("media=&price=&silent=&labels=&ids=", "nil nil nil nil nil"),
    ("labels[]=&ids[]=", "nil nil nil nil nil"),
    ("labels[]=a&ids[]=1", "nil nil nil [a] [1]"), ("", "nil nil nil nil nil"),
  ])
  func `empty fields are nil where the spec says so`(body: String, expected: String) async throws {
    let received = try await receive("command=a&text=b&" + body)
    guard case .command(let command) = received.event else {
      Issue.record("another event")
      return
    }
    let values: [String] = [
      command.media.map { "\($0)" } ?? "nil", command.price.map { "\($0)" } ?? "nil",
      command.silent.map { "\($0)" } ?? "nil",
      command.labels.map { "[\($0.joined(separator: ","))]" } ?? "nil",
      command.ids.map { "[\($0.map(String.init).joined(separator: ","))]" } ?? "nil",
    ]
    #expect(values.joined(separator: " ") == expected)
    #expect(received.violations.isEmpty, "\(received.violations)")
  }

  @Test(arguments: [
    "command=a", "command=a&text=b&count=many", "command=a&command=b&text=c", "command=%zz&text=a", "{}",
    "command=a&text=b&payload=%7B", "command=a&text=b&media=x", "command=a&text=b&sizes=x",
    "command=%FF&text=a",
  ])
  func `a form that isn't the event's is reported`(body: String) async throws {
    let error = await #expect(throws: WebhookError.self) { try await receive(body) }
    guard case .unreadableBody(event: "command", _) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
  }

  /// Slack's interactions, whose only field is JSON.
  private enum Interaction: WebhookEvents {
    case shortcut(JSON)
    case unknown(name: String, payload: JSON)

    static let webhooks = WebhookTable<Self>(.property("/payload/type")) {
      $0.form("shortcut", JSON.self, fields: ["payload": .json], Self.shortcut)
      $0.unknown { .unknown(name: $0, payload: $1) }
    }
  }

  @Test func `a property within a field names the event`() async throws {
    let receiver = WebhookReceiver<Interaction>.unsigned()
    let body = Array("payload=%7B%22type%22%3A%22shortcut%22%2C%22id%22%3A7%7D".utf8)
    guard case .shortcut(let payload) = try await receiver.receive(body, fields: Self.form).event else {
      Issue.record("another event")
      return
    }
    #expect(payload["payload"]?["id"] == 7)
    await #expect(throws: WebhookError.missingEvent) {
      try await receiver.receive(Array("payload=%7B".utf8), fields: Self.form)
    }
  }

  /// Lists whose fields have brackets, in some of them or in the property's own name.
  private enum Brackets: WebhookEvents {
    case list(JSON)
    case unknown(name: String, payload: JSON)

    static let webhooks = WebhookTable<Self>(.property("/kind")) {
      $0.form(
        "list", JSON.self,
        fields: ["ids[]": .list, "sizes[]": .jsonList, "n": .json, "s": .text, "t[]": .text], Self.list)
      $0.form("numbers", JSON.self, fields: ["kind": .text, "s": .text], others: .json, Self.list)
      $0.form(
        "patterns", JSON.self, fields: ["kind": .text, "n_any": .any],
        patterns: [([.pattern("^n_")], .json), ([.pattern("^s_")], .text), ([.pattern("_a$")], .any)],
        others: .jsonList, Self.list)
      $0.unknown { .unknown(name: $0, payload: $1) }
    }
  }

  @Test(
    arguments: [
      ("a=1&a[]=2", ["a": ["1", "2"]]), ("a[]=2&a=1", ["a": ["2", "1"]]), ("a[]=1", ["a": ["1"]]),
      ("ids[]=1", ["ids[]": ["1"]]), ("ids[]=1&ids=2", ["ids[]": ["1"], "ids": "2"]),
      ("sizes[]=1&sizes[]=2", ["sizes[]": [1, 2]]), ("n=1&n[]=2", ["n": [1, 2]]),
      ("n=[1]&n[]=2", ["n": [[1], 2]]), ("n[]=1", ["n": 1]), ("s[]=1", ["s": "1"]), ("t[]=1", ["t[]": "1"]),
      ("s[]=1&s[]=2", ["s": ["1", "2"]]),
    ] as [(String, JSON)])
  func `brackets make lists`(body: String, expected: JSON) async throws {
    let receiver = WebhookReceiver<Brackets>.unsigned()
    let received = try await receiver.receive(Array("\(body)&kind=list".utf8), fields: Self.form)
    guard case .list(.object(var object)) = received.event else {
      Issue.record("another event")
      return
    }
    object["kind"] = nil
    #expect(.object(object) == expected)
  }

  /// What a form's fields are that no property has.
  @Test func `a map has values of its type`() async throws {
    let receiver = WebhookReceiver<Brackets>.unsigned()
    let received = try await receiver.receive(
      Array("kind=numbers&a=1&b[]=2&c=3&c=4&s=5".utf8), fields: Self.form)
    guard case .list(let object) = received.event else {
      Issue.record("another event")
      return
    }
    #expect(object == ["kind": "numbers", "a": 1, "b": 2, "c": [3, 4], "s": "5"])
  }

  /// Names that patterns match decide, and the names of properties before them.
  @Test func `a map has values of the types of its patterns`() async throws {
    let receiver = WebhookReceiver<Brackets>.unsigned()
    let received = try await receiver.receive(
      Array("kind=patterns&n_1=5&s_1=5&n_any=5&x_a=5&x=5&n_2[]=1&n_2[]=2".utf8), fields: Self.form)
    guard case .list(let object) = received.event else {
      Issue.record("another event")
      return
    }
    #expect(
      object == [
        "kind": "patterns", "n_1": 5, "s_1": "5", "n_any": "5", "x_a": "5", "x": [5], "n_2": [1, 2],
      ])
  }

  @Test func `limits apply to forms, and unknown events are objects`() async throws {
    let long = try await receive("command=a&text=" + String(repeating: "b", count: 41))
    #expect(long.violations.map(\.keyword) == ["maxLength"])
    guard
      case .unknown("other", ["a": "1", "b": ["x", "y"]]) = try await receive("a=1&b=x&b=y", as: "other")
        .event
    else {
      Issue.record("another event")
      return
    }
  }
}
