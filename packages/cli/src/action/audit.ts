/** What `garrison audit …` does. */
import { CHANGED_MAX, type ChangedRow, type VerifiedAccess } from "@garrison/core/audit/accessRows"
import type { BrokenPlace } from "@garrison/core/audit/rules"
import { type VerifiedAudit, verifyAudit } from "@garrison/core/audit/verifyAudit"
import { acceptAccessRow } from "@garrison/core/audit/operations/acceptAccessRow"
import { listAudit } from "@garrison/core/audit/operations/listAudit"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { withVerification } from "../local.ts"
import { isForPeople, type ListForm, type OperationAnswer, operate, sayNext, showAnswer, showList } from "../operate.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { counted } from "../output/counted.ts"
import { present, printMessage, whileShowing } from "../output/print.ts"
import { moment, table } from "../output/table.ts"
import { givenOnly } from "./givenOnly.ts"
import { limitOf } from "./limit.ts"
import { type ActInput, actOf, sayDryRun } from "./operator.ts"
import { recordUpkeep } from "./upkeep.ts"

type Row = OperationAnswer<typeof listAudit>["rows"][number]

const forPeople = (rows: ReadonlyArray<Row>): string =>
  table<Row>(
    [
      { heading: "TIME", text: ({ time }) => moment(time) },
      { heading: "OPERATION", text: ({ operation }) => operation },
      { heading: "OUTCOME", text: ({ outcome }) => outcome, cuttable: true },
      { heading: "ACTOR", text: ({ actor }) => actor, cuttable: true },
      { heading: "SUBJECT", text: (row) => `${row.subject_kind} ${row.subject_id}`, cuttable: true },
      { heading: "REASON", text: ({ reason }) => reason ?? "-", cuttable: true },
    ],
    rows,
  )

interface AuditInput extends ListForm {
  readonly actor: Option.Option<string>
  readonly subjectKind: Option.Option<string>
  readonly subject: Option.Option<string>
  readonly operation: Option.Option<string>
  readonly outcome: Option.Option<string>
  readonly from: Option.Option<string>
  readonly to: Option.Option<string>
  readonly limit: Option.Option<number>
  readonly after: Option.Option<string>
}

/** Lists rows of the audit, the newest first. */
export const showAudit = Effect.fn("Audit.list")(function* (input: AuditInput) {
  const limit = yield* limitOf(input.limit)
  const { actor, after, from, operation, outcome, subject, subjectKind, to } = input
  const conditions = givenOnly({ actor, from, operation, outcome, subject_id: subject, subject_kind: subjectKind, to })
  const answered = yield* operate(listAudit, { ...conditions, ...givenOnly({ after }), limit })
  if (answered.rows.length === 0 && answered.next === null && isForPeople(input)) {
    const isAll = Object.keys(conditions).length === 0 && Option.isNone(after)
    return yield* printMessage(isAll ? "The audit has no row yet." : "The audit has no such row.")
  }
  yield* showList(listAudit, input, answered, "rows", () => forPeople(answered.rows))
  return yield* sayNext(input, answered.next)
})

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

const BECAUSE_OF_ACCESS: Readonly<Record<ChangedRow["because"], string>> = {
  altered: "was altered by hand, or rows of it were removed or inserted",
  inserted: "was inserted by hand",
  astray: "leads a portal user elsewhere",
  removed: "was removed by hand",
}

const changeText = ({ because, id, table }: ChangedRow): string => `${table} of ${id} ${BECAUSE_OF_ACCESS[because]}`

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

const acceptedText = ({ id, table: of, was }: OperationAnswer<typeof acceptAccessRow>): string =>
  was === "sound"
    ? `${of} of ${id} is as Garrison wrote it: there was nothing to accept.`
    : `${of} of ${id}, which ${BECAUSE_OF_ACCESS[was]}, is accepted as it ${was === "removed" ? "is: gone" : "stands"}.`

/** Accepts a row as it stands. */
export const acceptRow = Effect.fn("Audit.accept")(function* (
  input: ActInput & { readonly table: string; readonly id: string; readonly json: boolean },
) {
  const { id, table: of } = input
  const accepted = yield* operate(acceptAccessRow, { table: of, id }, yield* actOf(input)).pipe(
    Effect.catchTag("AccessRowNotFound", ({ message }) =>
      Effect.fail(
        new CommandFailure({ kind: "notFound", sentence: message, next: "garrison audit verify names the rows." }),
      ),
    ),
  )
  yield* showAnswer(acceptAccessRow, input.json, accepted, () => acceptedText(accepted))
  return yield* sayDryRun(input)
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
