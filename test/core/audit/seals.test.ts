/**
 * The audit under a key secret: who can write the database alone cannot alter, cut or replace the chain unnoticed, and
 * a verification without the secret does not call it sound (guarantees R49 and R63).
 */
import { assert, describe, it } from "@effect/vitest"
import { formerSealedText, sealedText, wordsOf } from "@garrison/core/audit/rules"
import { AuditStore } from "@garrison/core/audit/AuditStore"
import type { AuditRow } from "@garrison/core/audit/schema"
import { verifyAudit } from "@garrison/core/audit/verifyAudit"
import { Clients } from "@garrison/core/client/Clients"
import * as Garrison from "@garrison/core/Garrison"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { defaultSettings, settingsInForce } from "@garrison/core/settings"
import * as verification from "@garrison/core/verification"
import * as Stores from "@garrison/sql/Stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { createHash, createHmac, randomBytes } from "node:crypto"
import { testAct } from "../../support/acts.ts"
import { onEachDatabase } from "../../support/databases.ts"

const first = "the-first-key-secret-of-this-suite!"
const second = "the-second-key-secret-of-this-suite"

interface Secrets {
  readonly keySecret?: string
  readonly keySecretPrevious?: ReadonlyArray<string>
}

const settingsOf = (secrets: Secrets) => settingsInForce({ ...defaultSettings, ...secrets })

/** A server with these key secrets over the database in context, for as long as the effect runs. */
const during = <A, E, R>(secrets: Secrets, effect: Effect.Effect<A, E, R>) =>
  effect.pipe(
    Effect.provide(
      Layer.fresh(Garrison.layer.pipe(Layer.provideMerge(Stores.layer), Layer.provide(settingsOf(secrets)))),
    ),
  )

/** So many audit rows of a server with these key secrets. */
const acts = (secrets: Secrets, count: number) =>
  during(
    secrets,
    Effect.forEach(Array.from({ length: count }), () =>
      Effect.flatMap(Clients, (clients) =>
        clients.create({ clientId: randomBytes(8).toString("hex"), kind: "machine", permissions: [] }, testAct),
      ),
    ),
  )

/** What a verification with these key secrets finds. */
const verified = (secrets: Secrets) =>
  verifyAudit(() => Effect.void).pipe(
    Effect.map(({ broken, keyedFrom, missing, rows, unchecked }) => ({ broken, keyedFrom, missing, rows, unchecked })),
    Effect.provide(
      Layer.fresh(verification.layer.pipe(Layer.provideMerge(Stores.layer), Layer.provide(settingsOf(secrets)))),
    ),
  )

const written = <A, E, R>(statement: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Transaction, ({ run }) => Effect.orDie(run(statement)))

const rowsOf = Effect.provide(
  Effect.flatMap(AuditStore, (store) => store.page(0, 100)),
  Layer.fresh(Stores.layer),
)

const hashOf = (text: string): string => createHash("sha256").update(text).digest("base64url")

/** Writes the chain anew from `from` on, as a writer would who seals with `seal` and says so. */
const forge = Effect.fnUntraced(function* (
  from: number,
  sealing: AuditRow["sealing"] | undefined,
  seal: (text: string) => string,
) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf
  let after = { sequence: 0, seal: "" }
  for (const row of rows) {
    const next = { sequence: row.sequence, seal: row.seal }
    if (row.sequence >= from) {
      const forged = { ...row, reason: "forged" }
      const text =
        sealing === undefined
          ? formerSealedText(forged, after)
          : sealedText(forged, after, seal(wordsOf(forged)), row.tokenHash ?? "")
      next.seal = seal(text)
      yield* written(
        sql`UPDATE audit SET reason = 'forged', seal = ${next.seal}, sealing = ${sealing ?? null},
          token_hash = ${sealing === undefined ? null : (row.tokenHash ?? null)} WHERE sequence = ${row.sequence}`,
      )
    }
    after = next
  }
  yield* written(sql`UPDATE audit_head SET last_seal = ${after.seal} WHERE id = 1`)
  if (sealing === undefined) yield* written(sql`UPDATE audit_head SET token = NULL WHERE id = 1`)
}, Effect.orDie)

const columns: Readonly<Record<string, string>> = {
  sequence: "sequence + 100",
  at: "at + 1",
  actor_kind: "'machine'",
  actor_id: "'eve'",
  actor_name: "'eve'",
  address: "'192.0.2.9'",
  operation: "'client.remove'",
  subject_kind: "'role'",
  subject_id: "'other'",
  revision: "7",
  reason: "'none'",
  outcome: "'changed'",
  before_json: "'{}'",
  after_json: "'{}'",
  seal: `'${"x".repeat(43)}'`,
  sealing: "NULL",
  token_hash: `'${"x".repeat(43)}'`,
}

onEachDatabase((name, database) => {
  const world = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.orDie(Effect.provide(effect, Layer.fresh(database)))

  describe(`the audit under a key secret on ${name}`, () => {
    it.effect("is sound with the secret, and not checkable without it or with another", () =>
      Effect.gen(function* () {
        yield* acts({ keySecret: first }, 3)
        const sound = yield* verified({ keySecret: first })
        // The sealing of access rows, two signing keys, and three clients.
        assert.deepStrictEqual(sound, { broken: undefined, rows: 6, keyedFrom: 1, unchecked: 0, missing: undefined })
        for (const secrets of [{}, { keySecret: second }]) {
          const found = yield* verified(secrets)
          assert.deepInclude(found, { broken: undefined, rows: 6, keyedFrom: 1, unchecked: 6 })
          assert.isDefined(found.missing)
        }
      }).pipe(world),
    )

    it.effect("names the row of which any column was altered by hand", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* acts({ keySecret: first }, 3)
        const names = yield* sql.onDialectOrElse({
          pg: () => sql`SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'audit'`,
          orElse: () => sql`SELECT name FROM pragma_table_info('audit')`,
        })
        assert.sameMembers(
          names.map((row) => String(row.name)),
          Object.keys(columns),
        )
        const { rehearse } = yield* Transaction
        for (const [column, value] of Object.entries(columns)) {
          for (const sequence of [1, 2, 3]) {
            const { broken } = yield* rehearse(
              Effect.andThen(
                sql.unsafe(`UPDATE audit SET ${column} = ${value} WHERE sequence = ${sequence}`),
                verified({ keySecret: first }),
              ),
            )
            assert.strictEqual(broken?.sequence, sequence, column)
          }
        }
        assert.isUndefined((yield* verified({ keySecret: first })).broken)
      }).pipe(world),
    )

    it.effect("names the end of which any column was altered by hand, also where no row stands before it", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { rehearse } = yield* Transaction
        const token = sql.onDialectOrElse({ pg: () => "gen_random_uuid()", orElse: () => "randomblob(16)" })
        const ends = { sequence: "sequence + 1", last_seal: `'${"x".repeat(43)}'`, token }
        const spoiled = (column: string, value: string, secrets: Secrets) =>
          rehearse(Effect.andThen(sql.unsafe(`UPDATE audit_head SET ${column} = ${value}`), verified(secrets)))
        assert.isDefined((yield* spoiled("token", token, {})).broken, "without a row")
        for (const secrets of [{}, { keySecret: first }]) {
          yield* acts(secrets, 2)
          assert.isUndefined((yield* verified(secrets)).broken)
          for (const [column, value] of Object.entries(ends)) {
            assert.isDefined((yield* spoiled(column, value, secrets)).broken, column)
          }
          assert.isDefined((yield* spoiled("token", "NULL", secrets)).broken)
        }
      }).pipe(world),
    )

    it.effect("cannot be written anew by who lacks the secret: in plain, with another key, as rows of before", () =>
      Effect.gen(function* () {
        yield* acts({ keySecret: first }, 4)
        const { rehearse } = yield* Transaction
        const forgeries = [
          forge(3, "plain", hashOf),
          forge(1, "plain", hashOf),
          forge(1, undefined, hashOf),
          forge(3, "keyed", (text) => createHmac("sha256", "another key").update(text).digest("base64url")),
        ]
        for (const [index, forgery] of forgeries.entries()) {
          const { broken } = yield* rehearse(Effect.andThen(forgery, verified({ keySecret: first })))
          assert.deepStrictEqual(broken, { sequence: [3, 1, 1, 3][index], because: "altered" })
        }
      }).pipe(world),
    )

    it.effect("(control) without a key secret, who writes the chain anew is not found; an altered row is", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* acts({}, 4)
        assert.deepInclude(yield* verified({}), { broken: undefined, keyedFrom: undefined, unchecked: 0 })
        const { rehearse } = yield* Transaction
        const altered = sql`UPDATE audit SET reason = 'forged' WHERE sequence = 2`
        const { broken } = yield* rehearse(Effect.andThen(altered, verified({})))
        assert.deepStrictEqual(broken, { sequence: 2, because: "altered" })
        const anew = yield* rehearse(Effect.andThen(forge(2, "plain", hashOf), verified({})))
        assert.isUndefined(anew.broken)
      }).pipe(world),
    )

    it.effect("shows that its last rows were removed, also where its end is that of the row before", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* acts({ keySecret: first }, 4)
        const { rehearse } = yield* Transaction
        const cut = Effect.gen(function* () {
          yield* sql`UPDATE audit_head SET sequence = 2, last_seal = (SELECT seal FROM audit WHERE sequence = 2) WHERE id = 1`
          yield* sql`DELETE FROM audit WHERE sequence > 2`
          const here = yield* verified({ keySecret: first })
          yield* sql`UPDATE audit_head SET token = NULL WHERE id = 1`
          return [here, yield* verified({ keySecret: first })]
        })
        for (const { broken } of yield* rehearse(cut)) {
          assert.deepStrictEqual(broken, { sequence: 3, because: "missing" })
        }
      }).pipe(world),
    )

    it.effect("is keyed from the row on that a later key secret recorded, and keeps its key under another secret", () =>
      Effect.gen(function* () {
        yield* acts({}, 2)
        const { rows: plain } = yield* verified({})
        // The start with the secret encrypts what was plain, and has a row of each.
        yield* acts({ keySecret: first }, 1)
        const before = yield* verified({ keySecret: first })
        assert.deepInclude(before, { broken: undefined, keyedFrom: plain + 1, unchecked: 0 })
        yield* acts({ keySecret: second, keySecretPrevious: [first] }, 1)
        const after = yield* verified({ keySecret: second })
        assert.deepInclude(after, { broken: undefined, keyedFrom: plain + 1, unchecked: 0 })
        assert.isAbove(after.rows, before.rows)
        assert.deepInclude(yield* verified({ keySecret: first }), { unchecked: after.rows - plain })
        // What comes before that row is not protected, and may be plain; what comes after it may not.
        const { rehearse } = yield* Transaction
        const { broken } = yield* rehearse(Effect.andThen(forge(1, "plain", hashOf), verified({ keySecret: second })))
        assert.deepStrictEqual(broken, { sequence: plain + 1, because: "altered" })
      }).pipe(world),
    )

    it.effect("takes no key that was not encrypted by the secret", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* acts({ keySecret: first }, 2)
        const own = JSON.stringify({ key: randomBytes(32).toString("base64"), orders_from: 0, audit_from: 1 })
        yield* written(sql`UPDATE environment SET seal_key = ${Buffer.from(own)}`)
        const refused = yield* Effect.flip(acts({ keySecret: first }, 1))
        assert.strictEqual(refused._tag, "KeySecretRefused")
        assert.deepInclude(yield* verified({ keySecret: first }), { unchecked: 5 })
        yield* written(sql`UPDATE environment SET seal_key = NULL`)
        const found = yield* verified({ keySecret: first })
        assert.deepInclude(found, { unchecked: 5 })
        assert.include(found.missing ?? "", "no key of seals")
      }).pipe(world),
    )
  })
})
