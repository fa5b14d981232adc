/// Groups of HTTP statuses.
package enum ResponseStatuses {
  /// Those for temporary conditions, unless a policy says otherwise (RFC 9110, section 15; RFC 6585).
  package static let temporary = [408, 429, 502, 503, 504]
}
