/**
 * Several processes that order from the same inventory (guarantees R2 and R6), and a naive control that the same check
 * must reject.
 */
import { assert, describe, it } from "@effect/vitest"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { uuids } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { randomUUID } from "node:crypto"
import { countOf, submit } from "../../support/orders.ts"
import { insertPlayer } from "../../support/players.ts"
import { type Child, nextLine, say, startChild } from "../../sql/child.ts"
import { audit } from "./audit.ts"
import { newUrls, opened } from "./opened.ts"
import { COIN, fill, hashOf, PRICE, PURSE_LOOT, SWORD } from "./shop.ts"

const PROCESSES = 3
const COINS = 100

const everyChild = <A>(children: ReadonlyArray<Child>, ask: (child: Child) => Promise<A>) =>
  Effect.promise(() => Promise.all(children.map(ask)))

interface Said {
  readonly bought: number
  readonly hashes: ReadonlyArray<string>
}

/** Each process buys `count` swords, and all processes submit the same shared order. */
const race = Effect.fnUntraced(function* (
  url: string,
  player: PlayerUuid,
  way: "guarded" | "naive",
  count: number,
  reference: string,
) {
  const args = [url, player, way, `${count}`, reference]
  const children = yield* Effect.acquireRelease(
    Effect.sync(() => Array.from({ length: PROCESSES }, () => startChild("race", args, import.meta.dirname))),
    (started) => Effect.sync(() => started.forEach((child) => child.process.kill("SIGKILL"))),
  )
  // The naive processes stop twice more: before they store the bought swords, and before they store the draw.
  for (let stop = 0; stop < (way === "naive" ? 3 : 1); stop++) {
    yield* everyChild(children, nextLine)
    children.forEach((child) => say(child, "go"))
  }
  return (yield* everyChild(children, nextLine)).map((line) => JSON.parse(line) as Said)
})

/** The player's inventory after a race, and the answers that the processes got. */
const faults = (player: PlayerUuid, said: ReadonlyArray<Said>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const found: Array<string> = []
    const bought = said.reduce((sum, one) => sum + one.bought, 0)
    if (bought * PRICE + (yield* countOf(player, COIN)) !== COINS) found.push("coins were spent twice")
    if ((yield* countOf(player, SWORD)) !== bought) found.push("swords were bought and are not there")
    const rows = yield* Effect.orDie(sql`SELECT wire FROM player_order WHERE player_uuid = ${uuids(sql).id(player)}`)
    const stored = rows.map(({ wire }) => hashOf(String(wire)))
    const answers = new Set(said.flatMap(({ hashes }) => hashes))
    if (answers.size !== 1) found.push("one reference had several answers")
    if (stored.filter((hash) => answers.has(hash)).length !== 1) found.push("one reference had several orders")
    return { bought, found, audited: yield* audit(player) }
  })

/** A race over a new database. */
const raceOn = Effect.fnUntraced(function* (
  newUrl: (typeof newUrls)["Postgres"],
  way: "guarded" | "naive",
  count: number,
) {
  const url = yield* newUrl
  const player = yield* opened(
    url,
    Effect.tap(insertPlayer(), (player) => submit(player, { entries: [fill(PURSE_LOOT)] })),
  )
  const said = yield* race(url, player, way, count, randomUUID())
  return yield* opened(url, faults(player, said))
})

for (const [name, newUrl] of Object.entries(newUrls)) {
  describe(`${PROCESSES} processes on the same inventory, on ${name}`, () => {
    it.effect(
      "coins are spent once, and a reference is a single order with the same bytes for all",
      () =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* raceOn(newUrl, "guarded", 10), {
            bought: COINS / PRICE,
            found: [],
            audited: [],
          })
        }),
      300_000,
    )

    it.effect(
      "control: a naive process spends coins twice, and stores a second order for a reference",
      () =>
        Effect.gen(function* () {
          const { bought, found } = yield* raceOn(newUrl, "naive", 1)
          assert.strictEqual(bought, PROCESSES)
          assert.includeMembers(
            [...found],
            ["coins were spent twice", "one reference had several answers", "one reference had several orders"],
          )
        }),
      300_000,
    )
  })
}
