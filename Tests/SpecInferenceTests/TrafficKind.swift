import WGNAPIJSON

/// Small kinds of traffic, of which each shows one thing that services do.
enum TrafficKind: String, CaseIterable, Sendable {
  case objects, lists, maps, nullable, enumerations, envelopes, failures, emptyBodies, forms, multipart, text,
    csv
  case binary, redirects, statuses, mediaTypes, headers, pages, cookies
  // What is rarer.
  case bodiesOfTwoKinds, bodiesOfManyTypes, optionalBodies, formsBesideTheQuery, namesOfThePathInTheQuery
  case deletionsWithAForm, filesAlone, textsOrJSON, typesOfJSON, jsonCalledText, emptyOrJSON, unreadableBodies
  case failuresInText, failuresInXML, multipartBesideJSON, failuresInAnEnvelope, patches
  case failuresInLists, failuresWithoutBodies, nestedQueries, rpc, verbs, repeatedFiles

  private static let api = "https://api.example.com"

  /// - Parameter seed: Varies the numbers and the order.
  func har(seed: Int) -> HAR {
    var har = HAR()
    for turn in 0..<12 { add(to: &har, turn + seed * 7) }
    return har
  }

  private func add(to har: inout HAR, _ n: Int) {
    let api = Self.api
    let number = JSON.number(JSONNumber(n))
    switch self {
    case .objects:
      har.add(
        "\(api)/books/\(n)",
        response: ["id": number, "title": .string("Title \(n)"), "at": "2026-11-20T10:00:00Z", "open": true])
    case .lists:
      har.add("\(api)/books", response: [["id": number, "tags": ["a", "b"]], ["id": 2, "tags": []]])
    case .maps:
      har.add(
        "\(api)/visits",
        response: .object(
          JSONObject((1..<9).map { ("2026-11-0\($0)", ["count": number, "day": .string("d\($0)")]) })))
    case .nullable:
      let members: [(String, JSON)] = [("id", number), ("note", n % 2 == 0 ? .null : .string("text \(n)"))]
      har.add("\(api)/notes/\(n)", response: .object(JSONObject(members + (n % 3 == 0 ? [("more", 1)] : []))))
    case .enumerations:
      har.add(
        "\(api)/orders?state=\(["open", "paid", "sent"][n % 3])",
        response: [["state": .string(["open", "paid", "sent"][n % 3])], ["state": "open"]])
    case .envelopes:
      for name in ["books", "shops"] {
        har.add(
          "\(api)/\(name)", response: ["status": "ok", "data": [["\(name)": number]], "meta": ["total": 3]])
      }
      har.add(
        "\(api)/books", response: ["status": "error", "error": ["code": 407, "message": "INVALID_SEARCH"]])
    case .failures:
      har.add("\(api)/books/\(n)", response: ["id": number])
      har.add("\(api)/books/9\(n)", status: 404, response: ["code": "gone", "message": .string("No \(n).")])
      har.add(
        "\(api)/books/8\(n)", status: 409, response: ["code": "lent", "message": .string("Lent \(n).")])
    case .emptyBodies:
      har.add("DELETE", "\(api)/books/\(n)", status: 204)
      har.add("POST", "\(api)/books", status: 201, body: #"{"id":1}"#)
    case .forms:
      har.add(
        "POST", "\(api)/search?dry=\(n % 2 == 0)", response: [["id": number]],
        body: "words=a+b\(n)&size=\(n)&tag=a&tag=b" + (n % 2 == 0 ? "&more=1" : ""), bodyType: Self.form)
    case .multipart:
      har.add(
        "POST", "\(api)/covers", status: 201, response: ["id": number],
        body: Self.parts(["title": "Title \(n)", "size": "\(n)"], file: "cover"),
        bodyType: "multipart/form-data; boundary=x")
    case .text: har.add("\(api)/about", text: "About \(n)", type: "text/plain; charset=utf-8")
    case .csv: har.add("\(api)/table", text: "a,b\n1,\(n)", type: "text/csv")
    case .binary: har.add("\(api)/paper", text: "JVBERi0=", type: "application/pdf", encoding: "base64")
    case .redirects:
      har.add("\(api)/old", status: 302, responseFields: [("Location", "\(api)/new")])
      har.add("\(api)/new", response: ["id": number])
      har.add("POST", "\(api)/moved", status: 303, body: "{}")
    case .statuses:
      let response: JSON = n % 3 == 0 ? ["total": number, "rows": [1, 2]] : ["job_id": .string("j-\(n)")]
      har.add("POST", "\(api)/jobs", status: n % 3 == 0 ? 200 : 202, response: response, body: #"{"id":1}"#)
      if n % 4 == 0 { har.add("POST", "\(api)/jobs", status: 204, body: #"{"id":1}"#) }
      // One type for two statuses, beside none.
      har.add(
        "PUT", "\(api)/jobs/\(n)", status: 200 + n % 2, response: ["id": number, "name": "x"],
        body: #"{"id":1}"#)
      if n % 4 == 0 { har.add("PUT", "\(api)/jobs/\(n)", status: 204, body: #"{"id":1}"#) }
    case .mediaTypes:
      switch n % 3 {
      case 0: har.add("\(api)/report", response: ["total": number])
      case 1: har.add("\(api)/report", text: "total\n\(n)", type: "text/csv; charset=utf-8")
      default: har.add("\(api)/report", text: "JVBERi0=", type: "application/pdf", encoding: "base64")
      }
    case .headers:
      har.add(
        "\(api)/books", response: [["id": number]],
        fields: [
          ("X-Kind", "\(n % 3)"), ("Accept", "application/json"), ("X-Shop-Key", "k3y-of-shop-\(n % 1)"),
        ],
        responseFields: [("ETag", "\"\(n)\""), ("Content-Type", "application/json")])
    case .pages:
      har.add(
        "\(api)/books?page=\(n)&per_page=10", response: ["total": 120, "items": [["id": number]]],
        responseFields: [("Link", "<\(api)/books?page=2>; rel=\"next\"")])
      har.add(
        "\(api)/events?cursor=c\(n)xyz",
        response: ["next_cursor": .string("c\(n + 1)xyz"), "items": [["id": number]]])
    case .cookies:
      har.add(
        "\(api)/me", response: ["id": number],
        fields: [("Cookie", "session=5e551on-\(n)-abcdef; theme=dark")],
        responseFields: [("Set-Cookie", "session=5e551on-\(n + 1)-abcdef; Path=/")])
    case .bodiesOfTwoKinds:
      har.add(
        "POST", "\(api)/notes", response: ["id": number],
        body: n % 3 == 0
          ? "title=T\(n)&count=\(n)&tags[]=a" + (n % 2 == 0 ? "&filter[name]=x" : "")
          : #"{"title":"T","tags":["a"]}"#,
        bodyType: n % 3 == 0 ? Self.form : "application/json")
    case .bodiesOfManyTypes:
      let types = ["text/csv", "application/zip", "application/json", "text/plain"]
      let type = types[n % 4]
      har.add(
        "PUT", "\(api)/tables/\(n)", status: 204, body: type == "application/json" ? #"{"a":1}"# : "a,b\(n)",
        bodyType: type)
    case .optionalBodies:
      har.add(
        "POST", "\(api)/starts", response: ["id": number], body: n % 2 == 0 ? "now" : nil,
        bodyType: "text/plain")
    case .formsBesideTheQuery:
      har.add(
        "POST", "\(api)/moves?id=\(n)", response: ["id": number], body: "id=\(n + 100)&name=N\(n)",
        bodyType: Self.form)
    case .namesOfThePathInTheQuery: har.add("\(api)/shops/\(n)/books?id=\(n % 4)", response: [["id": number]])
    case .deletionsWithAForm:
      har.add("DELETE", "\(api)/marks", status: 204, body: "name=N\(n)&count=\(n)", bodyType: Self.form)
    case .filesAlone:
      har.add(
        "POST", "\(api)/covers", status: 201, response: ["id": number], body: Self.parts([:], file: "cover"),
        bodyType: "multipart/form-data; boundary=x")
    case .textsOrJSON:
      har.add(
        "POST", "\(api)/words", status: 200 + n % 2, text: n % 2 == 0 ? #"{"a":1}"# : "a b",
        type: n % 2 == 0 ? "application/json" : "text/plain", body: "{}")
    case .typesOfJSON:
      har.add(
        "\(api)/things", text: n % 3 == 0 ? "id\n\(n)" : #"{"id":\#(n)}"#,
        type: ["text/csv", "application/vnd.api+json", "application/json"][n % 3])
    case .jsonCalledText:
      har.add(
        "\(api)/things", text: n % 2 == 0 ? "id\n\(n)" : #"{"id":\#(n)}"#,
        type: n % 2 == 0 ? "text/csv" : "text/plain")
    case .emptyOrJSON: har.add("POST", "\(api)/pings", text: n % 2 == 0 ? "" : #"{"id":\#(n)}"#, body: "{}")
    case .unreadableBodies:
      har.add(
        "POST", "\(api)/pings", status: 200 + n % 3, text: ["{\"id\":1}", "{\"id\":", ""][n % 3], body: "{}")
      har.add("POST", "\(api)/pings", status: 204, body: "{}")
    case .failuresInText:
      har.add("\(api)/books/\(n)", response: ["id": number])
      har.add("\(api)/books/9\(n)", status: 401, text: "No \(n).", type: "text/plain")
    case .failuresInXML:
      har.add("\(api)/books/\(n)", response: ["id": number])
      har.add("\(api)/books/9\(n)", status: 400, text: "<no>\(n)</no>", type: "application/xml")
    case .failuresInLists:
      har.add("\(api)/books/\(n)", response: ["id": number])
      har.add(
        "\(api)/books/9\(n)", status: 404,
        response: [["errorCode": "NOT_FOUND", "message": .string("No \(n).")]])
    case .failuresWithoutBodies:
      har.add("\(api)/books/\(n)", response: ["id": number])
      har.add("\(api)/books/9\(n)", status: 404, text: "")
      har.add("\(api)/books/8\(n)", status: 403, text: "<html><body>No</body></html>", type: "text/html")
    case .verbs:
      har.add("\(api)/books/\(n)", response: ["id": number, "title": "T"])
      for verb in ["publish", "archive"] {
        har.add(
          "POST", "\(api)/books/\(n):\(verb)", response: ["done": true, "by": .string(verb)],
          body: #"{"now":true}"#)
      }
      har.add("\(api)/books/\(n):getPolicy", response: ["policy": number])
      har.add("\(api)/books/\(n)/pages/\(n + 1):render", response: ["width": number])
      har.add("\(api)/books:search?q=a\(n)", response: [["id": number, "title": "T"]])
    case .repeatedFiles:
      let file = "--x\r\nContent-Disposition: form-data; name=\"pages[]\"; filename=\"f.png\"\r\n\r\nPNG\r\n"
      let title = "--x\r\nContent-Disposition: form-data; name=\"meta[title]\"\r\n\r\nT\(n)\r\n"
      har.add(
        "POST", "\(api)/albums", response: ["id": number],
        body: (n % 3 == 0 ? "" : file) + (n % 2 == 0 ? file + file : "") + title + "--x--\r\n",
        bodyType: "multipart/form-data; boundary=x")
    case .nestedQueries:
      har.add(
        "\(api)/books?filter[author]=a\(n)&filter[year]=\(n)&page[number]=\(n)&page[size]=10&ids[]=1&ids[]=\(n)",
        response: ["data": [["id": number]]])
    case .rpc:
      for (method, result) in [("add", number), ("list", [["id": number]])] as [(String, JSON)] {
        har.add(
          "POST", "\(api)/rpc", response: ["jsonrpc": "2.0", "id": number, "result": result],
          body: #"{"jsonrpc":"2.0","id":\#(n),"method":"\#(method)","params":[1,\#(n)]}"#)
      }
      har.add(
        "POST", "\(api)/rpc",
        response: ["jsonrpc": "2.0", "id": number, "error": ["code": -32602, "message": "Invalid params"]],
        body: #"{"jsonrpc":"2.0","id":\#(n),"method":"add","params":[]}"#)
    case .failuresInAnEnvelope:
      // One endpoint has the envelope only when it fails.
      har.add("\(api)/shops", response: ["status": "ok", "data": [["id": number]]])
      har.add("\(api)/stocks", response: ["status": "ok", "data": ["count": number]])
      har.add("\(api)/raw/\(n)", response: [["id": number]])
      for name in ["shops", "raw/9\(n)"] {
        har.add(
          "\(api)/\(name)", status: 404,
          response: ["status": "error", "error": ["code": 7, "message": "NO_SUCH_SHOP"]])
      }
    case .patches:
      har.add(
        "PATCH", "\(api)/books/\(n)", response: ["id": number], body: #"{"title":"T\#(n)"}"#,
        bodyType: "application/merge-patch+json")
      har.add(
        "PATCH", "\(api)/shops/\(n)", response: ["id": number], body: #"{"name":"N\#(n)"}"#,
        bodyType: n % 2 == 0 ? "application/merge-patch+json" : "application/json")
    case .multipartBesideJSON:
      har.add(
        "POST", "\(api)/covers", response: ["id": number],
        body: n % 3 == 0 ? Self.parts(["title": "T\(n)"], file: "cover") : #"{"title":"T"}"#,
        bodyType: n % 3 == 0 ? "multipart/form-data; boundary=x" : "application/json")
    }
  }

  private static let form = "application/x-www-form-urlencoded"

  private static func parts(_ fields: [String: String], file: String) -> String {
    let texts = fields.sorted { $0.key < $1.key }.map { name, value in
      "--x\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
    }
    return texts.joined()
      + "--x\r\nContent-Disposition: form-data; name=\"\(file)\"; filename=\"f.png\"\r\nContent-Type: image/png\r\n\r\nPNG\r\n--x--\r\n"
  }
}
