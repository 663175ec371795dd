/**
 * The state of a form: what was typed into each field, which one has the cursor, and what is wrong with which. The
 * operation decides what is right; its refusal names the places, and the form shows each complaint beside its field.
 */
import { writtenTime } from "@garrison/core/kernel/time/writtenTime"
import type { RefusalJson } from "@garrison/core/operation/refusal"
import { emptyText, type TextInputState, typedText, updateTextInput } from "../textInput/state.ts"
import type { FieldFacts } from "@garrison/core/operation/fieldFacts"
import type { FormAction } from "./keys.ts"

/** A form. */
export interface FormState {
  readonly fields: ReadonlyArray<FieldFacts>
  /** What stands in each field, in their order. A field without text is not given. */
  readonly texts: ReadonlyArray<TextInputState>
  readonly focus: number
  /** What is wrong, by the name of the field; under the empty name: with the whole. */
  readonly errors: Readonly<Record<string, string>>
  /** What a field with an id offers: at the end of its text the right arrow takes the next one. */
  readonly offered?: {
    readonly field: string
    readonly choices: ReadonlyArray<{ readonly id: string; readonly shown: string }>
  }
}

/** What the field with the cursor offers. */
export const offeredAt = ({ fields, focus, offered }: FormState) =>
  offered !== undefined && offered.field === fields[focus]?.name ? offered.choices : []

const writtenText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value))

/** A text of a list as it is typed: in quotes where it has a comma, or begins or ends as nobody sees. */
const writtenItem = (item: unknown): string => {
  const text = writtenText(item)
  return /^[^",\s[][^,]*(?<!\s)$/.test(text) ? text : JSON.stringify(text)
}

/** A value of JSON as it is typed into a field. */
const written = ({ kind }: FieldFacts, value: unknown): string => {
  if (value === undefined || value === null) return ""
  return kind === "list" && Array.isArray(value) ? value.map(writtenItem).join(", ") : writtenText(value)
}

/** A form of these fields, with what is known of them already. */
export const openForm = (
  fields: ReadonlyArray<FieldFacts>,
  given: Readonly<Record<string, unknown>> = {},
): FormState => ({
  fields,
  texts: fields.map((field) => emptyText(written(field, given[field.name]))),
  focus: Math.max(
    0,
    fields.findIndex(({ isRequired, name }) => isRequired && given[name] === undefined),
  ),
  errors: {},
})

/** The form with these values in the fields that it has. */
export const withGiven = (state: FormState, given: Readonly<Record<string, unknown>>): FormState => ({
  ...state,
  texts: state.texts.map((text, at) => {
    const field = state.fields[at]
    return field !== undefined && field.name in given ? emptyText(written(field, given[field.name])) : text
  }),
})

/** Items with commas between them, each plain or in quotes as JSON has them. */
const itemPattern = /\s*(?:("(?:[^"\\]|\\.)*")|([^,]*))\s*(?:,|$)/gy

const listed = (text: string): ReadonlyArray<unknown> =>
  Array.from(text.matchAll(itemPattern), ([, quoted, plain = ""]) =>
    quoted === undefined ? plain.trim() : parsed(quoted),
  ).filter((item) => item !== "")

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: the operation says what it wants in its place.
    return text
  }
}

const valueOf = ({ kind }: FieldFacts, text: string, now: number): unknown => {
  const trimmed = text.trim()
  switch (kind) {
    case "integer":
      return /^-?\d{1,15}$/.test(trimmed) ? Number(trimmed) : trimmed
    case "flag":
      return trimmed === "true" ? true : trimmed === "false" ? false : trimmed
    case "time":
      return writtenTime(trimmed, now)
    case "list":
      return listed(text)
    case "json":
      return parsed(trimmed)
    default:
      return text
  }
}

/** What the form says, as the JSON of the operation's input. `now` in Unix milliseconds, for times from now on. */
export const formJson = ({ fields, texts }: FormState, now: number): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    fields.flatMap((field, at) => {
      const { text = "" } = texts[at] ?? {}
      return text.trim() === "" ? [] : [[field.name, valueOf(field, text, now)]]
    }),
  )

interface Complaint {
  readonly loc: ReadonlyArray<string | number>
  readonly msg: string
}

const complaintsOf = ({ details }: RefusalJson): ReadonlyArray<Complaint> =>
  Array.isArray(details?.["detail"]) ? (details["detail"] as ReadonlyArray<Complaint>) : []

/** The form with what the operation said of it: each complaint at its field, all others at the whole. */
export const refusedForm = (state: FormState, refusal: RefusalJson): FormState => {
  const names = new Set(state.fields.map(({ name }) => name))
  const complaints = complaintsOf(refusal)
  const errors: Record<string, string> = {}
  for (const { loc, msg } of complaints) {
    const name = names.has(String(loc[0])) ? String(loc[0]) : ""
    const place = name === "" ? loc.join(".") : loc.slice(1).join(".")
    errors[name] ??= place === "" ? msg : `${place} ${msg}`
  }
  if (complaints.length === 0) errors[""] = refusal.message
  const first = state.fields.findIndex(({ name }) => name in errors)
  return { ...state, errors, focus: first < 0 ? state.focus : first }
}

const choicesAt = ({ fields, focus }: FormState): ReadonlyArray<string> | undefined => {
  const field = fields[focus]
  if (field === undefined) return undefined
  const none = field.isRequired ? [] : [""]
  if (field.kind === "flag") return [...none, "true", "false"]
  return field.kind === "choice" ? [...none, ...field.choices] : undefined
}

const withText = (state: FormState, text: TextInputState): FormState => {
  const { [state.fields[state.focus]?.name ?? ""]: _, "": __, ...errors } = state.errors
  return { ...state, errors, texts: state.texts.with(state.focus, text) }
}

const chosen = (state: FormState, choices: ReadonlyArray<string>, by: number): FormState => {
  const at = choices.indexOf(state.texts[state.focus]?.text ?? "")
  const next = at < 0 && by < 0 ? choices.length - 1 : (at + by + choices.length) % choices.length
  return withText(state, emptyText(choices[next] ?? ""))
}

const focused = (state: FormState, by: number): FormState => {
  const count = Math.max(1, state.fields.length)
  return { ...state, focus: (state.focus + by + count) % count }
}

/** The form after a key. */
export const updateForm = (state: FormState, action: FormAction): FormState => {
  if (action === "fieldNext") return focused(state, 1)
  if (action === "fieldBefore") return focused(state, -1)
  const text = state.texts[state.focus]
  if (text === undefined) return state
  const choices = choicesAt(state)
  if (choices === undefined) {
    const ids = offeredAt(state).map(({ id }) => id)
    const isTaking = action === "textRight" && ids.length > 0 && text.cursor === text.text.length
    return isTaking ? chosen(state, ids, 1) : withText(state, updateTextInput(text, action))
  }
  if (action === "textLeft") return chosen(state, choices, -1)
  if (action === "textRight") return chosen(state, choices, 1)
  return action === "textBack" || action === "textClear" ? withText(state, emptyText()) : state
}

/** The form after typed or pasted text. A choice takes the one value that begins so; a space, the next one. */
export const typedInForm = (state: FormState, typed: string): FormState => {
  const text = state.texts[state.focus]
  if (text === undefined || typed === "") return state
  const choices = choicesAt(state)
  if (choices === undefined) return withText(state, typedText(text, typed))
  if (typed === " ") return chosen(state, choices, 1)
  const [found, ...others] = choices.filter((one) => one.startsWith(typed))
  return found === undefined || others.length > 0 ? state : withText(state, emptyText(found))
}
