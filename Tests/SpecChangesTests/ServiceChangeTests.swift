import Testing

@testable import SpecChanges

/// What services change in a year: each with what an installed app and the service make of it.
@Suite struct ServiceChangeTests {
  private static let service = """
    wgnapi: 1
    module: {servers: {main: "https://api.example.com/"}}
    endpoints:
      orders:
        get: orders
        parameters: {status?: Status, ids?: "[integer]", open?: boolean, since?: date, sort?: string}
        response: {type: "[Order]", headers: {X-Total: integer, "X-Scopes?": string}}
      order: {get: "orders/{id}", parameters: {id: integer}, response: Order}
      place: {post: orders, body: NewOrder, response: Order}
      patch: {patch: "orders/{id}", parameters: {id: integer}, body: Change, response: empty}
      tree: {get: tree, response: Folder}
      upload: {post: files, body: {multipart: {name: string, data: {file: "image/png"}}}, response: empty}
      settings: {get: settings, response: "{Setting}"}
    schemas:
      Status: {enum: [new, sent]}
      Order:
        properties:
          id: integer
          status: Status
          total: {type: integer, minimum: 0}
          placed: date-time
          note?: string
          address: Address
          paid: Payment
      Address: {properties: {street: string, city?: string}}
      Payment: {oneOf: [Card, Cash], open: false}
      Card: {properties: {kind: {const: card}, number: string}}
      Cash: {properties: {kind: {const: cash}, amount: number}}
      NewOrder: {properties: {items: {type: array, items: Line, maxItems: 100}, "note?": string, address: Address}}
      Line: {properties: {sku: string, count: {type: integer, minimum: 1}}}
      Change: {properties: {"note?": string?, "status?": Status}}
      Folder: {properties: {name: string, folders: "[Folder]"}}
      Setting: {properties: {value: string, by: string}}

    """

  @Test(
    arguments: [
      // Responses.
      ("status: Status\n", "status: {enum: [new, sent, lost], open: false}\n", []),
      (
        "total: {type: integer, minimum: 0}", "total: {type: number, minimum: 0}",
        [
          "responses: Order.total: is sent as integer or number, and the app reads integer [may-break]"
        ]
      ),
      (
        "placed: date-time", "placed: timestamp",
        [
          "responses: Order.placed: is sent as integer, and the app reads string [breaks]"
        ]
      ),
      (
        "note?: string\n      address", "note?: string?\n      address",
        [
          "responses: Order.note: may be null (only with strict validation) [may-break]"
        ]
      ),
      (
        "type: \"[Order]\", headers", "properties: {orders: \"[Order]\", \"next?\": string}, headers",
        [
          "responses: client.orders(): is sent as object, and the app reads array [breaks]"
        ]
      ),
      ("X-Total: integer, \"X-Scopes?\": string", "X-Total: integer, \"X-Scopes?\": \"[string]\"", []),
      (
        "X-Total: integer, \"X-Scopes?\": string", "\"X-Total?\": integer",
        [
          "responses: client.orders[X-Total]: may be missing [may-break]"
        ]
      ),
      (
        "street: string, city?: string}", "street: string, city?: string, zip: string}",
        [
          "requests: Address.zip: the service needs it, and the app doesn't send it [breaks]"
        ]
      ),
      (
        "oneOf: [Card, Cash]", "oneOf: [Card, Cash, Gift]",
        [
          "responses: Payment: 'Gift' isn't one of the known alternatives [may-break]"
        ]
      ),
      ("number: string}", "number: string, last4: string}", []),
      ("folders: \"[Folder]\"", "folders: \"[Folder]\", size: integer", []),
      (
        "folders: \"[Folder]\"", "folders?: \"[Folder]\"",
        ["responses: Folder.folders: may be missing [may-break]"]
      ),
      ("by: string", "by?: string", ["responses: Setting.by: may be missing [may-break]"]),
      (
        "response: \"{Setting}\"", "response: \"[Setting]\"",
        [
          "responses: client.settings(): is sent as array, and the app reads object [breaks]"
        ]
      ),
      (
        "response: Folder", "response: any",
        [
          "responses: client.tree(): is sent as anything, and the app reads object [cant-tell]"
        ]
      ),
      // Requests.
      (
        "status?: Status,", "status?: {enum: [new]},",
        [
          "requests: client.orders(status:): may be 'sent', which the service doesn't accept [may-break]"
        ]
      ),
      ("status?: Status,", "status?: \"[Status]\",", []),
      ("open?: boolean", "open?: {enum: [\"true\", \"false\", all]}", []),
      (
        "open?: boolean", "open?: {enum: [yes, no]}",
        [
          "requests: client.orders(open:): may be 'false', 'true', which the service doesn't accept [breaks]"
        ]
      ),
      (
        "since?: date", "since?: date-time",
        [
          "requests: client.orders(since:): is written as 'date' and read as 'date-time' [breaks]"
        ]
      ),
      (
        "sort?: string", "sort?: {enum: [id, total]}",
        [
          "requests: client.orders(sort:): may have values other than those listed [may-break]"
        ]
      ),
      (
        "ids?: \"[integer]\"", "ids?: {type: \"[integer]\", maxItems: 50}",
        [
          "requests: client.orders(ids:): 'maxItems' wasn't limited and is 50 [may-break]"
        ]
      ),
      (
        "order: {get: \"orders/{id}\", parameters: {id: integer}",
        "order: {get: \"orders/{id}\", parameters: {id: string}", []
      ),
      (
        "order: {get: \"orders/{id}\", parameters: {id: integer}",
        "order: {get: \"orders/{id}\", parameters: {id: uuid}",
        [
          "requests: client.order(id:): is never of the form 'uuid' [breaks]"
        ]
      ),
      (
        "maxItems: 100", "maxItems: 50",
        [
          "requests: NewOrder.items: 'maxItems' was 100 and is 50 [may-break]"
        ]
      ),
      (
        "count: {type: integer, minimum: 1}", "count: {type: integer, minimum: 1, maximum: 99}",
        [
          "requests: Line.count: 'maximum' wasn't limited and is 99 [may-break]"
        ]
      ),
      ("count: {type: integer, minimum: 1}", "count: {type: integer, minimum: 1}, \"gift?\": boolean", []),
      (
        "body: NewOrder", "body: \"[NewOrder]\"",
        [
          "requests: client.place(body): is sent as object, and expected as array [breaks]"
        ]
      ),
      (
        "\"note?\": string?, \"status?\"", "\"note?\": string, \"status?\"",
        [
          "requests: Change.note: may be null [may-break]"
        ]
      ),
      (
        "patch: {patch: ", "patch: {put: ",
        [
          "requests: client.patch: is sent as 'PATCH orders/{id}', and the service has 'PUT orders/{id}' [breaks]"
        ]
      ),
      ("data: {file: \"image/png\"}", "data: {file: \"image/*\"}, \"album?\": string", []),
      (
        "multipart: {name: string", "multipart: {name: {type: string, maxLength: 9}",
        [
          "requests: client.upload(body).name: 'maxLength' wasn't limited and is 9 [may-break]"
        ]
      ),
    ] as [(String, String, [String])])
  func changes(_ old: String, _ new: String, _ expected: [String]) throws {
    #expect(Self.service.contains(old))
    var text = Self.service.replacing(old, with: new)
    if new.contains("Gift") { text += "  Gift: {properties: {kind: {const: gift}, code: string}}\n" }
    let found = try ComparedVersions(Self.service, text).changes.wire.map {
      "\($0.direction.rawValue)s: \($0.place): \($0.message) [\($0.verdict.rawValue)]"
    }
    #expect(found.sorted() == expected.sorted())
  }
}
