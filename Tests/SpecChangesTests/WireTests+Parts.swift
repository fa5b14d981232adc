import Testing

@testable import SpecChanges

/// Parts of multipart bodies and events, which are told apart by their names.
extension WireTests {
  @Test(
    arguments: [
      (
        "a: string, b: {file: application/octet-stream}", "b: {file: application/octet-stream}, a: string",
        nil
      ),
      ("a: string", "a: string, \"b?\": {file: application/octet-stream}", nil),
      (
        "a: string", "a: string, b: {file: application/octet-stream}",
        "client.q(body).b: the service needs it, and the app doesn't send it [breaks]"
      ),
      (
        "a: string, b: string", "a: string",
        "client.q(body).b: the service doesn't have 'b' any more [cant-tell]"
      ),
      ("a: string", "a: integer", "client.q(body).a: is sent as string, and expected as integer [may-break]"),
      ("a: integer", "a: string", nil),
      (
        "a: {type: string, maxLength: 9}", "a: {type: string, maxLength: 8}",
        "client.q(body).a: 'maxLength' was 9 and is 8 [may-break]"
      ),
      ("a: Item", "a: Other", "Item.a: is sent as string, and expected as integer [breaks]"),
      ("a: integer", "a: \"[integer]\"", nil),
      (
        "\"a?\": string", "a: string",
        "client.q(body).a: may be left out, and the service needs it [may-break]"
      ),
      ("a: {file: image/png}", "a: {file: \"image/*\"}", nil),
      (
        "a: {file: image/png}", "a: {file: image/gif}",
        "client.q(body).a: is 'image/png', and the service takes 'image/gif' [breaks]"
      ),
      (
        "a: {files: image/png}", "a: {file: image/png}",
        "client.q(body).a: may be several files, and the service takes one [may-break]"
      ),
      ("a: {file: image/png}", "a: {files: image/png}", nil),
    ] as [(String, String, String?)])
  func parts(_ old: String, _ new: String, _ expected: String?) throws {
    let found = try found(
      inEndpoint:
        "post: q, response: empty, body: {multipart: {\(old)}}",
      "post: q, response: empty, body: {multipart: {\(new)}}")
    #expect(found == [expected].compactMap(\.self))
  }

  @Test(
    arguments: [
      ("events: {x: Item}", "events: {x: Item, y: Other}", nil),
      ("events: {x: Item, y: Other}", "events: {x: Item}", nil),
      ("events: {x: Item, y: Other}", "events: {y: Other, x: Item}", nil),
      (
        "events: {x: Item}", "events: {x: Other}",
        "Item.a: is sent as integer, and the app reads string [breaks]"
      ),
      ("events: {x: text}", "events: {x: Other}", nil),
      (
        "events: {x: Item}", "events: {x: text}",
        "client.q().x: events are text, and the app reads JSON [may-break]"
      ),
      ("events: {x: empty}", "events: {x: text}", nil),
      ("events: Item", "events: {x: Item}", nil),
      (
        "events: Item", "events: {x: Item, y: Other}",
        "Item.a: is sent as integer, and the app reads string [breaks]"
      ),
      (
        "events: Item, until: end", "events: Item, until: done",
        "client.q(): streams end otherwise [may-break]"
      ),
    ] as [(String, String, String?)])
  func events(_ old: String, _ new: String, _ expected: String?) throws {
    let found = try found(inEndpoint: "get: q, response: {\(old)}", "get: q, response: {\(new)}")
    #expect(found == [expected].compactMap(\.self))
  }
}
