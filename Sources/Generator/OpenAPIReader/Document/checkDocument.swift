import Diagnostics
import SpecReader
import SpecYAML

/// Reports violations of the specification in parts that can be read: unknown keys and keys that exclude each other.
/// Unused parts are checked, too.
func checkDocument(_ root: Located, _ dialect: Dialect, _ documents: DocumentSet) {
  let findings = documents.findings
  if dialect == .swagger {
    if root["paths"] == nil { findings.mistake("the document needs 'paths'", at: root.node) }
    return DocumentChecker<SwaggerObject>(documents: documents).check(root, as: .document)
  }
  if root["paths"] == nil, root["components"] == nil, root["webhooks"] == nil {
    findings.mistake("the document has neither 'paths' nor 'components' nor 'webhooks'", at: root.node)
  }
  if let dialect = root["jsonSchemaDialect"], let text = dialect.node.text,
    !text.contains("json-schema.org/draft/2020-12/") && !text.contains("spec.openapis.org/oas/3.")
  {
    findings.leaveOut(
      "schemas are read as JSON Schema 2020-12, whatever '\(abbreviate(text))' says", at: dialect.node)
  }
  DocumentChecker<OpenAPIObject>(documents: documents).check(root, as: .document)
}
