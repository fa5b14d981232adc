/// Quoted text for a message, shortened if it is long.
func excerpt(_ text: String, quote prefix: String = "") -> String {
  let shown = text.unicodeScalars.prefix(60)
  let isCut = shown.endIndex != text.unicodeScalars.endIndex
  return "'" + prefix + String(shown) + (isCut ? "…" : "") + "'"
}
