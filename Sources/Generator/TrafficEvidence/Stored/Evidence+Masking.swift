extension Evidence {
  /// The evidence without some secrets, wherever they are names or values.
  package func masking(_ secrets: Set<String>) throws(EvidenceError) -> Evidence {
    let written = try EvidenceFields.write(self, EvidenceFields.File(secrets: secrets))
    return try EvidenceFields.read(.object(written), at: "", EvidenceFields.File())
  }
}
