/** Presence over a real socket (interface, section 4.7; decisions, section 13). */
import { assert, describe, it } from "@effect/vitest"
import { onEachDatabase } from "../support/databases.ts"
import { useServer } from "../support/server.ts"
import { codeOf, detailsOf } from "./samples.ts"

const me = "/presence/v1/player/me/presence"
const of = (playerUuid: string) => `/presence/v1/player/uuid/${playerUuid}/presence`

onEachDatabase((name, database) => {
  describe(`presence on ${name}`, () => {
    const server = useServer({ database })
    const get = (path: string, token: string, headers: Record<string, string> = {}) =>
      server.current.call("GET", path, { token, headers })
    const report = (token: string, body: object = {}) => server.current.call("PATCH", me, { token, body })

    it("shows others what they may see, and the player and operators more", async () => {
      const ada = await server.current.player()
      const bob = await server.current.player()
      const state = { status: "away", message: "brb", custom_data: { map: "x" }, do_not_disturb: true }
      const reported = await report(ada.token, state)
      assert.strictEqual(reported.status, 200)
      const own = await get(me, ada.token)
      assert.strictEqual(own.text, reported.text)
      assert.strictEqual((await get(of(ada.playerUuid), ada.token)).text, own.text)
      assert.strictEqual(
        (await get(of(ada.playerUuid), await server.current.machine("presence:read:any"))).text,
        own.text,
      )
      assert.deepInclude(own.json, { ...state, online: true, platform: "Anon", player_uuid: ada.playerUuid })
      assert.property(own.json, "last_seen")
      const public_ = await get(of(ada.playerUuid), bob.token)
      assert.deepInclude(public_.json, { status: "away", message: "brb", custom_data: { map: "x" }, online: true })
      assert.notProperty(public_.json, "do_not_disturb")
      assert.notProperty(public_.json, "last_seen")
    })

    it("answers a report with 200 even when the request names the tag, because a write is never a 304", async () => {
      const ada = await server.current.player()
      const headers = { "if-none-match": "*" }
      const reported = await server.current.call("PATCH", me, { token: ada.token, body: { message: "here" }, headers })
      assert.strictEqual(reported.status, 200)
      assert.strictEqual((await get(me, ada.token, headers)).status, 304)
    })

    it("makes invisible, offline, stale and never seen one and the same to others, to the last byte and header", async () => {
      const bob = await server.current.player()
      const seen = async (state: object | undefined, seconds = 0) => {
        const player = await server.current.player()
        if (state !== undefined) await report(player.token, state)
        server.current.advanceSeconds(seconds)
        const { headers, text } = await get(of(player.playerUuid), (await server.current.player()).token)
        const { date: _date, "x-request-id": _id, ...rest } = headers
        return JSON.stringify([text.replaceAll(player.playerUuid, "PLAYER"), { ...rest, etag: "" }])
      }
      const never = await seen(undefined)
      assert.strictEqual(await seen({ status: "invisible", message: "secret", custom_data: { a: "b" } }), never)
      assert.strictEqual(await seen({ status: "offline", message: "secret" }), never)
      assert.strictEqual(await seen({ status: "online", message: "secret" }, 61), never)
      assert.notStrictEqual(await seen({ status: "online" }), never)
      assert.isString(bob.token)
    })

    it("keeps its tag over heartbeats, changes it with what is seen, and answers 304 to it", async () => {
      const ada = await server.current.player()
      const bob = await server.current.player()
      await report(ada.token, { status: "online", message: "hi" })
      const first = await get(of(ada.playerUuid), bob.token)
      const etag = String(first.headers["etag"])
      server.current.advanceSeconds(10)
      await report(ada.token)
      const second = await get(of(ada.playerUuid), bob.token)
      assert.deepStrictEqual([second.headers["etag"], second.text], [etag, first.text])
      for (const condition of [etag, `W/${etag}`, "*", `"x",${etag}`]) {
        const reply = await get(of(ada.playerUuid), bob.token, { "if-none-match": condition })
        assert.deepStrictEqual([reply.status, reply.text], [304, ""])
        assert.include(reply.headers, { etag, "cache-control": "private, no-cache", vary: "Authorization" })
      }
      await report(ada.token, { message: "" })
      const third = await get(of(ada.playerUuid), bob.token, { "if-none-match": etag })
      assert.strictEqual(third.status, 200)
      assert.notProperty(third.json, "message")
      const own = await get(me, ada.token, { "if-none-match": etag })
      assert.strictEqual(own.status, 200)
    })

    it("clears with null, keeps what is absent, and takes an empty body as a heartbeat", async () => {
      const { token } = await server.current.player()
      await report(token, { status: "away", message: "m", custom_data: { a: "b" }, do_not_disturb: true })
      const heartbeat = await server.current.call("PATCH", me, { token })
      assert.deepInclude(heartbeat.json, {
        status: "away",
        message: "m",
        do_not_disturb: true,
        custom_data: { a: "b" },
      })
      const cleared = await report(token, { message: null, custom_data: null })
      assert.notProperty(cleared.json, "message")
      assert.notProperty(cleared.json, "custom_data")
      // Elsewhere null is "not given": a client that writes null for what it leaves out must not show who hides.
      await report(token, { status: "invisible" })
      const kept = await report(token, { status: null, do_not_disturb: null })
      assert.deepInclude(kept.json, { status: "invisible", do_not_disturb: true })
    })

    it("answers 404 for a player that does not exist", async () => {
      const { token } = await server.current.player()
      const reply = await get(of(crypto.randomUUID()), token)
      assert.deepStrictEqual([reply.status, codeOf(reply)], [404, "resource_not_found"])
    })

    it.each(["17", "0", "abc", "me", "%00", "%zz", "{}", "00000000-0000-0000-0000-00000000000g", "a".repeat(2000)])(
      "answers 422 for %s in the path",
      async (given) => {
        const { token } = await server.current.player()
        const reply = await get(of(given), token)
        assert.deepStrictEqual([reply.status, detailsOf(reply)], [422, [["path.player_uuid", "uuid_parsing"]]])
      },
    )

    it("stores nothing of a report of which one field is broken", async () => {
      const { token } = await server.current.player()
      const before = (await get(me, token)).text
      const reply = await report(token, { status: "busy", message: "hello" })
      assert.deepStrictEqual([reply.status, detailsOf(reply)], [422, [["body.status", "enum"]]])
      assert.strictEqual((await get(me, token)).text, before)
    })

    it("shows a friend list in its sequence, as single lookups do, and lists apart who does not exist", async () => {
      const [ada, bob, cleo, dan] = await Promise.all(Array.from({ length: 4 }, () => server.current.player()))
      assert.isDefined(ada && bob && cleo && dan)
      if (ada === undefined || bob === undefined || cleo === undefined || dan === undefined) return
      await report(ada.token, { status: "away", message: "brb", do_not_disturb: true })
      await report(bob.token, { status: "invisible", message: "secret" })
      await report(cleo.token, { status: "invisible", message: "mine" })
      const unknown = crypto.randomUUID()
      const list = [dan, cleo, ada, bob, cleo].map(({ playerUuid }) => playerUuid)
      const batch = (token: string, player_uuids: unknown) =>
        server.current.call("POST", "/presence/v1/player/presence:batch", { token, body: { player_uuids } })
      const seen = await batch(cleo.token, [list[0], unknown, ...list.slice(1), unknown, list[1]?.toUpperCase()])
      assert.strictEqual(seen.status, 200)
      const { not_found, presences } = seen.json as { not_found: unknown; presences: ReadonlyArray<object> }
      assert.deepStrictEqual(not_found, [unknown])
      const alone = await Promise.all(
        [dan, cleo, ada, bob].map(async ({ playerUuid }) => (await get(of(playerUuid), cleo.token)).json as object),
      )
      assert.deepStrictEqual(presences, alone)
      assert.deepInclude(presences[1], { status: "invisible", message: "mine" })
      assert.notProperty(presences[3], "message")
      const all = await batch(await server.current.machine("presence:read:any"), [bob.playerUuid])
      assert.deepInclude((all.json as { presences: ReadonlyArray<object> }).presences[0], { status: "invisible" })
      assert.deepStrictEqual((await batch(ada.token, [])).json, { presences: [], not_found: [] })
      const most = Array.from({ length: 201 }, () => crypto.randomUUID())
      const tooMany = await batch(ada.token, most)
      assert.deepStrictEqual([tooMany.status, detailsOf(tooMany)], [422, [["body.player_uuids", "too_long"]]])
      const fitting = await batch(ada.token, most.slice(1))
      assert.lengthOf((fitting.json as { not_found: ReadonlyArray<string> }).not_found, 200)
      const broken = await batch(ada.token, [ada.playerUuid, "17"])
      assert.deepStrictEqual([broken.status, detailsOf(broken)], [422, [["body.player_uuids.1", "uuid_parsing"]]])
      assert.strictEqual((await batch(ada.token, "x")).status, 422)
    })

    it("says how often to report", async () => {
      const { token } = await server.current.player()
      const reply = await get("/presence/v1/settings", token)
      assert.deepStrictEqual(reply.json, { heartbeat_seconds: 30, offline_seconds: 60 })
    })
  })
})
