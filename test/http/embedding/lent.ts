/** A Garrison that a test has opened, with a gate before its units of work. */
import { type EmbeddedGarrison, open } from "@garrison/core"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { sqlite } from "@garrison/sql"
import * as SqlStorageTime from "@garrison/sql/SqlStorageTime"
import * as Stores from "@garrison/sql/Stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { POUCH_LOOT, smallCatalog } from "../../support/catalog.ts"
import type { DatabaseServices } from "../../support/databases.ts"

/** A gate that units of work wait at while it is shut. */
export class Gate {
  #shut: { readonly opened: Promise<void>; readonly open: () => void } | undefined
  #reached: (() => void) | undefined

  /** Shuts the gate. Answers with a promise that settles when a unit of work waits at it. */
  shut(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#shut = { opened: promise, open: resolve }
    return new Promise((reached) => (this.#reached = reached))
  }

  open(): void {
    this.#shut?.open()
    this.#shut = undefined
  }

  /** Work that waits until the gate is open. */
  pass<A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.suspend(() => {
      const shut = this.#shut
      if (shut === undefined) return work
      this.#reached?.()
      return Effect.andThen(
        Effect.promise(() => shut.opened),
        work,
      )
    })
  }
}

/** A folder for databases, and what is opened in it. */
export class Shop {
  readonly #folder = mkdtempSync(join(tmpdir(), "garrison-embedding-"))
  readonly file = join(this.#folder, "game.db")

  /** Opens the database, with the small catalog in it. */
  async open(gate = new Gate()): Promise<EmbeddedGarrison> {
    const gated = Layer.effect(
      Transaction,
      Effect.map(Transaction, ({ run, ...others }) => ({ ...others, run: (unit) => gate.pass(run(unit)) })),
    )
    const garrison = await open(Layer.provideMerge(gated, sqlite(this.file)))
    await garrison.publishCatalog(smallCatalog)
    return garrison
  }

  /** Opens the database once more, without background work. */
  openSleeping(): Promise<EmbeddedGarrison> {
    return open(sqlite(this.file), { background: false })
  }

  /** The orders of a player, as another process reads them after the end of the first. */
  async ordersOf(player: string): Promise<number> {
    await using garrison = await open(sqlite(this.file))
    return (await garrison.orders(player)).data.length
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** A Garrison on a database of its own, whose units of work wait at the gate. */
export const openShop = async (gate: Gate): Promise<{ readonly garrison: EmbeddedGarrison; readonly shop: Shop }> => {
  const shop = new Shop()
  return { garrison: await shop.open(gate), shop }
}

/** Opens a database of the tests, with the small catalog in it. */
export const openOn = async (database: Layer.Layer<DatabaseServices>): Promise<EmbeddedGarrison> => {
  const garrison = await open(Layer.merge(Stores.layer, SqlStorageTime.layer).pipe(Layer.provideMerge(database)))
  await garrison.publishCatalog(smallCatalog)
  return garrison
}

/** What a device sends to log in. */
export const credential = { grant_type: "anon", portal_access_token: "a-secret-of-this-device" }

/** An order of a player. */
export const order = { entries: [{ type: "fill_loot", loot_id: POUCH_LOOT, quantity: 1 }] }

/** The path that a player orders at. */
export const ORDER = "/inventory/v1/player/me/order"
