/** A copy of a database, read back before anyone relies on it (guarantees R70). */
import { type VerifiedAudit, verifyAudit } from "@garrison/core/audit/verifyAudit"
import { FAULTS_MAX } from "@garrison/core/order/Ledger"
import { type LedgerTotals, verifyAll } from "@garrison/core/order/verifyAll"
import { copyDatabase, damageOf, DatabaseDamaged, intoOneFile, removeDatabase } from "@garrison/sql/backup/sqliteCopy"
import type { SchemaUse } from "@garrison/sql/Database"
import { SchemaNotReady } from "@garrison/sql/Migrations"
import * as Effect from "effect/Effect"
import { verifying } from "../local.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { counted } from "@garrison/core/operation/show/counted"
import { whileProgressing, whileShowing } from "../output/print.ts"
import { currentSettings } from "../settings/current.ts"

/** What was found in a copy that is sound. */
export interface Sound {
  readonly bytes: number
  readonly totals: LedgerTotals
  readonly audit: VerifiedAudit
}

const unsound = (file: string, sentence: string, details: ReadonlyArray<string> = []): CommandFailure =>
  new CommandFailure({
    kind: "failure",
    sentence: `${file} ${sentence}`,
    details: details.slice(0, 20),
    next: "Take the newest backup that garrison restore accepts; docs/backup.md says what to do.",
  })

const tellingDamage =
  (name: string) =>
  <A, E, R>(work: Effect.Effect<A, E | DatabaseDamaged, R>): Effect.Effect<A, E | CommandFailure, R> =>
    Effect.catchIf(
      work,
      (error): error is DatabaseDamaged => error instanceof DatabaseDamaged,
      ({ message }) => Effect.fail(unsound(name, `is damaged: ${message}.`)),
    )

/** Copies a database, and shows how far it is. */
export const copied = (from: string, to: string) =>
  whileProgressing((show) =>
    copyDatabase({
      from,
      to,
      onProgress: ({ remainingPages, totalPages }) =>
        show(`copied ${Math.floor((100 * (totalPages - remainingPages)) / Math.max(1, totalPages))} %`),
    }),
  ).pipe(tellingDamage(from))

/** The progress of a verification, which the line of the command shows already. */
const silent = () => Effect.void

const verified = (file: string, use: SchemaUse) =>
  Effect.flatMap(currentSettings(), ({ values }) => {
    const work = Effect.all({ totals: verifyAll(silent), audit: verifyAudit(silent) })
    return verifying({ ...values, storage: `sqlite:${file}` }, work, use)
  })

/** A database of an earlier version is brought up to date beside the copy, which stays as it is. */
const verifiedAside = (file: string) =>
  Effect.acquireUseRelease(
    Effect.as(copyDatabase({ from: file, to: `${file}.upgraded` }), `${file}.upgraded`),
    (upgraded) => verified(upgraded, "upgrade"),
    removeDatabase,
  )

const isEarlier = (error: unknown): error is SchemaNotReady => error instanceof SchemaNotReady && error.applied > 0

/**
 * Reads a copy whole: pages, references, schema, the ledger of every player, and the audit. Fails where something does
 * not fit together; `name` is what the failure calls the copy. The copy is one file afterwards, as it was before.
 */
export const readBack = Effect.fn("Backup.readBack")(function* (file: string, name: string) {
  const damage = yield* damageOf(file).pipe(tellingDamage(name), whileShowing("reading the copy"))
  if (damage.length > 0) return yield* unsound(name, "is damaged.", damage)
  const { audit, totals } = yield* verified(file, "read").pipe(
    Effect.catchIf(isEarlier, () => verifiedAside(file)),
    whileShowing("verifying the ledger and the audit of the copy"),
  )
  const { faults } = totals
  if (faults.length > 0) {
    const count = `${faults.length < FAULTS_MAX ? "" : "at least "}${counted(faults.length, "difference")}`
    return yield* unsound(
      name,
      `has ${count} between inventories, ledger and orders. garrison ledger verify lists them.`,
      faults.map(({ fault, player_uuid }) => `player ${player_uuid}: ${fault}`),
    )
  }
  if (audit.broken !== undefined) {
    return yield* unsound(name, `has an audit that was changed at row ${audit.broken.sequence}.`)
  }
  const { changed } = audit.access
  if (changed.length > 0) {
    return yield* unsound(
      name,
      `has ${counted(changed.length, "row")} of who gets in that Garrison did not write so. garrison audit verify lists them.`,
      changed.map(({ because, id, table }) => `${table} of ${id}: ${because}`),
    )
  }
  const sound: Sound = { bytes: yield* intoOneFile(file), totals, audit }
  return sound
})
