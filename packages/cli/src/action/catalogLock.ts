/** What commands say of the lock file of a document. */
import type { AuthoredReport } from "@garrison/core/catalog/authoring"
import * as Effect from "effect/Effect"
import { type ReadCatalog, staleLock } from "../document/catalogFile.ts"
import { printMessage } from "../output/print.ts"

/** The report with a finding about a lock file that does not fit, if `--check-lock` asks for it. */
export const lockChecked = (catalog: ReadCatalog, report: AuthoredReport, isAsked: boolean): AuthoredReport => {
  const stale = isAsked ? staleLock(catalog) : []
  if (stale.length === 0) return report
  return { ...report, accepted: false, refusals: report.refusals + 1, findings: [...stale, ...report.findings] }
}

/** Says that the lock file was written; undefined: it was not. */
export const sayLock = (name: string | undefined) =>
  name === undefined ? Effect.void : printMessage(`Wrote ${name}. Keep it beside the document, under version control.`)
