/** The storage interface of the password accounts of the basic grant. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Timestamp } from "../../kernel/time/Timestamp.ts"

/**
 * A password account. Its id is the `portal_user_id` of the platform Basic, so a login name is never shown to others.
 */
export interface PasswordAccount {
  readonly accountId: string
  /** The form to compare: normalised, in lower case. */
  readonly username: string
  readonly displayName: string
  /** The hash as a PHC string. */
  readonly hash: string
}

/** Storage of password accounts. */
export class PasswordStore extends Context.Service<
  PasswordStore,
  {
    /** The account of this user name. */
    readonly find: (username: string) => Effect.Effect<PasswordAccount | undefined>
    /** Stores a new account. Says whether the user name was free. */
    readonly create: (account: PasswordAccount, at: Timestamp) => Effect.Effect<boolean>
    /** Replaces a hash, if it still is `known` (undefined: any). Says whether it did. */
    readonly replaceHash: (
      username: string,
      known: string | undefined,
      hash: string,
      at: Timestamp,
    ) => Effect.Effect<boolean>
  }
>()("@garrison/core/login/password/PasswordStore") {}
