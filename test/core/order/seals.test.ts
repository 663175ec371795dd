/**
 * Orders under a key secret: who can write the database alone forges no order, cuts none off and goes back to no weaker
 * seal, and a verification without the secret does not call the orders sound (guarantees R63).
 */
import { assert, describe, it } from "@effect/vitest"
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import * as Garrison from "@garrison/core/Garrison"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { makeSeals, Seals } from "@garrison/core/kernel/seal/Seals"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { Orders } from "@garrison/core/order/Orders"
import type { Act } from "@garrison/core/operation/Act"
import { acceptUnsealed } from "@garrison/core/order/operations/acceptUnsealed"
import { makeSealOf } from "@garrison/core/order/sealOrders"
import { VerificationStore } from "@garrison/core/order/VerificationStore"
import { verifyAll } from "@garrison/core/order/verifyAll"
import { defaultSettings, settingsInForce } from "@garrison/core/settings"
import { hostCaller } from "@garrison/core/kernel/Caller"
import * as verification from "@garrison/core/verification"
import * as SqlVerificationStore from "@garrison/sql/order/SqlVerificationStore"
import * as Stores from "@garrison/sql/Stores"
import { uuids } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { createHash, randomBytes } from "node:crypto"
import { testAct } from "../../support/acts.ts"
import { POUCH_LOOT, smallCatalog } from "../../support/catalog.ts"
import { onEachDatabase } from "../../support/databases.ts"
import { insertPlayer } from "../../support/players.ts"

const first = "the-first-key-secret-of-this-suite!"
const second = "the-second-key-secret-of-this-suite"

interface Secrets {
  readonly keySecret?: string
  readonly keySecretPrevious?: ReadonlyArray<string>
}

const settingsOf = (secrets: Secrets) => settingsInForce({ ...defaultSettings, ...secrets })

/** So many orders of a player at a server with these key secrets, each a minute and a second after the one before. */
const orders = (secrets: Secrets, player: PlayerUuid, count: number) =>
  Effect.gen(function* () {
    yield* (yield* Catalogs).publish(smallCatalog, {}, testAct)
    for (let made = 0; made < count; made++) {
      yield* TestClock.adjust("61 seconds")
      const entries = [{ type: "fill_loot", loot_id: POUCH_LOOT, quantity: 1 }] as const
      yield* (yield* Orders).submit(player, { source: "SUPPORT", entries }, hostCaller("test"))
    }
  }).pipe(
    Effect.provide(
      Layer.fresh(Garrison.layer.pipe(Layer.provideMerge(Stores.layer), Layer.provide(settingsOf(secrets)))),
    ),
  )

/** Takes the orders of the player over that lack a seal. */
const accept = (secrets: Secrets, player: PlayerUuid, more: Partial<Act> = {}) =>
  acceptUnsealed
    .run({ player_uuid: player }, { ...testAct, reason: "an old node", ...more })
    .pipe(
      Effect.provide(
        Layer.fresh(Garrison.layer.pipe(Layer.provideMerge(Stores.layer), Layer.provide(settingsOf(secrets)))),
      ),
    )

/** What a verification with these key secrets finds: faults, and the sorts of seals. */
const verified = (secrets: Secrets) =>
  verifyAll(() => Effect.void).pipe(
    Effect.map(({ faults, seals }) => ({ ...seals, faults: faults.map(({ fault }) => fault) })),
    Effect.provide(
      Layer.fresh(verification.layer.pipe(Layer.provideMerge(Stores.layer), Layer.provide(settingsOf(secrets)))),
    ),
  )

const written = <A, E, R>(statement: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Transaction, ({ run }) => Effect.orDie(run(statement)))

const none = { keyed: 0, unchecked: 0, plain: 0, unsealed: 0, faults: [] }
const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex")

/** Forges the orders of a player from the given one on, as who knows how seals are made and lacks the key. */
const forge = (player: PlayerUuid, from: number, kind: "plain" | "keyed") =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { id } = uuids(sql)
    const sealOf = yield* makeSealOf
    const rows = yield* (yield* VerificationStore).orders(player, { created: 0, orderId: "" }, 100)
    const token = "0d0d0d0d-0000-4000-8000-00000000000d"
    for (const row of rows.slice(from)) {
      const forged = { ...row, wire: row.wire.replace("SUPPORT", "IN_GAME"), tokenHash: hashOf(token) }
      const seal = sealOf(player, kind, [forged])
      yield* written(sql`UPDATE player_order SET wire = ${forged.wire}, seal = ${seal ?? null},
        token_hash = ${forged.tokenHash} WHERE player_uuid = ${id(player)} AND order_id = ${id(row.orderId)}`)
    }
    yield* written(sql`UPDATE inventory_owner SET seal_token = ${id(token)} WHERE player_uuid = ${id(player)}`)
  }).pipe(
    Effect.provide(
      Layer.provideMerge(
        SqlVerificationStore.layer,
        Layer.effect(Seals, makeSeals({ _tag: "key", key: randomBytes(32), from: { orders: 0, audit: 1 } })),
      ),
    ),
    Effect.orDie,
  )

/** Takes the last order of a player away, with all that it wrote, and makes the one before the last. */
const cut = Effect.fnUntraced(function* (player: PlayerUuid) {
  const sql = yield* SqlClient.SqlClient
  const { id } = uuids(sql)
  const of = sql`player_uuid = ${id(player)}`
  yield* written(
    Effect.gen(function* () {
      yield* sql`DELETE FROM player_order WHERE ${of} AND created = (SELECT changed_at FROM inventory_owner WHERE ${of})`
      yield* sql`DELETE FROM inventory_ledger WHERE ${of} AND revision = (SELECT revision FROM inventory_record WHERE ${of})`
      yield* sql`UPDATE inventory_record SET count = count - 50, revision = revision - 1 WHERE ${of}`
      yield* sql`UPDATE inventory_count SET count = count - 50 WHERE ${of}`
      yield* sql`UPDATE inventory_owner SET changed_at =
        (SELECT created FROM player_order WHERE ${of} ORDER BY created DESC LIMIT 1) WHERE ${of}`
    }),
  )
}, Effect.orDie)

onEachDatabase((name, database) => {
  const world = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.orDie(Effect.provide(effect, Layer.fresh(database)))

  const after = <E, R>(forgery: Effect.Effect<unknown, E, R>, secrets: Secrets) =>
    Effect.flatMap(Transaction, ({ rehearse }) => rehearse(Effect.andThen(forgery, verified(secrets))))

  describe(`orders under a key secret on ${name}`, () => {
    it.effect("are sound with the secret, and not checkable without it or with another", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        yield* orders({ keySecret: first }, player, 3)
        assert.deepStrictEqual(yield* verified({ keySecret: first }), { ...none, keyed: 3 })
        for (const secrets of [{}, { keySecret: second }]) {
          assert.deepStrictEqual(yield* verified(secrets), { ...none, keyed: 3, unchecked: 3 })
        }
      }).pipe(world),
    )

    it.effect("cannot be forged by who lacks the secret: in plain, or with another key", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        yield* orders({ keySecret: first }, player, 3)
        for (const kind of ["plain", "keyed"] as const) {
          for (const from of [0, 1, 2]) {
            const { faults } = yield* after(forge(player, from, kind), { keySecret: first })
            assert.deepStrictEqual(
              faults,
              Array.from({ length: 3 - from }, () => "seal_differs"),
            )
          }
        }
      }).pipe(world),
    )

    it.effect("(control) without a key secret, who forges whole seals is not found; who alters an order is", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const player = yield* insertPlayer()
        yield* orders({}, player, 3)
        assert.deepStrictEqual(yield* verified({}), { ...none, plain: 3 })
        const altered = sql`UPDATE player_order SET client_id = 'another' WHERE player_uuid = ${uuids(sql).id(player)}`
        const { faults } = yield* after(altered, {})
        assert.deepStrictEqual(faults, ["seal_differs", "seal_differs", "seal_differs"])
        assert.deepStrictEqual(yield* after(forge(player, 0, "plain"), {}), { ...none, plain: 3 })
      }).pipe(world),
    )

    it.effect("show that the last one was removed, with all that it wrote, and without the token", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const player = yield* insertPlayer()
        yield* orders({ keySecret: first }, player, 3)
        const once = yield* after(cut(player), { keySecret: first })
        assert.deepStrictEqual(once, { ...none, keyed: 2, faults: ["orders_cut"] })
        const forgotten = sql`UPDATE inventory_owner SET seal_token = NULL`
        const { faults } = yield* after(Effect.andThen(cut(player), forgotten), { keySecret: first })
        assert.deepStrictEqual(faults, ["orders_cut"])
      }).pipe(world),
    )

    it.effect("show that all of a player's were removed, with all that they wrote", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const of = sql`WHERE player_uuid = ${uuids(sql).id(yield* insertPlayer())}`
        const player = yield* insertPlayer()
        const own = sql`WHERE player_uuid = ${uuids(sql).id(player)}`
        yield* orders({ keySecret: first }, player, 2)
        const removed = Effect.gen(function* () {
          for (const table of ["inventory_count", "inventory_record", "inventory_ledger", "player_order"]) {
            yield* sql`DELETE FROM ${sql.literal(table)} ${own}`
          }
        })
        const { faults } = yield* after(removed, { keySecret: first })
        assert.deepStrictEqual(faults, ["orders_cut"])
        // A player who never ordered has nothing that could have been cut.
        assert.lengthOf(yield* sql`SELECT player_uuid FROM inventory_owner ${of}`, 0)
      }).pipe(world),
    )

    it.effect("behind a sealed one have a seal, whatever time the database says that sealing began", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const player = yield* insertPlayer()
        yield* orders({}, player, 3)
        const owner = uuids(sql).id(player)
        const second = sql`SELECT order_id FROM player_order WHERE player_uuid = ${owner} ORDER BY created LIMIT 1 OFFSET 1`
        const stripped = Effect.andThen(
          sql`UPDATE environment SET seals_from = 999999999999999`,
          sql`UPDATE player_order SET seal = NULL, token_hash = NULL
            WHERE player_uuid = ${owner} AND order_id = (${second})`,
        )
        assert.deepStrictEqual(yield* after(stripped, {}), {
          ...none,
          plain: 2,
          faults: ["seal_missing"],
        })
      }).pipe(world),
    )

    it.effect("take no key that the secret has not encrypted", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const player = yield* insertPlayer()
        yield* orders({ keySecret: first }, player, 2)
        const own = JSON.stringify({ key: randomBytes(32).toString("base64"), orders_from: 0, audit_from: 1 })
        const planted = sql`UPDATE environment SET seal_key = ${Buffer.from(own)}`
        assert.deepStrictEqual(yield* after(planted, { keySecret: first }), { ...none, keyed: 2, unchecked: 2 })
      }).pipe(world),
    )

    it.effect("cannot be taken for orders of before there were seals, nor for those of a player without any", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const player = yield* insertPlayer()
        yield* orders({ keySecret: first }, player, 3)
        const unsealed = Effect.andThen(
          sql`UPDATE player_order SET seal = NULL, token_hash = NULL`,
          sql`UPDATE inventory_owner SET seal_token = NULL`,
        )
        const stripped = yield* after(unsealed, { keySecret: first })
        assert.deepStrictEqual(stripped.faults, ["seal_missing", "seal_missing", "seal_missing"])
        // A writer who also moves the recorded time meets the time that the key has.
        const moved = Effect.andThen(unsealed, sql`UPDATE environment SET seals_from = 999999999999`)
        assert.deepStrictEqual((yield* after(moved, { keySecret: first })).faults, stripped.faults)
      }).pipe(world),
    )

    it.effect("that were stored without a seal can be taken over, with the audit, where all else fits", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const player = yield* insertPlayer()
        const secrets = { keySecret: first }
        yield* orders(secrets, player, 4)
        // As a server of an earlier version leaves them: one between others, and the last one.
        const unsealed = ["seal_missing", "seal_missing", "orders_cut"]
        yield* written(sql`UPDATE player_order SET seal = NULL, token_hash = NULL WHERE created IN
          (SELECT created FROM player_order ORDER BY created LIMIT 1 OFFSET 1)`)
        yield* written(sql`UPDATE player_order SET seal = NULL, token_hash = NULL WHERE created =
          (SELECT MAX(created) FROM player_order)`)
        assert.deepStrictEqual((yield* verified(secrets)).faults, unsealed)

        const altered = Effect.andThen(sql`UPDATE inventory_record SET count = count + 1`, accept(secrets, player))
        const { accepted, differences } = yield* Effect.flatMap(Transaction, ({ rehearse }) => rehearse(altered))
        assert.deepStrictEqual([accepted, differences], [[], 2])

        const rehearsed = yield* accept(secrets, player, { dryRun: true })
        assert.lengthOf(rehearsed.accepted, 2)
        assert.deepStrictEqual((yield* verified(secrets)).faults, unsealed)
        const done = yield* accept(secrets, player)
        assert.deepStrictEqual(done, { ...rehearsed, orders: 4, records: 1, ledger_rows: 4, differences: 0 })
        assert.deepStrictEqual(yield* verified(secrets), { ...none, keyed: 4 })
        assert.deepStrictEqual((yield* accept(secrets, player)).accepted, [])

        const rows = yield* sql`SELECT subject_id, after_json FROM audit WHERE operation = 'ledger.accept'`
        assert.lengthOf(rows, 1)
        assert.deepStrictEqual(JSON.parse(String(rows[0]?.after_json)), {
          accepted: 2,
          order_ids: done.accepted,
          looked_at: { orders: 4, records: 1, ledger_rows: 4 },
        })
        // They are sealed like any other from then on.
        yield* orders(secrets, player, 1)
        const { faults } = yield* after(sql`UPDATE player_order SET client_id = 'another'`, secrets)
        assert.deepStrictEqual(
          faults,
          Array.from({ length: 5 }, () => "seal_differs"),
        )
      }).pipe(world),
    )

    it.effect("of before sealing are said to be, and those of before the key secret stay plain", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const player = yield* insertPlayer()
        yield* orders({}, player, 1)
        // What the step of the schema finds in a database that has orders.
        yield* written(sql`UPDATE player_order SET seal = NULL, token_hash = NULL`)
        yield* written(sql`UPDATE inventory_owner SET seal_token = NULL`)
        yield* written(sql`UPDATE environment SET seals_from = (SELECT MAX(changed_at) FROM inventory_owner)`)
        assert.deepStrictEqual(yield* verified({}), { ...none, unsealed: 1 })
        yield* orders({}, player, 2)
        assert.deepStrictEqual(yield* verified({}), { ...none, unsealed: 1, plain: 2 })
        yield* orders({ keySecret: first }, player, 2)
        assert.deepStrictEqual(yield* verified({ keySecret: first }), { ...none, unsealed: 1, plain: 2, keyed: 2 })
        yield* orders({ keySecret: second, keySecretPrevious: [first] }, player, 1)
        assert.deepStrictEqual(yield* verified({ keySecret: second }), { ...none, unsealed: 1, plain: 2, keyed: 3 })
        // A plain seal after a keyed one is no seal.
        const { faults } = yield* after(forge(player, 5, "plain"), { keySecret: second })
        assert.deepStrictEqual(faults, ["seal_differs"])
      }).pipe(world),
    )
  })
})
