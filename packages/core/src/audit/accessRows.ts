/**
 * Verifies access rows, which decide who gets in (guarantees R78). A row of the audit says that all of them have been
 * sealed (`environment/sealAccessRows.ts`): from then on, one without a seal is none that Garrison wrote. Without a key
 * secret access rows have no seals.
 */
import * as Effect from "effect/Effect"
import { made, Seals } from "../kernel/seal/Seals.ts"
import type { AuditRow } from "./schema.ts"
import { type AccessRow, AccessRowStore } from "./AccessRowStore.ts"
import { AuditStore } from "./AuditStore.ts"
import { changesIn, type NamedRows } from "./namedRows.ts"

/** Rows that are read at once. */
const PAGE_ROWS = 500

/** The operation whose row in the audit says that sealing has begun. */
export const BEGUN = "environment.sealAccessRows"

/** Whether the audit says that sealing has begun. */
export const hasBegun = Effect.flatMap(AuditStore, (chain) =>
  Effect.map(chain.search({ operation: BEGUN, outcome: "done" }, 1), ({ rows }) => rows.length > 0),
)

/** A row that is not as Garrison wrote it. */
export interface ChangedRow {
  /** The table with the change: that of the row, or one whose rows are sealed with it. */
  readonly table: string
  /** What the row is found by, or the row that those of the table are sealed with. */
  readonly id: string
  /**
   * `altered`: the row, or the rows that are sealed with it, do not fit the seal; one of them may have been removed or
   * inserted. `inserted`: the row has no seal, or rows of the table belong to nobody. `astray`: the lookup of a portal
   * user of the person leads elsewhere. `removed`: the audit says that it is there, and names it by `id`.
   */
  readonly because: "altered" | "inserted" | "astray" | "removed"
}

/** What was found of the access rows. */
export interface VerifiedAccess {
  /** Rows that were read. */
  readonly rows: number
  /** Rows without a seal, while sealing has not begun. */
  readonly unsealed: number
  /** At most {@link CHANGED_MAX}. */
  readonly changed: ReadonlyArray<ChangedRow>
  /** Why nothing was read; undefined: the seals can be checked. */
  readonly missing: string | undefined
}

/** Most changed rows that are listed. */
export const CHANGED_MAX = 100

/** How often a row that does not fit is read: another server may write between the reads of what a seal covers. */
const READS_MAX = 3

/** What does not fit of a row. */
export const changesOf = (
  { astray, id, parts, seal, table }: AccessRow,
  sealOf: (text: string) => string,
): ReadonlyArray<ChangedRow> => {
  if (seal === undefined) return [{ table, id, because: "inserted" }]
  const stored = seal.split(" ")
  const altered = parts.filter(({ text }, at) => stored[at] !== sealOf(text))
  // A seal of more parts than there are is none that Garrison made.
  const tables = stored.length === parts.length ? altered.map((part) => part.table) : [table]
  return [
    ...tables.map((name): ChangedRow => ({ table: name, id, because: "altered" })),
    ...astray.map((): ChangedRow => ({ table: "portal_user", id, because: "astray" })),
  ]
}

/**
 * What is left of `missing` after the acts behind this sequence: one may have come between the look at the audit and
 * the look at the rows.
 */
const unexplained = Effect.fnUntraced(function* (missing: NamedRows, sequence: number) {
  const chain = yield* AuditStore
  for (let after: number | undefined = sequence; after !== undefined;) {
    const rows: ReadonlyArray<AuditRow> = yield* chain.page(after, PAGE_ROWS)
    for (const { id, table } of rows.flatMap(changesIn)) missing.get(table)?.delete(id)
    after = rows.at(-1)?.sequence
  }
  return Array.from(missing, ([table, ids]) =>
    Array.from(ids, (id) => ({ table, id, because: "removed" as const })),
  ).flat()
})

/**
 * Verifies the access rows, of which the audit names those in `named` up to this sequence. It only reads, also while
 * servers write.
 */
export const verifyAccessRows = Effect.fn("Audit.verifyAccessRows")(function* (named: NamedRows, sequence: number) {
  const store = yield* AccessRowStore
  const seals = yield* Seals
  const found = { rows: 0, unsealed: 0, changed: new Array<ChangedRow>() }
  const missing = seals.missing ?? (seals.kind === "keyed" ? undefined : "there is no key secret")
  if (missing !== undefined) return { ...found, missing } satisfies VerifiedAccess
  const sealOf = (text: string): string => made(seals.sealOf("keyed", text))
  const mustBeSealed = yield* hasBegun

  const changesNow = Effect.fnUntraced(function* (first: AccessRow) {
    let row: AccessRow | undefined = first
    for (let reads = 1; row !== undefined; reads++) {
      const changes = changesOf(row, sealOf)
      if (changes.length === 0 || reads === READS_MAX) return changes
      row = yield* store.find(row)
    }
    return []
  })

  for (const table of store.tables) {
    for (let after: AccessRow | undefined; ;) {
      const page: ReadonlyArray<AccessRow> = yield* store.page(table, after, PAGE_ROWS)
      for (const row of page) {
        found.rows++
        named.get(table)?.delete(row.named)
        if (row.seal === undefined && !mustBeSealed) found.unsealed++
        else if (found.changed.length < CHANGED_MAX) found.changed.push(...(yield* changesNow(row)))
      }
      after = page.at(-1)
      if (page.length < PAGE_ROWS) break
    }
  }
  for (const { id, table } of yield* store.ownerless) {
    if (found.changed.length < CHANGED_MAX) found.changed.push({ table, id, because: "inserted" })
  }
  const removed = yield* unexplained(named, sequence)
  found.changed.push(...removed.slice(0, CHANGED_MAX - found.changed.length))
  return { ...found, missing } satisfies VerifiedAccess
})
