import ECMARegex

/// Finds out why a text isn't a regular expression per ECMA-262 with the flag `u`, the dialect of JSON Schema.
///
/// - Returns: the problem, and the number of Unicode scalars before it; nil if the pattern is valid.
package func findPatternProblem(_ pattern: String) -> (message: String, index: Int)? {
  do throws(ECMARegexError) {
    _ = try ECMARegex(pattern)
    return nil
  } catch {
    return (error.message, error.index)
  }
}
