/** What the dialog of acts says, line by line: what would happen, what did, and why something was refused. */
import type { RefusalJson } from "@garrison/core/operation/refusal"
import { safeLines, safeText } from "../../part/safeText.ts"
import type { Tone } from "@garrison/core/operation/show/Shown"
import {
  type ActState,
  actedOn,
  changedRefusal,
  isChoice,
  isEditable,
  type Outcome,
  subjectAt,
  wordToType,
  wouldBeDone,
} from "./state.ts"
import { linesOf, reverseIn, secretOf } from "./words.ts"

/** A line of the dialog. */
export interface ActLine {
  readonly text: string
  readonly tone?: Tone
  readonly isStrong?: true
}

const plain = (text: string): ActLine => ({ text })

const nothing: ReadonlyArray<ActLine> = []

/** Most columns of the names of an answer's members. */
const NAME_COLUMNS = 24

const answerLines = (answer: unknown, columns: number): ReadonlyArray<ActLine> =>
  linesOf(answer).flatMap(({ depth, name, text }) => {
    const label = `  ${"  ".repeat(depth)}${safeText(name, NAME_COLUMNS)}`.padEnd(NAME_COLUMNS + 2)
    const [first = "", ...more] = safeLines(text, Math.max(10, columns - NAME_COLUMNS - 4))
    return [plain(`${label} ${first}`), ...more.map((line) => plain(`${" ".repeat(NAME_COLUMNS + 3)}${line}`))]
  })

const isChange = (value: unknown): value is Readonly<Record<"operation" | "actor" | "at", string>> =>
  typeof value === "object" && value !== null && "operation" in value && "actor" in value && "at" in value

const changesOf = ({ details }: RefusalJson): ReadonlyArray<ActLine> => {
  const since = details?.["since"]
  const changes = Array.isArray(since) ? since.filter(isChange) : []
  return changes.map(({ actor, at, operation }) =>
    plain(`  ${safeText(at)}  ${safeText(actor, 32)}  ${safeText(operation)}`),
  )
}

const refusalLines = (refusal: RefusalJson, columns: number): ReadonlyArray<ActLine> => {
  if (refusal.code === "changed") {
    return [
      { text: "Someone changed it after you saw it:", tone: "warning" },
      ...changesOf(refusal),
      plain("Press r to leave this dialog and see how it is now."),
    ]
  }
  return safeLines(`Refused: ${refusal.message} (${refusal.code})`, columns).map((text) => ({ text, tone: "bad" }))
}

const outcomeLine = (name: string, outcome: Outcome | undefined): ActLine => {
  const who = safeText(name, 40)
  if (outcome === undefined) return { text: `  – ${who}: not done`, tone: "dim" }
  if (wouldBeDone(outcome)) return { text: `  ✓ ${who}`, tone: "good" }
  if (outcome.ok) return { text: `  ✗ ${who}: refused as it is`, tone: "bad" }
  return { text: `  ✗ ${who}: ${safeText(outcome.refusal.message)} (${safeText(outcome.refusal.code)})`, tone: "bad" }
}

const outcomesOf = (state: ActState, performed: ReadonlyArray<Outcome>): ReadonlyArray<ActLine> => {
  const acted = actedOn(state)
  return state.inputs.map((_, at) => {
    const place = acted.indexOf(at)
    return outcomeLine(subjectAt(state, at), place < 0 ? state.rehearsed[at] : performed[place])
  })
}

const whatHappens = (state: ActState, columns: number): ReadonlyArray<ActLine> => {
  const { facts, inputs, rehearsed } = state
  if (!facts.isRehearsed) return [{ text: "It cannot be rehearsed. It is done when you confirm it.", tone: "warning" }]
  const [only] = rehearsed
  if (inputs.length === 1 && only !== undefined) {
    if (!only.ok) return refusalLines(only.refusal, columns)
    const heading: ActLine = wouldBeDone(only)
      ? plain("This would happen; nothing is stored yet:")
      : { text: "Refused as it is; nothing would be stored:", tone: "bad", isStrong: true }
    return [heading, ...answerLines(only.answer, columns)]
  }
  const succeeding = rehearsed.filter(wouldBeDone)
  const [first] = succeeding
  return [
    plain(`Rehearsed: ${succeeding.length} of ${inputs.length} would succeed.`),
    ...inputs.map((_, at) => outcomeLine(subjectAt(state, at), rehearsed[at])),
    ...(first !== undefined ? [plain("The first of them:"), ...answerLines(first.answer, columns)] : nothing),
  ]
}

/** What is left to do where every rehearsal was refused. */
const refusedWords = (state: ActState): string =>
  [
    ...(isChoice(state, "partial") ? ["p does what can be done, and writes down the rest as owed."] : []),
    ...(isChoice(state, "from_paid") ? ["f takes from what was paid for, too."] : []),
    ...(isEditable(state) ? ["e goes back to the form."] : []),
    "Escape leaves.",
  ].join(" ")

/** How the act is undone when nobody offers it any more. */
const later = ({ rehearsed }: ActState): string => {
  const ends = rehearsed.flatMap((one) => (one.ok ? (reverseIn(one.answer)?.until ?? []) : []))
  const [first] = ends.toSorted()
  const until = first === undefined ? "" : ` until ${safeText(first)}`
  return `and after that${until} by the way back that the audit names`
}

/** What the operator is asked, at the end of what would happen. */
const question = (state: ActState, place: string): ReadonlyArray<ActLine> => {
  const where = safeText(place, 40)
  if (actedOn(state).length === 0) return [plain(refusedWords(state))]
  const word = wordToType(state)
  if (word === undefined) {
    return [
      plain(`Do it in ${where}? Press y or enter.`),
      plain(`It can be undone: by u for a minute, ${later(state)}.`),
    ]
  }
  const what = actedOn(state).length > 1 ? "the number of subjects" : "this"
  return [
    `It cannot be undone.${isEditable(state) ? " Shift+tab goes back to the form." : ""}`,
    `To do it in ${where}, type ${what}: ${safeText(word, 64)}`,
  ].map((text) => ({ text, tone: "warning" }))
}

const doneLines = (state: ActState, columns: number): ReadonlyArray<ActLine> => {
  const { inputs, performed } = state
  if (inputs.length > 1) {
    const succeeded = performed.filter(({ ok }) => ok).length
    const refusal = changedRefusal(state)
    return [
      { text: `Done for ${succeeded} of ${inputs.length}.`, isStrong: true },
      ...outcomesOf(state, performed),
      ...(refusal === undefined ? nothing : refusalLines(refusal, columns)),
    ]
  }
  const [only] = performed
  if (only === undefined) return nothing
  if (!only.ok) {
    const isUnknown = only.refusal.code === "service_unavailable" && state.facts.kind === "act"
    const unknown: ActLine = { text: "The audit says whether it was done nevertheless.", tone: "warning" }
    return [...refusalLines(only.refusal, columns), ...(isUnknown ? [unknown] : nothing)]
  }
  const secret = secretOf(only.answer)
  return [
    { text: state.facts.kind === "read" ? "Answer:" : "Done.", isStrong: true },
    ...(secret === undefined
      ? nothing
      : [
          { text: `${secret.name}  ${safeText(secret.text)}`, tone: "warning", isStrong: true } as const,
          plain("It is shown this once, and is gone when you leave. Press y to copy it."),
        ]),
    ...answerLines(only.answer, columns),
  ]
}

const progress = ({ inputs, isStopping, performed, phase, rehearsed }: ActState): ReadonlyArray<ActLine> => {
  const at = phase === "rehearsing" ? rehearsed.length : performed.length
  const verb = phase === "rehearsing" ? "Rehearsing" : "Working"
  const of = inputs.length > 1 ? ` ${at + 1} of ${inputs.length}` : ""
  return [plain(`${verb}${of}…${isStopping ? " It stops after this one." : ""}`)]
}

/** The lines below the title and the command line, but for a form. */
export const actLines = (state: ActState, columns: number): ReadonlyArray<ActLine> => {
  switch (state.phase) {
    case "form":
      return nothing
    case "rehearsing":
      return progress(state)
    case "performing":
      return [...progress(state), ...(state.inputs.length > 1 ? outcomesOf(state, state.performed) : nothing)]
    case "confirm":
      return whatHappens(state, columns)
    case "done":
      return doneLines(state, columns)
  }
}

/** The lines at the end, which are always seen. */
export const askedLines = (state: ActState, place: string, columns: number): ReadonlyArray<ActLine> =>
  state.phase === "confirm"
    ? question(state, place).flatMap(({ text, ...rest }) =>
        safeLines(text, columns).map((line) => ({ text: line, ...rest, isStrong: true as const })),
      )
    : nothing
