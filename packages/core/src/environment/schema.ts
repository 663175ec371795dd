/** The identity of one deployment: generated once on first start, then stored (decisions, section 1). */

/** One deployment serves one environment. */
export interface EnvironmentRecord {
  readonly publisherUuid: string
  readonly tenantUuid: string
  readonly configElectorUuid: string
  /**
   * The key of page cursors and of the buckets of failed logins: 32 random bytes, which never leave the service.
   * `AtRest` makes its stored form.
   */
  readonly cursorSecret: Uint8Array
}

/** The secrets of the environment, by the names under which they are stored. */
export type EnvironmentSecret = "cursor_secret" | "anon_secret" | "seal_key"
