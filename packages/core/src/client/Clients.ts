/** API consumers: who they are, how they prove it, and their secrets (decisions, sections 3 and 8). */
import * as Context from "effect/Context"
import * as Digest from "effect/crypto/Digest"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { forwardClock } from "../kernel/ForwardClock.ts"
import { ClientUuid } from "../kernel/Identifier.ts"
import { InvalidInput } from "../kernel/Invalid.ts"
import { Transaction } from "../kernel/Transaction.ts"
import type { PermissionDenied } from "../permission/errors.ts"
import type { TokenRefused } from "../token/errors.ts"
import type { Caller } from "../token/schema.ts"
import { SessionStore } from "../token/SessionStore.ts"
import { VerifiedTokens } from "../token/VerifiedTokens.ts"
import { type ClientChange, ClientStore } from "./ClientStore.ts"
import {
  authenticate,
  authenticateDefault,
  type ClientServices,
  forgetTokens,
  gatherUses,
  generateSecret,
  secretOf,
} from "./credentials.ts"
import { ClientConflict, ClientNotFound, type ClientRefused } from "./errors.ts"
import { checkNewClient, checkRotation } from "./input.ts"
import { recallOwn, updateOwn } from "./ownAccount.ts"
import { defaultGrants, isClientId } from "./rules.ts"
import type {
  Client,
  ClientCreated,
  ClientCredentials,
  KeptM2mAccount,
  M2mAccount,
  M2mUpdate,
  M2mUpdateQuery,
  NewClient,
} from "./schema.ts"
import { ClientSettings } from "./settings.ts"

const LIST_LIMIT_DEFAULT = 100
const LIST_LIMIT_MAX = 1000

const notAMarker = () =>
  new InvalidInput({ detail: [{ loc: ["after"], msg: "must be a client_id", type: "value_error" }] })

const notFound = Effect.suspend(() => Effect.fail(new ClientNotFound({ code: "resource_not_found" })))

const change = (on: ClientServices, { clientUuid, clientId }: Client, wanted: ClientChange) => {
  const unit = Effect.tap(on.store.change(clientUuid, wanted), forgetTokens(on, clientId))
  return Effect.flatMap(on.transaction.run(unit), (changed) =>
    changed === "not_found" ? notFound : Effect.succeed(changed),
  )
}

const create = Effect.fnUntraced(function* (on: ClientServices, wanted: NewClient) {
  yield* checkNewClient(wanted)
  const now = yield* on.now
  const clientUuid = ClientUuid.make(yield* on.random.uuidV7())
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
    created: now,
    generation: 0,
  }
  const secret = client.public ? undefined : yield* generateSecret(on)
  const record = secret === undefined ? undefined : yield* secretOf(on, secret, now)
  const outcome = yield* on.transaction.run(on.store.insert(client, record))
  if (outcome === "client_id_taken") return yield* new ClientConflict({ code: outcome })
  const created: ClientCreated = secret === undefined ? { client } : { client, secret }
  return created
})

const rotate = Effect.fnUntraced(function* (on: ClientServices, clientId: string, overlapSeconds: number) {
  const found = isClientId(clientId) ? yield* on.store.findById(clientId) : undefined
  if (found === undefined) return yield* notFound
  yield* checkRotation(found.client, overlapSeconds)
  const now = yield* on.now
  const secret = yield* generateSecret(on)
  const { client } = yield* change(on, found.client, {
    secret: { secret: yield* secretOf(on, secret, now), previousExpires: now + overlapSeconds * 1000 },
  })
  return { client, secret }
})

/** Keeps clients and checks their credentials. */
export class Clients extends Context.Service<
  Clients,
  {
    /**
     * The client that these credentials prove. Without credentials: the default public client of the settings. Every
     * refusal is the same and costs the same.
     */
    readonly authenticate: (credentials: ClientCredentials | undefined) => Effect.Effect<Client, ClientRefused>
    /** Creates a client; permissions and grants are those of closed lists, and a public client is a game. */
    readonly create: (wanted: NewClient) => Effect.Effect<ClientCreated, ClientConflict | InvalidInput>
    /**
     * Up to `limit` (default 100, at most 1000) clients after `after`, by `client_id`. There need be no client `after`;
     * but what cannot be a `client_id` is refused, or a caller with a broken marker would read the first page for ever.
     */
    readonly list: (page?: {
      readonly after?: string
      readonly limit?: number
    }) => Effect.Effect<ReadonlyArray<Client>, InvalidInput>
    /** The client with this `client_id`, disabled or not. */
    readonly find: (clientId: string) => Effect.Effect<Client, ClientNotFound>
    /**
     * Gives the client a generated secret; the one before it stays valid for the overlap (default from the settings).
     * The sessions of a machine client end with the secret that opened them: without an overlap at once, in other
     * processes within a minute. Players who logged in through a game client stay logged in.
     */
    readonly rotate: (
      clientId: string,
      options?: { readonly overlapSeconds?: number },
    ) => Effect.Effect<{ readonly client: Client; readonly secret: string }, ClientNotFound | InvalidInput>
    /**
     * Changes the calling machine client itself: PUT /v2/account/me/m2m-credentials (interface, section 4.3). A secret
     * is changed only by a session that the current one opened.
     */
    readonly updateOwn: (
      caller: Caller,
      update: M2mUpdate,
      query: M2mUpdateQuery,
    ) => Effect.Effect<M2mAccount, PermissionDenied | TokenRefused | InvalidInput>
    /**
     * The answer to an earlier {@link updateOwn}, which may hold the secret: for the session that asked for the change
     * while it is open, and for those that the current secret has opened.
     */
    readonly recallOwn: (
      caller: Caller,
      kept: KeptM2mAccount,
    ) => Effect.Effect<M2mAccount, PermissionDenied | TokenRefused | InvalidInput>
    /**
     * Makes a client's credentials be refused from now on, or ends that. Disabling ends every session of the client, of
     * players who logged in through it too: their access tokens are refused at once in this process, and within a
     * minute in others. They stay ended when the client is enabled again.
     */
    readonly setDisabled: (clientId: string, disabled: boolean) => Effect.Effect<Client, ClientNotFound>
    /** Deletes a client with its secrets. Its sessions end as by {@link setDisabled}. */
    readonly remove: (clientId: string) => Effect.Effect<void, ClientNotFound>
  }
>()("@garrison/core/client/Clients") {
  static readonly layer = Layer.effect(
    Clients,
    Effect.gen(function* () {
      const timeOf = forwardClock()
      const on: ClientServices = {
        store: yield* ClientStore,
        sessions: yield* SessionStore,
        verified: yield* VerifiedTokens,
        transaction: yield* Transaction,
        random: yield* SecureRandom.SecureRandom,
        digest: yield* Digest.Digest,
        settings: yield* ClientSettings,
        now: Effect.clockWith((clock) => Effect.sync(() => timeOf(clock))),
      }
      const recordUse = yield* gatherUses(on)
      const find = Effect.fn("Clients.find")(function* (clientId: string) {
        const found = isClientId(clientId) ? yield* on.store.findById(clientId) : undefined
        return found === undefined ? yield* notFound : found.client
      })
      return Clients.of({
        authenticate: (credentials) =>
          credentials === undefined ? authenticateDefault(on) : authenticate(on, credentials, recordUse),
        create: Effect.fn("Clients.create")((wanted) => create(on, wanted)),
        list: Effect.fn("Clients.list")(function* (page) {
          const limit = Math.min(Math.max(1, Math.trunc(page?.limit ?? LIST_LIMIT_DEFAULT)), LIST_LIMIT_MAX)
          const after = page?.after
          if (after !== undefined && !isClientId(after)) return yield* notAMarker()
          return yield* on.store.list(after ?? "", limit)
        }),
        find,
        rotate: Effect.fn("Clients.rotate")((clientId, options) =>
          rotate(on, clientId, options?.overlapSeconds ?? on.settings.secretOverlapSeconds),
        ),
        updateOwn: (caller, update, query) => updateOwn(on, caller, update, query),
        recallOwn: (caller, kept) => recallOwn(on, caller, kept),
        setDisabled: Effect.fn("Clients.setDisabled")(function* (clientId, disabled) {
          return (yield* change(on, yield* find(clientId), { disabled })).client
        }),
        remove: Effect.fn("Clients.remove")(function* (clientId) {
          const { clientUuid } = yield* find(clientId)
          const removed = yield* on.transaction.run(Effect.tap(on.store.remove(clientUuid), forgetTokens(on, clientId)))
          if (!removed) yield* notFound
        }),
      })
    }),
  )
}
