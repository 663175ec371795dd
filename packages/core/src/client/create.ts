/** Creates a client (decisions, sections 3 and 8). */
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import type { Act } from "../operation/Act.ts"
import { Audit } from "../audit/Audit.ts"
import { ForwardClock } from "../kernel/time/ForwardClock.ts"
import { ClientUuid } from "../kernel/Identifier.ts"
import { passHolder } from "../role/holder.ts"
import { clientSubject } from "./change.ts"
import { ClientStore } from "./ClientStore.ts"
import { ClientConflict } from "./errors.ts"
import { checkNewClient } from "./input.ts"
import { clientActs } from "./acts.ts"
import { defaultGrants, describe } from "./rules.ts"
import type { Client, NewClient } from "./schema.ts"
import { generateSecret, secretOf, shownOnce } from "./secret.ts"

/** See `Clients.create`. */
export const create = Effect.fn("Clients.create")(function* (wanted: NewClient, act: Act) {
  const audit = yield* Audit
  const store = yield* ClientStore
  return yield* audit.perform(clientActs.create, act, clientSubject(wanted.clientId ?? ""), (save) =>
    Effect.gen(function* () {
      yield* passHolder(act, wanted.permissions)
      yield* checkNewClient(wanted)
      const client = yield* newClient(wanted)
      const secret = client.public ? undefined : yield* generateSecret
      const record = secret === undefined ? undefined : yield* secretOf(secret, client.created)
      const unit = Effect.gen(function* () {
        const outcome = yield* store.insert(client, record)
        if (outcome === "client_id_taken") return yield* new ClientConflict({ code: outcome })
        const after = describe({ client, secrets: record === undefined ? [] : [record] })
        return { answer: undefined, change: { subject: clientSubject(client.clientId), revision: 0, after } }
      })
      yield* save(unit)
      return shownOnce(client, secret, act)
    }),
  )
})

const newClient = Effect.fnUntraced(function* (wanted: NewClient) {
  const { now } = yield* ForwardClock
  const random = yield* SecureRandom.SecureRandom
  const created = yield* now
  const clientUuid = ClientUuid.make(yield* random.uuidV7())
  const client: Client = {
    clientUuid,
    clientId: wanted.clientId ?? clientUuid,
    kind: wanted.kind,
    description: wanted.description,
    orgId: wanted.orgId?.toLowerCase(),
    permissions: [...new Set(wanted.permissions)],
    grants: wanted.grants ?? defaultGrants(wanted.kind),
    public: wanted.public ?? false,
    disabled: false,
    created,
    generation: 0,
    revision: 0,
    redirectUris: [...new Set(wanted.redirectUris)],
    pkceExempt: wanted.pkceExempt ?? false,
  }
  return client
})
