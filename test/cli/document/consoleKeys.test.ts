/** Keys of the operator's own: the file, what is wrong in it by its line, and what the console then does at a key. */
import { assert, describe, it } from "@effect/vitest"
import { initial, update } from "@garrison/tui/app/state"
import { rebind, type Rebound } from "@garrison/tui/rebinding"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { consoleKeys } from "../../../packages/cli/src/document/consoleKeys.ts"
import { Invocation } from "../../../packages/cli/src/Invocation.ts"
import { temporaryDirectory } from "../support/garrison.ts"

const read = (directory: string, environment: Readonly<Record<string, string>> = { HOME: "/nowhere" }) =>
  Effect.runPromise(Effect.provideService(Effect.result(consoleKeys), Invocation, { args: [], environment, directory }))

const withFile = (text: string) => {
  const directory = temporaryDirectory()
  writeFileSync(join(directory, "garrison.console.json"), text)
  return read(directory)
}

const problems = async (text: string): Promise<ReadonlyArray<string>> => {
  const result = await withFile(text)
  return Result.isFailure(result) ? (result.failure.details ?? []).map((one) => one.replace(/^.*json:/, "")) : []
}

const keysOf = (rebound: Rebound, place: string, action: string): ReadonlyArray<string> | undefined =>
  rebound.get(place)?.find((one) => one.action === action)?.keys

describe("the file of the console's keys", () => {
  it("is not needed", async () => {
    const result = await read(temporaryDirectory())
    assert.strictEqual(Result.isSuccess(result) && result.success.size, 0)
  })

  it("gives actions other keys, one or several", async () => {
    const result = await withFile(`{ "everywhere": { "undo": "U", "palette": [":", "ctrl+k"] } }`)
    if (Result.isFailure(result)) return assert.fail(String(result.failure))
    assert.deepStrictEqual(keysOf(result.success, "everywhere", "undo"), ["U"])
    assert.deepStrictEqual(keysOf(result.success, "everywhere", "palette"), [":", "ctrl+k"])
    assert.deepStrictEqual(keysOf(result.success, "everywhere", "help"), ["?"])
  })

  it("is found among the settings of the user, too", async () => {
    const directory = temporaryDirectory()
    mkdirSync(join(directory, "garrison"))
    writeFileSync(join(directory, "garrison", "console.json"), `{ "everywhere": { "undo": "U" } }`)
    const result = await read(temporaryDirectory(), { XDG_CONFIG_HOME: directory })
    assert.strictEqual(Result.isSuccess(result) && result.success.size, 1)
  })

  it("is refused with the line and the binding of each mistake", async () => {
    assert.deepStrictEqual(await problems("{ nothing"), ["1: it is not JSON"])
    assert.deepStrictEqual(await problems("[]"), ["1: it is not a map of places"])
    const found = await problems(`{
  "nowhere": { "up": "x" },
  "everywhere": {
    "undo": 7,
    "leap": "x",
    "help": "Ctrl-x",
    "copy": [],
    "places": "q"
  }
}`)
    assert.deepStrictEqual(
      found.map((one) => one.replace(/; .*$/, "")),
      [
        `2: there is no screen or dialog "nowhere"`,
        "4: everywhere.undo is not a key or a list of keys",
        `5: everywhere has no action "leap"`,
        `6: "Ctrl-x" is no key, for everywhere.help`,
        "7: everywhere.copy has no key left",
        `8: "q" is the key of everywhere.places and of quit`,
      ],
    )
  })

  it("decides what a key does, and what help says", () => {
    const { rebound } = rebind([{ place: "everywhere", action: "palette", keys: ["x"], line: 1 }])
    const environment = { name: "test", kind: "development", isReadOnly: false } as const
    const size = { columns: 80, rows: 24 }
    const state = initial(environment, [], size, 0, undefined, rebound)
    const pressed = (key: string) =>
      update(state, { type: "pressed", pressed: { key, text: key } }).state.overlays.length
    assert.strictEqual(pressed("x"), 1)
    assert.strictEqual(pressed(":"), 0)
  })
})
