/** The form of the dialog of acts: the fields of the input that are not known yet, and the reason. */
import type { OperationFacts } from "../../operation.ts"
import { fieldsOf, type FieldFacts } from "@garrison/core/operation/fieldFacts"
import { isName } from "./names.ts"
import { formJson, type FormState, openForm } from "../../part/form/state.ts"

/** The name of the reason in the form. No field of an input has it. */
const REASON = "reason (audit)"

/** A reason that is asked for says something. */
const REASON_LENGTH_MIN = 3

const reasonField = ({ reason }: OperationFacts): ReadonlyArray<FieldFacts> =>
  reason === "none"
    ? []
    : [{ name: REASON, kind: "text", sentence: "Why you do it.", isRequired: reason === "required", choices: [] }]

/** The form of the fields that the inputs lack, or of those that are named. */
export const openActForm = (
  facts: OperationFacts,
  inputs: ReadonlyArray<Readonly<Record<string, unknown>>>,
  names: ReadonlyArray<string> | undefined,
  reason: string | undefined,
): FormState => {
  const asked = fieldsOf(facts.input, names).filter(
    (field) =>
      names !== undefined ||
      inputs.some((input) => input[field.name] === undefined || isName(field, input[field.name])),
  )
  return openForm([...asked, ...reasonField(facts)], { ...inputs[0], [REASON]: reason })
}

/** What was typed: the input's members, and the reason. */
interface Filled {
  readonly input: Readonly<Record<string, unknown>>
  readonly reason: string | undefined
}

const missing = ({ fields }: FormState, json: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    fields.flatMap(({ isRequired, name }) => (isRequired && json[name] === undefined ? [[name, "is needed"]] : [])),
  )

const tooShort = (facts: OperationFacts, reason: unknown): Readonly<Record<string, string>> =>
  facts.reason === "required" && typeof reason === "string" && reason.trim().length < REASON_LENGTH_MIN
    ? { [REASON]: `must be at least ${REASON_LENGTH_MIN} characters long` }
    : {}

/** What was typed, or the form with what is wrong. `now` in Unix milliseconds, for times from now on. */
export const filled = (
  form: FormState,
  facts: OperationFacts,
  now: number,
): { readonly ok: true; readonly filled: Filled } | { readonly ok: false; readonly form: FormState } => {
  const { [REASON]: reason, ...input } = formJson(form, now)
  const errors = { ...missing(form, { ...input, [REASON]: reason }), ...tooShort(facts, reason) }
  const focus = form.fields.findIndex(({ name }) => name in errors)
  if (focus >= 0) return { ok: false, form: { ...form, errors, focus } }
  const emptied = form.fields.flatMap(({ name }) => (name === REASON ? [] : [[name, undefined] as const]))
  return {
    ok: true,
    filled: {
      input: { ...Object.fromEntries(emptied), ...input },
      reason: typeof reason === "string" ? reason : undefined,
    },
  }
}
