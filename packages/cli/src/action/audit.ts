/** What `garrison audit verify` does. */
import { CHANGED_MAX, type ChangedRow, type VerifiedAccess } from "@garrison/core/audit/accessRows"
import { becauseOfAccess } from "@garrison/core/audit/show"
import type { BrokenPlace } from "@garrison/core/audit/rules"
import { type VerifiedAudit, verifyAudit } from "@garrison/core/audit/verifyAudit"
import * as Effect from "effect/Effect"
import { withVerification } from "../local.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { counted } from "@garrison/core/operation/show/counted"
import { present, printMessage, whileShowing } from "../output/print.ts"
import { recordUpkeep } from "./upkeep.ts"

const BECAUSE: Readonly<Record<BrokenPlace["because"], string>> = {
  missing: "was removed",
  altered: "was altered, or its seal is not one that Garrison made",
  inserted: "was inserted",
}

const keyedText = ({ keyedFrom, rows }: VerifiedAudit): string => {
  if (keyedFrom === undefined) return "none has a keyed seal, so a writer of the database could have made them all"
  const before = keyedFrom - 1
  const keyed = `${counted(rows - before, "row")} with a keyed seal, from row ${keyedFrom} on`
  return before === 0
    ? keyed
    : `${keyed}; a writer of the database could have made the ${counted(before, "row")} before`
}

const changeText = ({ because, id, table }: ChangedRow): string => `${table} of ${id} ${becauseOfAccess[because]}`

/** What is said of the rows that decide who gets in. */
const accessText = ({ changed, missing, rows, unsealed }: VerifiedAccess): string => {
  if (missing !== undefined)
    return `not checkable: roles, clients, passwords, signing keys and persons, because ${missing}`
  const open = unsealed === 0 ? "" : `, ${unsealed} of them not sealed yet: start the server once`
  return [
    `${counted(rows, "row")} of roles, clients, passwords, signing keys and persons${open}`,
    ...changed.map(changeText),
  ].join("\n")
}

const report = (found: VerifiedAudit): string => `${chainText(found)}\n${accessText(found.access)}`

const chainText = (found: VerifiedAudit): string => {
  const { broken, missing, rows, unchecked } = found
  const sentence = `${counted(rows, "row")}; ${keyedText(found)}`
  if (broken !== undefined) return `row ${broken.sequence} ${BECAUSE[broken.because]}`
  if (missing !== undefined)
    return `${sentence}\nnot checkable: ${counted(unchecked, "keyed seal")}, because ${missing}`
  return rows === 0 ? "The audit has no row yet." : sentence
}

/** The failure of a verification that lacks the key of the seals. */
export const notCheckable = (what: string): CommandFailure =>
  new CommandFailure({
    kind: "auth",
    sentence: `The keyed seals of ${what} were not checked.`,
    next: "Give the key secret of the servers: GARRISON_KEY_SECRET, or keySecret in garrison.json.",
  })

/** Verifies the audit; fails when it was changed, and when its seals cannot be checked. */
export const verifyAuditChain = Effect.fn("Audit.verify")(function* (input: { readonly json: boolean }) {
  const verified = Effect.tap(
    verifyAudit((rows) => printMessage(`${rows} rows verified`)),
    ({ access, broken: place, missing: key }) =>
      place === undefined && key === undefined && access.changed.length === 0
        ? recordUpkeep("audit_verify")
        : Effect.void,
  )
  const found = yield* withVerification(verified).pipe(whileShowing("verifying"))
  const { access, broken, keyedFrom, missing, rows, unchecked } = found
  const data = { rows, keyed_from: keyedFrom, not_checkable: unchecked, missing, broken, access }
  yield* present(input.json, data, () => report(found))
  if (broken !== undefined) {
    return yield* new CommandFailure({
      kind: "failure",
      sentence: `The audit was changed: row ${broken.sequence} ${BECAUSE[broken.because]}.`,
      next: "Nothing was changed. Compare the rows with a backup.",
    })
  }
  const [changed] = access.changed
  if (changed !== undefined) {
    const { length } = access.changed
    return yield* new CommandFailure({
      kind: "failure",
      sentence:
        `${length < CHANGED_MAX ? "" : "At least "}${counted(length, "row")} that ${length === 1 ? "decides" : "decide"} who gets in ` +
        `${length === 1 ? "is" : "are"} not as Garrison wrote ${length === 1 ? "it" : "them"}: ${changeText(changed)}.`,
      next: "Nothing was changed. Compare the rows with a backup, and with what garrison audit list says of them; garrison audit accept accepts one that was mended by hand.",
    })
  }
  // Without the key it is not known either from which row on seals must be keyed.
  return missing === undefined ? undefined : yield* notCheckable(counted(rows, "audit row"))
})
