/** New secrets of clients (decisions, section 8). */
import * as Digest from "effect/crypto/Digest"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import type { Act } from "../operation/Act.ts"
import { SECRET_BYTES, secretText } from "../kernel/input/SecretText.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import { utf8 } from "../kernel/wire/Utf8.ts"
import { CLIENT_SECRET_PREFIX, lastFourOf } from "./rules.ts"
import type { Client, ClientCreated, ClientSecret } from "./schema.ts"

/** The text of a new secret. */
export const generateSecret = Effect.gen(function* () {
  const random = yield* SecureRandom.SecureRandom
  return secretText(CLIENT_SECRET_PREFIX, yield* random.randomBytes(SECRET_BYTES))
})

/** The stored form of a secret. */
export const secretOf = Effect.fnUntraced(function* (secret: string, now: Timestamp) {
  const random = yield* SecureRandom.SecureRandom
  const digest = yield* Digest.Digest
  const record: ClientSecret = {
    secretId: yield* random.uuidV7(),
    hash: yield* digest.digest(Digest.sha256, utf8(secret)),
    lastFour: lastFourOf(secret),
    created: now,
    expires: undefined,
    lastUsed: undefined,
  }
  return record
})

/** The client, with its secret if the secret was stored. A dry run shows no secret. */
export const shownOnce = (client: Client, secret: string | undefined, act: Act): ClientCreated =>
  secret === undefined || act.dryRun === true ? { client } : { client, secret }
