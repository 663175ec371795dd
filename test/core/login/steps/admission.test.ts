/** Identities with a parent: one person, a player for each user of it (decisions, sections 1 and 4). */
import { assert, describe, it } from "@effect/vitest"
import { SecurityEventStore } from "@garrison/core/audit/SecurityEventStore"
import { Clients } from "@garrison/core/client/Clients"
import { Environment } from "@garrison/core/environment/Environment"
import { admit as letIn } from "@garrison/core/login/steps/admission"
import type { VerifiedIdentity } from "@garrison/core/login/grant/Grant"
import { userResult } from "@garrison/core/login/rules/result"
import { Players } from "@garrison/core/player/Players"
import { Restrictions } from "@garrison/core/restriction/Restrictions"
import * as Effect from "effect/Effect"
import { onEachDatabase } from "../../../support/databases.ts"
import { codeOf, context, inLoginWorld, rowCounts, useRefresh } from "../../../support/logins.ts"
import { testAct } from "../../../support/acts.ts"

/** A user of the account `account`, as the two-tier portal verifies it. */
const userOf = (account: string, user: string): VerifiedIdentity => ({
  platform: "FoxtrotSwitch",
  portalUserId: user,
  displayName: user,
  parent: { platform: "FoxtrotNAID", portalUserId: account, displayName: account },
  presented: undefined,
})

/** The account itself, without a user of it. */
const accountOf = (account: string): VerifiedIdentity => ({
  platform: "FoxtrotNAID",
  portalUserId: account,
  displayName: undefined,
  parent: undefined,
  presented: undefined,
})

/** Lets an identity in, as any grant that had verified it would. */
const admit = Effect.fnUntraced(function* (identity: VerifiedIdentity) {
  return yield* letIn({
    identity,
    grantType: "foxtrot_switch",
    client: yield* Effect.orDie((yield* Clients).find("game")),
    context: context(),
    includeRefresh: true,
    accepts: {},
    inLoginUnit: () => Effect.void,
  })
})

onEachDatabase((name, database) => {
  const world = inLoginWorld({ database, settings: { playersPerPersonMax: 2 } })

  describe(`two-tier identities on ${name}`, () => {
    it.effect("users of one account are one person with a player each; the latest to log in is the active one", () =>
      Effect.gen(function* () {
        const players = yield* Players
        const first = yield* admit(userOf("account", "one"))
        const second = yield* admit(userOf("account", "two"))
        assert.strictEqual(second.personId, first.personId)
        assert.notStrictEqual(second.playerUuid, first.playerUuid)
        assert.strictEqual((yield* admit(accountOf("account"))).playerUuid, first.playerUuid)
        assert.strictEqual((yield* admit(userOf("account", "one"))).playerUuid, first.playerUuid)
        const profile = yield* players.find(first.playerUuid)
        assert.deepStrictEqual(
          profile.players.map(({ playerUuid, active }) => [playerUuid, active]),
          [
            [first.playerUuid, true],
            [second.playerUuid, false],
          ],
        )
      }).pipe(world),
    )

    it.effect("a new user over the limit is refused, also when many log in at once; known users are not", () =>
      Effect.gen(function* () {
        yield* admit(userOf("account", "one"))
        const codes = yield* Effect.forEach(
          ["two", "three", "four", "five"],
          (user) => codeOf(admit(userOf("account", user))),
          { concurrency: "unbounded" },
        )
        assert.deepStrictEqual(codes.toSorted(), ["ok", "too_many_users", "too_many_users", "too_many_users"])
        assert.strictEqual(yield* codeOf(admit(userOf("account", "one"))), "ok")
        assert.strictEqual(yield* codeOf(admit(userOf("another", "six"))), "ok")
        assert.deepInclude(yield* rowCounts, { person: 2, player: 3 })
      }).pipe(world),
    )

    it.effect("a restriction of the person refuses a new user of the person", () =>
      Effect.gen(function* () {
        const { personId } = yield* admit(userOf("account", "one"))
        yield* (yield* Restrictions).add({ personId, type: "account_ban" }, testAct)
        assert.strictEqual(yield* codeOf(admit(userOf("account", "two"))), "user_auth_restricted")
        assert.strictEqual((yield* rowCounts).player, 1)
      }).pipe(world),
    )

    it.effect("a parent that is new joins the person of its user, and the result names it; the one before stays", () =>
      Effect.gen(function* () {
        const first = yield* admit(userOf("before", "one"))
        const moved = yield* admit(userOf("after", "one"))
        assert.deepStrictEqual([moved.personId, moved.playerUuid], [first.personId, first.playerUuid])
        assert.deepInclude(moved.parent, { platform: "FoxtrotNAID", portalUserId: "after", displayName: "after" })
        const refreshed = yield* useRefresh(moved.refreshToken)
        assert.deepInclude(refreshed.portal_parent_auth_result, { portal_user_id: "after", display_name: "after" })
        for (const account of ["before", "after"]) {
          assert.strictEqual((yield* admit(accountOf(account))).playerUuid, first.playerUuid)
        }
        // It comes back to what is the person's already.
        assert.deepInclude((yield* admit(userOf("before", "one"))).parent, { portalUserId: "before" })
        assert.deepInclude(yield* rowCounts, { person: 1, player: 1, portal_user: 3 })
      }).pipe(world),
    )

    it.effect("a parent of another person is named, and not taken: that person keeps it, and an event says so", () =>
      Effect.gen(function* () {
        const events = yield* SecurityEventStore
        const first = yield* admit(userOf("mine", "one"))
        const other = yield* admit(accountOf("theirs"))
        for (let time = 0; time < 2; time++) {
          const moved = yield* admit(userOf("theirs", "one"))
          assert.deepStrictEqual([moved.personId, moved.playerUuid], [first.personId, first.playerUuid])
          assert.deepInclude(moved.parent, { portalUserId: "theirs" })
        }
        assert.strictEqual((yield* admit(accountOf("theirs"))).personId, other.personId)
        const found = yield* events.ofPerson(first.personId, 10)
        assert.deepStrictEqual(
          found.map(({ kind }) => kind),
          ["parent_of_another_person"],
        )
        assert.lengthOf(yield* events.ofPerson(other.personId, 10), 0)
        assert.deepInclude(yield* rowCounts, { person: 2, player: 2, portal_user: 3 })
      }).pipe(world),
    )

    it.effect("a parent over the limit of portal users is named, and does not join the person", () =>
      Effect.gen(function* () {
        const first = yield* admit(userOf("before", "one"))
        const moved = yield* admit(userOf("after", "one"))
        assert.strictEqual(moved.playerUuid, first.playerUuid)
        assert.deepInclude(moved.parent, { portalUserId: "after" })
        assert.deepInclude(yield* rowCounts, { portal_user: 2 })
        assert.notStrictEqual((yield* admit(accountOf("after"))).personId, first.personId)
      }).pipe(inLoginWorld({ database, settings: { portalUsersPerPersonMax: 2 } })),
    )

    it.effect("of two persons whose users move to one new parent at once, one gets it", () =>
      Effect.gen(function* () {
        const persons = [(yield* admit(userOf("a", "one"))).personId, (yield* admit(userOf("b", "two"))).personId]
        const moved = yield* Effect.all([admit(userOf("new", "one")), admit(userOf("new", "two"))], {
          concurrency: "unbounded",
        })
        assert.deepStrictEqual(
          moved.map(({ personId }) => personId),
          persons,
        )
        assert.include(persons, (yield* admit(accountOf("new"))).personId)
        assert.deepInclude(yield* rowCounts, { person: 2, player: 2, portal_user: 5 })
      }).pipe(world),
    )

    it.effect("the result names the parent, with permissions and restrictions, after a refresh too", () =>
      Effect.gen(function* () {
        const admitted = yield* admit(userOf("account", "one"))
        const { personId } = admitted
        yield* (yield* Restrictions).add({ personId, type: "account_pending_deletion" }, testAct)
        const restrictions = [{ type: "account_pending_deletion" as const, expiration: null }]
        const again = yield* admit(userOf("account", "one"))
        const client = yield* Effect.orDie((yield* Clients).find("game"))
        const issued = { token: "token", expiresInSeconds: 900 }
        const result = userResult(yield* Environment, client, again, issued)
        const parent = {
          platform: "FoxtrotNAID" as const,
          portal_id: 26,
          portal_user_id: "account",
          display_name: "account",
          permissions: again.permissions,
          restrictions,
        }
        assert.deepStrictEqual(result.portal_parent_auth_result, parent)
        assert.deepInclude(result, { platform: "FoxtrotSwitch", portal_id: 22, portal_user_id: "one", restrictions })
        const refreshed = yield* useRefresh(admitted.refreshToken)
        assert.deepStrictEqual(refreshed.portal_parent_auth_result, parent)
      }).pipe(world),
    )
  })
})
