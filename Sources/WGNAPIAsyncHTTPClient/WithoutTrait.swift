#if !AsyncHTTPClient
  /// Not there without the trait `AsyncHTTPClient`.
  @available(
    *, unavailable,
    message: "enable the trait of the package: .package(url: …/wgnapi-gen, traits: [\"AsyncHTTPClient\"])"
  )
  public final class AsyncHTTPClientTransport {
    /// Takes what the real one takes.
    public init(configuration: Any? = nil, eventLoopGroup: Any? = nil) {}
  }
#endif
