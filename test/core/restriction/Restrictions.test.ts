/** Valid restrictions, and the actors that may apply them (decisions, section 7). */
import { assert, describe, it } from "@effect/vitest"
import { PersonId } from "@garrison/core/kernel/Identifier"
import { Restrictions, type RestrictionWanted } from "@garrison/core/restriction/Restrictions"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Statement from "effect/sql/Statement"
import { onEachDatabase } from "../../support/databases.ts"
import { inLoginWorld, loginAnon, whoIs } from "../../support/logins.ts"
import { actBy, testAct } from "../../support/acts.ts"

const stranger = PersonId.make("00000001-0000-7000-8000-000000000000")

/** How an effect fails: each detail of invalid input, or else the tag. */
const refusalOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.match(effect, {
    onSuccess: () => ["accepted"],
    onFailure: (error): ReadonlyArray<string> =>
      "detail" in error
        ? (error.detail as ReadonlyArray<{ loc: ReadonlyArray<string>; type: string }>).map(
            ({ loc, type }) => `${loc.join(".")} ${type}`,
          )
        : [error._tag],
  })

onEachDatabase((name, database) => {
  const world = inLoginWorld({ database })

  describe(`restrictions on ${name}`, () => {
    it.effect("are refused with all of their mistakes, and nothing is stored", () =>
      Effect.gen(function* () {
        const restrictions = yield* Restrictions
        const now = yield* Clock.currentTimeMillis
        const { personId } = whoIs(yield* loginAnon(1))
        const ban = { personId, type: "account_ban" } as const
        const refusals: ReadonlyArray<readonly [object, ReadonlyArray<string>]> = [
          [{ reason: "x".repeat(1025) }, ["reason string_too_long"]],
          [{ reason: "\0" }, ["reason value_error"]],
          [{ note: "\ud800" }, ["note value_error"]],
          [{ note: "x".repeat(4097) }, ["note string_too_long"]],
          [{ type: "account_hug" }, ["type enum"]],
          [{ personId: "ada" }, ["person_id uuid_parsing"]],
          [{ expiresAt: now }, ["expires_at value_error"]],
          [{ expiresAt: now + 0.5 }, ["expires_at int_type"]],
          [{ expiresAt: Number.NaN }, ["expires_at int_type"]],
          [{ expiresAt: 253_402_300_800_000 }, ["expires_at less_than_equal"]],
          [{ type: "", expiresAt: now }, ["type enum", "expires_at value_error"]],
        ]
        for (const [broken, expected] of refusals) {
          const wanted = { ...ban, ...broken } as RestrictionWanted
          assert.deepStrictEqual(yield* refusalOf(restrictions.add(wanted, testAct)), expected, JSON.stringify(broken))
        }
        assert.deepStrictEqual(yield* restrictions.history(personId), [])
        assert.deepStrictEqual(yield* refusalOf(restrictions.add({ ...ban, personId: stranger }, testAct)), [
          "RestrictionNotFound",
        ])
      }).pipe(world),
    )

    it.effect("are kept as they were given, up to the last character and millisecond", () =>
      Effect.gen(function* () {
        const restrictions = yield* Restrictions
        const { personId } = whoIs(yield* loginAnon(1))
        const texts = { reason: "😀".repeat(1024), note: "n".repeat(4096) }
        const expiresAt = (yield* Clock.currentTimeMillis) + 1
        const given = { personId: PersonId.make(personId.toUpperCase()), type: "account_lockout", ...texts } as const
        const { endedSessions, ...added } = yield* restrictions.add({ ...given, expiresAt }, testAct)
        assert.strictEqual(endedSessions, 1)
        assert.deepInclude(added, { personId, type: "account_lockout", ...texts, issuer: "test", expiresAt })
        assert.deepStrictEqual(yield* restrictions.activeOf(personId), [added])
      }).pipe(world),
    )

    it.effect("are lifted in the name of the actor, once", () =>
      Effect.gen(function* () {
        const restrictions = yield* Restrictions
        const { personId } = whoIs(yield* loginAnon(1))
        const { restrictionId } = yield* restrictions.add({ personId, type: "account_ban" }, actBy("eve"))
        for (const unknown of ["\0", personId]) {
          assert.deepStrictEqual(yield* refusalOf(restrictions.lift(personId, unknown, actBy("eve"))), [
            "RestrictionNotFound",
          ])
        }
        assert.strictEqual(
          (yield* restrictions.lift(personId, restrictionId.toUpperCase(), actBy("ada"))).liftedBy,
          "ada",
        )
        assert.deepStrictEqual(yield* refusalOf(restrictions.lift(personId, restrictionId, actBy("eve"))), [
          "RestrictionNotFound",
        ])
      }).pipe(world),
    )

    it.effect("of a player are lifted all together, for one revision, or the one that is named", () =>
      Effect.gen(function* () {
        const restrictions = yield* Restrictions
        const { personId, playerUuid } = whoIs(yield* loginAnon(1))
        const add = restrictions.addToPlayer(playerUuid, { type: "account_ban" }, testAct)
        const lifted = (id: string | undefined, ifRevision?: number) =>
          Effect.map(
            restrictions.liftOfPlayer(playerUuid, id, ifRevision === undefined ? testAct : { ...testAct, ifRevision }),
            (records) => records.map(({ restrictionId }) => restrictionId),
          )
        assert.deepStrictEqual(yield* refusalOf(lifted(undefined)), ["RestrictionNotFound"])
        const [first, second, third] = [yield* add, yield* add, yield* add].map(({ restrictionId }) => restrictionId)
        assert.deepStrictEqual(yield* lifted(second?.toUpperCase()), [second])
        assert.deepStrictEqual(yield* refusalOf(lifted(second)), ["RestrictionNotFound"])
        assert.deepStrictEqual(yield* refusalOf(lifted(undefined, 3)), ["RevisionChanged"])
        assert.sameMembers([...(yield* lifted(undefined, 4))], [first, third])
        assert.deepStrictEqual(yield* restrictions.activeOf(personId), [])
      }).pipe(world),
    )

    it.effect("lock the person once, with the first statement of the unit of work", () =>
      Effect.gen(function* () {
        const restrictions = yield* Restrictions
        const { personId } = whoIs(yield* loginAnon(1))
        const statements: Array<string> = []
        yield* Effect.provideService(
          restrictions.add({ personId, type: "account_ban" }, testAct),
          Statement.CurrentTransformer,
          (statement, _sql, _context, _span) =>
            Effect.sync(() => {
              statements.push(statement.compile()[0].replaceAll(/\s+/g, " ").trim())
              return statement
            }),
        )
        const locks = /^UPDATE person |^SELECT .* FROM person .*|FOR (?:NO KEY )?UPDATE$/
        assert.deepStrictEqual(
          statements.filter((statement) => locks.test(statement) && !statement.includes("audit_head")),
          statements.slice(0, 1),
        )
        assert.match(statements[0] ?? "", /^UPDATE person SET revision = revision \+ 1 WHERE person_id = /)
      }).pipe(world),
    )
  })
})
