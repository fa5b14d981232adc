import APIModel

/// The landing page of a module.
struct DocCModuleView: TemplateView {
  static let fields = TemplateFields<DocCModuleView>([
    .text("source", "the module's spec, such as `WOT/module.yaml`") { $0.source },
    .lines("summary", "what the API is, as Markdown") { DocComment.text(summary: $0.documentation.summary) },
    .lines("details", "more about that, as Markdown; its headings are below those of the page") {
      DocComment.text(details: $0.documentation.details)
    },
    .optional("article", "the name of the article that lists the requests") { $0.article },
    .views("topics", "the module's types by topic") { $0.topics },
    .flag("hasOverview", "whether there are details or an article") {
      $0.article != nil || !DocComment.text(details: $0.documentation.details).isEmpty
    },
  ])

  let source: String
  let documentation: Documentation
  let article: String?
  let topics: [Topic]

  /// Types that belong together.
  struct Topic: TemplateView {
    static let fields = TemplateFields<Topic>([
      .text("title", "what they have in common") { $0.title },
      .optional("ownArticle", "the name of the article among them") { $0.article },
      .texts("types", "their names") { $0.types },
    ])

    let title: String
    var article: String?
    let types: [String]
  }
}

/// The article that lists a module's requests.
struct DocCEndpointsView: TemplateView {
  static let fields = TemplateFields<DocCEndpointsView>([
    .text("source", "the module's spec, such as `WOT/module.yaml`") { $0.source },
    .views("topics", "the endpoints by group, or by spec file if they have none") { $0.topics },
  ])

  let source: String
  let topics: [Topic]

  /// A group of endpoints.
  struct Topic: TemplateView {
    static let fields = TemplateFields<Topic>([
      .text("title", "the group's name") { $0.title },
      .views("endpoints", "its endpoints, in the order of the specs") { $0.endpoints },
    ])

    let title: String
    var endpoints: [Endpoint]
  }

  /// A row of the table.
  struct Endpoint: TemplateView {
    static let fields = TemplateFields<Endpoint>([
      .text("place", "the HTTP methods and the path, as a cell of a table") { $0.place },
      .text("request", "the request's type") { DocComment.symbol($0.request) },
      .text("summary", "what the endpoint does, as a cell of a table; may be empty") { $0.summary },
    ])

    let endpoint: APIModel.Endpoint
    let request: String

    private var place: String {
      let methods = endpoint.methods.map { $0.rawValue.uppercased() }.joined(separator: " or ")
      return DocComment.cell(DocComment.code("\(methods) \(endpoint.path.text)"))
    }

    private var summary: String {
      DocComment.cell(
        DocComment.text(summary: endpoint.documentation.summary).prefix { !$0.isEmpty }.joined(separator: " ")
      )
    }
  }
}
