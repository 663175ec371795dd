/** What a login by a grant presents, in words: for the reference page of the grants. */

/** The fields of a login request that a grant reads. */
export interface CredentialForm {
  /** What `portal_access_token` is, as the end of a sentence. */
  readonly token: string
  /** What `portal_parent_access_token` is; absent: the grant does not read it. */
  readonly parentToken?: string
  /** The fields of a request beside its grant type. Words in capitals stand for credentials. */
  readonly example: {
    readonly portal_access_token?: string
    readonly portal_parent_access_token?: string
    readonly portal_display_name?: string
    readonly portal_parent_display_name?: string
  }
}
