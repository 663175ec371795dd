/**
 * What holds for every screen, over the list of screens: its keys are told apart and explained, it is drawn at every
 * size, after any keys, with any text that a player can write in any field, while it waits and when it is refused.
 */
import { assert, describe, it } from "@effect/vitest"
import { operations } from "@garrison/core/operations"
import { actKeys } from "@garrison/tui/actKeys"
import { appBindings } from "@garrison/tui/app/keys"
import type { Binding } from "@garrison/tui/binding"
import type { OperationName } from "@garrison/tui/operation"
import type { Params, Screen } from "@garrison/tui/Screen"
import { screens } from "@garrison/tui/screens"
import { assertDrawable, isThorough } from "../support/tui/anyKeys.ts"
import { type Acts, type Answers, Driven, plainTheme, Refused } from "../support/tui/driven.ts"
import { misfits } from "../support/tui/frame.ts"
import { assertFrames } from "../support/tui/frames.ts"
import { hostileTexts } from "../support/tui/hostile.ts"
import { type Made, madeAnswer } from "../support/tui/madeAnswers.ts"

const hostile = Object.values(hostileTexts)

/** Ordinary texts, for frames that people read. */
const ordinary = (): Made => ({ text: (field) => field.replaceAll("_", " "), members: 4 })

/** Every text is one that breaks screens, another one each time. */
const broken = (from = 0): Made => {
  let at = from
  return { text: () => hostile[at++ % hostile.length] ?? "", members: 4 }
}

const answering =
  (made: () => Made): Answers =>
  (operation: OperationName) =>
    madeAnswer(operation, made())

const paramsOf = ({ needs }: Screen): Params =>
  Object.fromEntries(needs.map((need) => [need, need.endsWith("_uuid") ? "019aa1f2-6f5e-7000-8000-000000000001" : "1"]))

const open = (screen: Screen, answers: Answers, acts?: Acts) =>
  new Driven({ screens, screen: screen.name, params: paramsOf(screen), answers, ...(acts !== undefined && { acts }) })

/** All that help shows of a screen, page by page. */
const helpOf = (screen: Screen): string => {
  const driven = open(screen, answering(ordinary)).resize({ columns: 200, rows: 60 }).press("?")
  const pages = new Set<string>()
  for (let page = driven.frame(); !pages.has(page); page = driven.press("pageDown").frame()) pages.add(page)
  return [...pages].join("\n")
}

/** A frame has many texts. Each of these begins one of them; `npm run any-keys` begins one with each text. */
const firsts = hostile.map((_, at) => at).filter((at) => isThorough || at % 3 === 0)

const sizes = [
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
  { columns: 240, rows: 60 },
]

/** Keys that two bindings have while the same keys count. */
const sharedKeys = (bindings: ReadonlyArray<Binding<unknown>>): ReadonlyArray<string> =>
  [true, false].flatMap((isTyping) => {
    const keys = bindings
      .filter(({ whileTyping }) => (whileTyping === true) === isTyping)
      .flatMap(({ keys: own }) => own)
    return keys.filter((key, at) => keys.indexOf(key) !== at)
  })

const kindOf = new Map(operations.map(({ kind, name }) => [name, kind]))

describe("every screen", () => {
  it("has the same key for the same act as every other one, and an act has its key to itself", () => {
    assert.strictEqual(new Set(Object.values(actKeys)).size, Object.keys(actKeys).length)
    const acts = screens.flatMap(({ bindings }) =>
      bindings.flatMap(({ action, keys, operation }) =>
        operation !== undefined && kindOf.get(operation) === "act" ? [{ action, keys, operation }] : [],
      ),
    )
    const known = new Set<string>(Object.values(actKeys))
    for (const { action, keys, operation } of acts) {
      assert.isTrue(keys.length === 1 && known.has(keys[0] ?? ""), `${operation} by ${keys.join()}`)
      for (const other of acts.filter((one) => one.operation === operation && one.action === action)) {
        assert.deepStrictEqual(other.keys, keys, operation)
      }
    }
    assert.isAbove(acts.length, 20)
  })

  it("has a name of its own, and every need has a value in the tests", () => {
    const names = screens.map(({ name }) => name)
    assert.deepStrictEqual(names, Array.from(new Set(names)))
    assert.isTrue(names.every((name) => /^[a-z]+$/.test(name)))
  })

  for (const screen of screens) {
    describe(`the screen ${screen.name}`, () => {
      it("gives no key to two actions, and explains each", () => {
        assert.deepStrictEqual(sharedKeys(screen.bindings), [])
        assert.deepStrictEqual(
          sharedKeys([
            { action: "x", keys: ["x", "y"], sentence: "" },
            { action: "y", keys: ["y"], sentence: "" },
          ]),
          ["y"],
        )
        for (const { keys, sentence } of [...screen.bindings, ...appBindings]) {
          assert.isAbove(keys.length, 0)
          assert.match(sentence, /^[A-Z].*[^.]$/)
        }
      })

      it("leaves the keys of the console to the console", () => {
        // A screen of several layers goes back by itself, from one to the next.
        const ofConsole = new Set(appBindings.filter(({ action }) => action !== "back").flatMap(({ keys }) => keys))
        const own = screen.bindings.filter(({ whileTyping }) => whileTyping !== true).flatMap(({ keys }) => keys)
        assert.deepStrictEqual(
          own.filter((key) => ofConsole.has(key)),
          [],
        )
      })

      it("is explained by help, every key of it", () => {
        const help = helpOf(screen)
        for (const { sentence } of [...screen.bindings, ...appBindings]) assert.include(help, sentence)
      })

      it("has a foot that fits 80 columns, with whole words", () => {
        for (const driven of [open(screen, answering(ordinary)), open(screen, answering(ordinary)).press("/")]) {
          const foot = driven.frame().split("\n").at(-1) ?? ""
          assert.notInclude(foot, "…")
          assert.isAtMost(foot.length, 80)
        }
      })

      it("begins its help with what it is for and how it is left, and ends it with the keys of texts", () => {
        const lines = open(screen, answering(ordinary))
          .resize({ columns: 200, rows: 60 })
          .press("?")
          .frame()
          .split("\n")
        assert.include(lines[4], `${screen.sentence}. q leaves.`)
        const help = helpOf(screen)
        if (help.includes("Delete the word before the cursor")) {
          assert.isAbove(help.lastIndexOf("Delete the word before the cursor"), help.lastIndexOf("Leave the console."))
        }
      })

      it("keeps characters for text while text is taken", () => {
        const typing = screen.bindings.filter(({ whileTyping }) => whileTyping === true).flatMap(({ keys }) => keys)
        assert.deepStrictEqual(
          typing.filter((key) => Array.from(key).length === 1 || key === "space"),
          [],
        )
        assert.strictEqual(screen.isTyping === undefined, typing.length === 0)
      })

      it("is drawn: answered, waiting and refused", () => {
        assertFrames(open(screen, answering(ordinary)), screen.name, "answered")
        assertFrames(
          open(screen, () => undefined),
          screen.name,
          "waiting",
        )
        const refused = new Refused({ code: "not_permitted", message: "It is not for you." })
        assertFrames(
          open(screen, () => refused),
          screen.name,
          "refused",
        )
        assert.strictEqual(open(screen, answering(ordinary)).state.stack.length, 1)
      })

      it("loses its filter first when one goes back, and then is left", () => {
        const typed = open(screen, answering(ordinary)).press("/")
        if (screen.isTyping?.(typed.state.stack.at(-1)?.state) !== true) return
        const driven = typed.send({ type: "opened", screen: screen.name, params: paramsOf(screen) })
        driven.press("/", "ctrl+u").type("e").press("enter")
        assert.isTrue(screen.isFiltered?.(driven.state.stack.at(-1)?.state))
        driven.press("escape")
        assert.strictEqual(driven.state.stack.length, 2)
        assert.isFalse(screen.isFiltered?.(driven.state.stack.at(-1)?.state))
        assert.strictEqual(driven.press("escape").state.stack.length, 1)
      })

      it("has no frames for a screen reader", () => {
        const spoken = open(screen, answering(ordinary)).frame({ ...plainTheme, isScreenReader: true })
        assert.notMatch(spoken, /[\u2500-\u257F\u2580-\u2587]/u)
      })

      it("keeps every text of others in its place", () => {
        for (const [at, first] of firsts.entries()) {
          const driven = open(
            screen,
            answering(() => broken(first)),
          )
          const size = sizes[at % sizes.length] ?? { columns: 80, rows: 24 }
          assert.deepStrictEqual(misfits(driven.resize(size).frame(), size), [])
        }
      })

      it("is drawn after any keys, and so is what it leads to", () => {
        const acts: Acts = (operation) => madeAnswer(operation, broken())
        assertDrawable(() => open(screen, answering(broken), acts), [screen])
        assert.isAbove(open(screen, answering(broken)).frame().length, 0)
      })
    })
  }
})
