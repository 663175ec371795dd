import { assert, describe, it } from "@effect/vitest"
import { Audit } from "@garrison/core/audit/Audit"
import { AuditStore } from "@garrison/core/audit/AuditStore"
import { sealedText, wordsOf } from "@garrison/core/audit/rules"
import type { AuditEntry, AuditHead } from "@garrison/core/audit/schema"
import { verifyAudit } from "@garrison/core/audit/verifyAudit"
import { Clients } from "@garrison/core/client/Clients"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { Players } from "@garrison/core/player/Players"
import { Restrictions } from "@garrison/core/restriction/Restrictions"
import * as SqlAccessRowStore from "@garrison/sql/audit/SqlAccessRowStore"
import * as Database from "@garrison/sql/Database"
import { orUnavailable } from "@garrison/sql/SqlTransaction"
import * as SqlTransaction from "@garrison/sql/SqlTransaction"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { createHash } from "node:crypto"
import { join } from "node:path"
import { actBy, auditLayer, testAct } from "../../support/acts.ts"
import { cryptoLayer } from "../../support/crypto.ts"
import { onEachDatabase, patientPostgres, postgresUrl, temporaryFolder } from "../../support/databases.ts"
import { inLoginWorld, loginAnon, whoIs } from "../../support/logins.ts"

const operation = { name: "test.change", permissions: ["*"] } as const
const subject = { kind: "client", id: "server" } as const

/** One act that changes nothing but the chain. */
const perform = Effect.flatMap(Audit, (audit) =>
  audit.perform(operation, testAct, subject, (save) => save(Effect.succeed({ answer: undefined, change: {} }))),
)

/** The first place where the chain was changed. */
const brokenPlace = Effect.map(
  verifyAudit(() => Effect.void),
  ({ broken }) => broken,
)

/** Two programs on one database, each with a pool and a memory of its own. */
const onSqlite = Effect.map(temporaryFolder, (folder) => Database.layer(`sqlite:${join(folder, "audit.db")}`))
const onPostgres = Effect.map(postgresUrl(), (url) =>
  SqlTransaction.layer.pipe(Layer.provideMerge(patientPostgres(url))),
)

for (const [name, database] of [
  ["SQLite", onSqlite],
  ["Postgres", onPostgres],
] as const) {
  const programs = Effect.gen(function* () {
    const layer = Layer.merge(auditLayer, SqlAccessRowStore.layer).pipe(
      Layer.provideMerge(Layer.orDie(yield* database)),
      Layer.provideMerge(cryptoLayer),
    )
    const build = Layer.build(Layer.fresh(layer))
    return [yield* build, yield* build] as const
  })

  describe(`a chain that two programs write on ${name}`, () => {
    it.effect("has every row, each behind another", () =>
      Effect.gen(function* () {
        const both = yield* programs
        yield* Effect.forEach(
          Array.from({ length: 40 }, (_, index) => both[index % 2] as (typeof both)[0]),
          (program) => Effect.provideContext(perform, program),
          { concurrency: "unbounded" },
        )
        const [one] = both
        const rows = yield* Context.get(one, AuditStore).page(0, 100)
        assert.deepStrictEqual(
          rows.map(({ sequence }) => sequence),
          Array.from({ length: 40 }, (_, index) => index + 1),
        )
        assert.isUndefined(yield* Effect.provideContext(brokenPlace, one))
      }).pipe(Effect.scoped),
    )

    it.effect("(control) forks when each reads the end and then writes", () =>
      Effect.gen(function* () {
        const both = yield* programs
        yield* Effect.provideContext(perform, both[0])
        const seen = yield* Effect.forEach(both, (program) => Context.get(program, AuditStore).head)
        for (const [index, program] of both.entries()) {
          yield* Effect.provideContext(carelessAppend(seen[index] as AuditHead), program)
        }
        assert.deepStrictEqual(yield* Effect.provideContext(brokenPlace, both[0]), { sequence: 3, because: "altered" })
      }).pipe(Effect.scoped),
    )

    it.effect("shows what is altered, removed and inserted in the database", () =>
      Effect.gen(function* () {
        const [one] = yield* programs
        for (let count = 0; count < 5; count++) yield* Effect.provideContext(perform, one)
        const sql = Context.get(one, SqlClient.SqlClient)
        const after = (change: Effect.Effect<unknown, SqlError>) =>
          Effect.gen(function* () {
            const { rehearse } = Context.get(one, Transaction)
            return yield* rehearse(Effect.andThen(orUnavailable(change), brokenPlace))
          }).pipe(Effect.provideContext(one))
        const altered = { sequence: 3, because: "altered" }
        assert.deepStrictEqual(yield* after(sql`UPDATE audit SET reason = 'none' WHERE sequence = 3`), altered)
        assert.deepStrictEqual(yield* after(sql`UPDATE audit SET actor_name = 'eve' WHERE sequence = 3`), altered)
        const missing = (sequence: number) => ({ sequence, because: "missing" })
        assert.deepStrictEqual(yield* after(sql`DELETE FROM audit WHERE sequence = 3`), missing(3))
        assert.deepStrictEqual(yield* after(sql`DELETE FROM audit WHERE sequence > 3`), missing(4))
        assert.deepStrictEqual(yield* after(sql`DELETE FROM audit`), missing(1))
        const copied = sql`INSERT INTO audit SELECT 6, at, actor_kind, actor_id, actor_name, address, operation,
          subject_kind, subject_id, revision, reason, outcome, before_json, after_json, seal, sealing, token_hash
          FROM audit WHERE sequence = 5`
        assert.deepStrictEqual(yield* after(copied), { sequence: 6, because: "altered" })
        const moved = sql`UPDATE audit_head SET sequence = 4 WHERE id = 1`
        assert.deepStrictEqual(yield* after(moved), { sequence: 5, because: "inserted" })
        assert.isUndefined(yield* Effect.provideContext(brokenPlace, one))
      }).pipe(Effect.scoped),
    )
  })
}

/** Writes a row behind the end that was read before, whatever the end is now. */
const carelessAppend = Effect.fnUntraced(function* (seen: AuditHead) {
  const sql = yield* SqlClient.SqlClient
  const entry: AuditEntry = {
    at: 1,
    actor: { kind: "local", id: "eve", name: "eve", address: "" },
    operation: operation.name,
    subject,
    revision: undefined,
    reason: undefined,
    outcome: "done",
    before: undefined,
    after: undefined,
  }
  const hashOf = (text: string) => createHash("sha256").update(text).digest("base64url")
  const tokenHash = hashOf("")
  const seal = hashOf(sealedText(entry, seen, hashOf(wordsOf(entry)), tokenHash))
  const unit = Effect.gen(function* () {
    yield* sql`INSERT INTO audit (sequence, at, actor_kind, actor_id, actor_name, address, operation, subject_kind,
        subject_id, outcome, seal, sealing, token_hash)
      SELECT MAX(sequence) + 1, 1, 'local', 'eve', 'eve', '', ${operation.name}, 'client', 'server', 'done', ${seal},
        'plain', ${tokenHash}
      FROM audit`
    yield* sql`UPDATE audit_head SET sequence = (SELECT MAX(sequence) FROM audit), last_seal = ${seal} WHERE id = 1`
  })
  yield* (yield* Transaction).run(orUnavailable(unit))
})

onEachDatabase((name, database) => {
  const world = inLoginWorld({ database })
  /** How many of the outcomes succeeded, and what the others failed with. */
  const outcomes = <A, E extends { readonly code: string }, R>(acts: ReadonlyArray<Effect.Effect<A, E, R>>) =>
    Effect.forEach(acts, (act) => Effect.match(act, { onSuccess: () => "done", onFailure: ({ code }) => code }), {
      concurrency: "unbounded",
    })

  describe(`two operators on ${name}`, () => {
    const change = (ifRevision: number | undefined, by: string) => ({
      ...actBy(by),
      ...(ifRevision === undefined ? {} : { ifRevision }),
    })

    it.effect("who have read the same client: one changes it, and the other is told what changed", () =>
      Effect.gen(function* () {
        const clients = yield* Clients
        for (let round = 0; round < 5; round++) {
          const { revision } = yield* clients.find("game")
          const by = (operator: string) => clients.setDisabled("game", operator === "ada", change(revision, operator))
          assert.sameMembers(yield* outcomes([by("ada"), by("eve")]), ["done", "changed"])
          const late = yield* Effect.flip(by("zoe"))
          assert.strictEqual(late._tag, "RevisionChanged")
          if (late._tag !== "RevisionChanged") return
          assert.strictEqual(late.revision, revision + 1)
          assert.lengthOf(late.since, 1)
          assert.match(late.message, /client\.setDisabled by (ada|eve) at 1970-/)
        }
      }).pipe(world),
    )

    it.effect("who have read the same person: one changes it, whatever the two do", () =>
      Effect.gen(function* () {
        const players = yield* Players
        const restrictions = yield* Restrictions
        const { personId, playerUuid } = whoIs(yield* loginAnon(1))
        for (let round = 0; round < 5; round++) {
          const { revision } = yield* players.find(playerUuid)
          const role = players.setRole(playerUuid, 2 + round, change(revision, "ada"))
          const ban = restrictions.add({ personId, type: "account_pending_deletion" }, change(revision, "eve"))
          assert.sameMembers(yield* outcomes<unknown, { readonly code: string }, never>([role, ban]), [
            "done",
            "changed",
          ])
          const { restrictions: found } = yield* players.find(playerUuid)
          const [last] = found
          if (last === undefined || !last.active) continue
          const lift = restrictions.lift(personId, last.restrictionId, change(revision, "zoe"))
          assert.strictEqual((yield* Effect.flip(lift)).code, "changed")
          const gone = players.deletePerson(playerUuid, change(revision, "zoe"))
          assert.strictEqual((yield* Effect.flip(gone)).code, "changed")
          assert.isUndefined((yield* players.find(playerUuid)).deletedAt)
          assert.deepStrictEqual((yield* players.find(playerUuid)).restrictions, found)
        }
      }).pipe(world),
    )

    it.effect("(control) who ask for no revision both change it, and one change is lost", () =>
      Effect.gen(function* () {
        const clients = yield* Clients
        const { revision } = yield* clients.find("game")
        const by = (operator: string) => clients.setDisabled("game", operator === "ada", change(undefined, operator))
        assert.deepStrictEqual(yield* outcomes([by("ada"), by("eve")]), ["done", "done"])
        assert.strictEqual((yield* clients.find("game")).revision, revision + 2)
      }).pipe(world),
    )

    it.effect("who ask for a revision of something that has none are refused", () =>
      Effect.gen(function* () {
        const clients = yield* Clients
        const wanted = { clientId: "new", kind: "machine", permissions: [] } as const
        assert.strictEqual((yield* Effect.flip(clients.create(wanted, change(0, "ada")))).code, "changed")
        assert.strictEqual((yield* Effect.flip(clients.find("new"))).code, "resource_not_found")
      }).pipe(world),
    )
  })
})
