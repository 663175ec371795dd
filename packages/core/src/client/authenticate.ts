/** Proves clients by the secrets that they present (decisions, sections 3 and 8). */
import * as Digest from "effect/crypto/Digest"
import * as Mac from "effect/crypto/Mac"
import * as Effect from "effect/Effect"
import { runEvery, warningOf } from "../kernel/work/Background.ts"
import { ForwardClock } from "../kernel/time/ForwardClock.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import { Transaction } from "../kernel/work/Transaction.ts"
import { utf8 } from "../kernel/wire/Utf8.ts"
import { ClientStore } from "./ClientStore.ts"
import { ClientRefused } from "./errors.ts"
import { isClientId, isLive } from "./rules.ts"
import type { ClientCredentials } from "../kernel/Caller.ts"
import type { ClientSecret } from "./schema.ts"
import { USE_WRITE_SECONDS } from "./secretView.ts"
import { ClientSettings } from "./settings.ts"

const refused = Effect.suspend(() => Effect.fail(new ClientRefused({ code: "client_credentials_invalid" })))

/** Compared when a client has no secret, so that every refusal costs the same. It is the hash of no known text. */
const decoy: ClientSecret = {
  secretId: "",
  hash: new Uint8Array(32),
  lastFour: "",
  created: 0,
  expires: 0,
  lastUsed: undefined,
}

/** The live secret with this hash. Always makes two comparisons of 32 bytes, each in constant time (guarantees R23). */
const provenSecret = (
  secrets: ReadonlyArray<ClientSecret>,
  hash: Uint8Array,
  now: Timestamp,
): ClientSecret | undefined => {
  const slots = [secrets[0] ?? decoy, secrets[1] ?? decoy]
  const [first, second] = slots.filter((secret) => {
    const isEqual = Mac.timingSafeEqual(secret.hash, hash)
    return isEqual && isLive(secret, now)
  })
  return first ?? second
}

/** Collects the last uses of secrets and writes them once a minute, so that no login waits for the write. */
const gatherUses = Effect.gen(function* () {
  const store = yield* ClientStore
  const transaction = yield* Transaction
  const uses = new Map<string, Timestamp>()
  const write = Effect.suspend(() => {
    if (uses.size === 0) return Effect.void
    const written = new Map(uses)
    uses.clear()
    return transaction.run(store.recordUse(written))
  }).pipe(warningOf("the last use of client secrets was not recorded"), Effect.uninterruptible)
  yield* Effect.addFinalizer(() => write)
  yield* runEvery(`${USE_WRITE_SECONDS} seconds`)(write)
  return (secret: ClientSecret, now: Timestamp): void => {
    uses.set(secret.secretId, now)
  }
})

/**
 * Makes `Clients.authenticate`. Every request of a client runs it, so it looks its services up once. Until the scope
 * closes, it records when secrets were last used.
 */
export const makeAuthenticate = Effect.gen(function* () {
  const store = yield* ClientStore
  const digest = yield* Digest.Digest
  const clock = yield* ForwardClock
  const { defaultClientId } = yield* ClientSettings
  const recordUse = yield* gatherUses

  /** The client for requests without client credentials. */
  const authenticateDefault = Effect.gen(function* () {
    const found = defaultClientId === undefined ? undefined : yield* store.findById(defaultClientId)
    return found !== undefined && found.client.public && !found.client.disabled ? found.client : yield* refused
  })

  /** The client that these credentials prove. The secret of a public client is empty. */
  const prove = Effect.fnUntraced(function* ({ clientId, secret }: ClientCredentials) {
    const now = yield* clock.now
    const hash = yield* digest.digest(Digest.sha256, utf8(secret))
    const { client, secrets } = yield* store.findForProof(isClientId(clientId) ? clientId : "")
    const proven = provenSecret(secrets, hash, now)
    if (client.disabled) return yield* refused
    if (client.public && secret.length === 0) return client
    if (proven === undefined) return yield* refused
    recordUse(proven, now)
    // Sessions that the earlier secret opens belong to the earlier generation, and end with that secret.
    return proven === secrets[0] ? client : { ...client, generation: client.generation - 1 }
  })

  return (credentials: ClientCredentials | undefined) =>
    credentials === undefined ? authenticateDefault : prove(credentials)
})
