/** Two persons joined and parted by an operator (decisions, section 14). */
import { assert, describe, it } from "@effect/vitest"
import { SecurityEventStore } from "@garrison/core/audit/SecurityEventStore"
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Links } from "@garrison/core/linking/Links"
import { LoginHistoryStore } from "@garrison/core/login/storing/LoginHistoryStore"
import type { LoginResult } from "@garrison/core/login/schema"
import { Merges } from "@garrison/core/merging/Merges"
import { Notifications } from "@garrison/core/notification/Notifications"
import { localActor } from "@garrison/core/operation/Act"
import { RoleStore } from "@garrison/core/permission/RoleStore"
import { showPlayerHistory } from "@garrison/core/overview/operations/showPlayerHistory"
import { Players } from "@garrison/core/player/Players"
import type { RestrictionType } from "@garrison/core/restriction/schema"
import { Restrictions } from "@garrison/core/restriction/Restrictions"
import { AccessTokens } from "@garrison/core/token/AccessTokens"
import { Presences } from "@garrison/core/presence/Presences"
import { tables } from "@garrison/sql/schema/tables"
import { uuids } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { actBy, testAct } from "../../support/acts.ts"
import { onEachDatabase, onEachFreshDatabase } from "../../support/databases.ts"
import { codeOf, inLoginWorld, login, loginAnon, rowCounts, useRefresh, whoIs, write } from "../../support/logins.ts"
import { golf, grantsEnabled, link, loginGolf, portals, portalUserOf, switchUser, unlink } from "../linking/linking.ts"
import { faults, has, merge, none, playerIn, unmerge } from "./merging.ts"

const refreshing = (number: number) => loginAnon(number, { include_refresh: true })
const authenticate = (result: LoginResult) =>
  AccessTokens.use((tokens) => tokens.authenticate(`Bearer ${result.access_token}`))
const personOf = (result: LoginResult) => whoIs(result).personId

/** A person of a device and a golf user, and another one of a device alone. */
const two = Effect.gen(function* () {
  const one = yield* refreshing(1)
  yield* link(one, golf("ada"))
  yield* TestClock.adjust("1 minute")
  return { one, other: yield* refreshing(2) }
})

const ban = (result: LoginResult, type: RestrictionType = "account_ban") =>
  Restrictions.use((restrictions) => restrictions.addToPlayer(playerIn(result), { type, note: "a note" }, testAct))
const lift = (result: LoginResult) =>
  Restrictions.use((restrictions) => restrictions.liftOfPlayer(playerIn(result), undefined, testAct))

const role = (roleId: number, permissions: ReadonlyArray<string>, bypassesLock = false) =>
  write(RoleStore.use((roles) => roles.put({ roleId, name: `role ${roleId}`, permissions, bypassesLock })))
const give = (result: LoginResult, roleId: number) =>
  Players.use((players) => players.giveRole(playerIn(result), roleId, testAct))
const roleOf = (result: LoginResult) =>
  Effect.map(
    Players.use((players) => players.find(playerIn(result))),
    ({ player }) => player.roleId,
  )

onEachDatabase((name, database) => {
  const settings = { grantsEnabled }
  const world = inLoginWorld({ database, portals, settings })
  const narrow = (limits: object) => inLoginWorld({ database, portals, settings: { ...settings, ...limits } })

  describe(`a merge on ${name}`, () => {
    it.effect("gives one person the players and portal users of both, each of which logs in as its player", () =>
      Effect.gen(function* () {
        const { one, other } = yield* two
        const merged = yield* merge(one, other)
        assert.deepStrictEqual(merged.moved_players, [playerIn(other)])
        assert.deepStrictEqual(
          [merged.kept.person_id, merged.merged_person_id, merged.moved_portal_users, merged.kept.portal_users],
          [personOf(one), personOf(other), 1, 3],
        )
        const again = [yield* loginAnon(1), yield* loginGolf("ada"), yield* loginAnon(2)]
        assert.deepStrictEqual(again.map(whoIs), [
          whoIs(one),
          whoIs(one),
          { ...whoIs(one), playerUuid: playerIn(other) },
        ])
        assert.deepStrictEqual(yield* faults, none)
      }).pipe(world),
    )

    it.effect("ends all sessions of both: access and refresh tokens are refused", () =>
      Effect.gen(function* () {
        const { one, other } = yield* two
        yield* Effect.all([authenticate(one), authenticate(other)])
        assert.strictEqual((yield* merge(one, other)).ended_sessions, 2)
        for (const session of [one, other]) {
          assert.strictEqual(yield* codeOf(authenticate(session)), "auth_token_expired")
          assert.strictEqual(yield* codeOf(useRefresh(session.refresh_token)), "refresh_token_not_found")
        }
        yield* unmerge(one)
        for (const session of [one, other]) {
          assert.strictEqual(yield* codeOf(authenticate(session)), "auth_token_expired")
          assert.strictEqual(yield* codeOf(useRefresh(session.refresh_token)), "refresh_token_not_found")
        }
      }).pipe(world),
    )

    it.effect("makes the player active of the person who logged in last, or the one that is named", () =>
      Effect.gen(function* () {
        const { one, other } = yield* two
        const activeIn = (players: ReadonlyArray<{ readonly active: boolean; readonly player_uuid: string }>) =>
          players.filter(({ active }) => active).map((player) => player.player_uuid)
        assert.deepStrictEqual(activeIn((yield* merge(one, other)).kept.players), [playerIn(other)])
        yield* unmerge(one)
        assert.deepStrictEqual(activeIn((yield* merge(one, other, one)).kept.players), [playerIn(one)])
        const third = yield* loginAnon(3)
        assert.strictEqual(yield* codeOf(merge(one, third, yield* loginAnon(4))), "invalid_input")
      }).pipe(world),
    )

    it.effect("is known to both as a security event, to each player as a notification, and to the audit", () =>
      Effect.gen(function* () {
        const { one, other } = yield* two
        yield* merge(one, other)
        yield* unmerge(other)
        for (const result of [one, other]) {
          const events = yield* SecurityEventStore.use((store) => store.ofPerson(personOf(result), 10))
          assert.sameMembers(
            events.map(({ kind }) => kind).filter((kind) => kind.startsWith("persons")),
            ["persons_merged", "persons_unmerged"],
          )
          const told = (yield* (yield* Notifications).page(playerIn(result), { page_size: 10 })).wires.join()
          assert.include(told, "persons_merged")
          assert.include(told, "persons_unmerged")
        }
      }).pipe(world),
    )

    it.effect("shows an operator what happened to either before, until it is undone", () =>
      Effect.gen(function* () {
        const { one, other } = yield* two
        yield* ban(other)
        yield* codeOf(loginAnon(2))
        const shown = Effect.map(
          showPlayerHistory.run({ player_uuid: playerIn(one) }, testAct),
          ({ acts, events, logins }) => ({
            acts: acts.map(({ operation }) => operation),
            refused: events.filter(({ kind }) => kind === "login_refused").length,
            players: new Set(logins.map((login) => login.player_uuid)).size,
          }),
        )
        assert.deepStrictEqual(yield* shown, { acts: [], refused: 0, players: 1 })
        yield* merge(one, other)
        assert.deepStrictEqual(yield* shown, { acts: ["person.merge", "restriction.add"], refused: 1, players: 2 })
        yield* unmerge(one)
        assert.deepStrictEqual(yield* shown, { acts: ["person.unmerge", "person.merge"], refused: 0, players: 1 })
      }).pipe(world),
    )

    it.effect("of one person, of nobody and of a deleted person is refused", () =>
      Effect.gen(function* () {
        const { one, other } = yield* two
        assert.strictEqual(yield* codeOf(merge(one, yield* loginGolf("ada"))), "same_person")
        yield* Players.use((players) => players.deletePerson(playerIn(other), testAct))
        assert.strictEqual(yield* codeOf(merge(one, other)), "resource_not_found")
        assert.strictEqual(yield* codeOf(merge(other, one)), "resource_not_found")
      }).pipe(world),
    )

    it.effect("over either limit is refused", () =>
      Effect.gen(function* () {
        const { one, other } = yield* two
        assert.strictEqual(yield* codeOf(merge(one, other)), "too_many_portal_users")
      }).pipe(narrow({ portalUsersPerPersonMax: 2 })),
    )

    it.effect("at the limits is made, and one more player is refused", () =>
      Effect.gen(function* () {
        const { one, other } = yield* two
        yield* merge(one, other)
        assert.strictEqual(yield* codeOf(merge(one, yield* loginAnon(3))), "too_many_players")
      }).pipe(narrow({ portalUsersPerPersonMax: 4, playersPerPersonMax: 2 })),
    )

    it.effect("that is rehearsed says what it would do, and stores nothing", () =>
      Effect.gen(function* () {
        const { one, other } = yield* two
        const [before, had] = [yield* rowCounts, [yield* has(playerIn(one)), yield* has(playerIn(other))]]
        const wanted = { player: playerIn(one), other: playerIn(other), active: undefined }
        const rehearsed = yield* Merges.use((merges) => merges.merge(wanted, { ...testAct, dryRun: true }))
        assert.deepStrictEqual(rehearsed.moved_players, [playerIn(other)])
        assert.deepStrictEqual(yield* rowCounts, before)
        assert.deepStrictEqual([yield* has(playerIn(one)), yield* has(playerIn(other))], had)
        yield* authenticate(one)
      }).pipe(world),
    )

    it.effect("is refused with another revision than the one asked for", () =>
      Effect.gen(function* () {
        const { one, other } = yield* two
        const wanted = { player: playerIn(one), other: playerIn(other), active: undefined }
        const stale = Merges.use((merges) => merges.merge(wanted, { ...testAct, ifRevision: 99 }))
        assert.strictEqual(yield* codeOf(stale), "changed")
        assert.deepStrictEqual(yield* faults, none)
      }).pipe(world),
    )
  })

  describe(`the lesser role on ${name}`, () => {
    it.effect("holds for all players, and the undo gives each its own again", () =>
      Effect.gen(function* () {
        const { one, other } = yield* two
        yield* role(7, ["catalog:read", "presence:read"])
        yield* role(8, ["catalog:*", "presence:read", "user:read:any"], true)
        yield* give(one, 8)
        yield* give(other, 7)
        yield* merge(one, other)
        assert.deepStrictEqual([yield* roleOf(one), yield* roleOf(other)], [7, 7])
        yield* unmerge(one)
        assert.deepStrictEqual([yield* roleOf(one), yield* roleOf(other)], [8, 7])
      }).pipe(world),
    )

    it.effect("is refused where there is none: neither role is within the other, or one was withdrawn", () =>
      Effect.gen(function* () {
        const { one, other } = yield* two
        yield* role(7, ["catalog:read"])
        yield* role(8, ["presence:read"])
        yield* give(one, 7)
        yield* give(other, 8)
        assert.strictEqual(yield* codeOf(merge(one, other)), "roles_not_comparable")
        yield* Players.use((players) => players.setRole(playerIn(other), 99, testAct))
        assert.strictEqual(yield* codeOf(merge(one, other)), "roles_not_comparable")
      }).pipe(world),
    )

    it.effect("a role that was given since stays", () =>
      Effect.gen(function* () {
        const { one, other } = yield* two
        yield* role(7, ["catalog:read"])
        yield* role(8, ["catalog:read", "user:read:any"])
        yield* role(9, [])
        yield* give(one, 8)
        yield* give(other, 7)
        yield* merge(one, other)
        yield* give(one, 9)
        yield* unmerge(one)
        assert.deepStrictEqual([yield* roleOf(one), yield* roleOf(other)], [9, 7])
      }).pipe(world),
    )

    it.effect("nobody joins or parts persons with a permission that the actor lacks", () =>
      Effect.gen(function* () {
        const { one, other } = yield* two
        const actor = { ...localActor("eve"), kind: "machine", permissions: ["operator:act:player"] } as const
        const wanted = { player: playerIn(one), other: playerIn(other), active: undefined }
        yield* role(8, ["catalog:read", "user:read:any"])
        yield* give(other, 8)
        const denied = "insufficient_permissions"
        yield* Merges.use((merges) => Effect.flip(merges.merge(wanted, { actor }))).pipe(
          Effect.map(({ code }) => assert.strictEqual(code, denied)),
        )
        yield* role(9, [])
        yield* give(one, 9)
        yield* merge(one, other)
        // The role that the undo gives back has what the actor lacks.
        const undo = Merges.use((merges) => merges.unmerge({ player: playerIn(one), mergeId: undefined }, { actor }))
        assert.strictEqual(yield* codeOf(undo), denied)
      }).pipe(world),
    )
  })

  describe(`restrictions of merged persons on ${name}`, () => {
    const restricted = "user_auth_restricted"
    const codes = Effect.map(Effect.all([codeOf(loginAnon(1)), codeOf(loginAnon(2))]), (both) => both)

    for (const [said, whose] of [
      ["the one that stays", 0],
      ["the one that is merged", 1],
    ] as const) {
      it.effect(`of ${said} hold for both, and after the undo for whom they were meant`, () =>
        Effect.gen(function* () {
          const { one, other } = yield* two
          const restrictions = yield* Restrictions
          const held = Effect.forEach([one, other], (result) => restrictions.history(whoIs(result).personId))
          yield* ban(whose === 0 ? one : other)
          yield* merge(one, other)
          assert.deepStrictEqual(yield* codes, [restricted, restricted])
          assert.deepStrictEqual(
            (yield* held).map(({ length }) => length),
            [1, 0],
            "once, with the person that stays",
          )
          assert.strictEqual(yield* codeOf(loginGolf("ada")), restricted)
          yield* unmerge(one)
          assert.deepStrictEqual(yield* codes, whose === 0 ? [restricted, "ok"] : ["ok", restricted])
          yield* merge(other, one)
          assert.deepStrictEqual(yield* codes, [restricted, restricted])
        }).pipe(world),
      )
    }

    it.effect("that were lifted meanwhile stay lifted, and one that was added holds for both", () =>
      Effect.gen(function* () {
        const { one, other } = yield* two
        yield* ban(other)
        yield* merge(one, other)
        yield* lift(one)
        assert.deepStrictEqual(yield* codes, ["ok", "ok"])
        yield* ban(other)
        yield* unmerge(one)
        assert.deepStrictEqual(yield* codes, [restricted, restricted])
        yield* lift(one)
        assert.deepStrictEqual(yield* codes, ["ok", restricted])
        yield* merge(one, other)
        assert.deepStrictEqual(yield* codes, [restricted, restricted])
      }).pipe(world),
    )

    it.effect("an end stays, and after it both log in", () =>
      Effect.gen(function* () {
        const { one, other } = yield* two
        yield* Restrictions.use((restrictions) =>
          restrictions.addToPlayer(playerIn(other), { type: "account_ban", expiresAt: 3_600_000 }, testAct),
        )
        yield* merge(one, other)
        assert.deepStrictEqual(yield* codes, [restricted, restricted])
        yield* TestClock.adjust("2 hours")
        assert.deepStrictEqual(yield* codes, ["ok", "ok"])
      }).pipe(world),
    )
  })

  describe(`the undo of a merge on ${name}`, () => {
    it.effect("gives both what they had", () =>
      Effect.gen(function* () {
        const { one, other } = yield* two
        yield* ban(one, "account_pending_deletion")
        const before = [yield* has(playerIn(one)), yield* has(playerIn(other))]
        yield* merge(one, other)
        const undone = yield* unmerge(other)
        assert.deepStrictEqual([yield* has(playerIn(one)), yield* has(playerIn(other))], before)
        assert.strictEqual(undone.merged.person_id, personOf(other))
        const again = [yield* loginAnon(1), yield* loginGolf("ada"), yield* loginAnon(2)]
        assert.deepStrictEqual(again.map(whoIs), [whoIs(one), whoIs(one), whoIs(other)])
        assert.deepStrictEqual(yield* faults, none)
      }).pipe(world),
    )

    it.effect("leaves what came since with the player that it came to: links, logins, players of its parents", () =>
      Effect.gen(function* () {
        const { one } = yield* two
        const other = yield* login(switchUser("user", "account"))
        yield* merge(one, other)
        const moved = yield* login(switchUser("user", "account"))
        yield* link(moved, golf("eve"))
        yield* loginGolf("eve")
        const sibling = yield* login(switchUser("second", "account"))
        assert.strictEqual(personOf(sibling), personOf(one))
        yield* unmerge(one)
        const again = [yield* loginGolf("eve"), yield* login(switchUser("second", "account"))]
        assert.deepStrictEqual(again.map(whoIs), [
          whoIs(other),
          { personId: personOf(other), playerUuid: playerIn(sibling) },
        ])
        const logins = yield* LoginHistoryStore.use((store) => store.ofPerson(personOf(one), 100))
        assert.deepStrictEqual(
          [...new Set(logins.map(({ player }) => player?.playerUuid))],
          [playerIn(one)],
          "logins of the other one's players",
        )
        assert.deepStrictEqual(yield* faults, none)
      }).pipe(world),
    )

    it.effect("does not need a portal user that was unlinked meanwhile, which stays where it went", () =>
      Effect.gen(function* () {
        const { one } = yield* two
        const other = yield* loginAnon(2)
        yield* link(other, golf("eve"))
        yield* merge(one, other)
        yield* unlink(yield* loginAnon(2), portalUserOf(yield* loginGolf("eve")))
        const eve = yield* loginGolf("eve")
        yield* unmerge(one)
        assert.deepStrictEqual(whoIs(yield* loginGolf("eve")), whoIs(eve))
        assert.deepStrictEqual(whoIs(yield* loginAnon(2)), whoIs(other))
        assert.deepStrictEqual(yield* faults, none)
      }).pipe(world),
    )

    it.effect("is refused when its time is over, when it was undone, and of what is no merge", () =>
      Effect.gen(function* () {
        const { one, other } = yield* two
        const { merge_id: id } = yield* merge(one, other)
        assert.strictEqual(yield* codeOf(unmerge(one, "00000000-0000-4000-8000-000000000009")), "resource_not_found")
        yield* TestClock.adjust("1 day")
        yield* unmerge(one, id)
        assert.strictEqual(yield* codeOf(unmerge(one, id)), "merge_undone")
        assert.strictEqual(yield* codeOf(unmerge(other, id)), "merge_undone")
        assert.strictEqual(yield* codeOf(unmerge(one)), "resource_not_found")
        yield* merge(one, other)
        yield* TestClock.adjust("1 day")
        yield* TestClock.adjust("1 millis")
        assert.strictEqual(yield* codeOf(unmerge(one)), "merge_over")
      }).pipe(narrow({ mergeUndoDays: 1 })),
    )

    it.effect("of several merges the latest comes first, also where the person was merged itself", () =>
      Effect.gen(function* () {
        const [a, b, c, d] = [yield* loginAnon(1), yield* loginAnon(2), yield* loginAnon(3), yield* loginAnon(4)]
        const all = [a, b, c, d]
        const before = yield* Effect.forEach(all, (result) => has(playerIn(result)))
        const [first, second] = [yield* merge(a, b), yield* merge(a, c)]
        assert.strictEqual(yield* codeOf(unmerge(a, first.merge_id)), "merge_not_latest")
        const third = yield* merge(d, b)
        assert.strictEqual(yield* codeOf(unmerge(c, second.merge_id)), "merge_not_latest")
        assert.strictEqual(third.kept.players.length, 4)
        for (const { merge_id: id } of [third, second, first]) yield* unmerge(b, id)
        assert.deepStrictEqual(yield* Effect.forEach(all, (result) => has(playerIn(result))), before)
        assert.deepStrictEqual(yield* faults, none)
      }).pipe(world),
    )

    it.effect("is not possible when the person was deleted", () =>
      Effect.gen(function* () {
        const { one, other } = yield* two
        yield* merge(one, other)
        yield* Players.use((players) => players.deletePerson(playerIn(other), testAct))
        assert.strictEqual(yield* codeOf(unmerge(one)), "resource_not_found")
        assert.notStrictEqual(personOf(yield* loginAnon(2)), personOf(other))
      }).pipe(world),
    )

    it.effect("the merges of a player say whether they can be undone", () =>
      Effect.gen(function* () {
        const { one, other } = yield* two
        const third = yield* loginAnon(3)
        const states = Effect.map(
          Merges.use((merges) => merges.ofPlayer(playerIn(one))),
          ({ merges }) => merges.map((each) => [each.side, each.refused_with, each.undone !== undefined]),
        )
        yield* merge(one, other)
        yield* merge(one, third)
        assert.deepStrictEqual(yield* states, [
          ["kept", undefined, false],
          ["kept", "merge_not_latest", false],
        ])
        yield* unmerge(one)
        assert.deepStrictEqual(yield* states, [
          ["kept", "merge_undone", true],
          ["kept", undefined, false],
        ])
        yield* TestClock.adjust("25 hours")
        assert.deepStrictEqual((yield* states)[1], ["kept", "merge_over", false])
      }).pipe(narrow({ mergeUndoDays: 1 })),
    )
  })

  describe(`a link by an operator on ${name}`, () => {
    const linkFor = (
      result: LoginResult,
      user: { readonly platform?: "Golf" | "FoxtrotNAID"; readonly id: string; readonly environment?: string },
    ) =>
      Links.use((links) =>
        links.linkFor(
          playerIn(result),
          {
            platform: user.platform ?? "Golf",
            portalUserId: user.id,
            environment: user.environment,
            displayName: undefined,
          },
          actBy("ada"),
        ),
      )

    it.effect("lets a portal user in that nobody proved, once, and without an age of the session", () =>
      Effect.gen(function* () {
        const one = yield* loginAnon(1)
        yield* TestClock.adjust("1 day")
        assert.isDefined((yield* linkFor(one, { id: "ada" })).linked)
        assert.isUndefined((yield* linkFor(one, { id: "ada" })).linked)
        assert.deepStrictEqual(whoIs(yield* loginGolf("ada")), whoIs(one))
        const [event] = yield* SecurityEventStore.use((store) => store.ofPerson(personOf(one), 1))
        assert.strictEqual(event?.kind, "portal_user_linked")
        assert.deepStrictEqual(yield* faults, none)
      }).pipe(world),
    )

    it.effect("of another player's portal user is refused, and over the limit", () =>
      Effect.gen(function* () {
        const one = yield* loginAnon(1)
        yield* loginGolf("eve")
        assert.strictEqual(yield* codeOf(linkFor(one, { id: "eve" })), "portal_user_taken")
        yield* linkFor(one, { id: "ada" })
        assert.strictEqual(yield* codeOf(linkFor(one, { id: "third" })), "too_many_portal_users")
        const user = { platform: "Golf", portalUserId: "new", displayName: undefined } as const
        const nobody = PlayerUuid.make("00000000-0000-4000-8000-000000000009")
        const toNobody = Links.use((links) => links.linkFor(nobody, user, testAct))
        assert.strictEqual(yield* codeOf(toNobody), "resource_not_found")
      }).pipe(narrow({ portalUsersPerPersonMax: 2 })),
    )

    it.effect("asks for the environment where a platform has several", () =>
      Effect.gen(function* () {
        const one = yield* loginAnon(1)
        assert.strictEqual(yield* codeOf(linkFor(one, { platform: "FoxtrotNAID", id: "a" })), "invalid_input")
        assert.strictEqual(yield* codeOf(linkFor(one, { id: "a", environment: "lp1" })), "invalid_input")
        yield* linkFor(one, { platform: "FoxtrotNAID", id: "a", environment: "lp1" })
        assert.include((yield* has(playerIn(one)))?.portalUsers?.join(), "FoxtrotNAID a")
      }).pipe(world),
    )
  })
})

onEachFreshDatabase((name, database) => {
  describe(`a merge on ${name} whose tables have grown`, () => {
    it.effect("moves a column that is added to any table of persons with their rows, there and back", () =>
      Effect.gen(function* () {
        const { one, other } = yield* two
        yield* ban(other, "account_lockout")
        yield* Presences.use((presences) => presences.report(playerIn(other), {})).pipe(Effect.provide(Presences.layer))
        const sql = yield* SqlClient.SqlClient
        // Tables of which a row moves: those that name a player, and restrictions.
        const moving: Array<string> = ["restriction"]
        for (const { key, name: table, statements } of tables) {
          if (key === "person_id" && /\bplayer_uuid\b/.test(JSON.stringify(statements))) moving.push(table)
        }
        assert.isAbove(moving.length, 5)
        const ofOther = personOf(other)
        for (const table of moving) {
          yield* write(sql.unsafe(`ALTER TABLE ${table} ADD COLUMN further TEXT`))
          yield* write(
            sql`UPDATE ${sql.literal(table)} SET further = 'kept' WHERE person_id = ${uuids(sql).id(ofOther)}`,
          )
        }
        const counted = Effect.fnUntraced(function* (result: LoginResult) {
          const person = uuids(sql).id(personOf(result))
          return yield* Effect.forEach(moving, (table) =>
            Effect.map(
              sql`SELECT further FROM ${sql.literal(table)} WHERE person_id = ${person} AND further = 'kept'`,
              (rows) => [table, rows.length] as const,
            ),
          )
        })
        const before = yield* counted(other)
        for (const [table, count] of before) assert.isAbove(count, 0, table)
        yield* merge(one, other)
        assert.deepStrictEqual(yield* counted(one), before)
        yield* unmerge(one)
        assert.deepStrictEqual(yield* counted(other), before)
      }).pipe(inLoginWorld({ database, portals, settings: { grantsEnabled } })),
    )
  })
})
