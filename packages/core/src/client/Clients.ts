/** API consumers: their identity, their credentials and their secrets (decisions, sections 3 and 8). */
import * as Context from "effect/Context"
import * as Digest from "effect/crypto/Digest"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Act } from "../audit/Actor.ts"
import { type ActRefused, Audit } from "../audit/Audit.ts"
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
import { clientOperations } from "./operations.ts"
import { defaultGrants, describe, isClientId } from "./rules.ts"
import { changedClient, clientSubject } from "./subject.ts"
import { recallOwn, updateOwn } from "./updateOwn.ts"
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

/** The unit of work of a change. When it is durable, cached tokens of the client are checked again. */
const changing = Effect.fnUntraced(function* (
  on: ClientServices,
  { clientUuid, clientId }: Client,
  act: Act,
  wanted: ClientChange,
) {
  const changed = yield* on.store.change(clientUuid, { ...wanted, ifRevision: act.ifRevision })
  if (changed === "not_found") return yield* missing(on, clientId, act)
  yield* forgetTokens(on, clientId)
  return changed
})

/** Refuses an act on a client that does not exist, or that has another revision than the act asks for. */
const missing = Effect.fnUntraced(function* (on: ClientServices, clientId: string, act: Act) {
  const found = yield* on.store.findById(clientId)
  if (found === undefined || act.ifRevision === undefined) return yield* notFound
  return yield* on.audit.changedSince(clientSubject(clientId), act, found.client.revision)
})

const find = Effect.fnUntraced(function* (on: ClientServices, clientId: string) {
  const found = isClientId(clientId) ? yield* on.store.findById(clientId) : undefined
  return found === undefined ? yield* notFound : found.client
})

const create = (on: ClientServices, wanted: NewClient, act: Act) =>
  on.audit.perform(clientOperations.create, act, clientSubject(wanted.clientId ?? ""), (save) =>
    Effect.gen(function* () {
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
        revision: 0,
      }
      const secret = client.public ? undefined : yield* generateSecret(on)
      const record = secret === undefined ? undefined : yield* secretOf(on, secret, now)
      const unit = Effect.gen(function* () {
        const outcome = yield* on.store.insert(client, record)
        if (outcome === "client_id_taken") return yield* new ClientConflict({ code: outcome })
        const after = describe({ client, secrets: record === undefined ? [] : [record] })
        return { answer: undefined, change: { subject: clientSubject(client.clientId), revision: 0, after } }
      })
      yield* save(unit)
      return shownOnce(client, secret, act)
    }),
  )

/** The client, with its secret if the secret was stored. A dry run shows no secret. */
const shownOnce = (client: Client, secret: string | undefined, act: Act): ClientCreated =>
  secret === undefined || act.dryRun === true ? { client } : { client, secret }

const rotate = (on: ClientServices, clientId: string, overlapSeconds: number, act: Act) =>
  on.audit.perform(clientOperations.rotate, act, clientSubject(clientId), (save) =>
    Effect.gen(function* () {
      const found = yield* find(on, clientId)
      yield* checkRotation(found, overlapSeconds)
      const now = yield* on.now
      const secret = yield* generateSecret(on)
      const replacement = { secret: yield* secretOf(on, secret, now), previousExpires: now + overlapSeconds * 1000 }
      const changed = changing(on, found, act, { secret: replacement })
      const client = yield* save(Effect.map(changed, changedClient))
      return shownOnce(client, secret, act)
    }),
  )

const setDisabled = (on: ClientServices, clientId: string, disabled: boolean, act: Act) =>
  on.audit.perform(clientOperations.setDisabled, act, clientSubject(clientId), (save) =>
    Effect.flatMap(find(on, clientId), (found) =>
      save(Effect.map(changing(on, found, act, { disabled }), changedClient)),
    ),
  )

const remove = (on: ClientServices, clientId: string, act: Act) =>
  on.audit.perform(clientOperations.remove, act, clientSubject(clientId), (save) =>
    Effect.gen(function* () {
      const { clientUuid } = yield* find(on, clientId)
      const unit = Effect.gen(function* () {
        const before = yield* on.store.findById(clientId)
        if (before === undefined || !(yield* on.store.remove(clientUuid, act.ifRevision))) {
          return yield* missing(on, clientId, act)
        }
        yield* forgetTokens(on, clientId)
        const change = { revision: before.client.revision + 1, before: describe(before) }
        return { answer: undefined, change }
      })
      yield* save(unit)
    }),
  )

/** Keeps clients and checks their credentials. */
export class Clients extends Context.Service<
  Clients,
  {
    /**
     * The client that these credentials prove. Without credentials: the default public client of the settings. Every
     * refusal has the same answer and the same cost.
     */
    readonly authenticate: (credentials: ClientCredentials | undefined) => Effect.Effect<Client, ClientRefused>
    /** Creates a client. Permissions and grants come from closed lists. A public client must be a game. */
    readonly create: (
      wanted: NewClient,
      act: Act,
    ) => Effect.Effect<ClientCreated, ClientConflict | InvalidInput | ActRefused>
    /**
     * Up to `limit` (default 100, at most 1000) clients after `after`, sorted by `client_id`. The client `after` need
     * not exist. But a text that cannot be a `client_id` is refused; otherwise a caller with a broken marker would read
     * the first page for ever.
     */
    readonly list: (page?: {
      readonly after?: string
      readonly limit?: number
    }) => Effect.Effect<ReadonlyArray<Client>, InvalidInput>
    /** The client with this `client_id`, also a disabled client. */
    readonly find: (clientId: string) => Effect.Effect<Client, ClientNotFound>
    /**
     * Gives the client a generated secret. The secret before it stays valid for the overlap (default from the
     * settings). The sessions of a machine client end with the secret that opened them. Without an overlap they end at
     * once in this process, and within a minute in other processes. Players who logged in through a game client stay
     * logged in.
     */
    readonly rotate: (
      clientId: string,
      options: { readonly overlapSeconds?: number },
      act: Act,
    ) => Effect.Effect<ClientCreated, ClientNotFound | InvalidInput | ActRefused>
    /**
     * Changes the calling machine client itself: PUT /v2/account/me/m2m-credentials (interface, section 4.3). The actor
     * is that machine. Only a session that the current secret opened may change the secret.
     */
    readonly updateOwn: (
      caller: Caller,
      update: M2mUpdate,
      query: M2mUpdateQuery,
      act: Act,
    ) => Effect.Effect<M2mAccount, TokenRefused | InvalidInput | ActRefused>
    /**
     * The answer to an earlier {@link updateOwn}, which may hold the secret. It is for the session that asked for the
     * change, while that session is open, and for sessions that the current secret opened.
     */
    readonly recallOwn: (
      caller: Caller,
      kept: KeptM2mAccount,
    ) => Effect.Effect<M2mAccount, PermissionDenied | TokenRefused>
    /**
     * Disables a client, so that its credentials are refused, or enables it. Disabling ends every session of the
     * client, also those of players who logged in through it. Their access tokens are refused at once in this process,
     * and within a minute in others. The sessions stay ended when the client is enabled again.
     */
    readonly setDisabled: (
      clientId: string,
      disabled: boolean,
      act: Act,
    ) => Effect.Effect<Client, ClientNotFound | ActRefused>
    /** Deletes a client with its secrets. Its sessions end as with {@link setDisabled}. */
    readonly remove: (clientId: string, act: Act) => Effect.Effect<void, ClientNotFound | ActRefused>
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
        audit: yield* Audit,
        now: Effect.clockWith((clock) => Effect.sync(() => timeOf(clock))),
      }
      const recordUse = yield* gatherUses(on)
      return Clients.of({
        authenticate: (credentials) =>
          credentials === undefined ? authenticateDefault(on) : authenticate(on, credentials, recordUse),
        create: Effect.fn("Clients.create")((wanted, act) => create(on, wanted, act)),
        list: Effect.fn("Clients.list")(function* (page) {
          const limit = Math.min(Math.max(1, Math.trunc(page?.limit ?? LIST_LIMIT_DEFAULT)), LIST_LIMIT_MAX)
          const after = page?.after
          if (after !== undefined && !isClientId(after)) return yield* notAMarker()
          return yield* on.store.list(after ?? "", limit)
        }),
        find: Effect.fn("Clients.find")((clientId) => find(on, clientId)),
        rotate: Effect.fn("Clients.rotate")((clientId, { overlapSeconds }, act) =>
          rotate(on, clientId, overlapSeconds ?? on.settings.secretOverlapSeconds, act),
        ),
        updateOwn: (caller, update, query, act) => updateOwn(on, caller, update, query, act),
        recallOwn: (caller, kept) => recallOwn(on, caller, kept),
        setDisabled: Effect.fn("Clients.setDisabled")((clientId, disabled, act) =>
          setDisabled(on, clientId, disabled, act),
        ),
        remove: Effect.fn("Clients.remove")((clientId, act) => remove(on, clientId, act)),
      })
    }),
  )
}
