/**
 * Begins the seals of access rows, which decide who gets in (guarantees R78), when Garrison opens a database with a key
 * secret: it seals the rows that are there, once, and has a row of the audit say so.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { hasBegun } from "../audit/accessRows.ts"
import { type AccessRow, AccessRowStore, sealOfParts } from "../audit/AccessRowStore.ts"
import { Audit } from "../audit/Audit.ts"
import { AuditStore } from "../audit/AuditStore.ts"
import { made, Seals } from "../kernel/seal/Seals.ts"
import { Transaction } from "../kernel/work/Transaction.ts"
import { ENVIRONMENT_SUBJECT, environmentActs } from "./acts.ts"

/** Rows of one unit of work. */
const SEALED_AT_ONCE = 500

/**
 * Seals the rows that have no seal yet, and says so in the audit. Who writes a row meanwhile seals it, so a row that
 * was read without a seal and has one by now is left alone. A start that is stopped leaves the rest to the next one.
 */
const sealAll = Effect.fn("Audit.sealAccessRows")(function* (sealOf: (text: string) => string) {
  const store = yield* AccessRowStore
  const transaction = yield* Transaction
  const counts: Record<string, number> = {}
  for (const table of store.tables) {
    for (let after: AccessRow | undefined; ;) {
      const rows: ReadonlyArray<AccessRow> = yield* store.page(table, after, SEALED_AT_ONCE)
      const open = rows.filter(({ seal }) => seal === undefined)
      yield* transaction.run(
        store.sealFirst(
          table,
          open.map(({ id, parts }) => ({ id, seal: sealOfParts(parts, sealOf) })),
        ),
      )
      counts[table] = (counts[table] ?? 0) + open.length
      after = rows.at(-1)
      if (rows.length < SEALED_AT_ONCE) break
    }
  }
  const unit = Effect.gen(function* () {
    // Locked, so that of servers that start together one says so.
    yield* (yield* AuditStore).head
    const change = (yield* hasBegun) ? undefined : { after: { rows: counts } }
    return { answer: undefined, change }
  })
  yield* (yield* Audit).bySystem(environmentActs.sealAccessRows, ENVIRONMENT_SUBJECT, unit)
})

/** Has access rows sealed as they are written, and those of before sealed once. Nothing is sealed without a key. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const seals = yield* Seals
    if (seals.kind !== "keyed") return
    const sealOf = (text: string): string => made(seals.sealOf("keyed", text))
    let isBegun = yield* hasBegun
    yield* (yield* AccessRowStore).begin({ sealOf, isBegun: () => isBegun })
    if (isBegun) return
    yield* sealAll(sealOf)
    isBegun = true
  }),
)
