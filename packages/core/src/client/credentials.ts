/**
 * Proof of clients: generated secrets, their stored form, and the check of presented secrets (decisions, sections 3 and
 * 8).
 */
import * as Digest from "effect/crypto/Digest"
import * as Mac from "effect/crypto/Mac"
import type * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import type { Audit } from "../audit/Audit.ts"
import { runEvery, warningOf } from "../kernel/Background.ts"
import { SECRET_BYTES, secretText } from "../kernel/SecretText.ts"
import type { Timestamp } from "../kernel/Timestamp.ts"
import type { Transaction } from "../kernel/Transaction.ts"
import { utf8 } from "../kernel/Utf8.ts"
import type { SessionStore } from "../token/SessionStore.ts"
import type { VerifiedTokens } from "../token/VerifiedTokens.ts"
import type { ClientStore } from "./ClientStore.ts"
import { ClientRefused } from "./errors.ts"
import { CLIENT_SECRET_PREFIX, isClientId, isLive, lastFourOf } from "./rules.ts"
import type { ClientCredentials, ClientSecret } from "./schema.ts"
import type { ClientSettings } from "./settings.ts"

/** Seconds between two writes of the last uses of secrets. */
const USE_WRITE_SECONDS = 60

/** The services that functions about clients use. */
export interface ClientServices {
  readonly store: ClientStore["Service"]
  readonly sessions: SessionStore["Service"]
  readonly verified: VerifiedTokens["Service"]
  readonly transaction: Transaction["Service"]
  readonly random: SecureRandom.SecureRandom["Service"]
  readonly digest: Digest.Digest["Service"]
  readonly settings: ClientSettings
  readonly audit: Audit["Service"]
  /** A time that never goes back, so that an expired secret stays expired. */
  readonly now: Effect.Effect<Timestamp>
}

const refused = Effect.suspend(() => Effect.fail(new ClientRefused({ code: "client_credentials_invalid" })))
const hashOf = (on: ClientServices, secret: string) => on.digest.digest(Digest.sha256, utf8(secret))

/** Makes cached access tokens of this client be checked again, as soon as the running unit of work is durable. */
export const forgetTokens = (on: ClientServices, clientId: string) =>
  on.transaction.afterCommit(Effect.sync(() => on.verified.forgetClient(clientId)))

/** The text of a new secret. */
export const generateSecret = (on: ClientServices) =>
  Effect.map(on.random.randomBytes(SECRET_BYTES), (random) => secretText(CLIENT_SECRET_PREFIX, random))

/** The stored form of a secret. */
export const secretOf = Effect.fnUntraced(function* (on: ClientServices, secret: string, now: Timestamp) {
  const record: ClientSecret = {
    secretId: yield* on.random.uuidV7(),
    hash: yield* hashOf(on, secret),
    lastFour: lastFourOf(secret),
    created: now,
    expires: undefined,
    lastUsed: undefined,
  }
  return record
})

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

/** The client that these credentials prove. The secret of a public client is empty. */
export const authenticate = Effect.fnUntraced(function* (
  on: ClientServices,
  credentials: ClientCredentials,
  recordUse: (secret: ClientSecret, now: Timestamp) => void,
) {
  const now = yield* on.now
  const hash = yield* hashOf(on, credentials.secret)
  const { client, secrets } = yield* on.store.findForProof(isClientId(credentials.clientId) ? credentials.clientId : "")
  const proven = provenSecret(secrets, hash, now)
  if (client.disabled) return yield* refused
  if (client.public && credentials.secret.length === 0) return client
  if (proven === undefined) return yield* refused
  recordUse(proven, now)
  // Sessions that the earlier secret opens belong to the earlier generation, and end with that secret.
  return proven === secrets[0] ? client : { ...client, generation: client.generation - 1 }
})

/** The client for requests without client credentials. */
export const authenticateDefault = Effect.fnUntraced(function* (on: ClientServices) {
  const clientId = on.settings.defaultClientId
  const found = clientId === undefined ? undefined : yield* on.store.findById(clientId)
  return found !== undefined && found.client.public && !found.client.disabled ? found.client : yield* refused
})

/** Collects the last uses of secrets and writes them once a minute, so that no login waits for the write. */
export const gatherUses = Effect.fnUntraced(function* (on: ClientServices) {
  const uses = new Map<string, Timestamp>()
  const write = Effect.suspend(() => {
    if (uses.size === 0) return Effect.void
    const written = new Map(uses)
    uses.clear()
    return on.transaction.run(on.store.recordUse(written))
  }).pipe(warningOf("the last use of client secrets was not recorded"))
  yield* Effect.addFinalizer(() => write)
  yield* runEvery(`${USE_WRITE_SECONDS} seconds`)(write)
  return (secret: ClientSecret, now: Timestamp): void => {
    uses.set(secret.secretId, now)
  }
})
