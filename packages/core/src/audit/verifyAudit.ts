/**
 * Verifies the audit: reads the whole chain, and finds the first place where it was changed (guarantees R49); then the
 * access rows, and finds those that no act has written (guarantees R78).
 */
import * as Effect from "effect/Effect"
import { verifyAccessRows, type VerifiedAccess } from "./accessRows.ts"
import { Seals } from "../kernel/seal/Seals.ts"
import { AuditStore } from "./AuditStore.ts"
import { namedFirst, type NamedRows, note } from "./namedRows.ts"
import {
  brokenEnd,
  type BrokenPlace,
  type CheckedRow,
  firstBroken,
  formerSealedText,
  sealedText,
  wordsOf,
} from "./rules.ts"
import type { AuditHead, AuditRow } from "./schema.ts"

/** The result of verifying the audit. */
export interface VerifiedAudit {
  /** The first place where the chain was changed; undefined: none was found. */
  readonly broken: BrokenPlace | undefined
  /** Rows that were read. */
  readonly rows: number
  /** The sequence of the first row with a keyed seal; undefined: none has one. */
  readonly keyedFrom: number | undefined
  /** Rows whose seals could not be checked, because their key is missing. */
  readonly unchecked: number
  /** Why the key is missing. */
  readonly missing: string | undefined
  /** What was found of the rows that decide who gets in. */
  readonly access: VerifiedAccess
}

/** Rows that are verified at a time, and how many are verified between two reports about the progress. */
const PAGE_ROWS = 1000
const ROWS_BETWEEN_REPORTS = 100_000

/** The seal that a row should have after the row before it; undefined: its key is missing. */
const makeExpected = Effect.map(Seals, (seals) => (row: AuditRow, after: AuditHead): string | undefined => {
  const { sealing, tokenHash } = row
  if (sealing === undefined) return seals.hashOf(formerSealedText(row, after))
  const words = seals.sealOf(sealing, wordsOf(row))
  if (words === undefined) return undefined
  return seals.sealOf(sealing, sealedText(row, after, words, tokenHash ?? ""))
})

/** Reads the whole chain. `report` is called from time to time with the number of rows so far. */
export const verifyAudit = Effect.fn("Audit.verify")(function* <E, R>(
  report: (rows: number) => Effect.Effect<void, E, R>,
) {
  const chain = yield* AuditStore
  const seals = yield* Seals
  const expected = yield* makeExpected
  const mustBeKeyed = seals.keyedFrom?.audit ?? Number.POSITIVE_INFINITY
  const named = namedFirst()
  let [keyedFrom, unchecked]: [number | undefined, number] = [undefined, 0]
  let last: CheckedRow & Pick<AuditRow, "tokenHash"> = {
    sequence: 0,
    seal: "",
    sealing: undefined,
    tokenHash: undefined,
  }
  const result = Effect.fnUntraced(function* (broken: BrokenPlace | undefined) {
    const found: Omit<VerifiedAudit, "access"> = {
      broken,
      rows: last.sequence,
      keyedFrom,
      unchecked,
      missing: seals.missing,
    }
    // A chain that is broken names nothing.
    const namedNow: NamedRows = broken === undefined ? named : new Map()
    return { ...found, access: yield* verifyAccessRows(namedNow, last.sequence) } satisfies VerifiedAudit
  })
  for (;;) {
    // Read the end before the rows: every row that the end counts must then be among them.
    const { token, ...end } = yield* chain.head
    const rows = yield* chain.page(last.sequence, PAGE_ROWS)
    if (rows.length === 0) {
      return yield* result(brokenEnd(last, end, token === undefined ? undefined : seals.hashOf(token)))
    }
    const before = last
    const found = rows.map((row, index) => expected(row, rows[index - 1] ?? before))
    const broken = firstBroken(last, rows, found, mustBeKeyed)
    if (broken !== undefined) return yield* result(broken)
    keyedFrom ??= rows.find(({ sealing }) => sealing === "keyed")?.sequence
    for (const row of rows) note(named, row)
    unchecked += found.filter((seal) => seal === undefined).length
    last = rows.at(-1) ?? last
    if (last.sequence % ROWS_BETWEEN_REPORTS === 0) yield* report(last.sequence)
  }
})
