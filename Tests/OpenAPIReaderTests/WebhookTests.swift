import APIModel
import Testing

/// Webhooks and callbacks of documents.
@Suite struct WebhookTests {
  @Test func readsWebhooksAndCallbacks() throws {
    let (module, messages) = try readDocument(
      """
      paths:
        /a:
          post:
            operationId: a
            callbacks:
              done: {'{$request.body#/u}': {post: {requestBody: {content: {application/json: {schema: {type: string}}}}}}}
              text: {'{$request.body#/u}': {post: {requestBody: {content: {text/plain: {}}}}}}
        /b:
          post:
            operationId: b
            callbacks: {done: {'{$request.body#/u}': {post: {requestBody: {content: {application/json: {schema: {type: string}}}}}}}}
        /c:
          post:
            operationId: c
            callbacks: {done: {'{$request.body#/u}': {post: {requestBody: {content: {application/json: {schema: {type: integer}}}}}}}}
      webhooks:
        news: {post: {}, put: {}}
      """)
    let events = try #require(module.webhooks?.events)
    #expect(events.map(\.name.text) == ["done", "text", "c-done", "news-post", "news-put"])
    #expect(events.map { $0.payload == nil } == [false, true, false, true, true])
    #expect(module.webhooks?.place == .elsewhere)
    #expect(messages.count == 1)
  }

  @Test func messagesMayBeForms() throws {
    let form = "application/x-www-form-urlencoded"
    let (module, messages) = try readDocument(
      """
      webhooks:
        form: {post: {requestBody: {content: {\(form): {schema: {type: object, properties: {a: {type: integer}}}}, text/plain: {}}}}}
        both: {post: {requestBody: {content: {\(form): {schema: {type: object, properties: {a: {type: string}}}}, application/json: {schema: {type: integer}}}}}}
        list: {post: {requestBody: {content: {\(form): {schema: {type: array, items: {type: string}}}}}}}
      """)
    let events = try #require(module.webhooks?.events)
    #expect(events.map(\.isForm) == [true, false, false])
    #expect(events.map { $0.payload?.types } == [[.object], [.integer], nil])
    #expect(
      messages == [
        "4: the message 'form' is read as a form, so 'text/plain' is left out",
        "6: the message 'list' is a form, but isn't described as an object, so its content is left out",
      ])
  }

  @Test func findsThePropertyWithAnEventsName() throws {
    let (module, _) = try readDocument(
      """
      webhooks:
        a.b: {post: {requestBody: {content: {application/json: {schema: {type: object, required: [t, u], properties: {t: {const: a.b}, u: {const: a.b}}}}}}}}
        c: {post: {requestBody: {content: {application/json: {schema: {type: object, required: [u], properties: {t: {const: a.b}, u: {enum: [other]}}}}}}}}
      """)
    guard case .property(let path)? = module.webhooks?.place else {
      Issue.record("no property: \(String(describing: module.webhooks))")
      return
    }
    #expect(path.components == ["u"])
    #expect(module.webhooks?.events.map(\.name.text) == ["a.b", "other"])
  }
}
