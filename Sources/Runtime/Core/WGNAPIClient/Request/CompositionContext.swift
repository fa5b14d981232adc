/// What a client adds to its requests.
struct CompositionContext {
  var base = BaseURL(scheme: "", authority: "", path: "/")
  /// The client's common parameters.
  var parameters: [ClientParameter] = []
  /// The client's credentials that the request contains.
  var credentials: [PlacedCredential] = []
  /// The API's base path if it contains a credential.
  var basePath: PathTemplate?
  /// The API's header fields.
  var headers: [ConstantHeader] = []
  /// The redaction of the secrets of ``parameters``; nil to create it.
  var redaction: Redaction?
}
