/**
 * A catalog of 100,000 loot: the time to check it and to publish it on SQLite, the time that a second process takes to
 * take it over while it serves another, the longest time that each of these holds the event loop, and the largest
 * memory of the process. Each is a child process, so that memory is its own. Then the rates at which a server with this
 * catalog answers, as ratios to those of a server with a small one. `--short` makes a tenth of the loot.
 */
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { localActor } from "@garrison/core/operation/Act"
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import { CatalogStore } from "@garrison/core/catalog/CatalogStore"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import * as Garrison from "@garrison/core/Garrison"
import { defaultSettings, settingsInForce } from "@garrison/core/settings"
import * as Cryptography from "@garrison/sql/Cryptography"
import { storage } from "@garrison/sql/storage"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { GAME, measureServing, seedPlayers } from "./largeCatalogServing.ts"

const TABLES = process.argv.includes("--short") ? 500 : 5000
/** Of each table; and the parts of the recipe that goes with it. */
const CANDIDATES = 16
const PARTS = 4

/** Tables, and for each a recipe that draws from it twice and gives two items. */
const catalogOf = (tables: number): unknown => {
  const itemCount = tables * 4
  const items = Object.fromEntries(
    Array.from({ length: itemCount }, (_, index) => [index + 1, { custom_data: { name: `item ${index + 1}` } }]),
  )
  const vendors: Record<number, unknown> = {}
  let lootId = 1
  const itemId = (): number => (lootId * 7) % itemCount || 1
  for (let table = 1; table <= tables; table++) {
    const candidates: Record<number, unknown> = {}
    for (let at = 0; at < CANDIDATES; at++, lootId++) {
      candidates[lootId] = { item_id: itemId(), drop_weight: 1 + (lootId % 50), quantity: 1 + (lootId % 9) }
    }
    vendors[table] = { type: "randomly_sampled", loot: candidates }
    const parts: Record<number, unknown> = {}
    for (let at = 0; at < PARTS; at++, lootId++) {
      parts[lootId] = at % 2 === 0 ? { sub_vendor_id: table } : { item_id: itemId() }
    }
    vendors[tables + table] = { loot: parts }
  }
  return { items, vendors }
}

const services = (address: string) =>
  Garrison.layer.pipe(
    Layer.provideMerge(Cryptography.layer),
    Layer.provideMerge(storage(address)),
    Layer.provideMerge(settingsInForce({ ...defaultSettings, defaultClientId: GAME })),
  )

/** Measures an effect: its time, and the longest time that it held the event loop, both in ms. */
const measured = Effect.fnUntraced(function* <A, E, R>(name: string, effect: Effect.Effect<A, E, R>) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const processor = process.cpuUsage()
  const started = performance.now()
  delay.enable()
  // A turn before and one after, so that a hold from the first moment to the last is counted.
  yield* Effect.sleep("5 millis")
  const answer = yield* effect
  yield* Effect.sleep("5 millis")
  delay.disable()
  const took = Math.round(performance.now() - started)
  const { system, user } = process.cpuUsage(processor)
  const held = Math.round(delay.max / 1e6)
  const memory = Math.round(process.resourceUsage().maxRSS / 1000)
  const busy = Math.round((user + system) / 1000)
  console.log(`${name}: ${took} ms (${busy} ms of processor time), held for ${held} ms, ${memory} MB at most`)
  return answer
})

const publish = Effect.gen(function* () {
  const catalogs = yield* Catalogs
  // Version 1, which the process that takes over serves before.
  yield* catalogs.publish({ items: { 1: {} }, vendors: {} }, {}, { actor: localActor("bench") })
  const document = catalogOf(TABLES)
  yield* measured("check", catalogs.check(document))
  yield* measured("publish", catalogs.publish(document, {}, { actor: localActor("bench") }))
})

/** A process serves another catalog, and then takes over the large one. */
const takeOver = Effect.gen(function* () {
  const catalogs = yield* Catalogs
  yield* catalogs.republish(1, {}, { actor: localActor("bench") })
  const store = yield* CatalogStore
  const head = yield* store.head
  // As another process publishes: this one hears of it when it looks.
  yield* (yield* Transaction).run(store.republish(head?.publication ?? 0, 2, Date.now()))
  yield* measured("take over", catalogs.refresh)
  console.log(`${(yield* catalogs.current).linked.loot.size} loot`)
})

/** Measures a server with the large catalog and one with a small catalog. The second part of a recipe is an item. */
const serve = async (large: string, small: string): Promise<void> => {
  const seeded = (address: string, first: typeof publishSmall | Effect.Effect<void>) =>
    Effect.runPromise(Effect.andThen(first, seedPlayers).pipe(Effect.provide(services(address)), Effect.orDie))
  await measureServing(
    { address: large, seeded: await seeded(large, Effect.void) },
    { address: small, seeded: await seeded(small, publishSmall) },
    { vendorId: 1, lootId: CANDIDATES + 2 },
  )
}

const publishSmall = Catalogs.use((catalogs) => catalogs.publish(catalogOf(1), {}, { actor: localActor("bench") }))

const [, , role, address = ""] = process.argv
if (role === "publish") await Effect.runPromise(publish.pipe(Effect.provide(services(address)), Effect.orDie))
else if (role === "take over") {
  await Effect.runPromise(takeOver.pipe(Effect.provide(services(address)), Effect.orDie))
} else {
  const folder = mkdtempSync(join(tmpdir(), "garrison-catalog-"))
  try {
    const large = `sqlite:${join(folder, "catalog.db")}`
    for (const part of ["publish", "take over"]) {
      const args = ["--conditions=source", import.meta.filename, part, large, ...process.argv.slice(2)]
      execFileSync(process.execPath, args, { stdio: "inherit" })
    }
    await serve(large, `sqlite:${join(folder, "small.db")}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
