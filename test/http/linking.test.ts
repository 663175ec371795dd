/** Linking and unlinking portal users over a real socket (interface, section 2.3; decisions, section 14). */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { GRANT_TYPES } from "@garrison/core/kernel/GrantType"
import { LinkStore } from "@garrison/core/linking/LinkStore"
import { grants } from "@garrison/core/login/grant/grants"
import { Passwords } from "@garrison/core/login/password/Passwords"
import { PortalGateway, type Portals } from "@garrison/core/login/portal/PortalGateway"
import { users } from "@garrison/http/contract/users"
import type { Route } from "@garrison/http/contract/route"
import { uuids } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { testAct } from "../support/acts.ts"
import { GOLD, POUCH_LOOT } from "../support/catalog.ts"
import { onEachDatabase, sharedDatabase } from "../support/databases.ts"
import type { Reply } from "../support/httpCaller.ts"
import { write } from "../support/logins.ts"
import { type LoggedIn, startServer, type TestServer } from "../support/server.ts"
import { codeOf, detailsOf } from "./samples.ts"

const LINK = "/users/v1/me/link"
const LOGIN = "/users/v1/login"

const isOfPortal = (name: string): boolean => !["anon", "basic", "refresh", "client_credentials"].includes(name)

/** Portals that refuse with the code that they get as a token, and take every other token for the id of a user. */
const portals = Object.fromEntries(
  GRANT_TYPES.filter(isOfPortal).map((name) => {
    const grant = grants[name]
    const { platforms, refusals } = grant.kind === "user" ? grant : { platforms: [], refusals: [] }
    const prove = ({ parentToken, token }: { readonly parentToken: string; readonly token: string }) => {
      if (refusals.some((code) => code === token)) return Effect.fail(token)
      const parent = { platform: "FoxtrotNAID", portalUserId: parentToken, displayName: "" }
      const proved = { platform: platforms[0], portalUserId: token, displayName: token }
      return Effect.succeed({ ...proved, parent: parentToken === "" ? undefined : parent })
    }
    return [name, { prove }]
  }),
) as unknown as Portals

const golf = (token: string) => ({ grant_type: "golf", portal_access_token: token })

/** A store in which every link of this portal user is overtaken. */
const overtaking = Layer.effect(
  LinkStore,
  Effect.map(LinkStore, (store) => ({
    ...store,
    link: (wanted) =>
      wanted.user.portalUserId === "overtaken" ? Effect.succeed("taken" as const) : store.link(wanted),
  })),
)

const ofOperation = ({ refusals }: Pick<Route, "refusals">) => Object.values(refusals ?? {}).flat()

onEachDatabase((name, database) => {
  describe(`linking over HTTP on ${name}`, () => {
    let shared: Awaited<ReturnType<typeof sharedDatabase>>
    let server: TestServer
    const servers: Array<TestServer> = []
    const another = async (options: Parameters<typeof startServer>[0]) => {
      const started = await startServer({
        portals: Layer.succeed(PortalGateway, portals),
        disturb: (services) => Layer.provide(services, overtaking as never),
        ...options,
        database: shared.layer,
      })
      servers.push(started)
      return started
    }
    beforeAll(async () => {
      shared = await sharedDatabase(database)
      server = await another({ settings: { grantsEnabled: GRANT_TYPES, portalUsersPerPersonMax: 3 } })
    })
    afterAll(async () => {
      for (const one of servers) await one.stop()
      await shared.close()
    })

    const link = ({ token }: Pick<LoggedIn, "token">, body: object, on: TestServer = server) =>
      on.call("POST", LINK, { token, body })
    const unlink = ({ token }: Pick<LoggedIn, "token">, platform: string, portalUserId: string) =>
      server.call("DELETE", `${LINK}/${platform}/${encodeURIComponent(portalUserId)}`, { token })
    const usersIn = ({ json }: Reply) =>
      (json as { readonly portal_users: ReadonlyArray<Readonly<Record<string, string>>> }).portal_users.map(
        ({ platform, portal_user_id }) => `${platform} ${portal_user_id}`,
      )
    const golfLogin = async (token: string): Promise<LoggedIn> => {
      const { json } = await server.call("POST", LOGIN, { body: { ...golf(token), include_refresh: true } })
      const { access_token = "", active_player_uuid = "", refresh_token = "" } = json as Record<string, string>
      return { playerUuid: active_player_uuid, token: access_token, refreshToken: refresh_token }
    }
    const change = (statement: (sql: SqlClient.SqlClient) => Effect.Effect<unknown, unknown>) =>
      server.run(Effect.flatMap(SqlClient.SqlClient, (sql) => write(statement(sql))))

    it("upgrades an anonymous player, which keeps its uuid and what it owns", async () => {
      const device = await server.player()
      const order = { entries: [{ type: "fill_loot", loot_id: POUCH_LOOT, quantity: 1 }] }
      const bought = await server.call("POST", "/inventory/v1/player/me/order", { token: device.token, body: order })
      assert.strictEqual(bought.status, 200, bought.text)
      const reply = await link(device, golf("upgraded"))
      assert.strictEqual(reply.status, 200, reply.text)
      const upgraded = await golfLogin("upgraded")
      assert.strictEqual(upgraded.playerUuid, device.playerUuid)
      const owned = await server.call("GET", "/inventory/v1/player/me/inventory", { token: upgraded.token })
      assert.include(owned.text, `"item_id":${GOLD}`)
      assert.include(owned.text, `"count":50`)
      const first = await server.call("GET", "/inventory/v1/player/me/inventory", { token: device.token })
      assert.strictEqual(owned.text, first.text)
    })

    it("answers with the portal users, of which one may be unlinked by its platform and id", async () => {
      const device = await server.player()
      const odd = "a/b c%2F\u{1f3ae}?#;"
      assert.deepStrictEqual(usersIn(await link(device, golf(odd))).slice(1), [`Golf ${odd}`])
      const parents = { grant_type: "foxtrot_switch", portal_access_token: "two", portal_parent_access_token: "tiers" }
      assert.strictEqual(codeOf(await link(device, parents)), "too_many_portal_users")
      const ada = await golfLogin(odd)
      const left = await unlink(device, "Golf", odd)
      assert.strictEqual(left.status, 200, left.text)
      assert.lengthOf(usersIn(left), 1)
      const refresh = { grant_type: "refresh", portal_access_token: ada.refreshToken }
      assert.strictEqual(codeOf(await server.call("POST", LOGIN, { body: refresh })), "refresh_token_not_found")
      const users = usersIn(await link(device, parents))
      assert.sameMembers(users.slice(1), ["FoxtrotNAID tiers", "FoxtrotSwitch two"])
      assert.notStrictEqual((await golfLogin(odd)).playerUuid, device.playerUuid)
    })

    it("lists the portal users with the time of each, for the caller alone, and says whether they have changed", async () => {
      const device = await server.player()
      const { json: linked } = await link(device, golf("listed"))
      const list = (headers: Readonly<Record<string, string>> = {}) =>
        server.call("GET", LINK, { token: device.token, headers })
      const reply = await list()
      assert.strictEqual(reply.status, 200)
      assert.deepStrictEqual(reply.json, linked)
      const { portal_users } = reply.json as { readonly portal_users: ReadonlyArray<Readonly<Record<string, string>>> }
      for (const { created = "" } of portal_users) assert.closeTo(Date.parse(created), Date.now(), 60 * 60 * 1000)
      assert.strictEqual(reply.headers["cache-control"], "private, no-cache")
      const etag = String(reply.headers["etag"])
      assert.strictEqual((await list({ "if-none-match": etag })).status, 304)
      await unlink(device, "Golf", "listed")
      assert.strictEqual(usersIn(await list({ "if-none-match": etag })).length, 1)
    })

    it("refuses a path that names no portal user", async () => {
      const device = await server.player()
      assert.deepStrictEqual(detailsOf(await unlink(device, "Sesame", "x")), [["path.platform", "enum"]])
      const long = await unlink(device, "Golf", "x".repeat(513))
      assert.deepStrictEqual(detailsOf(long), [["path.portal_user_id", "string_too_long"]])
      assert.strictEqual(codeOf(await unlink(device, "Golf", "a\u0000b")), "resource_not_found")
      assert.strictEqual((await server.call("DELETE", LINK, { token: device.token })).status, 405)
    })

    it("reaches every code that the two operations declare", async () => {
      const reached = new Set<string | undefined>()
      const device = await server.player()
      const reach = async (reply: Promise<Reply>, code?: string) => {
        const found = codeOf(await reply)
        if (code !== undefined) assert.strictEqual(found, code)
        reached.add(found)
      }
      const none = await another({ settings: { grantsEnabled: ["anon"] }, isPrepared: true })
      const closed = await another({ settings: { userAuthEnabled: false }, isPrepared: true })
      const full = await another({ settings: { grantsEnabled: GRANT_TYPES, loginsInFlightMax: 0 }, isPrepared: true })
      const noAnon = await another({ settings: { grantsEnabled: ["golf"] }, isPrepared: true })
      for (const grant_type of GRANT_TYPES) {
        const grant = grants[grant_type]
        await reach(link(device, { grant_type, portal_access_token: "" }))
        await reach(link(device, { grant_type, portal_access_token: "of no grant" }, none))
        if (grant.kind !== "user" || !isOfPortal(grant_type)) continue
        for (const code of grant.refusals) await reach(link(device, { grant_type, portal_access_token: code }), code)
      }
      await reach(link(device, { grant_type: "anon", portal_access_token: "s".repeat(20) }, noAnon), "anon_disabled")
      await reach(link(device, golf("x"), closed), "user_auth_disabled")
      for (const grant_type of ["refresh", "client_credentials", "sesame"]) {
        await reach(link(device, { grant_type, portal_access_token: "x:y" }), "invalid_grant_type")
      }
      await reach(link(device, golf("second"), full), "login_capacity_reached")
      assert.strictEqual((await link(device, golf("second"))).status, 200)
      await server.run(
        Passwords.use((passwords) => passwords.create({ username: "ada", password: "right one" }, testAct)),
      )
      const basic = (pair: string) => ({ grant_type: "basic", portal_access_token: pair })
      await reach(link(device, basic("no colon")), "basic_auth_incorrect_format")
      // Each failure after the fifth doubles the pause, so that a slow machine meets it too.
      for (let guess = 0; guess < 20 && !reached.has("too_many_attempts"); guess++) {
        await reach(link(device, basic("ada:wrong one")))
      }
      await golfLogin("owned")
      await reach(link(device, golf("owned")), "portal_user_taken")
      await reach(link(device, golf("overtaken")), "internal_error")
      await link(device, golf("third"))
      await reach(link(device, golf("fourth")), "too_many_portal_users")
      await reach(unlink(device, "Golf", "fourth"), "resource_not_found")
      const lonely = await server.player()
      const own = usersIn(await link(lonely, golf("only for the list")))[0]?.split(" ")[1] ?? ""
      await unlink(lonely, "Golf", "only for the list")
      await reach(unlink(lonely, "Anon", own), "last_portal_user")
      server.advanceSeconds(1)
      await link(lonely, golf("younger than the device"))
      await reach(unlink(await golfLogin("younger than the device"), "Anon", own), "portal_user_too_new")

      const playerOf = (one: LoggedIn) => (sql: SqlClient.SqlClient) =>
        sql`SELECT person_id FROM person_player WHERE player_uuid = ${uuids(sql).id(one.playerUuid)}`
      const banned = await server.player()
      await change((sql) =>
        Effect.flatMap(
          playerOf(banned)(sql),
          ([row]) =>
            sql`INSERT INTO restriction (person_id, restriction_id, type, issuer, created_at)
            VALUES (${row?.["person_id"] as never}, ${uuids(sql).id(crypto.randomUUID())}, 'account_ban', 'eve', 0)`,
        ),
      )
      await reach(link(banned, golf("golf_token_invalid")), "golf_token_invalid")
      await reach(link(banned, golf("of a banned person")), "user_auth_restricted")
      const deleted = await server.player()
      await change((sql) =>
        Effect.flatMap(
          playerOf(deleted)(sql),
          ([row]) => sql`UPDATE person SET deleted_at = 1 WHERE person_id = ${row?.["person_id"] as never}`,
        ),
      )
      await reach(link(deleted, golf("of a deleted person")), "resource_not_found")
      await change((sql) => sql`UPDATE client SET is_disabled = 1 WHERE client_id = 'test-game'`)
      await reach(link(device, golf("through a disabled client")), "client_credentials_invalid")
      await change((sql) => sql`UPDATE client SET is_disabled = 0 WHERE client_id = 'test-game'`)
      server.advanceSeconds(600)
      await reach(link(lonely, golf("late")), "login_not_recent")
      const declared = [...ofOperation(users.routes.linkPortalUser), ...ofOperation(users.routes.unlinkPortalUser)]
      assert.deepStrictEqual(
        declared.filter((code) => !reached.has(code)),
        [],
      )
    })

    it("tells a refused caller what a merge would join, and nothing of the other person", async () => {
      const device = await server.player()
      const owner = await golfLogin("merge")
      const { json, status, text } = await link(device, golf("merge"))
      assert.strictEqual(status, 403)
      const side = { portal_users: 1, inventory_records: 0, orders: 0, notifications: 0, restrictions: 0, players: 1 }
      assert.deepInclude(json, { auth_success: true, error_code: "portal_user_taken" })
      assert.deepInclude(json, { merge: { own: side, other: side, items_of_both: 0 } })
      assert.notInclude(text, owner.playerUuid)
    })
  })
})
