/**
 * Integers of 64 bits in orders: in over HTTP, through the rules and storage, and out again, digit by digit (interface,
 * section 2.8).
 */
import { assert, describe, it } from "@effect/vitest"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { uuids } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { GOLD } from "../support/catalog.ts"
import { onEachDatabase } from "../support/databases.ts"
import { useServer } from "../support/server.ts"
import { codeOf } from "./samples.ts"

const me = "/inventory/v1/player/me/order"
const resultsIn = (text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(/"result":"([a-z_]+)"/g), ([, result = ""]) => result)
const timesIn = (text: string, part: string): number => text.split(part).length - 1

/** Gives the player's only record another legacy id, as a migrated inventory has them. */
const nameRecord = (playerUuid: string, legacyId: bigint) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const transaction = yield* Transaction
    yield* transaction.run(
      sql`UPDATE inventory_record SET legacy_inventory_id = ${legacyId} WHERE player_uuid = ${uuids(sql).id(playerUuid)}`,
    )
  })

onEachDatabase((name, database) => {
  describe(`int64 fields of orders on ${name}`, () => {
    const server = useServer({ database })

    const prepared = async () => {
      const { playerUuid, token } = await server.current.player()
      const operator = await server.current.machine("inv:create_order:player:any")
      const submit = (entries: string, fields = "") =>
        server.current.call("POST", `/inventory/v1/player/uuid/${playerUuid}/order`, {
          token: operator,
          raw: `{"source":"SUPPORT",${fields}"entries":[${entries}]}`,
        })
      const newest = async () => (await server.current.call("GET", `${me}?sort=desc&limit=1`, { token })).text
      await submit(`{"type":"create_new_persistent_inventory","item_id":${GOLD},"quantity":7}`)
      return { playerUuid, submit, newest }
    }

    for (const [legacyId, neighbour] of [
      ["9007199254740993", "9007199254740992"],
      ["9223372036854775807", "9223372036854775806"],
      ["-9223372036854775808", "-9223372036854775807"],
    ] as const) {
      it(`a record is found by the legacy id ${legacyId}, not by ${neighbour}`, async () => {
        const { playerUuid, submit, newest } = await prepared()
        await server.current.run(nameRecord(playerUuid, BigInt(legacyId)))
        const update = (id: string) =>
          `{"type":"update_existing_persistent_inventory","legacy_inventory_id":${id},"quantity":9,"vendor_version":${id},"player_portal_event_id":${id}}`
        const reply = await submit(`${update(neighbour)},${update(legacyId)}`)
        assert.deepStrictEqual(resultsIn(reply.text), ["inventory_not_found", "success"])
        for (const text of [reply.text, await newest()]) {
          // In the entry, and in the record before and after.
          assert.strictEqual(timesIn(text, `"legacy_inventory_id":${legacyId},`), 3)
          assert.strictEqual(timesIn(text, `"legacy_inventory_id":${neighbour},`), 1)
          for (const field of ["vendor_version", "player_portal_event_id"]) {
            assert.strictEqual(timesIn(text, `"${field}":${legacyId},`), 1)
            assert.strictEqual(timesIn(text, `"${field}":${neighbour},`), 1)
          }
        }
        assert.include(await newest(), reply.text)
      })
    }

    it("the last digit makes another body", async () => {
      const { submit } = await prepared()
      for (const field of ["vendor_version", "player_portal_event_id", "legacy_inventory_id"]) {
        const reference = `"client_order_ref_id":"${crypto.randomUUID()}",`
        const entry = (digits: string) =>
          `{"type":"update_existing_transient_inventory","quantity":1,"${field}":${digits}}`
        const reply = await submit(entry("9223372036854775807"), reference)
        assert.strictEqual(reply.status, 200)
        assert.strictEqual((await submit(entry("9223372036854775807"), reference)).text, reply.text)
        const other = await submit(entry("9223372036854775806"), reference)
        assert.deepStrictEqual([other.status, codeOf(other)], [409, "order_ref_conflict"], field)
      }
    })
  })
})
