import WGNAPIClient
import WGNAPIJSON

/// A model with a subset of the fields of another model, for requests that ask for just these.
///
/// The generator creates one for each slice in a spec's `slices`.
public protocol ModelSlice<Base>: JSONModel {
  /// The model that the fields belong to.
  associatedtype Base: JSONModel
  /// The wire names of the fields to ask for; nested fields with dots.
  static var fields: [String] { get }
  /// The names in ``fields`` that must be asked for as extra fields.
  static var extraFields: [String] { get }
}

extension ModelSlice {
  /// An empty list.
  public static var extraFields: [String] { [] }
}

// One method for each form of answers, because Swift can't express "the same type with another model".

extension SelectableRequest {
  /// Returns the same request for the fields of a slice.
  public func slice<Slice: ModelSlice>(_ slice: Slice.Type) -> SliceRequest<Self, Slice, Slice>
  where Response == Slice.Base { SliceRequest(base: self) }

  /// Returns the same request for the fields of a slice.
  public func slice<Slice: ModelSlice>(_ slice: Slice.Type) -> SliceRequest<Self, Slice, Slice?>
  where Response == Slice.Base? { SliceRequest(base: self) }

  /// Returns the same request for the fields of a slice.
  public func slice<Slice: ModelSlice>(_ slice: Slice.Type) -> SliceRequest<Self, Slice, [Slice]>
  where Response == [Slice.Base] { SliceRequest(base: self) }

  /// Returns the same request for the fields of a slice.
  public func slice<Slice: ModelSlice>(_ slice: Slice.Type) -> SliceRequest<Self, Slice, [Slice?]>
  where Response == [Slice.Base?] { SliceRequest(base: self) }

  /// Returns the same request for the fields of a slice.
  public func slice<Slice: ModelSlice>(_ slice: Slice.Type) -> SliceRequest<Self, Slice, [Slice]?>
  where Response == [Slice.Base]? { SliceRequest(base: self) }

  /// Returns the same request for the fields of a slice.
  public func slice<Slice: ModelSlice, K: JSONKey>(
    _ slice: Slice.Type
  ) -> SliceRequest<Self, Slice, [K: Slice]> where Response == [K: Slice.Base] { SliceRequest(base: self) }

  /// Returns the same request for the fields of a slice.
  public func slice<Slice: ModelSlice, K: JSONKey>(
    _ slice: Slice.Type
  ) -> SliceRequest<Self, Slice, [K: Slice?]> where Response == [K: Slice.Base?] { SliceRequest(base: self) }

  /// Returns the same request for the fields of a slice.
  public func slice<Slice: ModelSlice, K: JSONKey>(
    _ slice: Slice.Type
  ) -> SliceRequest<Self, Slice, [K: [Slice]]> where Response == [K: [Slice.Base]] {
    SliceRequest(base: self)
  }

  /// Returns the same request for the fields of a slice.
  public func slice<Slice: ModelSlice, K: JSONKey>(
    _ slice: Slice.Type
  ) -> SliceRequest<Self, Slice, [K: [Slice]?]> where Response == [K: [Slice.Base]?] {
    SliceRequest(base: self)
  }

  /// Returns the same request for the fields of a slice.
  public func slice<Slice: ModelSlice, K: JSONKey, L: JSONKey>(
    _ slice: Slice.Type
  ) -> SliceRequest<Self, Slice, [K: [L: Slice]]> where Response == [K: [L: Slice.Base]] {
    SliceRequest(base: self)
  }
}
