extension APIError.Kind {
  /// The name of the case, such as `timedOut`: one of a few texts, for logs and metrics.
  public var name: String {
    switch self {
    case .invalidRequest: "invalidRequest"
    case .invalidServer: "invalidServer"
    case .notAvailable: "notAvailable"
    case .transport: "transport"
    case .timedOut: "timedOut"
    case .redirected: "redirected"
    case .responseTooLarge: "responseTooLarge"
    case .httpStatus: "httpStatus"
    case .service: "service"
    case .unexpectedContent: "unexpectedContent"
    case .notJSON: "notJSON"
    case .incomplete: "incomplete"
    case .decoding: "decoding"
    case .violations: "violations"
    case .notCached: "notCached"
    case .circuitOpen: "circuitOpen"
    case .rateLimited: "rateLimited"
    case .credential: "credential"
    }
  }
}
