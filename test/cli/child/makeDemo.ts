/**
 * A process that makes the demo world together with others: `URL guarded|naive`. Looks whether the database is empty,
 * says so, waits for a word, and then makes the world. Says whether it made one. The naive one believes what it saw: a
 * game client that has come meanwhile does not stop it.
 */
import { ClientStore } from "@garrison/core/client/ClientStore"
import * as Garrison from "@garrison/core/Garrison"
import { defaultSettings, settingsInForce } from "@garrison/core/settings"
import { storage } from "@garrison/sql/storage"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { once } from "node:events"
import { DEMO_GAME } from "../../../packages/cli/src/demo/names.ts"
import { prepareDemo } from "../../../packages/cli/src/demo/prepare.ts"
import { withSmallDemo } from "../support/smallDemo.ts"
import { demoState } from "../../../packages/cli/src/demo/state.ts"

const [url = "", way = ""] = process.argv.slice(2)

/** The clients of somebody who looks first, and then goes on whatever is there. */
const naiveClients = Layer.effect(
  ClientStore,
  Effect.map(ClientStore, (store) =>
    ClientStore.of({
      ...store,
      insert: (client, secret) => Effect.as(store.insert(client, secret), "stored" as const),
    }),
  ),
)

const clients = way === "naive" ? naiveClients : Layer.empty

const services = Garrison.layer.pipe(
  Layer.provideMerge(clients.pipe(Layer.provideMerge(storage(url)))),
  Layer.provide(settingsInForce({ ...defaultSettings, defaultClientId: DEMO_GAME })),
)

const program = Effect.gen(function* () {
  process.stdout.write(`${yield* demoState}\n`)
  yield* Effect.promise(() => once(process.stdin, "data"))
  const made = yield* withSmallDemo(prepareDemo(false))
  process.stdout.write(`${made === undefined ? "there" : "made"}\n`)
})

await Effect.runPromise(Effect.provide(program, services))
process.stdin.destroy()
