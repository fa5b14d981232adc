// Linux has no SwiftUI, so this file is built on Apple's systems only.
#if canImport(SwiftUI)
  import SwiftUI
  import WOT

  struct PlayerSearchView: View {
    let search: PlayerSearch
    @State private var text = ""

    var body: some View {
      NavigationStack {
        content
          .searchable(text: $text)
          .onSubmit(of: .search) { Task { await search.search(text) } }
      }
    }

    @ViewBuilder private var content: some View {
      switch search.state {
      case .empty: ContentUnavailableView.search
      case .loading: ProgressView()
      case .found(let players): List(players, id: \.accountID) { Text($0.nickname) }
      case .failed(let problem):
        ContentUnavailableView {
          Text(problem.message)
        } actions: {
          if problem.canRetry { Button("Try again") { Task { await search.search(text) } } }
        }
      }
    }
  }
#endif
