/**
 * Logins over a real socket that depend on stored rows: continued sessions, other clients, deleted rows
 * (interface, sections 5 and 7; decisions, sections 3 and 4; guarantees R9, R11, R27).
 */
import { Clients } from "@garrison/core/client/Clients"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Players } from "@garrison/core/player/Players"
import { assert, describe, it } from "@effect/vitest"
import { uuids } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { onEachDatabase } from "../support/databases.ts"
import { write } from "../support/logins.ts"
import { useServer } from "../support/server.ts"
import { codeOf, detailsOf } from "./samples.ts"
import { testAct } from "../support/acts.ts"

const path = "/users/v1/login"

type Result = Readonly<Record<string, string>>

onEachDatabase((name, database) => {
  describe(`POST ${path} on ${name}`, () => {
    const server = useServer({ database })
    const login = (body: unknown, authorization?: string) =>
      server.current.call("POST", path, { body, ...(authorization !== undefined && { headers: { authorization } }) })
    const anon = (secret: string, authorization?: string) =>
      login({ grant_type: "anon", portal_access_token: secret, include_refresh: true }, authorization)
    const refresh = (token: string | undefined, authorization?: string, include_refresh = true) =>
      login({ grant_type: "refresh", portal_access_token: token, include_refresh }, authorization)

    /** The Authorization header of a new game client that has a secret. */
    const studio = async () => {
      const { client, secret = "" } = await server.current.run(
        Effect.flatMap(Clients, (clients) => clients.create({ kind: "game", permissions: [] }, testAct)),
      )
      return `Basic ${Buffer.from(`${client.clientId}:${secret}`).toString("base64")}`
    }

    const change = (statement: (sql: SqlClient.SqlClient) => Effect.Effect<unknown, unknown>) =>
      server.current.run(Effect.flatMap(SqlClient.SqlClient, (sql) => write(statement(sql))))

    it("continues a session only for the client that opened it; an attempt by another client changes nothing", async () => {
      const [first, second] = [await studio(), await studio()]
      for (const [owner, stranger] of [
        [undefined, first],
        [first, undefined],
        [first, second],
      ]) {
        const { refresh_token: token } = (await anon(crypto.randomUUID(), owner)).json as Result
        assert.strictEqual(codeOf(await refresh(token, stranger)), "refresh_token_client_id_mismatch")
        const { refresh_token: successor } = (await refresh(token, owner)).json as Result
        assert.strictEqual(codeOf(await refresh(token, stranger)), "refresh_token_client_id_mismatch")
        assert.strictEqual(codeOf(await refresh(successor, stranger)), "refresh_token_client_id_mismatch")
        assert.strictEqual((await refresh(successor, owner)).status, 200)
      }
    })

    it("gives fifty uses of one refresh token at once the same successor", async () => {
      const { playerUuid, refreshToken } = await server.current.player()
      const replies = await Promise.all(Array.from({ length: 50 }, () => refresh(refreshToken)))
      assert.deepStrictEqual(new Set(replies.map(({ status }) => status)), new Set([200]))
      const results = replies.map(({ json }) => json as Result)
      assert.deepStrictEqual(new Set(results.map((result) => result["active_player_uuid"])), new Set([playerUuid]))
      const successors = new Set(results.map((result) => result["refresh_token"]))
      assert.strictEqual(successors.size, 1)
      assert.strictEqual((await refresh([...successors][0])).status, 200)
    })

    it("ends the session when an exchanged refresh token comes back later, access tokens within a minute", async () => {
      const { refreshToken } = await server.current.player()
      const { access_token: token, refresh_token: successor } = (await refresh(refreshToken)).json as Result
      const presence = () => server.current.call("GET", "/presence/v1/player/me/presence", { token })
      assert.strictEqual((await presence()).status, 200)
      server.current.advanceSeconds(11)
      assert.strictEqual(codeOf(await refresh(refreshToken)), "refresh_token_not_found")
      assert.strictEqual(codeOf(await refresh(successor)), "refresh_token_not_found")
      server.current.advanceSeconds(60)
      assert.strictEqual(codeOf(await presence()), "auth_token_expired")
    })

    it("keeps a refresh token that is used without include_refresh", async () => {
      const { refreshToken } = await server.current.player()
      for (let use = 0; use < 2; use++) {
        const reply = await refresh(refreshToken, undefined, false)
        assert.strictEqual(reply.status, 200)
        assert.notProperty(reply.json, "refresh_token")
      }
    })

    it("answers failed_to_retrieve_roles while the role of the player is withdrawn", async () => {
      const secret = crypto.randomUUID()
      const { active_player_uuid: player } = (await anon(secret)).json as Result
      await change(
        (sql) => sql`INSERT INTO role (role_id, name, permissions, bypasses_lock) VALUES (7, 'seven', '[]', 0)`,
      )
      await change((sql) => sql`UPDATE person_player SET role_id = 7 WHERE player_uuid = ${uuids(sql).id(player)}`)
      assert.strictEqual(codeOf(await anon(secret)), undefined)
      await change((sql) => sql`DELETE FROM role WHERE role_id = 7`)
      const reply = await anon(secret)
      assert.deepStrictEqual([reply.status, codeOf(reply)], [403, "failed_to_retrieve_roles"])
    })

    it("answers error_retrieving_player_results when the user has lost its player, to refresh tokens too", async () => {
      const secret = crypto.randomUUID()
      const { active_player_uuid: player, refresh_token: token } = (await anon(secret)).json as Result
      await change(
        (sql) => sql`UPDATE person_portal_user SET player_uuid = NULL WHERE player_uuid = ${uuids(sql).id(player)}`,
      )
      for (const reply of [await anon(secret), await refresh(token)]) {
        assert.deepStrictEqual([reply.status, codeOf(reply)], [403, "error_retrieving_player_results"])
      }
    })

    it("shows a deleted player to no caller, and accepts no presence from it", async () => {
      const { call, player, run } = server.current
      const [gone, other] = [await player(), await player()]
      const view = (token: string) => call("GET", `/presence/v1/player/uuid/${gone.playerUuid}/presence`, { token })
      const report = () =>
        call("PATCH", "/presence/v1/player/me/presence", { token: gone.token, body: { message: "x" } })
      assert.deepStrictEqual([(await report()).status, (await view(other.token)).status], [200, 200])
      await run(Effect.flatMap(Players, (players) => players.deletePerson(gone.playerUuid as PlayerUuid, testAct)))
      const seen = await view(other.token)
      assert.deepStrictEqual([seen.status, codeOf(seen)], [404, "resource_not_found"])
      for (const reply of [await view(gone.token), await report()]) {
        assert.deepStrictEqual([reply.status, codeOf(reply)], [403, "auth_token_expired"], "at once in this process")
      }
    })

    it.each([
      [{}, ["body.grant_type", "missing"]],
      [{ grant_type: null }, ["body.grant_type", "missing"]],
      [{ grant_type: 1 }, ["body.grant_type", "string_type"]],
      [{ grant_type: ["anon"] }, ["body.grant_type", "string_type"]],
      [{ grant_type: "nobody's", include_refresh: 1 }, ["body.include_refresh", "bool_type"]],
      [{ grant_type: "anon", accept_tos: "false" }, ["body.accept_tos", "bool_type"]],
    ] as const)("looks at the body before the grant type: %j", async (body, detail) => {
      assert.deepStrictEqual(detailsOf(await login(body)), [detail])
    })
  })
})
