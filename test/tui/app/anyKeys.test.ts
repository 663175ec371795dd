/** Any sequence of keys, answers and sizes ends in a console that can be drawn, with any dialog over any screen. */
import { assert, describe, it } from "@effect/vitest"
import { operations } from "@garrison/core/operations"
import { appBindings } from "@garrison/tui/app/keys"
import { rebind } from "@garrison/tui/rebinding"
import { screens } from "@garrison/tui/screens"
import * as FastCheck from "fast-check"
import { Driven, Refused } from "../../support/tui/driven.ts"
import { misfits } from "../../support/tui/frame.ts"
import { hostileTexts } from "../../support/tui/hostile.ts"

const lines = [
  "player ban 11111111-2222-4333-8444-555555555555 --type account_ban --reason cheats",
  "client disable shop",
  "role.list",
  "order.refund",
  "nothing such --flag",
]

const pressed =
  "? : y u i r e c j k q x enter escape tab shift+tab up down left right pageUp pageDown space ctrl+o ctrl+u ctrl+w " +
  "ctrl+r backspace delete home end wheelUp wheelDown"

const key = FastCheck.constantFrom(...pressed.split(" "))

const deed = FastCheck.oneof(
  { weight: 8, arbitrary: FastCheck.record({ press: key }) },
  {
    weight: 2,
    arbitrary: FastCheck.record({
      type: FastCheck.constantFrom(...lines, "Bob", ...Object.values(hostileTexts).map((text) => text.slice(0, 60))),
    }),
  },
  {
    weight: 1,
    arbitrary: FastCheck.record({
      columns: FastCheck.integer({ min: 1, max: 240 }),
      rows: FastCheck.integer({ min: 1, max: 80 }),
    }),
  },
  { weight: 1, arbitrary: FastCheck.record({ wait: FastCheck.integer({ min: 1, max: 70 }) }) },
)

const answers: ReadonlyArray<unknown> = [
  { reverse: { operation: "restriction.lift", input: { player_uuid: "x" } }, name: hostileTexts["turns what follows"] },
  { client_secret: "secret", list: [{ deep: { deeper: [1, 2, 3] } }, null, true] },
  new Refused({
    code: "changed",
    message: "changed",
    details: { revision: 2, since: [{ operation: "a", actor: "b", at: "c" }] },
  }),
  new Refused({
    code: "invalid_input",
    message: "wrong",
    details: { detail: [{ loc: ["player_uuid"], msg: "is wrong" }] },
  }),
  new Refused({ code: "service_unavailable", message: "away" }),
]

describe("the console", () => {
  it("can be drawn after anything, whatever is answered", () => {
    FastCheck.assert(
      FastCheck.property(
        FastCheck.array(deed, { maxLength: 40 }),
        FastCheck.array(FastCheck.nat(answers.length - 1), { minLength: 1, maxLength: 8 }),
        (deeds, order) => {
          let at = 0
          const driven = new Driven({
            screens: screens.filter(({ needs }) => needs.length === 0),
            screen: "roles",
            answers: () => undefined,
            acts: () => answers[order[at++ % order.length] ?? 0],
          })
          for (const one of deeds) {
            if ("press" in one) driven.press(one.press)
            else if ("type" in one) driven.paste(one.type)
            else if ("wait" in one) driven.wait(one.wait)
            else driven.resize(one)
            assert.deepStrictEqual(misfits(driven.frame(), driven.state.size), [])
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it("has no key that is one of a screen, but escape, by which a screen leaves a part of itself first", () => {
    const own = new Set(appBindings.flatMap(({ keys }) => keys))
    const taken = screens.flatMap(({ bindings, name }) =>
      bindings.flatMap((one) =>
        one.whileTyping === true
          ? []
          : one.keys.filter((each) => each !== "escape" && own.has(each)).map((each) => `${name} ${each}`),
      ),
    )
    assert.deepStrictEqual(taken, [])
  })

  it("has no two bindings alike in any dialog", () => {
    const places = ["act", "palette", "help", "places", "copy"]
    const all = places.flatMap((place) =>
      Array.from(
        rebind([
          { place, action: "close", keys: ["escape"], line: 1 },
          { place, action: "leave", keys: ["escape"], line: 1 },
        ]).rebound.get(place) ?? [],
        (one) => one.keys.map((each) => `${place} ${one.whileTyping === true ? "typing " : ""}${each}`),
      ).flat(),
    )
    assert.isAbove(all.length, 50)
    assert.deepStrictEqual(
      all.filter((one, at) => all.indexOf(one) !== at),
      [],
    )
  })

  it("leads to every operation by its name", () => {
    assert.isAbove(operations.length, 50)
    const driven = new Driven({
      screens: screens.filter(({ needs }) => needs.length === 0),
      screen: "roles",
      answers: () => undefined,
      acts: () => ({}),
    })
    for (const { name } of operations) {
      driven.press(":").type(name).press("enter")
      assert.strictEqual(driven.state.overlays.at(-1)?.overlay.name, "act", name)
      driven.send({
        type: "toScreen",
        id: driven.state.overlays.at(-1)?.id ?? 0,
        event: { type: "action", action: "leave", key: "escape" },
      })
      assert.deepStrictEqual(driven.state.overlays.length, 0, name)
    }
  })
})
