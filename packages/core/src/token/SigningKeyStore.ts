/** Where signing keys are kept. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Timestamp } from "../kernel/Timestamp.ts"
import type { SigningKeyRecord } from "./rules/keys.ts"

/**
 * Storage of signing keys. The private keys are in the database as they are, so whoever can read the database can sign
 * tokens: its files and backups need the same care as the secrets of the service itself.
 */
export class SigningKeyStore extends Context.Service<
  SigningKeyStore,
  {
    /** Every key, in the order of the sequence. */
    readonly list: Effect.Effect<ReadonlyArray<SigningKeyRecord>>
    /** Stores the key unless its place in the sequence is taken, by another node for one. Says whether it did. */
    readonly claim: (key: SigningKeyRecord) => Effect.Effect<boolean>
    /** Makes a key sign from `signsFrom` on, if that is earlier than now recorded. Says whether it changed anything. */
    readonly promote: (keyId: string, signsFrom: Timestamp) => Effect.Effect<boolean>
    /** Forgets these keys, private parts and all. */
    readonly remove: (keyIds: ReadonlyArray<string>) => Effect.Effect<void>
  }
>()("@garrison/core/token/SigningKeyStore") {}
