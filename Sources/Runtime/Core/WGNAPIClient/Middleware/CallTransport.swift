import WGNAPITransport

/// A transport that also sees calls, for tests: it is the last middleware of its clients, and their calls keep their requests.
package protocol CallTransport: HTTPTransport, APIMiddleware {}
