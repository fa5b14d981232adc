#if !AsyncHTTPClient
  /// A placeholder that is unavailable without the trait `AsyncHTTPClient`.
  @available(
    *, unavailable,
    message: "enable the trait of the package: .package(url: …/wgnapi-gen, traits: [\"AsyncHTTPClient\"])"
  )
  public final class AsyncHTTPClientTransport {
    /// Accepts the arguments of the real initializer.
    public init(configuration: Any? = nil, eventLoopGroup: Any? = nil) {}
  }
#endif
