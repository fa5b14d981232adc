import Testing

/// Requests, and the methods that send them.
@Suite struct RequestSnippetTests {
  /// Limits of parameters are checked before anything is sent, and documented.
  @Test func aQueryWithLimits() throws {
    try expectSwift(
      of: #"""
        endpoints:
          search:
            get: players
            parameters:
              search: {type: string, minLength: 3, description: The start of a name.}
              limit?: {type: integer, minimum: 1, maximum: 100, default: 10}
            response: "[string]"

        """#,
      #"""
      /// GET `players`
      public struct SearchRequest: APIRequest {
        public typealias Response = [String]

        /// The start of a name.
        ///
        /// At least 3 characters.
        public var search: String

        /// From 1 to 100. The service's default: `10`.
        public var limit: Int?

        public init(search: String, limit: Int? = nil) {
          self.search = search
          self.limit = limit
        }

        public static let endpoint = Endpoint<Self>("search", .get, "players", response: .json()) {
          $0.query("search", \.search, [.minLength(3)])
          $0.query("limit", \.limit, [.minimum(1), .maximum(100)])
        }
      }

      extension Client {
        /// GET `players`
        ///
        /// - Parameters:
        ///   - search: The start of a name. At least 3 characters.
        ///   - limit: From 1 to 100. The service's default: `10`.
        ///
        /// - Throws: `APIError` or `CancellationError`.
        public func search(search: String, limit: Int? = nil) async throws -> [String] {
          try await send(SearchRequest(search: search, limit: limit))
        }
      }
      """#)
  }

  /// Parameters that the path names are sent in it; an acronym stays one.
  @Test func placeholdersOfAPath() throws {
    try expectSwift(
      of: #"""
        endpoints:
          member:
            get: clans/{clan_id}/members/{name}
            parameters: {clan_id: integer, name: string}
            response: text

        """#,
      #"""
      /// GET `clans/{clan_id}/members/{name}`
      public struct MemberRequest: APIRequest {
        public typealias Response = String

        public var clanID: Int

        public var name: String

        public init(clanID: Int, name: String) {
          self.clanID = clanID
          self.name = name
        }

        public static let endpoint = Endpoint<Self>(
          "member",
          .get,
          "clans/{clan_id}/members/{name}",
          response: .text
        ) {
          $0.path("clan_id", \.clanID)
          $0.path("name", \.name)
        }
      }

      extension Client {
        /// GET `clans/{clan_id}/members/{name}`
        ///
        /// - Throws: `APIError` or `CancellationError`.
        public func member(clanID: Int, name: String) async throws -> String {
          try await send(MemberRequest(clanID: clanID, name: name))
        }
      }
      """#)
  }

  /// A list has commas, and another style where the spec says so.
  @Test func listsInAQuery() throws {
    try expectSwift(
      of: #"""
        endpoints:
          tanks:
            get: tanks
            parameters:
              ids: {type: array, items: integer, maxItems: 100}
              fields?: {type: array, items: string, style: pipeDelimited}
            response: "[integer]"

        """#,
      #"""
      /// GET `tanks`
      public struct TanksRequest: APIRequest {
        public typealias Response = [Int]

        /// At most 100 elements.
        public var ids: [Int]

        public var fields: [String]?

        public init(ids: [Int], fields: [String]? = nil) {
          self.ids = ids
          self.fields = fields
        }

        public static let endpoint = Endpoint<Self>("tanks", .get, "tanks", response: .json()) {
          $0.query("ids", \.ids, [.maxItems(100)])
          $0.query("fields", \.fields, style: .pipeDelimited())
        }
      }

      extension Client {
        /// GET `tanks`
        ///
        /// - `ids`: At most 100 elements.
        ///
        /// - Throws: `APIError` or `CancellationError`.
        public func tanks(ids: [Int], fields: [String]? = nil) async throws -> [Int] {
          try await send(TanksRequest(ids: ids, fields: fields))
        }
      }
      """#)
  }

  /// What a POST sends is a form; a secret is marked where it is composed.
  @Test func aFormWithASecret() throws {
    try expectSwift(
      of: #"""
        endpoints:
          prolong:
            post: auth/prolong
            parameters: {access_token: {type: string, secret: true}, X-Trace?: {type: string, in: header}}
            response: empty

        """#,
      #"""
      /// POST `auth/prolong`
      public struct ProlongRequest: APIRequest {
        public typealias Response = Void

        /// Redacted in logs and errors.
        public var accessToken: String

        public var xTrace: String?

        public init(accessToken: String, xTrace: String? = nil) {
          self.accessToken = accessToken
          self.xTrace = xTrace
        }

        public static let endpoint = Endpoint<Self>("prolong", .post, "auth/prolong", response: .empty) {
          $0.form("access_token", \.accessToken, secret: true)
          $0.header("X-Trace", \.xTrace)
        }
      }

      extension Client {
        /// POST `auth/prolong`
        ///
        /// - `accessToken`: Redacted in logs and errors.
        ///
        /// - Throws: `APIError` or `CancellationError`.
        public func prolong(accessToken: String, xTrace: String? = nil) async throws {
          try await send(ProlongRequest(accessToken: accessToken, xTrace: xTrace))
        }
      }
      """#)
  }

  /// Several responses are an enumeration of the request.
  @Test func responsesByStatus() throws {
    try expectSwift(
      of: #"""
        endpoints:
          order:
            post: orders
            body: Order
            responses: {201: Order, 409: text}
        schemas:
          Order: {properties: {id: integer}}

        """#,
      #"""
      /// POST `orders`
      public struct OrderRequest: APIRequest {
        /// The body, in JSON.
        public var payload: Order

        public init(payload: Order) {
          self.payload = payload
        }

        private static let responses = ResponseFormat<Response>.byStatus {
          $0.json(201, Order.self) { Response.created($0) }
          $0.text(409) { Response.conflict($0) }
        }

        public static let endpoint = Endpoint<Self>("order", .post, "orders", response: responses) {
          $0.body(\.payload)
        }
      }

      extension OrderRequest {
        /// The response, by status code.
        public nonisolated enum Response: Hashable, Sendable {
          /// Status 201.
          case created(Order)
          /// Status 409.
          case conflict(String)
        }
      }

      extension Client {
        /// POST `orders`
        ///
        /// - Parameters:
        ///   - payload: The body, in JSON.
        ///
        /// - Throws: `APIError` or `CancellationError`.
        public func order(payload: Order) async throws -> OrderRequest.Response {
          try await send(OrderRequest(payload: payload))
        }
      }
      """#)
  }
}
