/// Header fields that the transport sends (RFC 9110, sections 7.2, 7.6.1 and 8.6). The runtime rejects them, too.
package let transportHeaders: Set<String> = [
  "connection", "content-length", "host", "keep-alive", "proxy-connection", "te", "trailer",
  "transfer-encoding", "upgrade",
]

/// Where a spec describes a header field of requests.
enum DescribedHeader {
  /// Under `headers`, with a value that is always the same.
  case constant
  /// Under `parameters`, with `in: header`.
  case parameter
}

/// Why a spec can't describe a header field, and what to write in its place; nil if it can.
func headerProblem(_ name: String, in place: DescribedHeader) -> String? {
  let known = name.lowercased()
  if transportHeaders.contains(known) {
    return
      "the header '\(name)' is set by the transport, because it says how the message is sent; leave it out"
  }
  guard let reserved = reservedHeaders[known], reserved.places.contains(place) else { return nil }
  return "the header '\(name)' \(reserved.reason)"
}

/// The header fields that other parts of a spec describe, or that the client or the transport sends (RFC 9110; RFC 6265).
private let reservedHeaders: [String: (places: [DescribedHeader], reason: String)] = {
  let secret = "is a secret, which doesn't belong in a spec; describe it under 'credentials' of the module"
  let all = [DescribedHeader.constant, .parameter]
  return [
    "authorization": (all, secret),
    "proxy-authorization": (all, secret),
    "content-type": (
      all, "says what the body is; write the media type there, as in 'body: {bytes: text/csv}'"
    ),
    "cookie": (all, "is made from parameters with 'in: cookie', and credentials with 'cookie'"),
    "user-agent": ([.constant], "names the application; set 'userAgent' in the client's configuration"),
    "accept-encoding": ([.constant], "is set by the transport, which decompresses responses; leave it out"),
    "if-modified-since": ([.constant], "is sent by the client's cache; leave it out"),
    "range": ([.constant], "is sent by the client when a download continues; leave it out"),
    "if-range": ([.constant], "is sent by the client when a download continues; leave it out"),
    "last-event-id": ([.constant], "is sent by the client when a stream continues; leave it out"),
  ]
}()
