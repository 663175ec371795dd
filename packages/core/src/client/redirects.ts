/** Changes of a client's logins by redirect: where they return to, and their PKCE challenge (decisions, section 5). */
import * as Effect from "effect/Effect"
import { Purpose } from "../kernel/work/Purpose.ts"
import type { Act } from "../operation/Act.ts"
import { Audit } from "../audit/Audit.ts"
import { passHolder } from "../role/holder.ts"
import { beforeAndAfter, changeAsHolder, changedClient, clientSubject } from "./change.ts"
import { ClientStore } from "./ClientStore.ts"
import { findClient } from "./find.ts"
import { checkRedirects } from "./input.ts"
import { clientActs } from "./acts.ts"
import type { Client, RedirectEdit } from "./schema.ts"
import { ClientSettings } from "./settings.ts"

/** See `Clients.editRedirects`. */
export const editRedirects = Effect.fn("Clients.editRedirects")(function* (
  clientId: string,
  wanted: RedirectEdit,
  act: Act,
) {
  const audit = yield* Audit
  return yield* audit.perform(clientActs.editRedirects, act, clientSubject(clientId), (save) =>
    Effect.gen(function* () {
      const found = yield* findClient(clientId)
      yield* passHolder(act, found.permissions)
      yield* checkRedirects(found, wanted)
      const { pkceExempt, redirectUris } = wanted
      const unit = changeAsHolder(found, act, {
        ...(redirectUris !== undefined && { redirectUris: [...new Set(redirectUris)] }),
        ...(pkceExempt !== undefined && { pkceExempt }),
      })
      return yield* save(Effect.map(unit, beforeAndAfter))
    }),
  )
})

/** Clients that are read at once. */
const PAGE = 100

/** Gives a client the addresses of the settings, unless it has addresses by now. */
const take = Effect.fnUntraced(function* ({ clientId, clientUuid }: Client, redirectUris: ReadonlyArray<string>) {
  const audit = yield* Audit
  const store = yield* ClientStore
  const unit = Effect.gen(function* () {
    const changed = yield* store.change(clientUuid, { redirectUris, ifRedirectUrisUnset: true })
    return { answer: undefined, change: changed === "not_found" ? undefined : changedClient(changed).change }
  })
  yield* audit.bySystem(clientActs.takeRedirects, clientSubject(clientId), unit)
})

/**
 * Game clients that were made before clients had addresses take those of the settings, each in a unit of work of its
 * own. A start that is killed leaves the rest to the next one, and servers that start together agree.
 */
export const takeRedirects = Effect.gen(function* () {
  const store = yield* ClientStore
  const { redirectUris } = yield* ClientSettings
  if (redirectUris.length === 0 || (yield* Purpose) === "read") return
  for (let after: string | undefined = ""; after !== undefined;) {
    const page: ReadonlyArray<Client> = yield* store.list(after, PAGE)
    const without = page.filter((client) => client.kind === "game" && client.redirectUris === undefined)
    yield* Effect.forEach(without, (client) => take(client, redirectUris), { discard: true })
    after = page.length < PAGE ? undefined : page.at(-1)?.clientId
  }
})
