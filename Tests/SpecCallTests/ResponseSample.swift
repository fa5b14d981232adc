import APIModel
import MockServer

@testable import SpecCall

/// A module with responses of all kinds, for `ResponseTests` and `StreamResponseTests`.
enum ResponseSample {
  static let specs = """
    wgnapi: 1
    module:
      servers: {main: https://shop.example.com/}
      envelope: wrapped
      parameters: [key]
      failures: {4XX: {schema: Problem, code: code, message: text}, 503: text}
    parameters: {key: {type: string, secret: true}}
    envelopes:
      wrapped:
        properties: {status: {enum: [ok, error], open: false}, data?: payload, error?: {properties: {code: integer, message: string, "field?": string}}}
        failure: {when: {status: error}, code: error.code, message: error.message, field: error.field}
    endpoints:
      items: {get: items, response: {type: "[Item]", headers: {X-Total: integer}}, errors: {407: "INVALID_*"}}
      item: {get: item, envelope: none, response: Item, partial: {fields: fields}}
      token: {get: token, envelope: none, response: Token}
      text: {get: text, envelope: none, response: {text: text/plain}}
      picture: {get: picture, envelope: none, response: {bytes: image/png}}
      events: {get: events, envelope: none, response: {events: Item, until: done}}
      lines: {get: lines, envelope: none, response: {lines: Item}}
      moved: {get: moved, envelope: none, responses: {200: Item, 410: Problem}}
    schemas:
      Item:
        properties:
          id: {type: integer, minimum: 1}
          name: string
      Problem: {properties: {code: string, text: string}}
      Token: {properties: {token: {type: string, secret: true}, days: integer}}
    """

  /// Calls an endpoint of these specs, whose response is given.
  static func run(
    _ name: String, _ transport: StubTransport, _ arguments: [String] = [], form: CallOutput.Form = .readable,
    verbose: Bool = false, terminal: Bool = false, limit: Int = 1 << 20, specs: String = specs
  ) async throws -> (log: CallLog, isSuccess: Bool) {
    let log = CallLog()
    let call = try API.reading(specs: specs).call(
      name, arguments, environment: ["WGNAPI_SHOP_KEY": "key-0123456789"])
    let isSuccess = try await call.run(
      transport, limit: limit, log.output(form, verbose: verbose, terminal: terminal))
    return (log, isSuccess)
  }
}
