#if canImport(Combine)
  import Combine
#elseif canImport(OpenCombine)
  import OpenCombine
#endif

#if canImport(Combine) || canImport(OpenCombine)
  import TestSupport
  import Testing
  import WGNAPICombine
  import WGNAPIPages
  import WGNAPIRuntime
  import WOT

  /// The code of the section "Combine" of `docs/lists-and-chains.md`, word for word.
  @Suite struct CombinePageTests {
    @Test func thePageIsCompiled() throws {
      let page = try PageCode("lists-and-chains.md", section: "Combine")
      #expect(page.blocks.filter { !$0.isEmpty }.count == 2)
      #expect(try page.blocksMissing(in: #filePath) == [])
    }

    @Test func calls() async throws {
      let responses = Answering(#"{"status":"ok","data":[{"nickname":"Gnome","account_id":1}]}"#)
      let client = responses.client
      let kept = Kept()
      let shown: String = await withCheckedContinuation { continuation in
        func show(_ text: String) { continuation.resume(returning: text) }
        let subscription = client.publisher(for: SearchPlayersRequest(search: "gar"))
          .map { players in players.map(\.nickname) }
          .sink { completion in
            if case .failure(let error) = completion { show("\(error)") }
          } receiveValue: { names in
            show(names.joined(separator: ", "))
          }
        kept.token = subscription
      }
      kept.token = nil
      #expect(shown == "Gnome" && responses.count == 1)
    }

    @Test func sequences() async throws {
      let responses = Answering(#"{"status":"ok","meta":{"count":0,"total":0},"data":[]}"#)
      let client = responses.client
      let request = SearchClansRequest(search: "red")
      let names = client.items(request).publisher()
        .prefix(20)
        .collect()
      let kept = Kept()
      let count: Int = try await withCheckedThrowingContinuation { continuation in
        kept.token = names.sink { completion in
          if case .failure(let error) = completion { continuation.resume(throwing: error) }
        } receiveValue: { clans in
          continuation.resume(returning: clans.count)
        }
      }
      #expect(count == 0 && responses.count == 1)
    }
  }
#endif
