/** Bucket numbers, which reveal neither accounts nor addresses (guarantees R24, R43). */
import * as Effect from "effect/Effect"
import * as Mac from "effect/crypto/Mac"
import { Environment } from "../../environment/Environment.ts"
import { utf8 } from "../../kernel/wire/Utf8.ts"
import type { BucketKey } from "./FailureStore.ts"

/** What is counted apart for each account or address; flows of all addresses are not. */
type KeyedSubject = Exclude<BucketKey["subject"], "new_in_all" | "oauth_in_all">

/**
 * Bits of a bucket number. Few where strangers can make up as many keys as they like; keys then share buckets. Many
 * where something else limits the keys, so that each has a bucket of its own: only proved logins make familiar keys,
 * and the count of all failures limits how many accounts are guessed at. Players are limited as new identities are.
 */
const bucketBits: Readonly<Record<KeyedSubject, number>> = {
  account: 48,
  address: 20,
  all: 0,
  familiar: 48,
  new_at_address: 20,
  oauth_at_address: 20,
  code_of_player: 48,
  code_at_address: 20,
}

/** Makes keys: HMACs under the environment's secret, so that the database does not reveal who logged in from where. */
export const makeKeyOf = Effect.gen(function* () {
  const mac = yield* Mac.Mac
  const environment = yield* Environment
  const key = yield* Mac.key(Mac.hmacSha256, environment.cursorSecret).pipe(Effect.orDie)
  return (subject: KeyedSubject, text: string): Effect.Effect<BucketKey> =>
    mac.sign(key, utf8(`login_failure|${subject}|${text}`)).pipe(
      Effect.map((tag) => {
        const number = tag.subarray(0, 6).reduce((value, byte) => value * 256 + byte, 0)
        return { subject, bucket: number % 2 ** bucketBits[subject] }
      }),
      Effect.orDie,
    )
})
