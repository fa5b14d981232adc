import Testing
import WGNAPIGenerated
import WGNAPIRuntime

/// What models look like when they are printed.
@Suite struct DescriptionTests {
  private struct Link: JSONModel {
    @Nullable var href: String?
    @Nullable var title: String?
    @BoxedNullable var next: String?
    @Boxed var count: Int
    @BoxedOptional var note: String?

    static let layout = ModelLayout<Self> {
      $0.optionalNullable("href", \._href)
      $0.optionalNullable("title", \._title)
      $0.optionalNullable("next", \._next)
      $0.required("count", \._count)
      $0.optional("note", \._note)
    }
  }

  @Test func wrappersShowTheirValues() throws {
    let link = try Link.decode([UInt8](#"{"href": "/a", "title": null, "count": 2}"#))
    #expect(
      "\(link)" == #"Link(_href: "/a", _title: null, _next: nil, _count: 2, _note: nil)"#)
    #expect("\([link.$href, .null, .absent])" == #"["/a", null, nil]"#)
  }
}
