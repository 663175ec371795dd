/** A machine client's own account, and its change by itself (interface, section 4.3; decisions, section 8). */
import * as Effect from "effect/Effect"
import type { Act } from "../operation/Act.ts"
import { Audit } from "../audit/Audit.ts"
import { ForwardClock } from "../kernel/time/ForwardClock.ts"
import { ClientUuid } from "../kernel/Identifier.ts"
import { PermissionDenied } from "../permission/errors.ts"
import { holdsAny } from "../permission/rules.ts"
import { TokenRefused } from "../token/errors.ts"
import type { Caller } from "../kernel/Caller.ts"
import { SessionStore } from "../token/SessionStore.ts"
import { changedClient, clientSubject, recheckClient } from "./change.ts"
import { type ClientChange, ClientStore } from "./ClientStore.ts"
import { checkUpdate } from "./input.ts"
import { clientActs } from "./acts.ts"
import { maskOf } from "./rules.ts"
import type { ClientWithSecrets, KeptM2mAccount, M2mAccount, M2mUpdate, M2mUpdateQuery } from "./schema.ts"
import { generateSecret, secretOf } from "./secret.ts"
import { ClientSettings } from "./settings.ts"

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
 * How the caller's session stands now. An ended session is refused, whether the request is a repetition or not. So is a
 * caller whose permission was withdrawn: this process may remember it for a minute, and a secret outlives the minute.
 */
const standingOf = Effect.fnUntraced(function* (caller: Caller) {
  const sessions = yield* SessionStore
  const clock = yield* ForwardClock
  const standing = yield* sessions.standing(caller, caller.tokenId, yield* clock.now)
  if (standing === "ended") return yield* new TokenRefused({ code: "auth_token_expired" })
  return holdsAny(standing.permissions ?? [], clientActs.updateOwn.permissions) ? standing : yield* denied
})

/**
 * The generation in which the caller may change the secret. The current secret must have opened the caller's session. A
 * session that the earlier secret opened is denied. Otherwise a thief with a copied token or secret could set the next
 * secret.
 */
const generationOf = Effect.fnUntraced(function* (caller: Caller) {
  const standing = yield* standingOf(caller)
  return standing.is === "current" && standing.generation !== undefined ? standing.generation : yield* denied
})

/** See `Clients.updateOwn`. */
export const updateOwn = Effect.fnUntraced(function* (
  caller: Caller,
  update: M2mUpdate,
  query: M2mUpdateQuery,
  act: Act,
) {
  const audit = yield* Audit
  const store = yield* ClientStore
  return yield* audit.perform(clientActs.updateOwn, act, clientSubject(caller.clientId), (save) =>
    Effect.gen(function* () {
      if (caller.kind !== "machine" || act.actor.id !== caller.subject) return yield* denied
      const isRotation = query.rotate_secret === true
      const asksForSecret = isRotation || update.client_secret !== undefined
      const generation = asksForSecret ? { ifGeneration: yield* generationOf(caller) } : {}
      yield* checkUpdate(update, query)
      const secret = isRotation ? yield* generateSecret : update.client_secret
      if (secret === undefined && update.description === undefined) {
        return yield* accountOfCaller(caller, yield* store.findById(caller.clientId), undefined)
      }
      const wanted: ClientChange = {
        ...generation,
        ifRevision: act.ifRevision,
        ...(secret === undefined ? {} : { secret: yield* replacementBy(secret, isRotation) }),
        ...(update.description === undefined ? {} : { description: update.description }),
      }
      const shown = act.dryRun === true && isRotation ? "****" : secret
      const unit = Effect.gen(function* () {
        // The change asks for the generation. A session may also end by itself since the check above.
        if (asksForSecret) yield* standingOf(caller)
        const changed = yield* store.change(ClientUuid.make(caller.subject), wanted)
        if (changed === "not_found") return yield* notChanged(caller, act)
        if (secret !== undefined) yield* recheckClient(caller.clientId)
        // When this denies, the unit of work undoes the change.
        return { ...changedClient(changed), answer: yield* accountOfCaller(caller, changed.after, shown) }
      })
      return yield* save(unit)
    }),
  )
})

/** The secret before stays valid for a while after a rotation, and stops at once when the client chose the new one. */
const replacementBy = Effect.fnUntraced(function* (secret: string, isRotation: boolean) {
  const clock = yield* ForwardClock
  const { secretOverlapSeconds } = yield* ClientSettings
  const now = yield* clock.now
  return { secret: yield* secretOf(secret, now), previousExpires: now + (isRotation ? secretOverlapSeconds * 1000 : 0) }
})

/**
 * Why nothing was changed: the account does not exist, has another revision than asked for, or has a new generation.
 */
const notChanged = Effect.fnUntraced(function* (caller: Caller, act: Act) {
  const store = yield* ClientStore
  const audit = yield* Audit
  const found = act.ifRevision === undefined ? undefined : yield* store.findById(caller.clientId)
  if (found === undefined || found.client.revision === act.ifRevision) return yield* denied
  return yield* audit.changedSince(clientSubject(caller.clientId), act, found.client.revision)
})

/** See `Clients.recallOwn`. */
export const recallOwn = Effect.fnUntraced(function* (caller: Caller, kept: KeptM2mAccount) {
  const store = yield* ClientStore
  if (caller.kind !== "machine") return yield* denied
  yield* accountOfCaller(caller, yield* store.findById(caller.clientId), undefined)
  const standing = yield* standingOf(caller)
  return standing.is === "current" || caller.sessionId === kept.sessionId ? kept.account : yield* denied
})
