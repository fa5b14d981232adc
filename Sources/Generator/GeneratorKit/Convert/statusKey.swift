import APIModel

/// Statuses as specs and documents name them: `404`, `4XX` or `default`.
package func statusKey(_ range: ClosedRange<Int>) -> String {
  if range == Endpoint.Response.otherStatuses { return "default" }
  return range.count == 1 ? String(range.lowerBound) : "\(range.lowerBound / 100)XX"
}
