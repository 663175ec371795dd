/** The storage interface of signing keys. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import type { SigningKeyRecord } from "./rules/keys.ts"

/**
 * Storage of signing keys. Private keys are in the form of `AtRest`: encrypted if the host gives a key secret. Without
 * a key secret, a reader of the database or of a backup can sign tokens.
 */
export class SigningKeyStore extends Context.Service<
  SigningKeyStore,
  {
    /** Every key, in the order of the sequence. */
    readonly list: Effect.Effect<ReadonlyArray<SigningKeyRecord>>
    /** Stores the key unless its place in the sequence is taken, for example by another node. Says whether it did. */
    readonly claim: (key: SigningKeyRecord) => Effect.Effect<boolean>
    /** Makes a key sign from `signsFrom` on, if that is earlier than stored. Says whether the row changed. */
    readonly promote: (keyId: string, signsFrom: Timestamp) => Effect.Effect<boolean>
    /**
     * Replaces the stored form of a private key if it is still `known`. Says whether it was. Erases the former bytes as
     * far as storage can.
     */
    readonly replacePrivate: (keyId: string, known: string, next: string) => Effect.Effect<boolean>
    /** Deletes these keys with their private parts. Answers with the keys that still existed. */
    readonly remove: (keyIds: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>>
  }
>()("@garrison/core/token/SigningKeyStore") {}
