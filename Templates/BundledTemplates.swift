/// The templates that come with the generator, embedded in the binary.
public enum BundledTemplates {
  /// Name and text of each, by name.
  public static let all: [(name: String, text: String)] = [
    ("alias", PackageResources.alias_mustache),
    ("response-tests", PackageResources.response_tests_mustache),
    ("client", PackageResources.client_mustache),
    ("closed-enum", PackageResources.closed_enum_mustache),
    ("documentation", PackageResources.documentation_mustache),
    ("envelope", PackageResources.envelope_mustache),
    ("error-codes", PackageResources.error_codes_mustache),
    ("file", PackageResources.file_mustache),
    ("groups", PackageResources.groups_mustache),
    ("headers", PackageResources.headers_mustache),
    ("model-tests", PackageResources.model_tests_mustache),
    ("newtype", PackageResources.newtype_mustache),
    ("open-enum", PackageResources.open_enum_mustache),
    ("own-types", PackageResources.own_types_mustache),
    ("request", PackageResources.request_mustache),
    ("request-tests", PackageResources.request_tests_mustache),
    ("responses", PackageResources.responses_mustache),
    ("schema", PackageResources.schema_mustache),
    ("constraints", PackageResources.constraints_mustache),
    ("server", PackageResources.server_mustache),
    ("slice", PackageResources.slice_mustache),
    ("struct", PackageResources.struct_mustache),
    ("test-support", PackageResources.test_support_mustache),
    ("union", PackageResources.union_mustache),
    ("webhooks", PackageResources.webhooks_mustache),
  ].map { ($0.0, String(decoding: $0.1, as: UTF8.self)) }
}
