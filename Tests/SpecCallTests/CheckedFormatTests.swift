import APIModel
import Testing

/// Formats without a Swift type, which are checked where the spec says so.
@Suite struct CheckedFormatTests {
  /// Formats that are checked are those of generated clients.
  @Test(arguments: [
    ("mail=ada@example.com", []), ("mail=ada", ["5: 'mail': isn't a valid email [format]"]),
    ("free=ada", []), ("host=a_b", ["8: 'body' at /host: isn't a valid hostname [format]"]),
    ("hosts=192.0.2.1,-", ["9: 'body' at /hosts/1: isn't a valid ipv4 [format]"]),
  ])
  func checkedFormats(argument: String, expected: [String]) throws {
    let specs = """
      wgnapi: 1
      module: {servers: {main: https://bank.example.com/}}
      endpoints:
        send: {post: send, parameters: {
          mail?: {type: string, format: email, checked: true}, free?: {type: string, format: email}},
          body: {json: {
            properties: {
              host?: {type: string, format: hostname, checked: true},
              hosts?: {type: array, items: {type: string, format: ipv4, checked: true}}}}},
          response: empty}
      """
    let arguments = argument.hasPrefix("host") ? [argument] : [argument, "host=a"]
    let found = try API.reading(specs: specs).refusals("send", arguments)
    #expect(found == expected)
  }
}
