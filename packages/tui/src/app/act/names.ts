/**
 * Names in the form of an act, in the place of ids: what begins so is offered, and each name becomes an id before the
 * act is rehearsed, so that the dialog shows what is stored.
 */
import type { FieldFacts } from "@garrison/core/operation/fieldFacts"
import { type Called, type FoundKind, isFound, isIdOf, lookups, meantBy } from "@garrison/core/overview/references"
import { type FormState, withGiven } from "../../part/form/state.ts"
import type { Ask } from "../../Screen.ts"
import type { World } from "../overlay.ts"

/** Most players of one name that are told apart, and most that are offered. */
const MEANT_MAX = 1000
const OFFERED_MAX = 20

/** How long a name is awaited before it is looked up, in milliseconds. */
const TYPING_MILLIS = 150

interface Named {
  readonly field: string
  readonly kind: FoundKind
  readonly text: string
}

/** The name in the field with this number; undefined: it has an id, or names nothing. */
const nameAt = ({ fields, texts }: FormState, at: number): Named | undefined => {
  const { kind: fieldKind, name: field = "", refers } = fields[at] ?? {}
  const text = texts[at]?.text.trim() ?? ""
  if (!isFound(refers) || fieldKind === "list" || text === "") return undefined
  return { field, kind: refers, text }
}

/** Whether a question is one of this module. */
export const isOfName = (ask: string): boolean => /^(?:meant|offered) /.test(ask)

/** Whether a value of this field is a name, whose id is not known yet. */
export const isName = ({ kind, refers }: FieldFacts, value: unknown): boolean =>
  isFound(refers) && kind !== "list" && typeof value === "string" && !isIdOf(refers, value.trim())

const asking = (ask: string, { kind, text }: Named, limit: number): Ask => {
  const { input, operation } = lookups[kind]
  return { type: "ask", ask, operation, input: input(text, limit) }
}

const mayAsk = ({ offered }: World, { kind }: Named): boolean => offered.has(lookups[kind].operation)

/** The question for the first name of the form; undefined: there is none, or nobody may ask. */
export const meantQuestion = (form: FormState, world: World): Ask | undefined => {
  const named = Array.from(form.fields.keys())
    .flatMap((at) => nameAt(form, at) ?? [])
    .find(({ kind, text }) => !isIdOf(kind, text))
  return named === undefined || !mayAsk(world, named) ? undefined : asking(`meant ${named.field}`, named, MEANT_MAX)
}

/** The question for what begins as the field with the cursor; undefined: it needs none. */
export const offeredQuestion = (form: FormState, world: World): Ask | undefined => {
  const named = nameAt(form, form.focus)
  if (named === undefined || !mayAsk(world, named)) return undefined
  if (named.kind !== "client" && isIdOf(named.kind, named.text)) return undefined
  return { ...asking(`offered ${named.field}`, named, OFFERED_MAX), delayMillis: TYPING_MILLIS }
}

const shown = ({ id, name }: Called): string => (id === name ? id : `${name} (${id})`)

const offering = (field: string, called: ReadonlyArray<Called>): NonNullable<FormState["offered"]> => ({
  field,
  choices: called.map((one) => ({ id: one.id, shown: shown(one) })),
})

const fieldIn = (ask: string): string => ask.slice(ask.indexOf(" ") + 1)

const complained = (form: FormState, field: string, complaint: string): FormState => ({
  ...form,
  errors: { [field]: complaint },
  focus: form.fields.findIndex(({ name }) => name === field),
})

/** The form with the answer to a question for a name: the id in its place, or why there is none. */
export const withMeant = (form: FormState, ask: string, answer: unknown): FormState => {
  const field = fieldIn(ask)
  const named = nameAt(
    form,
    form.fields.findIndex(({ name }) => name === field),
  )
  if (named === undefined) return form
  const found = meantBy(lookups[named.kind].called(answer), named.text)
  const [only, another] = found
  if (only === undefined) return complained(form, field, `no ${named.kind} is called ${named.text}`)
  if (another !== undefined) {
    return { ...complained(form, field, "several are called so: → takes one"), offered: offering(field, found) }
  }
  return withGiven(form, { [field]: only.id })
}

/** The form with what begins as its field does. */
export const withOffered = (form: FormState, ask: string, answer: unknown): FormState => {
  const field = fieldIn(ask)
  const named = nameAt(
    form,
    form.fields.findIndex(({ name }) => name === field),
  )
  if (named === undefined) return form
  const begins = ({ id, name }: Called) =>
    [name, id].some((word) => word.toLowerCase().startsWith(named.text.toLowerCase()))
  const called = lookups[named.kind].called(answer).filter(begins)
  return { ...form, offered: offering(field, called) }
}
