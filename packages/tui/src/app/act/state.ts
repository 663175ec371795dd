/**
 * The dialog of acts: asks for what is not known yet and for the reason, rehearses the act and shows what it would do,
 * asks, and carries it out, on one subject after the other. A read is asked for the same way, and its answer is shown.
 */
import type { RefusalJson } from "@garrison/core/operation/refusal"
import type { Conditions, OperationFacts, OperationName } from "../../operation.ts"
import { type FormAction, isFormAction } from "../../part/form/keys.ts"
import { type FormState, refusedForm, typedInForm, updateForm, withGiven } from "../../part/form/state.ts"
import { safeText } from "../../part/safeText.ts"
import { emptyText, type TextInputState, typedText, updateTextInput } from "../../part/textInput/state.ts"
import type { ScreenEvent, WantAct } from "../../Screen.ts"
import { type CommandLine, type OverlayStep, type UndoInput, want, type World } from "../overlay.ts"
import { filled, openActForm } from "./form.ts"
import { isOfName, meantQuestion, offeredQuestion, withMeant, withOffered } from "./names.ts"
import { isRefusal, reverseIn, secretOf } from "./words.ts"

/** Fields of an input that make of a refusal an act that is done. */
export type Choice = "partial" | "from_paid"

/** What the dialog of acts does at a key. */
export type ActAction =
  | FormAction
  | Choice
  | "yes"
  | "go"
  | "submit"
  | "edit"
  | "reload"
  | "copyLine"
  | "undo"
  | "up"
  | "down"
  | "leave"
  | "leaveTyping"

/** How an act ended for a subject, or how it would end. */
export type Outcome =
  | { readonly ok: true; readonly answer: unknown }
  | { readonly ok: false; readonly refusal: RefusalJson }

/** Where the dialog is. */
export type Phase = "form" | "rehearsing" | "confirm" | "performing" | "done"

/** The dialog of an act. */
export interface ActState {
  readonly facts: OperationFacts
  readonly subjects: ReadonlyArray<string>
  readonly inputs: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly revisions: ReadonlyArray<number | undefined>
  readonly form: FormState
  readonly reason: string | undefined
  /** What speaks against it. */
  readonly warning: string | undefined
  readonly phase: Phase
  readonly rehearsed: ReadonlyArray<Outcome>
  /** One for each subject whose rehearsal succeeded, as far as it came. */
  readonly performed: ReadonlyArray<Outcome>
  /** What the operator types where the act cannot be undone. */
  readonly typed: TextInputState
  /** Whether what was typed is not what has to be. */
  readonly isMistyped: boolean
  /** True: no further subject after the present one. */
  readonly isStopping: boolean
  /** The first line that is shown. */
  readonly top: number
}

/** How long undo is offered, in milliseconds. */
const UNDO_MILLIS = 60_000

/** The input of the subject with this number, with what was typed. */
export const inputAt = ({ inputs }: ActState, at: number): Readonly<Record<string, unknown>> => inputs[at] ?? {}

/** Whether an act would be done, as its rehearsal has it: an answer may itself be a refusal. */
export const wouldBeDone = (one: Outcome | undefined): one is Extract<Outcome, { readonly ok: true }> =>
  one?.ok === true && !isRefusal(one.answer)

/** The subjects that are acted on: those whose rehearsal was not refused. */
export const actedOn = ({ facts, inputs, rehearsed }: ActState): ReadonlyArray<number> =>
  Array.from(inputs.keys()).filter((at) => !facts.isRehearsed || wouldBeDone(rehearsed[at]))

/** Whether the operator is asked now whether to do it. */
export const isAsked = (state: ActState): boolean => state.phase === "confirm" && actedOn(state).length > 0

/** Whether a rehearsal was refused that would end otherwise with this field of the input. */
export const isChoice = ({ facts, inputs, phase, rehearsed }: ActState, field: Choice): boolean =>
  phase === "confirm" &&
  field in facts.input &&
  inputs.some((input, at) => input[field] !== true && rehearsed[at]?.ok === true && !wouldBeDone(rehearsed[at]))

/** Whether there is a form to go back to. */
export const isEditable = ({ form, phase }: ActState): boolean => phase === "confirm" && form.fields.length > 0

/** Whether every rehearsed act says how it is undone. */
export const isReversible = ({ facts, rehearsed }: ActState): boolean =>
  facts.isRehearsed && rehearsed.every((one) => !wouldBeDone(one) || reverseIn(one.answer) !== undefined)

const idIn = (input: Readonly<Record<string, unknown>>): string | undefined =>
  Object.entries(input).flatMap(([name, value]) =>
    (typeof value === "string" || typeof value === "number") && /_(?:uu)?id$/.test(name) ? [`${value}`] : [],
  )[0]

/** The name of the subject with this number: as the screen knew it, or else its id. */
export const subjectAt = (state: ActState, at: number): string => {
  const known = state.subjects[at]
  return known === undefined || known === "" ? (idIn(inputAt(state, at)) ?? state.facts.name) : known
}

/** The title of an act, with whom it is on; of an act on no subject the title alone. */
export const titleOf = ({ name, title }: ActState["facts"], who: string): string =>
  who === name ? title : `${title}: ${who}`

/** A name that an operator can type as it is seen. */
const canBeTyped = (name: string): boolean => safeText(name) === name && /^[\p{L}\p{N}\p{P}\p{S} ]{1,64}$/u.test(name)

/**
 * What has to be typed to confirm: the name of the subject, or its id where the name cannot be typed, how many subjects
 * there are, or `yes` where there is none. undefined: a key is enough.
 */
export const wordToType = (state: ActState): string | undefined => {
  if (isReversible(state)) return undefined
  const acted = actedOn(state)
  if (acted.length > 1) return String(acted.length)
  const at = acted[0] ?? 0
  const name = subjectAt(state, at)
  return name !== state.facts.name && canBeTyped(name) ? name : (idIn(inputAt(state, at)) ?? "yes")
}

/** Whether characters are text. */
export const isTypingAct = (state: ActState): boolean =>
  state.phase === "form" || (isAsked(state) && wordToType(state) !== undefined)

const conditionsOf = ({ reason, revisions }: ActState, at: number, dryRun: boolean): Conditions => {
  const ifRevision = revisions[at]
  return {
    ...(reason !== undefined && { reason }),
    ...(ifRevision !== undefined && { ifRevision }),
    ...(dryRun && { dryRun }),
  }
}

const run = (state: ActState, at: number, dryRun: boolean): OverlayStep<ActState> =>
  want(state, {
    type: "run",
    ask: `${dryRun ? "rehearse" : "perform"} ${at}`,
    operation: state.facts.name,
    input: inputAt(state, at),
    conditions: conditionsOf(state, at, dryRun),
  })

const perform = (state: ActState): OverlayStep<ActState> => {
  const first = actedOn(state)[0]
  if (first === undefined) return want(state)
  return run({ ...state, phase: "performing", performed: [], isStopping: false, top: 0 }, first, false)
}

const rehearse = (state: ActState): OverlayStep<ActState> => {
  const begun: ActState = { ...state, rehearsed: [], performed: [], typed: emptyText(), isMistyped: false, top: 0 }
  if (state.facts.kind === "read") return perform(begun)
  if (!state.facts.isRehearsed) return want({ ...begun, phase: "confirm" })
  return run({ ...begun, phase: "rehearsing" }, 0, true)
}

/** The dialog as it opens. */
export const openActState = (facts: OperationFacts, wanted: WantAct): OverlayStep<ActState> => {
  const form = openActForm(facts, wanted.inputs, wanted.fields, wanted.reason)
  const state: ActState = {
    facts,
    subjects: wanted.subjects,
    inputs: wanted.inputs,
    revisions: wanted.ifRevisions ?? wanted.inputs.map(() => wanted.ifRevision),
    form,
    reason: undefined,
    warning: wanted.warning,
    phase: "form",
    rehearsed: [],
    performed: [],
    typed: emptyText(),
    isMistyped: false,
    isStopping: false,
    top: 0,
  }
  return form.fields.length === 0 ? rehearse(state) : want(state)
}

const submitted = (state: ActState, world: World): OverlayStep<ActState> => {
  const question = meantQuestion(state.form, world)
  if (question !== undefined) return want(state, question)
  const result = filled(state.form, state.facts, world.now)
  if (!result.ok) return want({ ...state, form: result.form })
  const { input, reason } = result.filled
  return rehearse({ ...state, reason, inputs: state.inputs.map((known) => ({ ...known, ...input })) })
}

/** The act with a field that the refused rehearsals lack, rehearsed anew. */
const choosing = (state: ActState, field: Choice): OverlayStep<ActState> =>
  isChoice(state, field)
    ? rehearse({
        ...state,
        form: withGiven(state.form, { [field]: true }),
        inputs: state.inputs.map((input) => ({ ...input, [field]: true })),
      })
    : want(state)

const toForm = (state: ActState): OverlayStep<ActState> => want(isEditable(state) ? { ...state, phase: "form" } : state)

const confirmed = (state: ActState): OverlayStep<ActState> => {
  const word = wordToType(state)
  if (word !== undefined && state.typed.text.trim() !== word.trim()) return want({ ...state, isMistyped: true })
  return perform(state)
}

const doneWords = (state: ActState): string => {
  const { facts, performed } = state
  const succeeded = performed.filter(({ ok }) => ok).length
  const who = performed.length > 1 ? `${succeeded} of ${performed.length}` : subjectAt(state, 0)
  return titleOf(facts, who)
}

const undoOf = (state: ActState, now: number): OverlayStep<ActState>["requests"] => {
  const ways = state.performed.flatMap((one, index) => {
    const reverse = one.ok ? reverseIn(one.answer) : undefined
    return reverse === undefined ? [] : [{ at: actedOn(state)[index] ?? 0, reverse }]
  })
  const operation = ways[0]?.reverse.operation
  if (operation === undefined) return []
  const subjects = ways
    .filter(({ reverse }) => reverse.operation === operation)
    .map(({ at, reverse }): UndoInput => ({ subject: subjectAt(state, at), input: reverse.input }))
  const ends = ways.map(({ reverse }) => (reverse.until === undefined ? NaN : Date.parse(reverse.until)))
  const until = Math.min(now + UNDO_MILLIS, ...ends.filter((end) => !Number.isNaN(end)))
  return [
    // The session refuses a name that the table does not have.
    { type: "undoable", undo: { operation: operation as OperationName, done: doneWords(state), subjects, until } },
  ]
}

const ended = (state: ActState, now: number): OverlayStep<ActState> => {
  const done: ActState = { ...state, phase: "done", top: 0 }
  if (state.facts.kind === "read") return want(done)
  const after: OverlayStep<ActState>["requests"] = state.performed.some(({ ok }) => ok)
    ? [{ type: "changed" }, ...undoOf(done, now)]
    : []
  const [only] = state.performed
  const isPlain = state.inputs.length === 1 && only?.ok === true && secretOf(only.answer) === undefined
  if (!isPlain) return want(done, ...after)
  return want(done, ...after, { type: "say", text: `Done. ${doneWords(state)}`, tone: "good" }, { type: "close" })
}

const rehearsedOne = (state: ActState, outcome: Outcome): OverlayStep<ActState> => {
  const rehearsed = [...state.rehearsed, outcome]
  const next: ActState = { ...state, rehearsed }
  if (rehearsed.length < state.inputs.length && !state.isStopping) return run(next, rehearsed.length, true)
  if (outcome.ok || outcome.refusal.code !== "invalid_input" || state.form.fields.length === 0) {
    return want({ ...next, phase: "confirm" })
  }
  return want({ ...next, phase: "form", form: refusedForm(state.form, outcome.refusal) })
}

const performedOne = (state: ActState, outcome: Outcome, now: number): OverlayStep<ActState> => {
  const next: ActState = { ...state, performed: [...state.performed, outcome] }
  const following = actedOn(state)[next.performed.length]
  return following === undefined || state.isStopping ? ended(next, now) : run(next, following, false)
}

const took = (state: ActState, outcome: Outcome, now: number): OverlayStep<ActState> => {
  if (state.phase === "rehearsing") return rehearsedOne(state, outcome)
  if (state.phase === "performing") return performedOne(state, outcome, now)
  return want(state)
}

/** The refusal for a revision that another one has changed; undefined: there is none. */
export const changedRefusal = ({ performed, rehearsed }: ActState): RefusalJson | undefined =>
  [...performed, ...rehearsed].flatMap((one) => (one.ok || one.refusal.code !== "changed" ? [] : [one.refusal]))[0]

const left = (state: ActState): OverlayStep<ActState> => {
  if (state.phase === "performing" && state.facts.kind === "act") return want({ ...state, isStopping: true })
  return want(state, { type: "close" })
}

const accepted = (state: ActState): OverlayStep<ActState> => {
  if (state.phase === "done") return want(state, { type: "close" })
  if (state.phase !== "confirm") return want(state)
  return actedOn(state).length === 0 ? want(state, { type: "close" }) : confirmed(state)
}

const said = (state: ActState): OverlayStep<ActState> => {
  if (state.phase !== "done") return isAsked(state) ? confirmed(state) : want(state)
  const secret = state.performed.flatMap((one) => (one.ok ? (secretOf(one.answer) ?? []) : []))[0]
  if (secret === undefined) return want(state)
  return want(
    state,
    { type: "copy", text: secret.text, what: secret.name },
    { type: "say", text: `Copied: ${secret.name}.`, tone: "good" },
  )
}

/** The command lines that do the same, one for each subject; none: no command does. */
export const commandLines = (state: ActState, { lineOf }: CommandLine): ReadonlyArray<string> =>
  state.inputs.flatMap((input, at) => lineOf(state.facts.name, input, conditionsOf(state, at, false)) ?? [])

const copied = (state: ActState, { commandLine }: World): OverlayStep<ActState> => {
  const lines = commandLines(state, commandLine)
  if (lines.length === 0) return want(state, { type: "say", text: "No command does the same.", tone: "info" })
  return want(
    state,
    { type: "copy", text: lines.join("\n"), what: "command line" },
    {
      type: "say",
      text: lines.length === 1 ? "Copied: the command line." : `Copied: ${lines.length} command lines.`,
      tone: "good",
    },
  )
}

const typedAct = (state: ActState, edit: (line: TextInputState) => TextInputState): ActState => ({
  ...state,
  typed: edit(state.typed),
  isMistyped: false,
})

/** The form with what a question for a name was answered, which goes on where every name has become an id. */
const named = (state: ActState, ask: string, answer: unknown, world: World): OverlayStep<ActState> => {
  if (state.phase !== "form") return want(state)
  if (ask.startsWith("offered ")) return want({ ...state, form: withOffered(state.form, ask, answer) })
  const form = withMeant(state.form, ask, answer)
  return Object.keys(form.errors).length > 0 ? want({ ...state, form }) : submitted({ ...state, form }, world)
}

const withQuestion = (state: ActState, world: World): OverlayStep<ActState> => {
  const question = state.phase === "form" ? offeredQuestion(state.form, world) : undefined
  return question === undefined ? want(state) : want(state, question)
}

const edited = (state: ActState, action: FormAction): ActState => {
  if (state.phase === "form") return { ...state, form: updateForm(state.form, action) }
  if (action === "fieldNext" || action === "fieldBefore") return state
  return typedAct(state, (line) => updateTextInput(line, action))
}

const acted = (state: ActState, action: ActAction, world: World): OverlayStep<ActState> => {
  if (action === "fieldBefore" && state.phase === "confirm") return toForm(state)
  if (isFormAction(action)) return withQuestion(edited(state, action), world)
  switch (action) {
    case "yes":
      return said(state)
    case "go":
      return accepted(state)
    case "submit":
      return state.phase === "form" ? submitted(state, world) : confirmed(state)
    case "edit":
      return toForm(state)
    case "partial":
    case "from_paid":
      return choosing(state, action)
    case "reload":
      return changedRefusal(state) === undefined ? want(state) : want(state, { type: "changed" }, { type: "close" })
    case "copyLine":
      return copied(state, world)
    case "undo":
      return state.phase === "done" ? want(state, { type: "close" }, { type: "undo" }) : want(state)
    case "down":
      return want({ ...state, top: state.top + 1 })
    case "up":
      return want({ ...state, top: Math.max(0, state.top - 1) })
    case "leave":
    case "leaveTyping":
      return left(state)
  }
}

/** The dialog after an event. */
export const updateAct = (state: ActState, event: ScreenEvent<ActAction>, world: World): OverlayStep<ActState> => {
  switch (event.type) {
    case "action":
      return acted(state, event.action, world)
    case "text":
      if (state.phase === "form") return withQuestion({ ...state, form: typedInForm(state.form, event.text) }, world)
      return want(typedAct(state, (line) => typedText(line, event.text)))
    case "answered":
      return isOfName(event.ask)
        ? named(state, event.ask, event.answer, world)
        : took(state, { ok: true, answer: event.answer }, world.now)
    case "refused":
      return isOfName(event.ask)
        ? want(state.phase === "form" ? { ...state, form: refusedForm(state.form, event.refusal) } : state)
        : took(state, { ok: false, refusal: event.refusal }, world.now)
    default:
      return want(state)
  }
}
