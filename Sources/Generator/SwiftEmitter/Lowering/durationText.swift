/// `600` → "10 minutes", in the largest unit that needs no fraction.
package func durationText(seconds: Int) -> String {
  let units = [(86_400, "day"), (3_600, "hour"), (60, "minute")]
  let (length, name) = units.first { seconds.isMultiple(of: $0.0) } ?? (1, "second")
  let count = seconds / length
  return "\(count) \(name)\(count == 1 ? "" : "s")"
}
