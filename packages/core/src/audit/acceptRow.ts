/**
 * Accepts an access row as it stands, after an operator mended it by hand: `audit verify` would name it at each run
 * (guarantees R78). The act is in the audit, with the seal of what was accepted.
 */
import * as Effect from "effect/Effect"
import { made, Seals } from "../kernel/seal/Seals.ts"
import type { Act } from "../operation/Act.ts"
import { type AccessRow, AccessRowStore } from "./AccessRowStore.ts"
import { changesOf } from "./accessRows.ts"
import { auditActs } from "./acts.ts"
import { Audit, type Done } from "./Audit.ts"
import { AuditStore } from "./AuditStore.ts"
import { AccessRowNotFound } from "./errors.ts"
import { type AcceptedWords, ENVIRONMENT, namedFirst, note, subjectOf } from "./namedRows.ts"

/** What a row was, and what vouches for it now. */
export interface AcceptedRow {
  /** `sound`: nothing was to be accepted. */
  readonly was: "altered" | "inserted" | "removed" | "sound"
  /** The keyed seal of the row; undefined: it is gone, or its seals need no key. */
  readonly seal: string | undefined
}

const PAGE_ROWS = 1000

const missing = new AccessRowNotFound({ code: "resource_not_found" })

/** Whether the audit says that there is such a row. */
const isNamed = Effect.fnUntraced(function* (table: string, id: string) {
  const chain = yield* AuditStore
  const named = namedFirst()
  for (let after: number | undefined = 0; after !== undefined;) {
    const rows: Effect.Success<ReturnType<typeof chain.page>> = yield* chain.page(after, PAGE_ROWS)
    for (const row of rows) note(named, row)
    after = rows.at(-1)?.sequence
  }
  return named.get(table)?.has(id) === true
})

/**
 * The seal over the rows of this table as they are now. The parts for other tables stay as they were sealed. A row
 * whose seal lacks a part is sealed whole.
 */
const sealWith = ({ parts, seal }: AccessRow, table: string, sealOf: (text: string) => string) => {
  const stored = seal?.split(" ") ?? []
  const isWhole = stored.length !== parts.length
  return parts.map((part, at) => (isWhole || part.table === table ? sealOf(part.text) : stored[at])).join(" ")
}

/**
 * Accepts the row, or the rows of the table that belong to a client or person. `id` is what `audit verify` names it by.
 */
export const acceptRow = Effect.fn("Audit.acceptRow")(function* (table: string, id: string, act: Act) {
  const [audit, seals, store] = [yield* Audit, yield* Seals, yield* AccessRowStore]
  const sealOf = (text: string): string => made(seals.sealOf("keyed", text))
  const owner = store.ownerOf(table)

  /** The unit of work of a row that is there; without a key secret, no row has a seal. */
  const standing = Effect.fnUntraced(function* (key: { readonly table: string; readonly id: string }) {
    const row = yield* store.lock(key)
    if (row === undefined) return yield* missing
    const sound: Done<AcceptedRow> = { answer: { was: "sound", seal: row.seal }, change: undefined }
    if (seals.kind !== "keyed") return sound
    const change = changesOf(row, sealOf).find((one) => one.table === table)
    if (change === undefined || change.because === "astray" || change.because === "removed") return sound
    const seal = sealWith(row, table, sealOf)
    yield* store.put(key, seal)
    const after: typeof AcceptedWords.Type = { table: row.table, id: row.named, seal }
    const subject = subjectOf(row.table, row.named)
    const done: Done<AcceptedRow> = {
      answer: { was: change.because, seal },
      change: { subject, before: { was: change.because, of: table, seal: row.seal }, after },
    }
    return done
  })

  /** The unit of work of a row that is gone. */
  const gone = Effect.fnUntraced(function* () {
    if (!(yield* isNamed(table, id))) return yield* missing
    const after: typeof AcceptedWords.Type = { table, id }
    const subject = subjectOf(table, id)
    const done: Done<AcceptedRow> = {
      answer: { was: "removed", seal: undefined },
      change: { subject, before: { was: "removed", of: table }, after },
    }
    return done
  })

  return yield* audit.perform(auditActs.accept, act, ENVIRONMENT, (save) =>
    Effect.gen(function* () {
      if (owner === undefined) return yield* missing
      const key = { table: owner, id }
      return yield* save((yield* store.find(key)) === undefined ? gone() : standing(key))
    }),
  )
})
