import ArgumentParser

/// The formats of the reports of `breaking` and `drift`.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, github
}
