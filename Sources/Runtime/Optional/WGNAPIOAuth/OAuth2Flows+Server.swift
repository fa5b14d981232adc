import WGNAPIClient

extension OAuth2Flows {
  /// Returns the same flows, with the addresses that are only a path at a server, such as `/oauth/token`.
  ///
  /// ```swift
  /// let flows = Client.api.oauth2("user")?.at(server.core)
  /// ```
  ///
  /// - Parameter server: The server of the client that gets the tokens.
  public func at(_ server: APIServer) -> OAuth2Flows {
    let url = server.baseURL
    // The path begins at the third slash.
    let host = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).prefix(3)
    func complete(_ address: String?) -> String? {
      guard let address, address.hasPrefix("/") else { return address }
      return host.joined(separator: "/") + address
    }
    return OAuth2Flows(
      authorizationURL: complete(authorizationURL), tokenURL: complete(tokenURL),
      deviceURL: complete(deviceURL), scopes: scopes)
  }
}
