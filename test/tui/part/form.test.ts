/** Forms made of the inputs of operations: what each field takes, what it becomes, and what is wrong beside it. */
import { assert, describe, it } from "@effect/vitest"
import { operations } from "@garrison/core/operations"
import { fieldsOf } from "@garrison/core/operation/fieldFacts"
import { formBindings, isFormAction } from "@garrison/tui/part/form/keys"
import { formJson, type FormState, openForm, refusedForm, typedInForm, updateForm } from "@garrison/tui/part/form/state"
import * as Effect from "effect/Effect"
import * as FastCheck from "fast-check"
import { createElement } from "react"
import { Form } from "../../../packages/tui/src/part/form/view.tsx"
import { plainTheme as theme, startMillis } from "../../support/tui/driven.ts"
import { frameOf, misfits } from "../../support/tui/frame.ts"
import { hostileTexts } from "../../support/tui/hostile.ts"

const named = (name: string) => {
  const found = operations.find((one) => one.name === name)
  if (found === undefined) throw new Error(`there is no ${name}`)
  return found
}

const kinds = (name: string) => Object.fromEntries(fieldsOf(named(name).input).map((field) => [field.name, field.kind]))

const filled = (state: FormState, texts: Readonly<Record<string, string>>): FormState =>
  state.fields.reduce((so, { name }, focus) => typedInForm({ ...so, focus }, texts[name] ?? ""), state)

describe("a form", () => {
  it("has a field for each of the input, by its type, with its sentence", () => {
    assert.deepInclude(kinds("client.create"), {
      kind: "choice",
      description: "text",
      permissions: "list",
      public: "flag",
    })
    assert.deepInclude(kinds("client.rotate"), { overlap_seconds: "integer" })
    assert.deepInclude(kinds("restriction.add"), { type: "choice", expires_at: "time" })
    assert.deepInclude(kinds("order.list"), { starting_position: "time", sort: "choice" })
    assert.deepInclude(kinds("notification.create"), { custom_data: "json" })
    for (const { input, isAudited, name: operation } of operations) {
      if (!isAudited) continue
      for (const { choices, kind, name, sentence } of fieldsOf(input)) {
        assert.notStrictEqual(sentence, "", `${operation} ${name}`)
        assert.isTrue(kind !== "choice" || choices.length > 0)
      }
    }
    assert.deepStrictEqual(
      fieldsOf(named("client.create").input, ["kind"]).map(({ name }) => name),
      ["kind"],
    )
  })

  it("says what was typed as JSON, and leaves out what was not", () => {
    const form = filled(openForm(fieldsOf(named("client.create").input)), {
      kind: "m",
      permissions: 'player:read, "a, b" , c',
      public: "f",
    })
    assert.deepStrictEqual(formJson(form, startMillis), {
      kind: "machine",
      permissions: ["player:read", "a, b", "c"],
      public: false,
    })
    const rotate = fieldsOf(named("client.rotate").input)
    assert.deepInclude(formJson(filled(openForm(rotate), { overlap_seconds: " 60 " }), 0), { overlap_seconds: 60 })
    assert.deepInclude(formJson(filled(openForm(rotate), { overlap_seconds: "soon" }), 0), { overlap_seconds: "soon" })
    const ban = filled(openForm(fieldsOf(named("restriction.add").input)), { expires_at: "+7d" })
    assert.strictEqual(formJson(ban, startMillis)["expires_at"], "2026-03-08T12:00:00.000Z")
  })

  it("reads back what it was opened with", () => {
    const fields = fieldsOf(named("client.create").input)
    const item = FastCheck.string({ minLength: 1, unit: "grapheme" }).filter((text) => text.trim() !== "")
    FastCheck.assert(
      FastCheck.property(
        FastCheck.array(item, { minLength: 1, maxLength: 5 }),
        FastCheck.boolean(),
        (permissions, isPublic) => {
          const given = { kind: "game", permissions, public: isPublic }
          assert.deepStrictEqual(formJson(openForm(fields, given), 0), given)
        },
      ),
    )
  })

  it("shows each complaint of the operation beside its field, and goes to the first", async () => {
    const operation = named("client.rotate")
    const form = filled(openForm(fieldsOf(operation.input)), { overlap_seconds: "-1" })
    const error = await Effect.runPromise(Effect.flip(operation.decode(formJson(form, 0))))
    const refused = refusedForm(form, { code: error.code, message: error.message, details: error.details })
    assert.deepStrictEqual(Object.keys(refused.errors).toSorted(), ["client_id", "overlap_seconds"])
    const frame = frameOf(createElement(Form, { state: refused, columns: 80, rows: 10, theme }), {
      columns: 80,
      rows: 10,
    })
    assert.include(frame, "✗ must be at least 0")
    assert.strictEqual(refused.focus, 0)
    assert.notProperty(typedInForm(refused, "x").errors, "client_id")
    assert.property(refusedForm(form, { code: "client_unknown", message: "There is none." }).errors, "")
  })

  it("of every operation is drawn after any keys", () => {
    const actions = formBindings.map(({ action }) => action)
    FastCheck.assert(
      FastCheck.property(
        FastCheck.constantFrom(...operations),
        FastCheck.array(
          FastCheck.oneof(
            FastCheck.constantFrom(...actions),
            FastCheck.constantFrom(...Object.values(hostileTexts)).map((text) => ({ text })),
          ),
          { maxLength: 15 },
        ),
        ({ input }, steps) => {
          let state = openForm(fieldsOf(input))
          for (const one of steps)
            state = typeof one === "string" ? updateForm(state, one) : typedInForm(state, one.text)
          const size = { columns: 76, rows: 16 }
          const frame = frameOf(createElement(Form, { state, ...size, theme }), size)
          assert.deepStrictEqual(misfits(frame, size), [])
          if (state.fields.length > 0) assert.include(frame, `› ${state.fields[state.focus]?.name.slice(0, 20)}`)
          assert.isObject(formJson(state, startMillis))
        },
      ),
      { numRuns: 150 },
    )
    assert.isTrue(isFormAction("fieldNext"))
  })
})
