/** Ids of devices under a key of the environment, and what becomes of ids from before there was one. */
import { assert, describe, it } from "@effect/vitest"
import { AtRest } from "@garrison/core/environment/AtRest"
import { Environment } from "@garrison/core/environment/Environment"
import { Transaction } from "@garrison/core/kernel/Transaction"
import { DeviceIdentities } from "@garrison/core/login/DeviceIdentities"
import { Passwords } from "@garrison/core/login/Passwords"
import * as Stores from "@garrison/sql/Stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { createHash, randomUUID } from "node:crypto"
import { type DatabaseServices, onEachDatabase } from "../../support/databases.ts"
import { failAfterStatements } from "../../support/faults.ts"
import { countingKdf } from "../../support/kdf.ts"
import { deviceSecret, inLoginWorld, login, loginAnon, secondNode, useRefresh, write } from "../../support/logins.ts"
import { auditLayer, testAct } from "../../support/acts.ts"

/** The id that a device had when there was no key. */
const formerId = (secret: string): string => createHash("sha256").update(secret).digest("base64url")

/** Runs on a process of its own over the database in context: it opens the database as a server that starts does. */
const onStart = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.provide(effect, secondNode)

const opened = Layer.fresh(
  DeviceIdentities.layer.pipe(Layer.provide(Environment.layer), Layer.provide(AtRest.layer), Layer.provide(auditLayer)),
)

/** How many devices have an id from before, and how many have another. */
const tally = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const former = new Set(Array.from({ length: 9 }, (_, number) => formerId(deviceSecret(number))))
  const count = (rows: ReadonlyArray<Readonly<Record<string, unknown>>>) =>
    rows.filter(({ portal_user_id }) => former.has(String(portal_user_id))).length
  const users = yield* sql`SELECT portal_user_id FROM portal_user WHERE platform = 'Anon'`
  const sessions = yield* sql`SELECT portal_user_id FROM login_session WHERE platform = 'Anon'`
  const [row] = yield* sql`SELECT anon_secret FROM environment`
  return {
    users: [count(users), users.length - count(users)],
    sessions: [count(sessions), sessions.length - count(sessions)],
    hasKey: row?.anon_secret !== null,
  }
}).pipe(Effect.orDie)

/** Makes of the database what a version without a key would have left: hashes for ids, and no key. */
const setBack = (devices: ReadonlyArray<number>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const identities = yield* DeviceIdentities
    for (const number of devices) {
      const latter = yield* identities.portalUserId(deviceSecret(number))
      for (const table of ["portal_user", "login_session"]) {
        yield* write(sql`UPDATE ${sql(table)} SET portal_user_id = ${formerId(deviceSecret(number))}
          WHERE portal_user_id = ${latter}`)
      }
    }
    yield* write(sql`UPDATE environment SET anon_secret = NULL`)
  })

onEachDatabase((name, database: Layer.Layer<DatabaseServices>) => {
  const world = inLoginWorld({ database, kdf: countingKdf().layer })

  describe(`ids of devices on ${name}`, () => {
    it.effect("are no hash that could be searched for, and the same on every node and after a restart", () =>
      Effect.gen(function* () {
        const { portal_user_id: id = "" } = yield* loginAnon(1)
        assert.match(id, /^[\w-]{43}$/)
        assert.notStrictEqual(id, formerId(deviceSecret(1)))
        assert.strictEqual((yield* onStart(loginAnon(1))).portal_user_id, id)
      }).pipe(world),
    )

    it.effect("from before there was a key lead to the same players, their sessions go on, and none is left", () =>
      Effect.gen(function* () {
        yield* (yield* Passwords).create({ username: "ada", password: "correct horse" }, testAct)
        const basic = login({ grant_type: "basic", portal_access_token: "ada:correct horse", include_refresh: true })
        const ada = yield* basic
        const before = yield* Effect.forEach([1, 2, 3], (number) => loginAnon(number, { include_refresh: true }))
        yield* setBack([1, 2, 3])
        assert.deepStrictEqual(yield* tally, { users: [3, 0], sessions: [3, 0], hasKey: false })
        yield* onStart(
          Effect.gen(function* () {
            for (const [index, device] of before.entries()) {
              const again = yield* loginAnon(index + 1)
              assert.strictEqual(again.active_player_uuid, device.active_player_uuid)
              assert.strictEqual(again.person_id, device.person_id)
              const refreshed = yield* useRefresh(device.refresh_token)
              assert.strictEqual(refreshed.active_player_uuid, device.active_player_uuid)
              assert.strictEqual(refreshed.portal_user_id, again.portal_user_id)
            }
            assert.strictEqual((yield* basic).active_player_uuid, ada.active_player_uuid)
            assert.strictEqual((yield* useRefresh(ada.refresh_token)).portal_user_id, ada.portal_user_id)
          }),
        )
        assert.deepStrictEqual(yield* tally, { users: [0, 3], sessions: [0, 6], hasKey: true })
      }).pipe(world),
    )

    it.effect("are renamed all or none, at whichever statement the process is killed, and by the next start", () =>
      Effect.gen(function* () {
        const before = yield* Effect.forEach([1, 2, 3], (number) => loginAnon(number, { include_refresh: true }))
        yield* setBack([1, 2, 3])
        let statements = 0
        for (;;) {
          const start = Effect.scoped(Layer.build(opened)).pipe(failAfterStatements(statements), Effect.exit)
          const { _tag } = yield* start
          const { hasKey, sessions, users } = yield* tally
          assert.deepStrictEqual(
            [users, sessions],
            hasKey
              ? [
                  [0, 3],
                  [0, 3],
                ]
              : [
                  [3, 0],
                  [3, 0],
                ],
            `after ${statements}`,
          )
          if (_tag === "Success") break
          statements++
        }
        assert.isAtLeast(statements, 8)
        for (const [index, device] of before.entries()) {
          assert.strictEqual((yield* onStart(loginAnon(index + 1))).active_player_uuid, device.active_player_uuid)
        }
      }).pipe(world),
    )

    it.effect("are renamed once by nodes that start at the same time", () =>
      Effect.gen(function* () {
        const { active_player_uuid } = yield* loginAnon(1)
        yield* setBack([1])
        const ids = yield* Effect.forEach(
          Array.from({ length: 4 }),
          () =>
            Effect.flatMap(Layer.build(opened), (node) =>
              Effect.provide(
                Effect.flatMap(DeviceIdentities, (identities) => identities.portalUserId(deviceSecret(1))),
                node,
              ),
            ),
          { concurrency: "unbounded" },
        )
        assert.strictEqual(new Set(ids).size, 1)
        assert.deepStrictEqual(yield* tally, { users: [0, 1], sessions: [0, 1], hasKey: true })
        assert.strictEqual((yield* onStart(loginAnon(1))).active_player_uuid, active_player_uuid)
      }).pipe(Effect.scoped, world),
    )

    it.effect("are renamed however many there are", () =>
      Effect.gen(function* () {
        yield* loginAnon(1)
        yield* setBack([1])
        const sql = yield* SqlClient.SqlClient
        const transaction = yield* Transaction
        const devices = Array.from({ length: 2500 }, (_, number) => ({
          personId: randomUUID(),
          id: formerId(`${number}`),
        }))
        for (let at = 0; at < devices.length; at += 500) {
          const page = devices.slice(at, at + 500)
          yield* transaction.run(
            Effect.andThen(
              sql`INSERT INTO person (person_id, created_at) VALUES ${sql.csv(page.map(({ personId }) => sql`(${personId}, 0)`))}`,
              sql`INSERT INTO portal_user (platform, portal_user_id, person_id, display_name, created_at) VALUES
                ${sql.csv(page.map(({ id, personId }) => sql`('Anon', ${id}, ${personId}, 'Ada', 0)`))}`,
            ),
          )
        }
        const identities = Layer.build(opened)
        const node = yield* identities
        const rows = yield* sql`SELECT portal_user_id, person_id FROM portal_user`
        const idOf = new Map(rows.map((row) => [String(row.person_id), String(row.portal_user_id)]))
        for (const [number, { personId }] of devices.entries()) {
          const expected = Effect.flatMap(DeviceIdentities, (device) => device.portalUserId(`${number}`))
          if (number % 100 === 0) assert.strictEqual(idOf.get(personId), yield* Effect.provide(expected, node))
        }
        const former = new Set(devices.map(({ id }) => id))
        assert.strictEqual([...idOf.values()].filter((id) => former.has(id)).length, 0)
        assert.strictEqual(new Set(idOf.values()).size, 2501)
      }).pipe(Effect.scoped, Effect.orDie, world),
    )
  })

  it.effect(`the stores on ${name} have a key from the first start on`, () =>
    Effect.gen(function* () {
      yield* Layer.build(opened)
      assert.deepStrictEqual(yield* tally, { users: [0, 0], sessions: [0, 0], hasKey: true })
    }).pipe(Effect.scoped, Effect.provide(Stores.layer), Effect.provide(database)),
  )
})
