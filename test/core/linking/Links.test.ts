/** Portal users of one person: linked, unlinked, and refused (decisions, section 14). */
import { assert, describe, it } from "@effect/vitest"
import { SecurityEventStore } from "@garrison/core/audit/SecurityEventStore"
import { Clients } from "@garrison/core/client/Clients"
import type { Platform } from "@garrison/core/kernel/Platform"
import { PortalUserTaken } from "@garrison/core/linking/errors"
import { Links } from "@garrison/core/linking/Links"
import { LoginRestricted } from "@garrison/core/login/errors"
import { LoginHistoryStore } from "@garrison/core/login/storing/LoginHistoryStore"
import { Logins } from "@garrison/core/login/Logins"
import { Passwords } from "@garrison/core/login/password/Passwords"
import { Players } from "@garrison/core/player/Players"
import { Restrictions } from "@garrison/core/restriction/Restrictions"
import { AccessTokens } from "@garrison/core/token/AccessTokens"
import { uuids } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { testAct } from "../../support/acts.ts"
import { onEachDatabase } from "../../support/databases.ts"
import { countingKdf } from "../../support/kdf.ts"
import {
  codeOf,
  deviceSecret,
  inLoginWorld,
  login,
  loginAnon,
  request,
  rowCounts,
  useRefresh,
  whoIs,
  write,
} from "../../support/logins.ts"
import {
  golf,
  golfUser,
  grantsEnabled,
  link,
  loginGolf,
  namesIn,
  playerOf,
  portals,
  portalUserOf,
  switchUser,
  unlink,
} from "./linking.ts"

const authenticate = (token: string) => Effect.flatMap(AccessTokens, (tokens) => tokens.authenticate(`Bearer ${token}`))

/** Gives a player records of these items, and an order. */
const endow = Effect.fnUntraced(function* (playerUuid: string, items: ReadonlyArray<number>) {
  const sql = yield* SqlClient.SqlClient
  const { id } = uuids(sql)
  const statements = Effect.gen(function* () {
    yield* sql`INSERT INTO inventory_owner (player_uuid, changed_at) VALUES (${id(playerUuid)}, 1)`
    for (const item of items) {
      const record = id(`00000000-0000-7000-8000-00000000000${item}`)
      yield* sql`INSERT INTO inventory_record (player_uuid, inventory_id, item_id, type, bucket, count, acquired,
          legacy_inventory_id, revision)
        VALUES (${id(playerUuid)}, ${record}, ${item}, 'persistent', 'none', ${item === 9 ? 0 : 1}, 1, ${item}, 1)`
    }
    yield* sql`INSERT INTO player_order (player_uuid, order_id, created, entry_count, entry_total, catalog_version,
        is_server, choices, wire)
      VALUES (${id(playerUuid)}, ${id("00000000-0000-7000-8000-0000000000aa")}, 1, 1, 1, 1, 0, '[]', '{}')`
  })
  yield* write(statements)
})

const nothing = { inventory_records: 0, orders: 0, notifications: 0, restrictions: 0 }

onEachDatabase((name, database) => {
  const world = inLoginWorld({ database, portals, settings: { grantsEnabled } })
  const withPasswords = inLoginWorld({ database, portals, settings: { grantsEnabled }, kdf: countingKdf().layer })

  describe(`linking on ${name}`, () => {
    it.effect("a linked portal user logs in as the same player and person, and the first one still does", () =>
      Effect.gen(function* () {
        const device = yield* loginAnon(1)
        yield* TestClock.adjust("5 seconds")
        const linked = yield* link(device, golf("ada"))
        const { playerUuid, personId } = whoIs(device)
        assert.deepStrictEqual(linked, {
          portal_users: [
            {
              platform: "Anon",
              portal_user_id: device.portal_user_id ?? "",
              display_name: "Player",
              player_uuid: playerUuid,
              created: 0,
            },
            { platform: "Golf", portal_user_id: "ada", display_name: "ada", player_uuid: playerUuid, created: 5000 },
          ],
        })
        const before = yield* rowCounts
        for (const result of [yield* loginGolf("ada"), yield* loginAnon(1)]) {
          assert.deepStrictEqual(whoIs(result), { playerUuid, personId })
          assert.strictEqual(result.active_player_id, device.active_player_id)
        }
        const { person, player, portal_user } = yield* rowCounts
        assert.deepInclude(before, { person, player, portal_user })
        assert.deepStrictEqual([person, player, portal_user], [1, 1, 2])
        assert.deepStrictEqual(yield* (yield* Links).ofPlayer(playerUuid), linked)
      }).pipe(world),
    )

    it.effect("linking again changes nothing", () =>
      Effect.gen(function* () {
        const device = yield* loginAnon(1)
        const first = yield* link(device, golf("ada"))
        const { revision } = yield* (yield* Players).find(whoIs(device).playerUuid)
        yield* TestClock.adjust("5 seconds")
        assert.deepStrictEqual(yield* link(device, golf("ada")), first)
        const own = { grant_type: "anon", portal_access_token: deviceSecret(1) }
        assert.deepStrictEqual(yield* link(device, own), first)
        assert.strictEqual((yield* (yield* Players).find(whoIs(device).playerUuid)).revision, revision)
      }).pipe(world),
    )

    it.effect("the parent of a portal user is linked with it, and logs in as the same player", () =>
      Effect.gen(function* () {
        const device = yield* loginAnon(1)
        const linked = yield* link(device, switchUser("user", "account"))
        assert.deepStrictEqual(namesIn(linked).toSorted(), [
          `Anon ${device.portal_user_id}`,
          "FoxtrotNAID account",
          "FoxtrotSwitch user",
        ])
        const result = yield* login(switchUser("user", "account"))
        assert.deepStrictEqual(whoIs(result), whoIs(device))
        assert.deepInclude(result.portal_parent_auth_result, { platform: "FoxtrotNAID", portal_user_id: "account" })
        // The account has another user, which is new: it is a user of the same person, and has its own player.
        const other = yield* login(switchUser("second", "account"))
        assert.strictEqual(other.person_id, device.person_id)
        assert.notStrictEqual(other.active_player_uuid, device.active_player_uuid)
        // A parent that is the person's already may be that of another link.
        assert.include(namesIn(yield* link(device, switchUser("third", "account"))), "FoxtrotSwitch third")
      }).pipe(world),
    )

    it.effect("a portal user of another person is refused, with counts of what a merge would join", () =>
      Effect.gen(function* () {
        const device = yield* loginAnon(1)
        const owner = yield* loginGolf("ada")
        yield* endow(whoIs(device).playerUuid, [1, 2, 3])
        yield* endow(whoIs(owner).playerUuid, [2, 3, 4, 5, 9])
        yield* (yield* Restrictions).add({ personId: whoIs(owner).personId, type: "account_pending_deletion" }, testAct)
        const refused = yield* Effect.flip(link(device, golf("ada")))
        assert(refused instanceof PortalUserTaken)
        assert.deepStrictEqual(refused.details, {
          merge: {
            own: { ...nothing, players: 1, portal_users: 1, inventory_records: 3, orders: 1 },
            other: { ...nothing, players: 1, portal_users: 1, inventory_records: 4, orders: 1, restrictions: 1 },
            items_of_both: 2,
          },
        })
        const told = JSON.stringify({ ...refused.details, message: refused.message })
        const { active_player_uuid, display_name, person_id, portal_user_id } = owner
        for (const secret of [active_player_uuid, person_id, display_name, portal_user_id]) {
          assert.notInclude(told, secret ?? "")
        }
        assert.deepInclude(yield* rowCounts, { person: 2, player: 2, portal_user: 2 })
        assert.deepStrictEqual(whoIs(yield* loginGolf("ada")), whoIs(owner))
      }).pipe(world),
    )

    it.effect("so is one whose parent belongs to another person, and one of another player of the same person", () =>
      Effect.gen(function* () {
        const device = yield* loginAnon(1)
        yield* login(switchUser("user", "account"))
        const foreign = yield* Effect.flip(link(device, switchUser("new", "account")))
        assert(foreign instanceof PortalUserTaken)
        assert.deepInclude(foreign.merge.other, { players: 1, portal_users: 2 })
        assert.deepInclude(yield* rowCounts, { portal_user: 3 })
        const first = yield* login(switchUser("one", "another"))
        yield* login(switchUser("two", "another"))
        const sibling = yield* Effect.flip(link(first, switchUser("two", "another")))
        assert(sibling instanceof PortalUserTaken)
        assert.deepInclude(sibling.merge.own, { players: 1, portal_users: 2 })
        assert.deepInclude(sibling.merge.other, { players: 1, portal_users: 1 })
      }).pipe(world),
    )

    it.effect("a person has at most as many portal users as allowed, parents counted", () =>
      Effect.gen(function* () {
        const device = yield* loginAnon(1)
        yield* link(device, golf("one"))
        assert.strictEqual(yield* codeOf(link(device, switchUser("user", "account"))), "too_many_portal_users")
        yield* link(device, golf("two"))
        assert.strictEqual(yield* codeOf(link(device, golf("three"))), "too_many_portal_users")
        assert.strictEqual(yield* codeOf(link(device, golf("two"))), "ok")
        assert.deepInclude(yield* rowCounts, { portal_user: 3 })
        yield* unlink(device, golfUser("one"))
        assert.strictEqual(yield* codeOf(link(device, golf("three"))), "ok")
      }).pipe(inLoginWorld({ database, portals, settings: { grantsEnabled, portalUsersPerPersonMax: 3 } })),
    )
  })

  describe(`the credential of a link on ${name}`, () => {
    it.effect("is checked as that of a login, in the same order", () =>
      Effect.gen(function* () {
        const device = yield* loginAnon(1)
        const cases = [
          [{ grant_type: "made_up" }, "invalid_grant_type"],
          [{ grant_type: "anon", portal_access_token: "short" }, "InvalidInput"],
          [{ grant_type: "alpha", portal_access_token: "x" }, "alpha_disabled"],
          [golf(""), "golf_token_empty"],
          [golf("bad"), "golf_token_invalid"],
          [switchUser("bad", "account"), "foxtrot_service_access_token_not_valid"],
          [{ grant_type: "basic", portal_access_token: "nocolon" }, "basic_auth_incorrect_format"],
          [{ grant_type: "basic", portal_access_token: "ada:wrong-password" }, "basic_auth_credentials_not_found"],
        ] as const
        for (const [credential, code] of cases) {
          const asLink = yield* Effect.flip(link(device, credential))
          const asLogin = yield* Effect.flip(login(credential))
          assert.deepStrictEqual([asLink._tag, asLink.message], [asLogin._tag, asLogin.message])
          assert.include([asLink._tag, yield* codeOf(Effect.fail(asLink))], code)
        }
        assert.deepInclude(yield* rowCounts, { portal_user: 1 })
      }).pipe(withPasswords),
    )

    it.effect("is never a refresh token or that of a machine", () =>
      Effect.gen(function* () {
        const device = yield* loginAnon(1, { include_refresh: true })
        const refresh = { grant_type: "refresh", portal_access_token: device.refresh_token ?? "" }
        assert.strictEqual(yield* codeOf(link(device, refresh)), "invalid_grant_type")
        const machine = { grant_type: "client_credentials", portal_access_token: "id:secret" }
        assert.strictEqual(yield* codeOf(link(device, machine)), "invalid_grant_type")
      }).pipe(world),
    )

    it.effect("is used through the client of the session, with the grants of that client", () =>
      Effect.gen(function* () {
        const clients = yield* Clients
        const wanted = { clientId: "narrow", kind: "game", permissions: [], public: true, grants: ["anon"] } as const
        yield* clients.create(wanted, testAct)
        const device = yield* loginAnon(1, {}, { credentials: { clientId: "narrow", secret: "" } })
        assert.strictEqual(yield* codeOf(link(device, golf("ada"))), "golf_disabled")
        const links = yield* Links
        const player = yield* playerOf(device)
        yield* clients.setDisabled("narrow", true, testAct)
        assert.strictEqual(yield* codeOf(links.link(player, request(golf("ada")))), "client_credentials_invalid")
        const unknown = links.link({ ...player, clientId: "gone" }, request(golf("ada")))
        assert.strictEqual(yield* codeOf(unknown), "client_credentials_invalid")
      }).pipe(world),
    )

    it.effect("is a guess as at a login: the failures of both are one count, which a link takes back", () =>
      Effect.gen(function* () {
        yield* (yield* Passwords).create({ username: "ada", password: "right password" }, testAct)
        const device = yield* loginAnon(1)
        const guess = { grant_type: "basic", portal_access_token: "ada:wrong password" }
        const right = { grant_type: "basic", portal_access_token: "ada:right password" }
        for (let wrong = 0; wrong < 5; wrong++) {
          const attempt = wrong % 2 === 0 ? codeOf(link(device, guess)) : codeOf(login(guess))
          assert.strictEqual(yield* attempt, "basic_auth_credentials_not_found")
        }
        assert.strictEqual(yield* codeOf(link(device, right)), "ok")
        yield* link(device, guess).pipe(codeOf, Effect.repeat({ times: 5 }))
        // The success made the address familiar, so these failures stop the account elsewhere alone.
        assert.strictEqual(yield* codeOf(link(device, right)), "ok")
        assert.strictEqual(yield* codeOf(login(right, { address: "198.51.100.9" })), "too_many_attempts")
        yield* TestClock.adjust("2 hours")
        assert.deepStrictEqual(whoIs(yield* login(right)), whoIs(device))
      }).pipe(withPasswords),
    )

    it.effect("reveals a restriction of the person only when it is right", () =>
      Effect.gen(function* () {
        const device = yield* loginAnon(1)
        const player = yield* playerOf(device)
        const links = yield* Links
        const { personId } = whoIs(device)
        yield* (yield* Restrictions).add({ personId, type: "account_lockout", reason: "theft" }, testAct)
        assert.strictEqual(yield* codeOf(links.link(player, request(golf("bad")))), "golf_token_invalid")
        const refused = yield* Effect.flip(links.link(player, request(golf("ada"))))
        assert(refused instanceof LoginRestricted)
        assert.deepStrictEqual(refused.restrictions, [{ type: "account_lockout", reason: "theft", expiration: null }])
        assert.deepInclude(yield* rowCounts, { portal_user: 1 })
      }).pipe(world),
    )
  })

  describe(`unlinking on ${name}`, () => {
    it.effect("frees a portal user: it logs in as a new person, or is linked elsewhere", () =>
      Effect.gen(function* () {
        const device = yield* loginAnon(1)
        yield* link(device, golf("ada"))
        const left = yield* unlink(device, golfUser("ada"))
        assert.deepStrictEqual(namesIn(left), [`Anon ${device.portal_user_id}`])
        const anew = yield* loginGolf("ada")
        assert.notStrictEqual(anew.person_id, device.person_id)
        assert.notStrictEqual(anew.active_player_uuid, device.active_player_uuid)
        yield* link(anew, golf("eve"))
        yield* unlink(anew, golfUser("ada"))
        assert.include(namesIn(yield* link(device, golf("ada"))), "Golf ada")
        assert.deepStrictEqual(whoIs(yield* loginGolf("ada")), whoIs(device))
      }).pipe(world),
    )

    it.effect("leaves the last portal user of a player, and knows none that is not the person's", () =>
      Effect.gen(function* () {
        const device = yield* loginAnon(1)
        yield* loginGolf("other")
        assert.strictEqual(yield* codeOf(unlink(device, portalUserOf(device))), "last_portal_user")
        assert.strictEqual(yield* codeOf(unlink(device, golfUser("other"))), "resource_not_found")
        assert.strictEqual(yield* codeOf(unlink(device, golfUser("nobody"))), "resource_not_found")
        // Another player of the same person has a last portal user of its own.
        const one = yield* login(switchUser("one", "account"))
        yield* login(switchUser("two", "account"))
        const user = (platform: Platform, portalUserId: string) => ({ platform, portalUserId })
        assert.strictEqual(yield* codeOf(unlink(one, user("FoxtrotSwitch", "two"))), "last_portal_user")
        assert.strictEqual(yield* codeOf(unlink(one, user("FoxtrotSwitch", "one"))), "ok")
        assert.deepInclude(yield* rowCounts, { person: 3, player: 4, portal_user: 4 })
      }).pipe(world),
    )

    it.effect("ends the sessions that were opened through the portal user, the caller's own too, and no others", () =>
      Effect.gen(function* () {
        const device = yield* loginAnon(1, { include_refresh: true })
        yield* link(device, golf("ada"))
        const ada = yield* login({ ...golf("ada"), include_refresh: true })
        yield* authenticate(ada.access_token)
        yield* unlink(ada, golfUser("ada"))
        assert.strictEqual(yield* codeOf(useRefresh(ada.refresh_token)), "refresh_token_not_found")
        assert.strictEqual(yield* codeOf(authenticate(ada.access_token)), "auth_token_expired")
        assert.strictEqual(yield* codeOf(authenticate(device.access_token)), "ok")
        assert.strictEqual(yield* codeOf(useRefresh(device.refresh_token)), "ok")
      }).pipe(world),
    )

    it.effect("is done by an operator with a reason, and rehearsed by a dry run", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const device = yield* loginAnon(1)
        yield* link(device, golf("ada"))
        const { playerUuid } = whoIs(device)
        const links = yield* Links
        const act = { ...testAct, reason: "ticket 4711" }
        const rehearsed = yield* links.unlinkFor(playerUuid, golfUser("ada"), { ...act, dryRun: true })
        assert.deepStrictEqual(namesIn(rehearsed), [`Anon ${device.portal_user_id}`])
        assert.lengthOf((yield* links.ofPlayer(playerUuid)).portal_users, 2)
        const outdated = links.unlinkFor(playerUuid, golfUser("ada"), { ...act, ifRevision: 0 })
        assert.strictEqual(yield* codeOf(outdated), "changed")
        assert.deepStrictEqual(yield* links.unlinkFor(playerUuid, golfUser("ada"), act), rehearsed)
        const last = links.unlinkFor(playerUuid, portalUserOf(device), act)
        assert.strictEqual(yield* codeOf(last), "last_portal_user")
        const rows = yield* sql`SELECT operation, outcome, reason, before_json, after_json FROM audit
          WHERE operation = 'person.unlink' ORDER BY sequence`
        assert.deepStrictEqual(
          rows.map(({ outcome, reason }) => [outcome, reason]),
          [
            ["changed", "ticket 4711"],
            ["done", "ticket 4711"],
            ["last_portal_user", "ticket 4711"],
          ],
        )
        assert.notInclude(JSON.stringify(rows), "ada")
      }).pipe(world),
    )
  })

  it.effect(`links and unlinks leave security events and entries in the history, on ${name}`, () =>
    Effect.gen(function* () {
      const device = yield* loginAnon(1)
      const { personId } = whoIs(device)
      const { sessionId } = (yield* playerOf(device)).session
      yield* link(device, golf("ada"))
      yield* TestClock.adjust("1 second")
      yield* unlink(device, golfUser("ada"))
      const events = yield* (yield* SecurityEventStore).ofPerson(personId, 10)
      assert.deepStrictEqual(
        events.map(({ address, at, kind, sessionId: session }) => ({ address, at, kind, session })),
        [
          { address: "192.0.2.7", at: 1000, kind: "portal_user_unlinked", session: sessionId },
          { address: "192.0.2.7", at: 0, kind: "portal_user_linked", session: sessionId },
        ],
      )
      const history = yield* (yield* LoginHistoryStore).ofPerson(personId, 10)
      assert.deepStrictEqual(
        history.map(({ grantType, player, userAgent }) => [grantType, player?.platform, userAgent]),
        [
          ["unlink", "Golf", "linking"],
          ["link", "Golf", "linking"],
          ["anon", "Anon", "test"],
        ],
      )
    }).pipe(world),
  )

  it.effect(`a link beside many logins takes its place among them, on ${name}`, () =>
    Effect.gen(function* () {
      const device = yield* loginAnon(1)
      const logins = yield* Logins
      const slow = logins.prove(request(golf("eve")), yield* playerOf(device), () => Effect.never)
      const fiber = yield* Effect.forkChild(slow, { startImmediately: true })
      assert.strictEqual(yield* codeOf(link(device, golf("ada"))), "login_capacity_reached")
      yield* Fiber.interrupt(fiber)
      assert.strictEqual(yield* codeOf(link(device, golf("ada"))), "ok")
    }).pipe(inLoginWorld({ database, portals, settings: { grantsEnabled, loginsInFlightMax: 1 } })),
  )
})
