#if canImport(Combine)
  import Combine
#elseif canImport(OpenCombine)
  import OpenCombine
#endif

#if canImport(Combine) || canImport(OpenCombine)
  import HTTPTypes
  import Testing
  import WGNAPICombine
  import WGNAPIRuntime
  import WOT

  @Suite struct CombineTests {
    private let responses = Answering(#"{"status":"ok","data":[{"nickname":"Gnome","account_id":1}]}"#)

    @Test func aCallIsSentWhenAValueIsWanted() async throws {
      let probe = Probe<[PlayerMatch]>()
      responses.client.publisher(for: SearchPlayersRequest(search: "gnome")).subscribe(probe)
      try await Task.sleep(for: .milliseconds(20))
      #expect(responses.count == 0 && probe.isSubscribed)
      probe.request(.max(1))
      try await probe.waitForEnd()
      #expect(probe.values.map { $0.map(\.nickname) } == [["Gnome"]])
      #expect(probe.hasFinished && responses.count == 1)
    }

    @Test func eachSubscriberSendsTheRequest() async throws {
      let publisher = responses.client.responsePublisher(for: SearchPlayersRequest(search: "gnome"))
      for _ in 1...2 {
        let probe = Probe<CallResponse<SearchPlayersRequest>>()
        publisher.subscribe(probe)
        probe.request(.unlimited)
        try await probe.waitForEnd()
        #expect(probe.values.map(\.status) == [.ok])
      }
      #expect(responses.count == 2)
    }

    @Test func failures() async throws {
      let probe = Probe<[PlayerMatch]>()
      Answering("", status: 404).client.publisher(for: SearchPlayersRequest(search: "gnome")).subscribe(probe)
      probe.request(.unlimited)
      try await probe.waitForEnd()
      #expect((probe.error as? APIError)?.status == .notFound && probe.values.isEmpty)
    }

    @Test func cancellingEndsTheCall() async throws {
      let waiting = Answering(nil)
      let probe = Probe<[PlayerMatch]>()
      waiting.client.publisher(for: SearchPlayersRequest(search: "gnome")).subscribe(probe)
      probe.request(.unlimited)
      while waiting.count == 0 { try await Task.sleep(for: .milliseconds(1)) }
      probe.cancel()
      while waiting.cancelled == 0 { try await Task.sleep(for: .milliseconds(1)) }
      try await Task.sleep(for: .milliseconds(20))
      // Nothing arrives any more, not even the end.
      #expect(probe.values.isEmpty && !probe.hasFinished && probe.error == nil)
    }

    @Test func operatorsAndSinks() async throws {
      let names: [String] = try await withCheckedThrowingContinuation { continuation in
        let kept = Kept()
        kept.token = responses.client.publisher(for: SearchPlayersRequest(search: "gnome"))
          .map { $0.map(\.nickname) }
          .sink { completion in
            if case .failure(let error) = completion { continuation.resume(throwing: error) }
            kept.token = nil
          } receiveValue: { names in
            continuation.resume(returning: names)
          }
      }
      #expect(names == ["Gnome"])
    }

    @Test func elementsAreFetchedOnDemand() async throws {
      let numbers = Numbers(count: 5)
      let probe = Probe<Int>()
      numbers.publisher().subscribe(probe)
      probe.request(.max(2))
      try await probe.wait(for: 2)
      try await Task.sleep(for: .milliseconds(20))
      // The third isn't made before somebody wants it.
      #expect(numbers.made.value == 2 && probe.values == [1, 2])
      probe.request(.max(1))
      try await probe.wait(for: 3)
      #expect(!probe.hasFinished)
      probe.request(.unlimited)
      try await probe.waitForEnd()
      #expect(probe.values == [1, 2, 3, 4, 5] && probe.hasFinished)
    }

    @Test func demandDuringDelivery() async throws {
      let probe = Probe<Int>(more: .max(1))
      Numbers(count: 1000).publisher().subscribe(probe)
      probe.request(.max(1))
      try await probe.waitForEnd()
      #expect(probe.values == Array(1...1000))
    }

    @Test func aSequenceIsCancelledWhileNobodyWantsMore() async throws {
      let numbers = Numbers(count: 5)
      let probe = Probe<Int>()
      numbers.publisher().subscribe(probe)
      probe.request(.max(1))
      try await probe.wait(for: 1)
      probe.cancel()
      probe.request(.max(1))
      while numbers.alive.value > 0 { try await Task.sleep(for: .milliseconds(1)) }
      #expect(probe.values == [1] && !probe.hasFinished)
    }

    /// Many tasks ask and cancel at once; nothing is lost, doubled or delivered after the end.
    @Test func manyAtOnce() async throws {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for round in 0..<50 {
          group.addTask {
            let probe = Probe<Int>()
            Numbers(count: 20).publisher().subscribe(probe)
            await withTaskGroup(of: Void.self) { requests in
              for _ in 0..<25 { requests.addTask { probe.request(.max(1)) } }
            }
            if round.isMultiple(of: 2) {
              try await probe.waitForEnd()
              #expect(probe.values == Array(1...20))
            } else {
              probe.cancel()
              // One may still arrive meanwhile.
              let values = probe.values
              #expect(values == Array(1...20).prefix(values.count).map(\.self))
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }
#endif
