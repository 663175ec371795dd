/** Roles: named sets of permissions that players hold (decisions, section 3). */

/** `role_id` of the role that every new player has. */
export const PLAYER_ROLE_ID = 1

/** A role. */
export interface Role {
  /** `role_id` of the login result: a positive integer. */
  readonly roleId: number
  /** Unique; for operators. */
  readonly name: string
  readonly permissions: ReadonlyArray<string>
  /** Whether its holders log in while authentication is limited or locked (decisions, section 4, step 8). */
  readonly bypassesLock: boolean
}
