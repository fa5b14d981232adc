#if canImport(Combine)
  import Combine
#elseif canImport(OpenCombine)
  import OpenCombine
#endif

#if canImport(Combine) || canImport(OpenCombine)
  import WGNAPIClient

  extension APIClient {
    /// Returns a publisher that sends a request when a subscriber asks for a value, and publishes the endpoint's response.
    ///
    /// ```swift
    /// let search = client.publisher(for: SearchPlayersRequest(search: "gar"))
    ///   .receive(on: DispatchQueue.main)
    ///   .sink { completion in … } receiveValue: { players in … }
    /// ```
    ///
    /// Cancelling the subscription cancels the call. The failure is an `APIError`, unless a middleware of your own throws
    /// something else. Values arrive on any thread.
    public func publisher<Request: APIRequest>(
      for request: Request, options: CallOptions = CallOptions()
    ) -> ElementPublisher<Request.Response> {
      ElementPublisher { try await send(request, options: options) }
    }

    /// Returns a publisher like ``publisher(for:options:)``, but of the response with envelope, status and header fields.
    public func responsePublisher<Request: APIRequest>(
      for request: Request, options: CallOptions = CallOptions()
    ) -> ElementPublisher<CallResponse<Request>> {
      ElementPublisher { try await response(to: request, options: options) }
    }
  }

  extension AsyncSequence where Self: Sendable, Element: Sendable {
    /// Returns a publisher of the elements, such as pages, items, or a response that is read while it arrives.
    ///
    /// The next element is fetched when a subscriber asks for it, so a slow subscriber slows down the server. Each subscriber
    /// reads the sequence from its beginning, if the sequence allows that. Cancelling the subscription cancels the task that
    /// fetches the next element.
    public func publisher() -> ElementPublisher<Element> { ElementPublisher(self) }
  }
#endif
