/** The identity of one deployment: generated once on first start, then stored (decisions, section 1). */

/** One deployment serves one environment. */
export interface EnvironmentRecord {
  readonly publisherUuid: string
  readonly tenantUuid: string
  readonly configElectorUuid: string
  /** Keys page cursors and the buckets of failed logins: 32 random bytes, which never leave the service. */
  readonly cursorSecret: Uint8Array
}
