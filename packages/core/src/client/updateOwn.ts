/** A machine client's own account, and its change by itself (interface, section 4.3; decisions, section 8). */
import * as Effect from "effect/Effect"
import type { Act } from "../audit/Actor.ts"
import { ClientUuid } from "../kernel/Identifier.ts"
import { PermissionDenied } from "../permission/errors.ts"
import { holdsAny } from "../permission/rules.ts"
import { TokenRefused } from "../token/errors.ts"
import type { Caller } from "../token/schema.ts"
import type { ClientChange } from "./ClientStore.ts"
import { type ClientServices, forgetTokens, generateSecret, secretOf } from "./credentials.ts"
import { checkUpdate } from "./input.ts"
import { clientOperations } from "./operations.ts"
import { maskOf } from "./rules.ts"
import type { ClientWithSecrets, KeptM2mAccount, M2mAccount, M2mUpdate, M2mUpdateQuery } from "./schema.ts"
import { changedClient, clientSubject } from "./subject.ts"

const denied = Effect.suspend(() => Effect.fail(new PermissionDenied({ code: "insufficient_permissions" })))

const accountOf = (found: ClientWithSecrets, secret: string | undefined): M2mAccount => ({
  account_id: found.client.clientUuid,
  client_secret: secret ?? maskOf(found.secrets[0]),
  ...(found.client.description === undefined ? {} : { description: found.client.description }),
  ...(found.client.orgId === undefined ? {} : { org_id: found.client.orgId }),
})

/** The caller's account, as it is answered. Denied when the stored account is not the caller's own. */
const accountOfCaller = Effect.fnUntraced(function* (
  caller: Caller,
  found: ClientWithSecrets | undefined,
  secret: string | undefined,
) {
  // A token may outlive its account.
  if (found === undefined || found.client.disabled) return yield* denied
  if (found.client.clientUuid !== caller.subject || found.client.clientId !== caller.clientId) return yield* denied
  return accountOf(found, secret)
})

/**
 * The generation in which the caller may change the secret. The current secret must have opened the caller's session. A
 * session that the earlier secret opened is denied. An ended session is refused, whether the request is a repetition or
 * not. Otherwise a thief with a copied token or secret could set the next secret.
 */
const generationOf = Effect.fnUntraced(function* (on: ClientServices, caller: Caller) {
  const standing = yield* on.sessions.standing(caller, caller.tokenId, yield* on.now)
  if (standing === "ended") return yield* new TokenRefused({ code: "auth_token_expired" })
  return standing.is === "current" && standing.generation !== undefined ? standing.generation : yield* denied
})

/** Whether the caller may change or see an account of its own. */
const isMachine = (caller: Caller): boolean =>
  caller.kind === "machine" && holdsAny(caller.permissions, clientOperations.updateOwn.permissions)

/** See `Clients.updateOwn`. */
export const updateOwn = (on: ClientServices, caller: Caller, update: M2mUpdate, query: M2mUpdateQuery, act: Act) =>
  on.audit.perform(clientOperations.updateOwn, act, clientSubject(caller.clientId), (save) =>
    Effect.gen(function* () {
      if (!isMachine(caller) || act.actor.id !== caller.subject) return yield* denied
      const isRotation = query.rotate_secret === true
      const asksForSecret = isRotation || update.client_secret !== undefined
      const generation = asksForSecret ? { ifGeneration: yield* generationOf(on, caller) } : {}
      yield* checkUpdate(update, query)
      const secret = isRotation ? yield* generateSecret(on) : update.client_secret
      if (secret === undefined && update.description === undefined) {
        return yield* accountOfCaller(caller, yield* on.store.findById(caller.clientId), undefined)
      }
      const now = yield* on.now
      const previousExpires = now + (isRotation ? on.settings.secretOverlapSeconds * 1000 : 0)
      const wanted: ClientChange = {
        ...generation,
        ifRevision: act.ifRevision,
        ...(secret === undefined ? {} : { secret: { secret: yield* secretOf(on, secret, now), previousExpires } }),
        ...(update.description === undefined ? {} : { description: update.description }),
      }
      const shown = act.dryRun === true && isRotation ? "****" : secret
      const unit = Effect.gen(function* () {
        const changed = yield* on.store.change(ClientUuid.make(caller.subject), wanted)
        if (changed === "not_found") return yield* notChanged(on, caller, act)
        if (secret !== undefined) yield* forgetTokens(on, caller.clientId)
        // When this denies, the unit of work undoes the change.
        return { ...changedClient(changed), answer: yield* accountOfCaller(caller, changed.after, shown) }
      })
      return yield* save(unit)
    }),
  )

/**
 * Why nothing was changed: the account does not exist, has another revision than asked for, or has a new generation.
 */
const notChanged = Effect.fnUntraced(function* (on: ClientServices, caller: Caller, act: Act) {
  const found = act.ifRevision === undefined ? undefined : yield* on.store.findById(caller.clientId)
  if (found === undefined || found.client.revision === act.ifRevision) return yield* denied
  return yield* on.audit.changedSince(clientSubject(caller.clientId), act, found.client.revision)
})

/** See `Clients.recallOwn`. */
export const recallOwn = Effect.fnUntraced(function* (on: ClientServices, caller: Caller, kept: KeptM2mAccount) {
  if (!isMachine(caller)) return yield* denied
  yield* accountOfCaller(caller, yield* on.store.findById(caller.clientId), undefined)
  const standing = yield* on.sessions.standing(caller, caller.tokenId, yield* on.now)
  if (standing === "ended") return yield* new TokenRefused({ code: "auth_token_expired" })
  return standing.is === "current" || caller.sessionId === kept.sessionId ? kept.account : yield* denied
})
