/** What the command writes: data on stdout and messages on stderr, as text for people and as JSON for scripts. */
import { assert, describe, it } from "@effect/vitest"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { Invocation } from "../../../packages/cli/src/Invocation.ts"
import { counted } from "@garrison/core/operation/show/counted"
import {
  present,
  printData,
  printJson,
  printMessage,
  printWarning,
  whileShowing,
  whileWaiting,
} from "../../../packages/cli/src/output/print.ts"

/** What a run with these arguments writes, each text with its stream. */
const written = Effect.fnUntraced(function* (work: Effect.Effect<unknown>, ...args: ReadonlyArray<string>) {
  const texts: Array<readonly [stream: "stdout" | "stderr", text: string]> = []
  const caught: Console.Console = Object.assign(Object.create(globalThis.console), {
    log: (text: string) => texts.push(["stdout", text]),
    error: (text: string) => texts.push(["stderr", text]),
  })
  yield* work.pipe(
    Effect.provideService(Console.Console, caught),
    Effect.provideService(Invocation, { args, environment: {}, directory: "/" }),
  )
  return texts
})

describe("data", () => {
  it.effect("goes to stdout as it is, whether or not the run speaks JSON", () =>
    Effect.gen(function* () {
      for (const args of [[], ["--json"]]) {
        assert.deepStrictEqual(yield* written(printData("a\nb"), ...args), [["stdout", "a\nb"]])
      }
    }),
  )

  it.effect("as JSON keeps every digit of an integer, and leaves out what is not given", () =>
    Effect.gen(function* () {
      const value = { large: 9007199254740993n, small: 7n, text: "7", none: undefined, nothing: null }
      const [line] = yield* written(printJson(value))
      assert.strictEqual(
        line?.[1],
        '{\n  "large": 9007199254740993,\n  "small": 7,\n  "text": "7",\n  "nothing": null\n}',
      )
    }),
  )

  it.effect("for people is not even made where JSON is asked for", () =>
    Effect.gen(function* () {
      const unmade = present(true, { a: 1 }, () => assert.fail("made for nobody"))
      assert.deepStrictEqual(yield* written(unmade), [["stdout", '{\n  "a": 1\n}']])
      assert.deepStrictEqual(yield* written(present(false, { a: 1 }, () => "a  1")), [["stdout", "a  1"]])
    }),
  )
})

describe("messages", () => {
  it.effect("go to stderr, a warning as one, and as a line of JSON to scripts", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* written(printMessage("Done.")), [["stderr", "Done."]])
      assert.deepStrictEqual(yield* written(printWarning("Odd.")), [["stderr", "warning: Odd."]])
      assert.deepStrictEqual(yield* written(printMessage('Said "so".\nTwice.'), "--json"), [
        ["stderr", '{"message":"Said \\"so\\".\\nTwice."}'],
      ])
      assert.deepStrictEqual(yield* written(printWarning("Odd."), "--json"), [
        ["stderr", '{"level":"warning","message":"Odd."}'],
      ])
    }),
  )
})

describe("what is shown for a while", () => {
  it.effect("is shown on a terminal only: elsewhere the work alone is done, and its result handed on", () =>
    Effect.gen(function* () {
      for (const shown of [whileShowing("checking"), whileWaiting("waiting")]) {
        let result = ""
        const work = Effect.map(shown(Effect.succeed("done")), (given) => (result = given))
        assert.deepStrictEqual(yield* written(work), [])
        assert.strictEqual(result, "done")
      }
    }),
  )
})

describe("counted", () => {
  it.each([
    [0, "0 items"],
    [1, "1 item"],
    [2, "2 items"],
  ])("of %i", (count, text) => {
    assert.strictEqual(counted(count, "item"), text)
  })

  it("takes a plural of its own", () => {
    assert.deepStrictEqual([counted(1, "entry", "entries"), counted(3, "entry", "entries")], ["1 entry", "3 entries"])
  })
})
