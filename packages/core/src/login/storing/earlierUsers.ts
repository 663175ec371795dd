/**
 * Gives portal users that were stored without an environment theirs, when Garrison opens a database. That needs the
 * settings, so that no step of the schema can do it. A start that is stopped leaves the rest as it was, and the next
 * one goes on; servers that start together share the work (decisions, section 4).
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { EnvironmentsRefused } from "../../environment/errors.ts"
import { logWarning } from "../../kernel/work/logWarning.ts"
import { Transaction } from "../../kernel/work/Transaction.ts"
import { PortalEnvironments } from "../../kernel/PortalEnvironments.ts"
import { type PortalUserPlace, PortalUserStore } from "./PortalUserStore.ts"
import { judgeEnvironments } from "../rules/environments.ts"

/** How many portal users are read at once. */
const READ_AT_ONCE = 1000

/** How many are changed at the same time, each in a unit of work of its own. */
const CHANGED_AT_ONCE = 16

const FIRST: PortalUserPlace = { environment: "", portalUserId: "", platform: "" }

/** Behind every portal user without an environment, and before every one that has one. */
const FIRST_WITHIN: PortalUserPlace = { environment: "\u0001", portalUserId: "", platform: "" }

/** Gives every portal user without an environment this one. Answers how many could not be given it. */
const assignAll = Effect.fnUntraced(function* (environment: string) {
  const store = yield* PortalUserStore
  const transaction = yield* Transaction
  let after = FIRST
  let left = 0
  for (;;) {
    const listed = yield* store.list(after, READ_AT_ONCE)
    const page = listed.filter((user) => user.environment === "")
    const given = yield* Effect.forEach(page, (user) => transaction.run(store.assign(user, environment)), {
      concurrency: CHANGED_AT_ONCE,
    })
    left += given.filter((isGiven) => !isGiven).length
    const last = page.at(-1)
    if (last === undefined || page.length < READ_AT_ONCE) return left
    after = last
  }
})

/** Settles the environments of stored portal users, or fails with what the settings must say first. */
export const settleEnvironments = Effect.gen(function* () {
  const environments = yield* PortalEnvironments
  if (environments === undefined) return
  const store = yield* PortalUserStore
  const [first] = yield* store.list(FIRST, 1)
  const [within] = yield* store.list(FIRST_WITHIN, 1)
  const stored = { without: first?.environment === "", within: within !== undefined }
  const verdict = judgeEnvironments(environments, stored)
  if (verdict.is === "refused") {
    return yield* new EnvironmentsRefused({ code: "invalid_settings", reason: verdict.reason })
  }
  if (verdict.is === "settled") return
  const left = yield* assignAll(verdict.environment)
  if (left === 0) return
  yield* logWarning(
    `${left} users of foxtrot stay without an environment, and do not log in: ${verdict.environment} has others of their ids. They were stored while another server had other settings of foxtrot.`,
  )
}).pipe(Effect.withSpan("login.settleEnvironments"))

/** Settles them before the layer is there. */
export const layer = Layer.effectDiscard(settleEnvironments)
