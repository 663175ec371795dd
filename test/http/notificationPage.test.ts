/** GET /notification/v1/playerid/me/notification over a real socket (interface, section 4.4; decisions, section 9). */
import { assert, describe, it } from "@effect/vitest"
import { onEachDatabase } from "../support/databases.ts"
import { useServer } from "../support/server.ts"
import { codeOf, detailsOf } from "./samples.ts"

const path = "/notification/v1/playerid/me/notification"

interface Page {
  readonly notifications: ReadonlyArray<{ readonly notification_id: string; readonly message: string }>
  readonly cursor: string
}

onEachDatabase((name, database) => {
  describe(`GET ${path} on ${name}`, () => {
    const server = useServer({ database })
    const get = (token: string, query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
      server.current.call("GET", `${path}?${new URLSearchParams(query)}`, { token, headers })
    const pageOf = async (token: string, query: Record<string, string> = {}) => (await get(token, query)).json as Page
    const send = async (playerUuid: string, body: object) => {
      const token = await server.current.machine("notification:playerid:write")
      return server.current.call("POST", `/notification/v1/playerid/${playerUuid}/notification`, { token, body })
    }
    const playerWithMessages = async (count: number) => {
      const player = await server.current.player()
      for (let index = 0; index < count; index++) await send(player.playerUuid, { message: `m${index}` })
      return player
    }

    it("shows the newest first, ten by default, each as it was answered when it was created", async () => {
      const { playerUuid, token } = await playerWithMessages(11)
      const full = {
        message: "x".repeat(4096),
        rh_url: "/a",
        custom_data: { b: "2", a: "1" },
        etag: "tag",
      }
      const created = await send(playerUuid, { ...full, surplus: true })
      assert.strictEqual(created.status, 200)
      const page = await pageOf(token)
      assert.strictEqual(page.notifications.length, 10)
      assert.deepStrictEqual(page.notifications[0], created.json)
      assert.deepInclude(page.notifications[0], full)
      assert.deepStrictEqual(
        page.notifications.slice(1).map(({ message }) => message),
        [10, 9, 8, 7, 6, 5, 4, 3, 2].map((index) => `m${index}`),
      )
    })

    it("pages to the end without gap or repeat, and ends with an empty page", async () => {
      const { token } = await playerWithMessages(7)
      const seen: Array<string> = []
      let query: Record<string, string> = { page_size: "3" }
      for (let page = await pageOf(token, query); page.notifications.length > 0; page = await pageOf(token, query)) {
        seen.push(...page.notifications.map(({ message }) => message))
        query = { page_size: "3", start_at: page.cursor }
      }
      assert.deepStrictEqual(
        seen,
        [6, 5, 4, 3, 2, 1, 0].map((index) => `m${index}`),
      )
    })

    it("starts at an id inclusively and leaves out what is up to another", async () => {
      const { token } = await playerWithMessages(5)
      const all = (await pageOf(token)).notifications
      const query = { start_at: all[1]?.notification_id ?? "", exclude_before: all[3]?.notification_id ?? "" }
      assert.deepStrictEqual((await pageOf(token, query)).notifications, all.slice(1, 3))
    })

    it("answers 304 to its own tag, with the headers that keep caches right and no body", async () => {
      const { playerUuid, token } = await playerWithMessages(1)
      const first = await get(token)
      const etag = String(first.headers["etag"])
      for (const condition of [etag, `W/${etag}`, etag.slice(1, -1), `"x", ${etag}`, "*"]) {
        const reply = await get(token, {}, { "if-none-match": condition })
        assert.strictEqual(reply.status, 304, condition)
        assert.include(reply.headers, { etag, "cache-control": "private, no-cache", vary: "Authorization" })
        assert.notProperty(reply.headers, "content-type")
      }
      for (const condition of ['"other"', "", '"'])
        assert.strictEqual((await get(token, {}, { "if-none-match": condition })).status, 200)
      await send(playerUuid, { message: "new" })
      const changed = await get(token, {}, { "if-none-match": etag })
      assert.strictEqual(changed.status, 200)
      assert.notStrictEqual(changed.headers["etag"], etag)
    })

    it("answers HEAD with the headers of GET", async () => {
      const { token } = await playerWithMessages(1)
      const get = await server.current.call("GET", path, { token })
      const head = await server.current.call("HEAD", path, { token })
      assert.strictEqual(head.status, 200)
      assert.strictEqual(head.text, "")
      for (const header of ["etag", "content-length", "content-type", "cache-control"]) {
        assert.strictEqual(head.headers[header], get.headers[header])
      }
    })

    it("refuses forged, foreign, altered and oversized cursors as bad_id", async () => {
      const { token } = await playerWithMessages(2)
      const other = await playerWithMessages(2)
      const own = (await pageOf(token)).notifications[0]?.notification_id ?? ""
      const foreign = (await pageOf(other.token)).notifications[0]?.notification_id ?? ""
      const flipped = (own.startsWith("A") ? "B" : "A") + own.slice(1)
      for (const cursor of [
        foreign,
        flipped,
        `${own}A`,
        own.slice(0, -1),
        "x",
        "",
        "a".repeat(5000),
        "💥",
        `${own}=`,
      ]) {
        for (const parameter of ["start_at", "exclude_before"]) {
          const reply = await get(token, { [parameter]: cursor })
          assert.deepStrictEqual([reply.status, codeOf(reply)], [400, "bad_id"], `${parameter}=${cursor}`)
          assert.propertyVal(reply.json, "auth_success", true)
        }
      }
    })

    it("reports every broken parameter by its kind", async () => {
      const { token } = await server.current.player()
      const kinds = {
        abc: "int_type",
        "": "int_type",
        "1.5": "int_type",
        "0": "greater_than_equal",
        "-1": "greater_than_equal",
        "101": "less_than_equal",
        "9007199254740993": "less_than_equal",
        "99999999999999999999": "less_than_equal",
        "1.0": "int_type",
        "1e1": "int_type",
        "05": "int_type",
        "-0": "int_type",
        "+5": "int_type",
        " 5": "int_type",
        "5 ": "int_type",
        "0x5": "int_type",
        "５": "int_type",
        null: "int_type",
      }
      for (const [value, type] of Object.entries(kinds)) {
        const reply = await get(token, { page_size: value })
        assert.deepStrictEqual([reply.status, detailsOf(reply)], [422, [["query.page_size", type]]], value)
      }
      const twice = await server.current.call("GET", `${path}?page_size=1&page_size=2&start_at=%ff`, { token })
      assert.sameDeepMembers(
        [...detailsOf(twice)],
        [
          ["query.page_size", "value_error"],
          ["query.start_at", "value_error"],
        ],
      )
      const broken = await server.current.call("GET", `${path}?page_size=x&page_size=2`, { token })
      assert.deepStrictEqual(detailsOf(broken), [["query.page_size", "value_error"]])
      // A cursor is looked at when the rest of the request is right.
      assert.deepStrictEqual(detailsOf(await get(token, { page_size: "0", start_at: "x" })), [
        ["query.page_size", "greater_than_equal"],
      ])
      const both = await server.current.call("GET", `${path}?page_size=0&start_at=%ff`, { token })
      assert.sameDeepMembers(
        [...detailsOf(both)],
        [
          ["query.page_size", "greater_than_equal"],
          ["query.start_at", "value_error"],
        ],
      )
      for (const size of ["1", "100"]) assert.strictEqual((await get(token, { page_size: size })).status, 200)
      assert.strictEqual((await get(token, { unknown: "x" })).status, 200)
    })
  })
})

describe("notification listeners", () => {
  const onePlayer = useServer({ settings: { listenersPerPlayerMax: 0 } })
  const whole = useServer({ settings: { listenersPerProcessMax: 0 } })

  it("are limited per player: 409 too_many_listening_to_single_client", async () => {
    const { token } = await onePlayer.current.player()
    const reply = await onePlayer.current.call("GET", path, { token })
    assert.deepStrictEqual([reply.status, codeOf(reply)], [409, "too_many_listening_to_single_client"])
    assert.propertyVal(reply.json, "auth_success", true)
  })

  it("are limited per process: 503 connection_limit_reached with Retry-After", async () => {
    const { token } = await whole.current.player()
    const reply = await whole.current.call("GET", path, { token })
    assert.deepStrictEqual([reply.status, codeOf(reply)], [503, "connection_limit_reached"])
    assert.match(String(reply.headers["retry-after"]), /^[1-9]\d*$/)
  })
})

describe("POST /notification/v1/playerid/{player_uuid}/notification", () => {
  const server = useServer()
  const send = async (playerUuid: string, body: unknown) => {
    const token = await server.current.machine("notification:playerid:write")
    return server.current.call("POST", `/notification/v1/playerid/${playerUuid}/notification`, { token, body })
  }

  it("refuses a player that does not exist", async () => {
    const reply = await send(crypto.randomUUID(), { message: "hello" })
    assert.deepStrictEqual([reply.status, codeOf(reply)], [404, "resource_not_found"])
  })

  it("refuses an integer in the path and a broken body at once", async () => {
    const reply = await send("17", { rh_url: "" })
    assert.strictEqual(reply.status, 422)
    assert.sameDeepMembers(
      [...detailsOf(reply)],
      [
        ["path.player_uuid", "uuid_parsing"],
        ["body.message", "missing"],
        ["body.rh_url", "string_too_short"],
      ],
    )
  })

  it("takes the uuid in any letter case", async () => {
    const { playerUuid } = await server.current.player()
    assert.strictEqual((await send(playerUuid.toUpperCase(), { message: "" })).status, 200)
  })
})
