import APIModel

/// The case of a `Response` for status codes: after the reason phrase in IANA's registry
/// (https://www.iana.org/assignments/http-status-codes, RFC 9110, section 15), otherwise `status299` or `status4xx`;
/// `default` for all other statuses.
func responseCaseName(_ statuses: ClosedRange<Int>) -> String {
  if statuses == Endpoint.Response.otherStatuses { return "default" }
  guard statuses.count == 1 else { return "status\(statuses.lowerBound / 100)xx" }
  return reasonPhrases[statuses.lowerBound] ?? "status\(statuses.lowerBound)"
}

/// A status in words: `not found`; nil for one that isn't registered.
package func statusWords(_ status: Int) -> String? {
  reasonPhrases[status].map { name in
    name.reduce(into: "") { $0 += $1.isUppercase ? " \($1.lowercased())" : String($1) }
  }
}

/// 306 and 418 are registered as unused.
private let reasonPhrases = [
  100: "continue", 101: "switchingProtocols", 102: "processing", 103: "earlyHints",
  200: "ok", 201: "created", 202: "accepted", 203: "nonAuthoritativeInformation", 204: "noContent",
  205: "resetContent", 206: "partialContent", 207: "multiStatus", 208: "alreadyReported", 226: "imUsed",
  300: "multipleChoices", 301: "movedPermanently", 302: "found", 303: "seeOther", 304: "notModified",
  305: "useProxy", 307: "temporaryRedirect", 308: "permanentRedirect",
  400: "badRequest", 401: "unauthorized", 402: "paymentRequired", 403: "forbidden", 404: "notFound",
  405: "methodNotAllowed", 406: "notAcceptable", 407: "proxyAuthenticationRequired", 408: "requestTimeout",
  409: "conflict", 410: "gone", 411: "lengthRequired", 412: "preconditionFailed", 413: "contentTooLarge",
  414: "uriTooLong", 415: "unsupportedMediaType", 416: "rangeNotSatisfiable", 417: "expectationFailed",
  421: "misdirectedRequest", 422: "unprocessableContent", 423: "locked", 424: "failedDependency",
  425: "tooEarly", 426: "upgradeRequired", 428: "preconditionRequired", 429: "tooManyRequests",
  431: "requestHeaderFieldsTooLarge", 451: "unavailableForLegalReasons",
  500: "internalServerError", 501: "notImplemented", 502: "badGateway", 503: "serviceUnavailable",
  504: "gatewayTimeout", 505: "httpVersionNotSupported", 506: "variantAlsoNegotiates",
  507: "insufficientStorage", 508: "loopDetected", 510: "notExtended", 511: "networkAuthenticationRequired",
]

/// The names of a `Response`'s cases: after the status, the media type, or both, as needed to distinguish them. A media
/// type's parameters count where another has the same type and subtype.
func responseCaseNames(_ responses: [Endpoint.Response]) -> [String] {
  let isOneStatus = Set(responses.map(\.statuses)).count == 1
  func essence(_ type: Name) -> String { String(type.text.prefix { $0 != ";" }) }
  func names(byWholeType isWhole: Bool) -> [String] {
    responses.map { response in
      let status = responseCaseName(response.statuses)
      let alternatives = responses.filter { $0.statuses == response.statuses }
      guard alternatives.count > 1 || (isOneStatus && responses.count > 1), let type = response.mediaType
      else { return status }
      let parts = essence(type).split(separator: "/").map { $0 == "*" ? "" : String($0) }
      let word =
        isWhole || parts.last?.isEmpty == true
        ? parts.joined(separator: "_") : parts.last ?? ""
      var name = word.allSatisfy({ $0 == "_" }) ? "other" : word
      let isShared = alternatives.count { $0.mediaType.map(essence) == essence(type) } > 1
      if isShared {
        name += type.text.dropFirst(essence(type).count).map { $0 == ";" ? "_" : String($0) }.joined()
      }
      return SwiftName.member(isOneStatus ? name : "\(status)_\(name)", override: nil)
    }
  }
  let short = names(byWholeType: false)
  return Set(short).count == short.count ? short : names(byWholeType: true)
}

/// Statuses as documentation mentions them: `404`, `4XX`, or `others`.
package func statusesText(_ statuses: ClosedRange<Int>) -> String {
  if statuses == Endpoint.Response.otherStatuses { return "others" }
  return statuses.count == 1 ? "\(statuses.lowerBound)" : "\(statuses.lowerBound / 100)XX"
}

/// An argument for statuses: `404`, or `400..<500`.
func statusesArgument(_ statuses: ClosedRange<Int>) -> Code {
  statuses.count == 1
    ? "\(String(statuses.lowerBound))"
    : "\(String(statuses.lowerBound))..<\(String(statuses.upperBound + 1))"
}
