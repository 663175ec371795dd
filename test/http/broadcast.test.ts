/** POST /notification/v1/broadcast over a real socket, and what players then read (decisions, section 9). */
import { assert, describe, it } from "@effect/vitest"
import { Players } from "@garrison/core/player/Players"
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { putRole } from "@garrison/core/role/operations/putRole"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { randomUUID } from "node:crypto"
import { testAct } from "../support/acts.ts"
import { onEachDatabase } from "../support/databases.ts"
import { strangerUuid } from "../support/players.ts"
import { useServer } from "../support/server.ts"
import { codeOf } from "./samples.ts"

const path = "/notification/v1/broadcast"
const EDITOR = 7

interface Sent {
  readonly segment: string
  readonly role_id?: number
  readonly player_count?: number
  readonly notification: { readonly notification_id: string; readonly message: string }
}

interface Page {
  readonly notifications: ReadonlyArray<{ readonly notification_id: string; readonly message: string }>
  readonly cursor: string
}

onEachDatabase((name, database) => {
  describe(`POST ${path} on ${name}`, () => {
    const server = useServer({ database })
    const machine = () => server.current.machine("operator:broadcast:segment", "notification:playerid:write")
    const broadcast = async (body: object, headers: Record<string, string> = {}, as?: string) =>
      server.current.call("POST", path, { token: as ?? (await machine()), body, headers })
    const sent = async (body: object) => (await broadcast(body)).json as Sent
    const pageOf = async (token: string, query: Record<string, string> = {}) => {
      const asked = `/notification/v1/playerid/me/notification?${new URLSearchParams(query)}`
      return (await server.current.call("GET", asked, { token })).json as Page
    }
    const messagesOf = async (token: string, query: Record<string, string> = {}) =>
      (await pageOf(token, query)).notifications.map(({ message }) => message)
    const tell = async (player: string, message: string) =>
      server.current.call("POST", `/notification/v1/playerid/${player}/notification`, {
        token: await machine(),
        body: { message },
      })
    const giveRole = (player: string, role: number) =>
      server.current.run(Effect.flatMap(Players, (players) => players.setRole(PlayerUuid.make(player), role, testAct)))

    it("shows to all who are there, among their own, and to nobody who joins later", async () => {
      const [ada, eve] = [await server.current.player(), await server.current.player()]
      await tell(ada.playerUuid, "before")
      const { notification, segment } = await sent({ all: true, message: "to all", custom_data: { a: "1" } })
      assert.strictEqual(segment, "all")
      await tell(ada.playerUuid, "after")
      const late = await server.current.player()
      assert.deepStrictEqual(await messagesOf(ada.token), ["after", "to all", "before"])
      const [shown] = (await pageOf(eve.token)).notifications
      assert.deepStrictEqual(shown, notification)
      assert.deepStrictEqual(await messagesOf(late.token), [])
      await sent({ all: true, message: "to all and the late" })
      assert.deepStrictEqual(await messagesOf(late.token), ["to all and the late"])
    })

    it("shows to those who have the role at that moment, whatever role they get later", async () => {
      const [ada, eve] = [await server.current.player(), await server.current.player()]
      const permissions = ["catalog:read", "notification:playerid:self:read"] as const
      await server.current.run(putRole.run({ role_id: EDITOR, name: "editor", permissions }, testAct))
      await giveRole(ada.playerUuid, EDITOR)
      assert.deepInclude(await sent({ role_id: EDITOR, message: "first" }), { segment: "role", role_id: EDITOR })
      await giveRole(ada.playerUuid, 1)
      await giveRole(eve.playerUuid, EDITOR)
      await sent({ role_id: EDITOR, message: "second" })
      assert.deepStrictEqual(await messagesOf(ada.token), ["first"])
      assert.deepStrictEqual(await messagesOf(eve.token), ["second"])
    })

    it("shows to the players of a list, each once, though one is named twice", async () => {
      const [ada, eve] = [await server.current.player(), await server.current.player()]
      const made = await sent({ player_uuids: [ada.playerUuid, ada.playerUuid.toUpperCase()], message: "to some" })
      assert.deepInclude(made, { segment: "players", player_count: 1 })
      assert.deepStrictEqual(await messagesOf(ada.token), ["to some"])
      assert.deepStrictEqual(await messagesOf(eve.token), [])
    })

    it("refuses players that do not exist, names every one, and sends nothing", async () => {
      const { playerUuid, token } = await server.current.player()
      const other = strangerUuid.replace("0f0f", "1f1f")
      const refused = await broadcast({ player_uuids: [strangerUuid, playerUuid, other], message: "x" })
      assert.strictEqual(refused.status, 422)
      assert.deepStrictEqual((refused.json as { readonly detail: unknown }).detail, [
        { loc: ["body", "player_uuids", 0], msg: `${strangerUuid} is no player`, type: "value_error" },
        { loc: ["body", "player_uuids", 2], msg: `${other} is no player`, type: "value_error" },
      ])
      assert.deepStrictEqual(await messagesOf(token), [])
    })

    it("refuses a segment that is missing, empty, too long, unknown, or named in two ways", async () => {
      const message = "x"
      const many = Array.from({ length: 10_001 }, () => strangerUuid)
      for (const body of [
        { message },
        { message, all: false },
        { message, all: true, role_id: 1 },
        { message, role_id: 1, player_uuids: [strangerUuid] },
        { message, player_uuids: [] },
        { message, player_uuids: many },
        { message, player_uuids: ["ada"] },
        { message, role_id: 0 },
        { message: "x".repeat(4097), all: true },
      ]) {
        assert.strictEqual((await broadcast(body)).status, 422, JSON.stringify(body).slice(0, 80))
      }
      const unknown = await broadcast({ message, role_id: 4711 })
      assert.deepStrictEqual([unknown.status, codeOf(unknown)], [404, "resource_not_found"])
      const larger = await broadcast({ message, player_uuids: [...many, ...many, ...many] })
      assert.strictEqual(larger.status, 413)
    })

    it("is for callers with the permission, and leaves an audit row with the segment", async () => {
      const { token } = await server.current.player()
      const teller = await server.current.machine("notification:playerid:write")
      for (const as of [token, teller]) {
        const refused = await broadcast({ all: true, message: "x" }, {}, as)
        assert.deepStrictEqual([refused.status, codeOf(refused)], [403, "insufficient_permissions"])
      }
      const { notification } = await sent({ all: true, message: "sent" })
      const rows = await server.current.run(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          return yield* sql`SELECT outcome, after_json FROM audit WHERE operation = 'notification.broadcast'
            ORDER BY sequence`
        }),
      )
      assert.strictEqual(rows.at(-1)?.["outcome"], "done")
      assert.deepInclude(JSON.parse(String(rows.at(-1)?.["after_json"])), {
        segment: "all",
        notification_id: notification.notification_id,
      })
    })

    it("is sent once by twenty requests with one Idempotency-Key, and refused with the key of another", async () => {
      const { token } = await server.current.player()
      const as = await machine()
      const key = randomUUID()
      const once = () => broadcast({ all: true, message: "once" }, { "idempotency-key": key }, as)
      const replies = await Promise.all(Array.from({ length: 20 }, once))
      assert.deepStrictEqual([...new Set(replies.map(({ status }) => status))], [200])
      assert.strictEqual(new Set(replies.map(({ text }) => text)).size, 1)
      assert.deepStrictEqual(await messagesOf(token), ["once"])
      const other = await broadcast({ all: true, message: "other" }, { "idempotency-key": key }, as)
      assert.deepStrictEqual([other.status, codeOf(other)], [409, "idempotency_key_conflict"])
      assert.deepStrictEqual(await messagesOf(token), ["once"])
    })

    it("has ids that page and exclude as others do, for every reader, and of nobody else's own", async () => {
      const [ada, eve] = [await server.current.player(), await server.current.player()]
      await tell(ada.playerUuid, "1")
      const { notification } = await sent({ all: true, message: "2" })
      await tell(ada.playerUuid, "3")
      const id = notification.notification_id
      assert.deepStrictEqual(await messagesOf(ada.token, { start_at: id }), ["2", "1"])
      assert.deepStrictEqual(await messagesOf(ada.token, { exclude_before: id }), ["3"])
      assert.deepStrictEqual(await messagesOf(eve.token, { start_at: id }), ["2"])
      const walked: Array<string> = []
      let query: Record<string, string> = { page_size: "1" }
      for (let page = await pageOf(ada.token, query); page.notifications.length > 0;) {
        walked.push(...page.notifications.map(({ message }) => message))
        query = { page_size: "1", start_at: page.cursor }
        page = await pageOf(ada.token, query)
      }
      assert.deepStrictEqual(walked, ["3", "2", "1"])
      const [own] = (await pageOf(ada.token)).notifications
      const forged = `${id.slice(0, -1)}${id.endsWith("A") ? "B" : "A"}`
      for (const start_at of [own?.notification_id ?? "", forged, `${id}${id}`, "x".repeat(5000), "NaN", "7.0"]) {
        const asked = `/notification/v1/playerid/me/notification?${new URLSearchParams({ start_at })}`
        const refused = await server.current.call("GET", asked, { token: eve.token })
        assert.deepStrictEqual([refused.status, codeOf(refused)], [400, "bad_id"], start_at.slice(0, 40))
      }
    })

    it("gives a page an ETag that changes with a broadcast to the reader, and with no other", async () => {
      const { token } = await server.current.player()
      const other = await server.current.player()
      const get = (headers = {}) =>
        server.current.call("GET", "/notification/v1/playerid/me/notification", { token, headers })
      const first = await get()
      const tag = first.headers["etag"] ?? ""
      await sent({ player_uuids: [other.playerUuid], message: "not yours" })
      assert.strictEqual((await get({ "if-none-match": tag })).status, 304)
      await sent({ all: true, message: "yours" })
      assert.strictEqual((await get({ "if-none-match": tag })).status, 200)
    })
  })
})
