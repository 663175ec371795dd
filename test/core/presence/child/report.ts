/**
 * A process that reports presence until it is killed: `URL PLAYERS FLUSH_SECONDS`. The players are separated by commas,
 * and take turns. It prints `PLAYER LAST_SEEN MESSAGE` for each answer. The first reports are changes; after that every
 * other player sends heartbeats alone, and the rest change the message every seventh time.
 */
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Presences } from "@garrison/core/presence/Presences"
import { defaultSettings, settingsInForce } from "@garrison/core/settings"
import * as Database from "@garrison/sql/Database"
import * as SqlPresenceStore from "@garrison/sql/presence/SqlPresenceStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const [url = "", players = "", flushSeconds = ""] = process.argv.slice(2)

const reporting = Effect.gen(function* () {
  const presences = yield* Presences
  const list = players.split(",").map((player) => PlayerUuid.make(player))
  for (let index = 0; ; index++) {
    for (const [at, player] of list.entries()) {
      const patch = index === 0 || (at % 2 === 0 && index % 7 === 0) ? { message: `m${index}` } : {}
      const { last_seen, message } = yield* presences.report(player, patch)
      process.stdout.write(`${player} ${last_seen} ${message}\n`)
    }
    // What is due runs in between, as in a process that waits for requests.
    yield* Effect.sleep(10)
  }
})

const layer = Presences.layer.pipe(
  Layer.provide(SqlPresenceStore.layer),
  Layer.provide(
    settingsInForce({ ...defaultSettings, presenceFlushSeconds: Number(flushSeconds), presenceOfflineSeconds: 600 }),
  ),
  Layer.provide(Layer.orDie(Database.layer(url))),
)
await Effect.runPromise(Effect.provide(reporting, layer))
