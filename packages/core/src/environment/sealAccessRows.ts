/**
 * Begins the seals of access rows, which decide who gets in (guarantees R78), when Garrison opens a database with a key
 * secret: it seals the rows that are there, once, and has a row of the audit say so. Where there are many, a start does
 * not wait for it.
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { hasBegun } from "../audit/accessRows.ts"
import { type AccessRow, AccessRowStore, sealOfParts } from "../audit/AccessRowStore.ts"
import { Audit } from "../audit/Audit.ts"
import { AuditStore } from "../audit/AuditStore.ts"
import { made, Seals } from "../kernel/seal/Seals.ts"
import { pruning } from "../kernel/work/Background.ts"
import { Purpose } from "../kernel/work/Purpose.ts"
import { Transaction } from "../kernel/work/Transaction.ts"
import { ENVIRONMENT_SUBJECT, environmentActs } from "./acts.ts"

/** Rows of one unit of work. */
const SEALED_AT_ONCE = 500

/** The audit says that all rows are sealed: one without a seal is none to be sealed any more. */
class Begun extends Data.TaggedError("Begun") {}

/**
 * Seals the rows of one part that have no seal yet, and answers with the part. Who writes a row meanwhile seals it, so
 * a row that was read without a seal and has one by now is left alone. The rows are locked before the end of the audit,
 * as in every act. Nothing is sealed once the audit says that all are.
 */
const sealPart = Effect.fnUntraced(function* (
  table: string,
  after: AccessRow | undefined,
  sealOf: (text: string) => string,
) {
  const [chain, store, { inTurn, run }] = [yield* AuditStore, yield* AccessRowStore, yield* Transaction]
  const rows = yield* store.page(table, after, SEALED_AT_ONCE)
  const open = rows.filter(({ seal }) => seal === undefined)
  const unit = Effect.gen(function* () {
    yield* store.sealFirst(
      table,
      open.map(({ id, parts }) => ({ id, seal: sealOfParts(parts, sealOf) })),
    )
    yield* chain.head
    if (yield* hasBegun) yield* new Begun()
  })
  if (open.length > 0) yield* inTurn(["audit_chain"], run(unit))
  return { rows, sealed: open.length }
})

/**
 * Seals all rows, and says so in the audit. A table with more parts than `partsMax` is left for later, and then it is
 * not said. What is stopped leaves the rest to the next time.
 */
const sealAll = Effect.fn("Audit.sealAccessRows")(
  function* (sealOf: (text: string) => string, partsMax: number) {
    const counts: Record<string, number> = {}
    let isAll = true
    for (const table of (yield* AccessRowStore).tables) {
      let after: AccessRow | undefined
      for (let parts = 0, isMore = true; isMore; parts++) {
        isAll &&= parts < partsMax
        if (parts === partsMax) break
        const { rows, sealed }: Effect.Success<ReturnType<typeof sealPart>> = yield* sealPart(table, after, sealOf)
        counts[table] = (counts[table] ?? 0) + sealed
        after = rows.at(-1)
        isMore = rows.length === SEALED_AT_ONCE
      }
    }
    if (!isAll) return false
    const unit = Effect.gen(function* () {
      // Locked, so that of servers that start together one says so.
      yield* (yield* AuditStore).head
      const change = (yield* hasBegun) ? undefined : { after: { rows: counts } }
      return { answer: undefined, change }
    })
    yield* (yield* Audit).bySystem(environmentActs.sealAccessRows, ENVIRONMENT_SUBJECT, unit)
    return true
  },
  Effect.catchTag("Begun", () => Effect.succeed(true)),
)

/**
 * Has access rows sealed as they are written, and those of before sealed once: the first part of each table before
 * anything else, and the rest beside it. Nothing is sealed without a key, nor by who only reads.
 */
export const layer = Layer.unwrap(
  Effect.gen(function* () {
    const seals = yield* Seals
    if (seals.kind !== "keyed" || seals.missing !== undefined) return Layer.empty
    const sealOf = (text: string): string => made(seals.sealOf("keyed", text))
    const context = yield* Effect.context<AuditStore>()
    let begun = false
    // Another server may say so: asked where it matters, until it is so.
    const isBegun = Effect.suspend(() =>
      begun ? Effect.succeed(true) : Effect.map(Effect.provideContext(hasBegun, context), (isSo) => (begun = isSo)),
    )
    yield* (yield* AccessRowStore).begin({ sealOf, isBegun })
    if ((yield* Purpose) === "read" || (yield* isBegun) || (yield* sealAll(sealOf, 1))) return Layer.empty
    const rest = Effect.flatMap(isBegun, (isSo) =>
      isSo ? Effect.void : Effect.asVoid(sealAll(sealOf, Number.POSITIVE_INFINITY)),
    )
    // No row was pruned.
    return pruning("Rows that decide who gets in are not all sealed yet", Effect.as(rest, 0))
  }),
)
