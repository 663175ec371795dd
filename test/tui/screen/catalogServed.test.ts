/** A catalog in the console from beginning to end, on a database: looked up, compared, served again, undone, pasted. */
import { assert, it } from "@effect/vitest"
import type { RefusalJson } from "@garrison/core/operation/refusal"
import type { OperationAnswer, OperationInput, OperationName } from "@garrison/tui/operation"
import { catalogScreen } from "@garrison/tui/screen/catalog/screen"
import { comparisonScreen } from "@garrison/tui/screen/comparison/screen"
import { entryScreen } from "@garrison/tui/screen/entry/screen"
import * as Effect from "effect/Effect"
import { type Acts, Driven, Refused } from "../../support/tui/driven.ts"
import { makeWorld } from "../../support/tui/world.ts"

it("shows what it serves, compares it, serves an earlier version and takes it back, and publishes what is pasted", () =>
  Effect.gen(function* () {
    const world = yield* makeWorld
    const ask: Acts = (operation, input, conditions) =>
      Effect.runPromise(
        Effect.match(world.run(operation, input, conditions), {
          onSuccess: (answer) => answer,
          onFailure: (refusal: RefusalJson) => new Refused(refusal),
        }),
      )
    const get = <Name extends OperationName>(name: Name, input: OperationInput<Name>) =>
      Effect.map(Effect.orDie(world.run(name, input, {})), (answer) => answer as OperationAnswer<Name>)
    const current = Effect.map(get("catalog.showVersion", {}), ({ version }) => version)
    const { document } = yield* get("catalog.showVersion", {})
    const authored = document as { readonly items: Readonly<Record<string, object>> }
    yield* get("catalog.publish", { document: { ...authored, items: { ...authored.items, 7_777: {} } } })
    const driven = new Driven({
      screens: [catalogScreen, entryScreen, comparisonScreen],
      screen: "catalog",
      answers: (operation, input) => ask(operation, input, {}),
      acts: ask,
      size: { columns: 110, rows: 30 },
    })
    const press = (...keys: ReadonlyArray<string>) =>
      Effect.gen(function* () {
        for (const key of keys) {
          driven.press(key)
          yield* Effect.promise(() => driven.settled())
        }
      })
    yield* press("2", "enter")
    assert.include(driven.frame(), "Coins (item 995)")
    yield* press("escape", "6", "j", "c")
    assert.include(driven.frame(), "from version 2 (the current one) to version 1")
    assert.include(driven.frame(), "removed   item 7777")
    yield* press("enter")
    assert.include(driven.frame(), "in version  2")

    yield* press("escape", "P", "enter")
    assert.include(driven.frame(), "This would happen; nothing is stored yet:")
    assert.strictEqual(yield* current, 2)
    yield* press("y")
    assert.strictEqual(yield* current, 1)
    assert.include(driven.frame(), "to version 1 (the current one)")
    yield* press("u", "enter", "y")
    assert.strictEqual(yield* current, 2)

    yield* press("escape")
    // A colleague publishes after the versions were shown.
    yield* get("catalog.publish", { document: { ...authored, items: { ...authored.items, 7_778: {} } } })
    yield* press("P", "enter")
    assert.include(driven.frame(), "catalog_etag_mismatch")
    yield* press("escape", "ctrl+r", "p")
    driven.paste('{"items":{"1":{}},\n"vendors":{}}')
    yield* press("enter", "y")
    assert.strictEqual(yield* current, 4)
    assert.include(driven.frame(), "4  current")
  }).pipe(Effect.scoped, Effect.runPromise))
