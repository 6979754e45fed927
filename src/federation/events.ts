/** What happens in federation that others act on. */
export interface FederationEvents {
  /** An own record was published, and is on the disk: neighbours are told to fetch it. */
  recordPublished: Record<never, never>;
}
