/// Markdown whose images are text, because editors that show documentation would load them from anywhere.
package func withoutImages(_ markdown: String) -> String {
  let pairs = zip(markdown.utf8, markdown.utf8.dropFirst())
  guard pairs.contains(where: { $0 == UInt8(ascii: "!") && $1 == UInt8(ascii: "[") }) else { return markdown }
  return markdown.replacing("![", with: "!\\[")
}
