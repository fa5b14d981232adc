/// The header fields of requests that say nothing about an API.
enum RequestFields {
  /// Whether HTTP, a browser, a proxy or a tracing library sends a field, by its lowercased name.
  static func isUsual(_ name: String) -> Bool {
    usual.contains(name) || prefixes.contains { name.hasPrefix($0) }
  }

  /// The media type that a client asks for, with its version; nil for several, for a range, and for what all clients ask for.
  static func mediaType(inAccept value: String) -> String? {
    let parts = value.split(separator: ";", omittingEmptySubsequences: false).map {
      String($0.drop { $0 == " " })
    }
    guard let type = parts.first?.lowercased(), value.utf8.count <= 100,
      value.utf8.allSatisfy({ $0.isTokenByte && $0 != UInt8(ascii: "*") || "/;= ".utf8.contains($0) })
    else { return nil }
    guard type.split(separator: "/", omittingEmptySubsequences: false).count == 2,
      type == "application/json" || type.hasSuffix("+json")
    else { return nil }
    let versions = parts.dropFirst().map { $0.prefix { $0 != "=" }.lowercased() }
    guard versions.allSatisfy(["api-version", "v", "version"].contains) else { return nil }
    return type == "application/json" && versions.isEmpty ? nil : value
  }

  private static let prefixes = [
    ":", "access-control-", "cloudfront-", "if-", "proxy-", "sec-", "want-", "x-appengine-", "x-b3-",
    "x-datadog-", "x-envoy-", "x-forwarded-", "x-http2-", "x-newrelic-",
  ]

  private static let usual: Set<String> = [
    // HTTP (RFC 9110 to 9112, and those that extend them). Media types, ranges and conditions have other places in a spec.
    "a-im", "accept", "accept-charset", "accept-datetime", "accept-encoding", "accept-language", "alt-used",
    "cache-control", "connection", "content-digest", "content-disposition", "content-encoding",
    "content-language", "content-length", "content-location", "content-md5", "content-range",
    "content-type", "cookie2", "date", "dpop", "early-data", "expect", "from", "host", "http2-settings",
    "keep-alive", "last-event-id", "max-forwards", "mime-version", "origin", "pragma", "prefer", "priority",
    "range", "referer", "repr-digest", "te", "trailer", "transfer-encoding", "upgrade", "user-agent", "via",
    "warning",
    // Browsers.
    "attribution-reporting-eligible", "available-dictionary", "device-memory", "dictionary-id", "dnt",
    "downlink", "dpr", "ect", "ping-from", "ping-to", "purpose", "rtt", "save-data", "service-worker",
    "service-worker-navigation-preload", "upgrade-insecure-requests", "viewport-width", "width",
    "x-client-data", "x-moz", "x-requested-with",
    // Proxies.
    "cdn-loop", "cf-connecting-ip", "cf-connecting-ipv6", "cf-ew-via", "cf-ipcountry", "cf-ray",
    "cf-visitor", "cf-worker", "client-ip", "fastly-client-ip", "fastly-ff", "fastly-ssl", "forwarded",
    "true-client-ip", "x-cluster-client-ip", "x-real-ip",
    // Libraries that follow requests.
    "b3", "baggage", "client-request-id", "correlation-id", "elastic-apm-traceparent", "newrelic",
    "request-context", "request-id", "sentry-trace", "traceparent", "tracestate", "uber-trace-id",
    "x-amzn-trace-id", "x-request-id",
  ]
}
