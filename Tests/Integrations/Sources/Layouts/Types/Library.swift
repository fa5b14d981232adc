// Made by Scripts/layouts.sh.
// swift-format-ignore-file

import Library

enum LibraryTypes: ModuleTypes {
  static let module = "Library"

  // Deprecated types are fine here.
  @available(*, deprecated)
  static var types: [any CheckedType] {
    [
      ModelType(Book.self, [\.id, \.title, \.isbn, \.price, \.rating, \.genre, \.published, \.added, \.opens, \.lent, \.cover, \.ref, \.site, \.attributes, \.labels, \.copies, \.authors, \.anything, \.node]),
      ModelType(Book.Copies.self, [\.element0, \.element1]),
      ModelType(BookRequest.self, [\.title, \.genre, \.pages]),
      ModelType(Author.self, [\.name, \.born]),
      ModelType(LocalTime.self, [\.hour, \.minute, \.second, \.nano]),
      ModelType(Meta.self, [\.caption, \.width]),
      ModelType(PageBook.self, [\.totalPages, \.totalElements, \.size, \.content, \.number, \.sort, \.pageable, \.numberOfElements, \.first, \.last, \.empty]),
      ModelType(SliceBook.self, [\.size, \.content, \.number, \.first, \.last, \.empty]),
      ModelType(PageableObject.self, [\.offset, \.sort, \.pageNumber, \.pageSize, \.paged, \.unpaged]),
      ModelType(SortObject.self, [\.empty, \.sorted, \.unsorted]),
      ModelType(ProblemDetail.self, [\.type, \.title, \.status, \.detail, \.instance, \.properties]),
      UnionType(Medium.self),
      ModelType(Disc.self, [\.kind, \.title, \.minutes]),
      ModelType(Magazine.self, [\.kind, \.title, \.issue]),
      ModelType(Pageable.self, [\.page, \.size, \.sort]),
    ]
  }
}
