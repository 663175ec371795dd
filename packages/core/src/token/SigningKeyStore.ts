/** Where signing keys are kept. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Timestamp } from "../kernel/Timestamp.ts"
import type { SigningKeyRecord } from "./rules/keys.ts"

/**
 * Storage of signing keys. Private keys come and go as `AtRest` has them: encrypted where the host gives a key
 * secret. Without one, anyone who can read the database or a backup of it can sign tokens.
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
    /**
     * Stores the private part of a key in another form, if the one that is stored is `known`. Says whether it was. Of
     * the former one nothing is left to be found where storage can help it.
     */
    readonly replacePrivate: (keyId: string, known: string, next: string) => Effect.Effect<boolean>
    /** Forgets these keys, private parts and all. Answers with those that were still there. */
    readonly remove: (keyIds: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>>
  }
>()("@garrison/core/token/SigningKeyStore") {}
