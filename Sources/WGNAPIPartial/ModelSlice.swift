import WGNAPIClient
import WGNAPIJSON

/// A small model with some fields of another one, which asks for just these.
///
/// The generator writes one for each of a spec's `slices`.
public protocol ModelSlice<Base>: JSONModel {
  /// The model that the fields are those of.
  associatedtype Base: JSONModel
  /// What is asked for, by wire names with dots.
  static var fields: [String] { get }
  /// Those among ``fields`` that come only when they are asked for as extra fields.
  static var extraFields: [String] { get }
}

extension ModelSlice {
  /// None.
  public static var extraFields: [String] { [] }
}

// One method for each form that answers have: Swift can't say "the same with another model".

extension SelectableRequest {
  /// The same request for the fields of a slice.
  public func slice<Slice: ModelSlice>(_ slice: Slice.Type) -> SliceRequest<Self, Slice, Slice>
  where Response == Slice.Base { SliceRequest(base: self) }

  /// The same request for the fields of a slice.
  public func slice<Slice: ModelSlice>(_ slice: Slice.Type) -> SliceRequest<Self, Slice, Slice?>
  where Response == Slice.Base? { SliceRequest(base: self) }

  /// The same request for the fields of a slice.
  public func slice<Slice: ModelSlice>(_ slice: Slice.Type) -> SliceRequest<Self, Slice, [Slice]>
  where Response == [Slice.Base] { SliceRequest(base: self) }

  /// The same request for the fields of a slice.
  public func slice<Slice: ModelSlice>(_ slice: Slice.Type) -> SliceRequest<Self, Slice, [Slice?]>
  where Response == [Slice.Base?] { SliceRequest(base: self) }

  /// The same request for the fields of a slice.
  public func slice<Slice: ModelSlice>(_ slice: Slice.Type) -> SliceRequest<Self, Slice, [Slice]?>
  where Response == [Slice.Base]? { SliceRequest(base: self) }

  /// The same request for the fields of a slice.
  public func slice<Slice: ModelSlice, K: JSONKey>(
    _ slice: Slice.Type
  ) -> SliceRequest<Self, Slice, [K: Slice]> where Response == [K: Slice.Base] { SliceRequest(base: self) }

  /// The same request for the fields of a slice.
  public func slice<Slice: ModelSlice, K: JSONKey>(
    _ slice: Slice.Type
  ) -> SliceRequest<Self, Slice, [K: Slice?]> where Response == [K: Slice.Base?] { SliceRequest(base: self) }

  /// The same request for the fields of a slice.
  public func slice<Slice: ModelSlice, K: JSONKey>(
    _ slice: Slice.Type
  ) -> SliceRequest<Self, Slice, [K: [Slice]]> where Response == [K: [Slice.Base]] {
    SliceRequest(base: self)
  }

  /// The same request for the fields of a slice.
  public func slice<Slice: ModelSlice, K: JSONKey>(
    _ slice: Slice.Type
  ) -> SliceRequest<Self, Slice, [K: [Slice]?]> where Response == [K: [Slice.Base]?] {
    SliceRequest(base: self)
  }

  /// The same request for the fields of a slice.
  public func slice<Slice: ModelSlice, K: JSONKey, L: JSONKey>(
    _ slice: Slice.Type
  ) -> SliceRequest<Self, Slice, [K: [L: Slice]]> where Response == [K: [L: Slice.Base]] {
    SliceRequest(base: self)
  }
}
