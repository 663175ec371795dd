/** What `garrison demo` does. */
import * as Effect from "effect/Effect"
import { DEMO_GAME, DEMO_PLAYERS, DEMO_SERVER } from "../demo/names.ts"
import { demoSettings, prepareDemo } from "../demo/prepare.ts"
import { demoState } from "../demo/state.ts"
import { forgetful, withSettings } from "../local.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { keepSafe } from "../output/keepSafe.ts"
import { present, whileShowing } from "../output/print.ts"
import { facts } from "../output/table.ts"
import { currentSettings } from "../settings/current.ts"
import { isInMemory } from "../settings/storageAddress.ts"

const notHere = new CommandFailure({
  kind: "conflict",
  sentence: "The demo world is put only into an empty database, and this one holds something already.",
  next: "Name a new database, for example --storage sqlite:demo.db.",
})

/** Makes the demo world and prints its secret. */
export const makeDemo = Effect.fn("Demo.make")(function* (input: { readonly json: boolean }) {
  const { values } = yield* currentSettings()
  if (isInMemory(values.storage)) return yield* forgetful
  const make = Effect.gen(function* () {
    if ((yield* demoState) !== "empty") return yield* notHere
    return yield* prepareDemo(values.grantsEnabled.includes("basic"))
  })
  const made = yield* withSettings(demoSettings(values), make).pipe(whileShowing("preparing the demo world"))
  if (made === undefined) return yield* notHere
  const data = { client_id: DEMO_SERVER, client_secret: made.machineSecret, basic_users: made.basicUsers }
  yield* present(input.json, data, () =>
    facts([
      ["game client", `${DEMO_GAME}, public`],
      ["machine client", DEMO_SERVER],
      ["client_secret", made.machineSecret],
      ...DEMO_PLAYERS.map(({ name, token }) => ["player", `${name}, grant anon, token ${token}`] as const),
      ...made.basicUsers.map((user) => ["user", `grant basic, ${user}`] as const),
    ]),
  )
  return yield* keepSafe
})
