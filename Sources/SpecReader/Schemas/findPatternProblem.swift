import ECMARegex

/// Finds what keeps a text from being a regular expression of ECMA-262 with the flag `u`, as JSON Schema has them.
///
/// - Returns: the problem, and the number of Unicode scalars before it; nil where there is none.
package func findPatternProblem(_ pattern: String) -> (message: String, index: Int)? {
  do throws(ECMARegexError) {
    _ = try ECMARegex(pattern)
    return nil
  } catch {
    return (error.message, error.index)
  }
}
