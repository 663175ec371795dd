/** The identity of one deployment: generated once on first start, then stored (decisions, section 1). */

/** One deployment serves one environment. */
export interface EnvironmentRecord {
  readonly publisherUuid: string
  readonly tenantUuid: string
  readonly configElectorUuid: string
  /** Key of page cursors, 32 random bytes; never leaves the service. */
  readonly cursorSecret: Uint8Array
}
