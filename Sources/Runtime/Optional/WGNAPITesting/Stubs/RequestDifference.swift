import WGNAPIClient
import WGNAPISupport

/// The differences between the lines of composed requests: method, URL, parameters, header fields, and lines of the body.
enum RequestDifference {
  static func between(_ expected: [String], _ composed: [String]) -> [String] {
    guard expected != composed else { return [] }
    let (left, right) = (Parts(expected), Parts(composed))
    var problems: [String] = []
    func compare(_ name: String, _ left: String, _ right: String) {
      guard left != right else { return }
      problems.append(
        "\(name): expected \(left.isEmpty ? "nothing" : left), is \(right.isEmpty ? "nothing" : right)")
    }
    compare("method", left.method, right.method)
    compare("URL", left.place, right.place)
    problems += ParameterDifference.between(left.query, right.query, names: ("expected", "is"))
    problems += ParameterDifference.between(left.fields, right.fields, names: ("expected", "is"))
    for place in 0..<max(left.body.count, right.body.count) {
      func line(_ body: ArraySlice<String>) -> String {
        body.dropFirst(place).first.map { "'\($0)'" } ?? "nothing"
      }
      compare("body, line \(place + 1)", line(left.body), line(right.body))
    }
    // The same parts in another order.
    return problems.isEmpty ? ["the order of the parts: expected \(expected), is \(composed)"] : problems
  }

  private struct Parts {
    let method: String
    /// The URL without its query.
    let place: String
    let query: [(name: String, value: String)]
    let fields: [(name: String, value: String)]
    let body: ArraySlice<String>

    init(_ lines: [String]) {
      let first = lines.first ?? ""
      method = String(first.prefix { $0 != " " })
      let url = first.dropFirst(method.count + 1)
      place = String(url.prefix { $0 != "?" })
      query = url.dropFirst(place.count + 1).split(separator: "&").map { pair in
        let name = pair.prefix { $0 != "=" }
        return (String(name), PercentEncoding.decode(pair.dropFirst(name.count + 1)) ?? "")
      }
      let rest = lines.dropFirst()
      let head = rest.prefix { !$0.isEmpty }
      fields = head.map { line in
        let name = line.prefix { $0 != ":" }
        return (String(name), String(line.dropFirst(name.count + 1).drop { $0 == " " }))
      }
      body = rest.dropFirst(head.count + 1)
    }
  }
}
