/** Any keys, any text and any sizes, from any screen: what can be drawn before can be drawn after. */
import { assert } from "@effect/vitest"
import { actBindings } from "@garrison/tui/app/act/keys"
import { appBindings } from "@garrison/tui/app/keys"
import type { Screen } from "@garrison/tui/Screen"
import * as FastCheck from "fast-check"
import type { Driven } from "./driven.ts"
import { misfits } from "./frame.ts"
import { hostileTexts } from "./hostile.ts"

const anySize = FastCheck.record({
  columns: FastCheck.integer({ min: 80, max: 240 }),
  rows: FastCheck.integer({ min: 24, max: 60 }),
})

/** What an operator or the terminal does. */
type Step = (driven: Driven) => unknown

/** Each is shown by fast-check as what it does. */
const named = (what: string, step: Step): Step => Object.assign(step, { [FastCheck.toStringMethod]: () => what })

const stepsOf = (screens: ReadonlyArray<Screen>): FastCheck.Arbitrary<ReadonlyArray<Step>> => {
  const bound = screens.flatMap(({ bindings }) => bindings.flatMap(({ keys }) => keys))
  const ofConsole = [...appBindings, ...actBindings].flatMap(({ keys }) => keys)
  return FastCheck.array(
    FastCheck.oneof(
      {
        weight: 8,
        arbitrary: FastCheck.constantFrom(...bound, ...ofConsole, "enter", "escape", "x").map((key) =>
          named(`press ${key}`, (driven) => driven.press(key)),
        ),
      },
      FastCheck.string({ maxLength: 5, unit: "grapheme" }).map((text) =>
        named(`type ${JSON.stringify(text)}`, (driven) => driven.type(text)),
      ),
      FastCheck.constantFrom(...Object.values(hostileTexts)).map((text) =>
        named(`paste ${JSON.stringify(text.slice(0, 40))}`, (driven) => driven.paste(text)),
      ),
      anySize.map((size) => named(`resize ${size.columns}x${size.rows}`, (driven) => driven.resize(size))),
      FastCheck.integer({ min: 1, max: 100 }).map((seconds) =>
        named(`wait ${seconds}`, (driven) => driven.wait(seconds)),
      ),
    ),
    { maxLength: 25 },
  )
}

const walks = process.env["GARRISON_TEST_WALKS_OF_KEYS"]

/** Whether this is the long form of such tests: `npm run any-keys`. */
export const isThorough = walks !== undefined

/** Walks for each screen. The long form takes more. */
const WALKS = Number(walks ?? 10)

/** After any keys a console can be drawn, and no frame is larger than its terminal. */
export const assertDrawable = (open: () => Driven, screens: ReadonlyArray<Screen>, numRuns = WALKS): void => {
  FastCheck.assert(
    FastCheck.property(stepsOf(screens), (steps) => {
      const driven = open()
      for (const [at, step] of steps.entries()) {
        step(driven)
        // Every few steps, because drawing takes far longer than what a key does.
        if (at % 4 === 0) assert.deepStrictEqual(misfits(driven.frame(), driven.state.size), [])
      }
      assert.deepStrictEqual(misfits(driven.frame(), driven.state.size), [])
    }),
    { numRuns },
  )
}
