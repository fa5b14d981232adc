/// The templates that come with the generator, embedded in the binary.
public enum BundledTemplates {
  /// Name and text of each.
  public static let all = swift + html

  /// Those of generated modules.
  public static let swift: [(name: String, text: String)] = [
    ("alias", PackageResources.alias_mustache),
    ("response-tests", PackageResources.response_tests_mustache),
    ("client", PackageResources.client_mustache),
    ("closed-enum", PackageResources.closed_enum_mustache),
    ("docc-endpoints", PackageResources.docc_endpoints_mustache),
    ("docc-module", PackageResources.docc_module_mustache),
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

  /// Those of the documentation's pages.
  public static let html: [(name: String, text: String)] = [
    ("docs-endpoint", PackageResources.docs_endpoint_mustache),
    ("docs-index", PackageResources.docs_index_mustache),
    ("docs-module", PackageResources.docs_module_mustache),
    ("docs-script", PackageResources.docs_script_mustache),
    ("docs-style", PackageResources.docs_style_mustache),
    ("docs-type", PackageResources.docs_type_mustache),
    ("docs-type-part", PackageResources.docs_type_part_mustache),
    ("docs-value", PackageResources.docs_value_mustache),
  ].map { ($0.0, String(decoding: $0.1, as: UTF8.self)) }
}

/// The pages of the documentation that commands print, embedded in the binary.
public enum BundledPages {
  /// `docs/diagnostics.md`.
  public static var diagnostics: String { String(decoding: PackageResources.diagnostics_md, as: UTF8.self) }
}

/// The JSON Schemas of the spec language and of settings, embedded in the binary.
public enum BundledSchemas {
  /// `Specs/wgnapi.schema.json`.
  public static var specs: [UInt8] { Array(PackageResources.wgnapi_schema_json) }

  /// `Specs/wgnapi-gen.schema.json`.
  public static var settings: [UInt8] { Array(PackageResources.wgnapi_gen_schema_json) }
}

/// Instructions for coding agents, embedded in the binary.
public enum BundledSkill {
  /// The name of the skill's folder.
  public static let name = "wgnapi-gen"

  /// The files of the folder.
  public static var files: [(name: String, text: String)] {
    [
      ("SKILL.md", PackageResources.SKILL_md), ("spec-language.md", PackageResources.spec_language_md),
      ("swift.md", PackageResources.swift_md),
    ].map { ($0.0, String(decoding: $0.1, as: UTF8.self)) }
  }
}
