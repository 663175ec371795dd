/** The findings of the checker about a catalog document (decisions, section 10), and the report of a whole document. */
import type { DetailType } from "../../kernel/input/Field.ts"
import type { Witness } from "./witness.ts"
import { FIXES } from "./fixes.ts"
import { fixOfMisfit } from "./misfitFixes.ts"
import { isWarningCode, MEANINGS, MISFITS, type TableCode } from "./codes.ts"

/** The code of a finding: a code of the tables, or the type of a value that does not fit its schema. */
export type FindingCode = TableCode | DetailType

/** A place in the document: the keys and array indexes that lead to it. */
export type FindingPath = ReadonlyArray<string | number>

/** A finding of the checker. */
export interface Finding {
  /** `refusal`: an error. */
  readonly severity: "refusal" | "warning"
  readonly code: FindingCode
  readonly path: FindingPath
  /** The name of the entry there, where it has one. */
  readonly name?: string
  readonly message: string
  /** Why it matters, in a sentence or two. */
  readonly why: string
  /** What to write instead: a sentence that begins with a verb or says what is missing, without a period. */
  readonly fix: string
  /** What was probably meant, where a name, a reference or a value is unknown. */
  readonly did_you_mean?: string
  /** What shows the finding, where it is about what players can gain. Absent: the orders would be too many. */
  readonly witness?: Witness
}

/** How many findings of a severity a report lists. The others are only counted. */
export const FINDINGS_LISTED_MAX = 1000

/** Characters of the listed findings of a severity, as JSON. Keys of a document may be long, and witnesses too. */
const LISTED_LENGTH_MAX = 2 * 1024 * 1024

/** Longest fix. A longer one repeats a value that is too long to be repeated. */
const FIX_LENGTH_MAX = 240

const bounded = (fix: string | undefined, otherwise: string): string =>
  fix === undefined || fix.length > FIX_LENGTH_MAX ? otherwise : fix

const withMeant = (message: string, meant: string | undefined): string =>
  meant === undefined ? message : `${message}: did you mean ${meant}?`

/**
 * A finding with the severity and the sentence of its code, the details of this case, what was probably meant, and what
 * to write instead, where this case knows more than its code.
 */
export const finding = (code: TableCode, path: FindingPath, detail?: string, meant?: string, fix?: string): Finding => {
  const { sentence, why } = MEANINGS[code]
  return {
    severity: isWarningCode(code) ? "warning" : "refusal",
    code,
    path,
    message: withMeant(detail === undefined ? sentence : `${sentence}: ${detail}`, meant),
    why,
    fix: bounded(fix ?? (meant === undefined ? undefined : `write ${meant}`), FIXES[code]),
    ...(meant === undefined ? undefined : { did_you_mean: meant }),
  }
}

/** The finding with what shows it. */
export const shown = (found: Finding, witness: Witness | undefined): Finding =>
  witness === undefined ? found : { ...found, witness }

/** The finding about an unknown field where those are allowed: a warning, because the field is left out. */
export const leftOut = (found: Finding): Finding => ({
  ...found,
  severity: "warning",
  message: withMeant(`${MEANINGS.unknown_field.sentence}, so it is left out`, found.did_you_mean),
})

/** The error about a value that does not fit its schema; `given` is the value. */
export const misfit = (
  type: DetailType,
  path: FindingPath,
  message: string,
  given: unknown,
  meant?: string,
): Finding => ({
  severity: "refusal",
  code: type,
  path,
  message: withMeant(message, meant),
  why: MISFITS[type],
  fix: bounded(
    meant === undefined ? fixOfMisfit({ type, field: String(path.at(-1)), given }) : `write ${meant}`,
    "write another value",
  ),
  ...(meant === undefined ? undefined : { did_you_mean: meant }),
})

/** Whether the finding is an error, for which the document is refused. */
export const isError = ({ severity }: Finding): boolean => severity === "refusal"

/** The result of checking a whole document. */
export interface CheckReport {
  /** Whether the document may be published: it has no errors. */
  readonly accepted: boolean
  /** At most {@link FINDINGS_LISTED_MAX} of each severity, errors first; fewer where they are very long. */
  readonly findings: ReadonlyArray<Finding>
  /** Number of errors. */
  readonly refusals: number
  readonly warnings: number
  readonly counts: { readonly items: number; readonly vendors: number; readonly loot: number }
}

/** The findings that a report lists, and always the first. */
const listed = (findings: ReadonlyArray<Finding>): ReadonlyArray<Finding> => {
  let length = 0
  const end = findings.findIndex((found, index) => {
    length += JSON.stringify(found).length
    return index > 0 && (index === FINDINGS_LISTED_MAX || length > LISTED_LENGTH_MAX)
  })
  return end === -1 ? findings : findings.slice(0, end)
}

/** A report of these findings. */
export const report = (findings: ReadonlyArray<Finding>, counts: CheckReport["counts"]): CheckReport => {
  const errors = findings.filter(isError)
  const warnings = findings.filter(({ severity }) => severity === "warning")
  return {
    accepted: errors.length === 0,
    findings: [...listed(errors), ...listed(warnings)],
    refusals: errors.length,
    warnings: warnings.length,
    counts,
  }
}
