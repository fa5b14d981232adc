import APIModel
import Testing

@testable import SpecCall

/// Hints about arguments with parts, and about what a call doesn't do.
@Suite struct HintTests {
  private static let specs = """
    wgnapi: 1
    module:
      servers: {main: https://shop.example.com/}
      policies: [Payments.sealed]
    endpoints:
      upload:
        post: upload
        body: {multipart: {meta: Meta, sizes: "[Meta]", picture: {file: image/png}, title: string}}
        policies: none
        response: empty
      find:
        get: items
        parameters: {filter?: {properties: {price?: integer}, style: deepObject}}
        policies: [audited, {Payments.rank: 3}]
        response: empty
      create: {post: items, body: {properties: {name: string, size: {properties: {width?: integer, height?: integer}}, rows?: "[Meta]"}}, response: empty}
    schemas: {Meta: {properties: {credit?: string}}}
    """

  @Test(arguments: [
    ("upload", "meta.credit=me", #"'meta' is given as a whole, in JSON: meta:='{"credit": …}'"#),
    ("upload", "sizes.0=me", "'sizes' is given as a whole, in JSON: sizes:='[…]'"),
    ("find", "filter.price=3", #"'filter' is given as a whole, in JSON: filter:='{"price": …}'"#),
    ("create", "rows.0.credit=3", "'rows' is given as a whole, in JSON: rows:='[…]'"),
    ("create", "size.widht=3", "'size' has 'width', 'height'; did you mean 'size.width'?"),
    ("create", "name.first=3", "it takes 'name', 'size', 'rows'"), ("upload", "title.a=3", "it takes "),
  ])
  func argumentsWithParts(_ name: String, _ argument: String, _ expected: String) throws {
    let problems = try API.reading(specs: Self.specs).refusals(name, [argument])
    #expect(problems.first?.contains(expected) == true, "\(problems)")
    #expect(problems.first?.contains("has no argument") == true)
  }

  @Test(arguments: [
    ("create", ["name=a", "size.width=1"], "'Payments.sealed'"), ("find", [], "'audited', 'Payments.rank'"),
  ])
  func policiesOfYourOwnAreNotRun(_ name: String, _ arguments: [String], _ names: String) throws {
    let omission = try API.reading(specs: Self.specs).call(name, arguments).omission
    #expect(
      omission?.message
        == "'call' runs no policies of your own: what a middleware does for \(names) is missing from the request"
    )
    #expect(omission?.isWarning == true && omission?.span != nil)
  }

  @Test func otherEndpointsHaveNoSuchHint() throws {
    let arguments = ["meta:={}", "sizes:=[]", "picture=@a", "title=b"]
    let call = try API.reading(specs: Self.specs).call("upload", arguments, files: ["a": "x"])
    #expect(call.omission == nil)
  }
}
