import { Catalogs, Garrison, localActor } from "@garrison/core"
import { sqlite } from "@garrison/sql"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const program = Effect.gen(function* () {
  const catalogs = yield* Catalogs
  const { version } = yield* catalogs.publish({ items: { 995: { type: "unit" } } }, {}, { actor: localActor("import") })
  yield* Console.log(`catalog version ${version.version} is served`)
})

const storage = sqlite(process.argv[2] ?? "game.db")
await Effect.runPromise(Effect.provide(program, Layer.provide(Garrison.layer, storage)))
