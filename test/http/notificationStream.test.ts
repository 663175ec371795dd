/**
 * Long polls and server-sent events over real sockets (decisions, section 9): what they answer, refuse and end with.
 * Which notifications they give under concurrent appends is the model's (test/core/notification/delivery).
 */
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { SWEEP_MILLIS } from "@garrison/core/notification/delivery/sweep"
import { Listeners } from "@garrison/core/notification/Listeners"
import { NotificationDelivery } from "@garrison/core/notification/NotificationDelivery"
import { Notifications } from "@garrison/core/notification/Notifications"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { RoleStore } from "@garrison/core/permission/RoleStore"
import { PersonStore } from "@garrison/core/person/PersonStore"
import type { SessionsToEnd } from "@garrison/core/player/endSessions"
import { PlayerStore } from "@garrison/core/player/PlayerStore"
import { putRole } from "@garrison/core/role/operations/putRole"
import { Clients } from "@garrison/core/client/Clients"
import { Players } from "@garrison/core/player/Players"
import { SessionStore } from "@garrison/core/token/SessionStore"
import { Restrictions } from "@garrison/core/restriction/Restrictions"
import type { Listening } from "@garrison/http/server/Observer"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { afterEach } from "vitest"
import { testAct } from "../support/acts.ts"
import { onEachDatabase } from "../support/databases.ts"
import { type EventReader, readEvents } from "../support/eventStream.ts"
import { rawSocket } from "../support/rawSocket.ts"
import {
  GAME_CLIENT,
  type LoggedIn,
  type Services,
  startServer,
  type TestServer,
  type TestServerOptions,
  useServer,
} from "../support/server.ts"
import { codeOf } from "./samples.ts"

const base = "/notification/v1/playerid/me"
const poll = `${base}/stream/notification/lp`
const stream = `${base}/stream/notification/sse`

interface Sent {
  readonly notification_id: string
  readonly message: string
}
interface Page {
  readonly notifications: ReadonlyArray<Sent>
  readonly cursor: string
}

/** The loop over all listeners runs as often as the machine can, so that no test waits for it. */
const quickly: TestServerOptions = { sleepMillis: (millis) => (millis === SWEEP_MILLIS ? 2 : millis), catalog: false }

/** What the tests do at a server. */
const at = (server: { readonly current: TestServer }) => {
  const readers: Array<EventReader> = []
  afterEach(() => {
    for (const reader of readers.splice(0)) reader.leave()
  })
  const send = (playerUuid: string, message: string) =>
    server.current.run(Notifications.use((all) => all.append(playerUuid as PlayerUuid, { message })))
  const get = (path: string, token: string, query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    server.current.call("GET", `${path}?${new URLSearchParams(query)}`, { token, headers })
  const listen = async (token: string, query: Record<string, string> = {}, lastEventId?: string) => {
    const address = `${server.current.url}${stream}?${new URLSearchParams(query)}`
    const reader = await readEvents(address, { token, lastEventId })
    readers.push(reader)
    return reader
  }
  const count = () => server.current.run(Listeners.use((listeners) => listeners.count))
  const untilCount = async (wanted: number) => {
    while ((await count()) !== wanted) await new Promise(setImmediate)
  }
  return { count, get, listen, send, untilCount }
}

const messages = ({ events }: EventReader) => events.map(({ data }) => (JSON.parse(data) as Sent).message)
const earliest = { offset_reset_strategy: "earliest" }

/** Ends the sessions of the player straight in storage, as another process does it without a hint. */
const endInStorage = ({ playerUuid }: LoggedIn) =>
  Effect.gen(function* () {
    const owner = yield* (yield* PersonStore).ofPlayer(playerUuid as PlayerUuid)
    const revoke = (yield* SessionStore).revoke({ personId: owner ?? assert.fail("no person") }, "logout", 1)
    yield* (yield* Transaction).run(revoke)
  })

/** The `jti` of an access token. */
const tokenIdOf = (token: string): string =>
  (JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as { readonly jti: string }).jti

onEachDatabase((name, database) => {
  describe(`streams and long polls on ${name}`, () => {
    const server = useServer({ ...quickly, database })
    const { get, listen, send, untilCount } = at(server)

    it("give the same notifications, oldest first, and take each other's cursors", async () => {
      const { playerUuid, token } = await server.current.player()
      for (const message of ["a", "b", "c", "d"]) await send(playerUuid, message)
      const page = (await get(`${base}/notification`, token)).json as Page
      const polled = (await get(poll, token, { ...earliest, max_page_size: "3" })).json as Page
      assert.deepStrictEqual(polled.notifications, page.notifications.toReversed().slice(0, 3))
      assert.strictEqual(polled.cursor, polled.notifications[2]?.notification_id)
      const reader = await listen(token, {}, polled.cursor)
      assert.deepStrictEqual(messages({ ...reader, events: await reader.until(1) }), ["d"])
      await send(playerUuid, "e")
      await reader.until(2)
      assert.deepStrictEqual(messages(reader), ["d", "e"])
      for (const { data, id } of reader.events) assert.strictEqual((JSON.parse(data) as Sent).notification_id, id)
      const rest = (await get(`${base}/notification`, token, { exclude_before: reader.events[0]?.id ?? "" }))
        .json as Page
      assert.deepStrictEqual(
        rest.notifications.map(({ message }) => message),
        ["e"],
      )
      const next = (await get(poll, token, { exclude_before: page.cursor, deadline: "0" })).json as Page
      assert.strictEqual(next.notifications[0]?.message, "a")
    })

    it("begin behind all that is there, unless they are told otherwise", async () => {
      const { playerUuid, token } = await server.current.player()
      await send(playerUuid, "before")
      const now = (await get(poll, token, { deadline: "0" })).json as Page
      assert.deepStrictEqual(now.notifications, [])
      const reader = await listen(token)
      const all = await listen(token, earliest)
      await send(playerUuid, "after")
      await reader.until(1)
      assert.deepStrictEqual(messages(reader), ["after"])
      await all.until(2)
      assert.deepStrictEqual(messages(all), ["before", "after"])
      const later = (await get(poll, token, { exclude_before: now.cursor })).json as Page
      assert.deepStrictEqual(
        later.notifications.map(({ message }) => message),
        ["after"],
      )
    })

    it("resume from where they began, when nothing had come", async () => {
      const { playerUuid, token } = await server.current.player()
      const reader = await listen(token)
      await reader.untilText(/^retry: \d{4}\nid: \S+\n\n$/)
      reader.leave()
      await untilCount(0)
      await send(playerUuid, "missed")
      const again = await listen(token, { exclude_before: "broken" }, reader.lastId())
      await again.until(1)
      assert.deepStrictEqual(messages(again), ["missed"])
    })

    it("wait for what comes, and answer with nothing at the deadline", async () => {
      const { playerUuid, token } = await server.current.player()
      const first = (await get(poll, token, { deadline: "0" })).json as Page
      const waiting = get(poll, token, { exclude_before: first.cursor, deadline: "900" })
      await untilCount(1)
      await send(playerUuid, "now")
      const answered = (await waiting).json as Page
      assert.strictEqual(answered.notifications[0]?.message, "now")
      const empty = get(poll, token, { exclude_before: answered.cursor, deadline: "900" })
      await untilCount(1)
      server.current.advanceSeconds(901)
      assert.deepStrictEqual((await empty).json, { notifications: [], cursor: answered.cursor })
    })

    it("end when the token expires", async () => {
      const { token } = await server.current.player()
      const reader = await listen(token)
      const waiting = get(poll, token, { deadline: "900" })
      await untilCount(2)
      server.current.advanceSeconds(800)
      for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate)
      assert.notInclude(reader.text(), "expired")
      server.current.advanceSeconds(100)
      assert.deepStrictEqual((await waiting).status, 200)
      assert.strictEqual(await reader.ended, "whole")
      assert.match(reader.text(), /: the access token has expired\n\n$/)
      await untilCount(0)
    })

    /**
     * Begins after the look at all streams that begin, and says whether the time of the next one has not come: without
     * a hint nobody is looked up before 30 seconds.
     */
    const beforeNextLook = async () => {
      const early = await server.current.player()
      await server.current.run(endInStorage(early))
      assert.strictEqual(await (await listen(early.token)).ended, "whole")
      let isOver = false
      // A program waits without a session.
      const request = { deadline: 10, max_page_size: 1 }
      const polled = NotificationDelivery.use((all) => all.poll(early.playerUuid as PlayerUuid, request, undefined))
      const waiting = (async () => {
        await server.current.run(polled)
        isOver = true
      })()
      const end = async () => {
        server.current.advanceSeconds(11)
        await waiting
      }
      return { isEarly: () => !isOver, end }
    }

    it("end at once when this process ends the session or takes the permission, and the others go on", async () => {
      const run = (of: (player: PlayerUuid) => Effect.Effect<unknown, unknown, Services>) => (who: LoggedIn) =>
        server.current.run(of(who.playerUuid as PlayerUuid))
      const endSessions = (which: SessionsToEnd) =>
        run((player) => Players.use((all) => all.endSessions(player, which, testAct)))
      const ban = { type: "account_ban" } as const
      const ways: ReadonlyArray<readonly [way: string, end: (who: LoggedIn) => Promise<unknown>]> = [
        ["a logout", ({ token }) => server.current.call("POST", "/users/v1/logout", { token })],
        ["all sessions", endSessions("all")],
        ["one access token", (who) => endSessions({ tokenId: tokenIdOf(who.token) })(who)],
        ["a ban", run((player) => Restrictions.use((all) => all.addToPlayer(player, ban, testAct)))],
        ["deletion", run((player) => Players.use((all) => all.deletePerson(player, testAct)))],
        ["another role", run((player) => Players.use((all) => all.setRole(player, 77, testAct)))],
      ]
      await server.current.run(putRole.run({ role_id: 77, name: "silent", permissions: ["catalog:read"] }, testAct))
      const players = await Promise.all([...ways, undefined].map(() => server.current.player()))
      const readers = await Promise.all(players.map(({ token }) => listen(token)))
      const polls = players.map(({ token }) => get(poll, token, { deadline: "900" }))
      await untilCount(2 * players.length)
      const { end: endLook, isEarly } = await beforeNextLook()
      for (const [index, [way, end]] of ways.entries()) {
        await end(players[index] ?? assert.fail())
        assert.strictEqual(await readers[index]?.ended, "whole", way)
        assert.strictEqual((await polls[index])?.status, 200, way)
        assert.isTrue(isEarly(), way)
      }
      await send(players.at(-1)?.playerUuid ?? assert.fail(), "still here")
      await readers.at(-1)?.until(1)
      const answered = await polls.at(-1)
      assert.include(answered?.text, "still here")
      await endLook()
    })

    it("end at once when a role loses the permission, and when the client of the players is disabled", async () => {
      const [demoted, other] = [await server.current.player(), await server.current.player()]
      const role = { role_id: 78, name: "heard", permissions: ["notification:playerid:self:read"] as const }
      await server.current.run(putRole.run(role, testAct))
      await server.current.run(Players.use((all) => all.setRole(demoted.playerUuid as PlayerUuid, 78, testAct)))
      const [first, second] = [await listen(demoted.token), await listen(other.token)]
      const { end: endLook, isEarly } = await beforeNextLook()
      await server.current.run(putRole.run({ ...role, permissions: [] }, testAct))
      assert.strictEqual(await first.ended, "whole")
      assert.match(first.text(), /: the permission has ended\n\n$/)
      assert.notInclude(second.text(), "ended")
      const setDisabled = (isDisabled: boolean) =>
        server.current.run(Clients.use((all) => all.setDisabled(GAME_CLIENT, isDisabled, testAct)))
      await setDisabled(true)
      assert.strictEqual(await second.ended, "whole")
      assert.match(second.text(), /: the session has ended\n\n$/)
      assert.isTrue(isEarly())
      await setDisabled(false)
      await endLook()
    })

    it("end within a minute of a logout in another process, a ban, or the loss of the role's permission", async () => {
      const [left, banned, demoted, stays] = [
        await server.current.player(),
        await server.current.player(),
        await server.current.player(),
        await server.current.player(),
      ]
      const readers = await Promise.all([left, banned, demoted, stays].map(({ token }) => listen(token)))
      await untilCount(4)
      await server.current.run(endInStorage(left))
      // As another process does it without a hint: this one hears nothing of it but from storage.
      await server.current.run(
        Effect.gen(function* () {
          const role = { roleId: 77, name: "silent", permissions: ["catalog:read"], bypassesLock: false }
          const [players, roles, sessions] = [yield* PlayerStore, yield* RoleStore, yield* SessionStore]
          const owner = yield* (yield* PersonStore).ofPlayer(banned.playerUuid as PlayerUuid)
          const personId = owner ?? assert.fail("a player has a person")
          const changes = Effect.all([
            sessions.revoke({ personId }, "restriction", 1),
            roles.put(role),
            players.setRole(demoted.playerUuid as PlayerUuid, 77),
          ])
          yield* (yield* Transaction).run(changes)
        }),
      )
      server.current.advanceSeconds(31)
      assert.deepStrictEqual(await Promise.all(readers.slice(0, 3).map(({ ended }) => ended)), [
        "whole",
        "whole",
        "whole",
      ])
      assert.match(readers[0]?.text() ?? "", /: the session has ended\n\n$/)
      assert.match(readers[2]?.text() ?? "", /: the permission has ended\n\n$/)
      await send(stays.playerUuid, "still here")
      await readers[3]?.until(1)
      const again = await listen(banned.token)
      assert.strictEqual(again.status, 403)
    })
  })
})

describe("streams and long polls", () => {
  const told: Array<Listening> = []
  const server = useServer({
    ...quickly,
    settings: { listenersPerProcessMax: 7, streamHeartbeatSeconds: 15 },
    server: {
      requestsInFlightMax: 1,
      streamQueueBytesMax: 64 * 1024,
      observers: [{ listening: (one) => told.push(one) }],
    },
    sleepMillis: (millis) => (millis === SWEEP_MILLIS ? 2 : millis === 60_000 ? 20 : millis),
  })
  const { count, get, listen, send, untilCount } = at(server)

  it("refuse what is no cursor of theirs", async () => {
    const { playerUuid, token } = await server.current.player()
    const other = await server.current.player()
    await send(playerUuid, "mine")
    const own = ((await get(`${base}/notification`, token)).json as Page).cursor
    for (const broken of [`${own}A`, own.slice(1), "x", "a".repeat(5000), `${own}, ${own}`, "💥"]) {
      for (const path of [poll, stream]) {
        const reply = await get(path, token, { exclude_before: broken, deadline: "0" })
        assert.deepStrictEqual([reply.status, codeOf(reply)], [400, "bad_id"], `${path} ${broken}`)
      }
      if (broken === "💥") continue
      const resumed = await get(stream, token, {}, { "last-event-id": broken })
      assert.deepStrictEqual([resumed.status, codeOf(resumed)], [400, "bad_id"], broken)
    }
    const foreign = await get(stream, other.token, {}, { "last-event-id": own })
    assert.deepStrictEqual([foreign.status, codeOf(foreign)], [400, "bad_id"])
    assert.strictEqual((await get(stream, token, {}, { "last-event-id": "" })).status, 200)
    await untilCount(0)
  })

  it.each([
    ["deadline", "-1"],
    ["deadline", "901"],
    ["deadline", "1.5"],
    ["deadline", "1e2"],
    ["deadline", "soon"],
    ["deadline", "99999999999999999999"],
    ["deadline", "0x10"],
    ["deadline", "+5"],
    ["deadline", "NaN"],
    ["deadline", ""],
    ["max_page_size", "0"],
    ["max_page_size", "101"],
    ["offset_reset_strategy", "middle"],
  ])("refuse the impossible %s %j by its name", async (field, value) => {
    const { token } = await server.current.player()
    const reply = await get(poll, token, { deadline: "0", [field]: value })
    assert.strictEqual(reply.status, 422)
    assert.deepStrictEqual((reply.json as { detail: ReadonlyArray<{ loc: unknown }> }).detail[0]?.loc, ["query", field])
    assert.strictEqual(await count(), 0)
  })

  it.each([
    ["twice", "exclude_before=x&exclude_before=x", ["query", "exclude_before"]],
    ["with U+0000", "exclude_before=%00", ["query", "exclude_before"]],
    ["with half an escape", "exclude_before=%zz", ["query", "exclude_before"]],
    ["in overlong UTF-8", "exclude_before=%c0%af", ["query", "exclude_before"]],
    ["in a query of more than 8 KiB", `exclude_before=${"a".repeat(9000)}`, ["query"]],
  ])("refuse a cursor %s, and keep no place", async (_, query, loc) => {
    const { token } = await server.current.player()
    for (const path of [`${base}/notification`, poll, stream]) {
      const reply = await server.current.call("GET", `${path}?${query}`, { token })
      assert.strictEqual(reply.status, 422, path)
      assert.deepStrictEqual((reply.json as { detail: ReadonlyArray<{ loc: unknown }> }).detail[0]?.loc, loc)
    }
    assert.strictEqual(await count(), 0)
  })

  it("take no token in the query", async () => {
    const { token } = await server.current.player()
    for (const path of [poll, stream]) {
      const reply = await server.current.call(
        "GET",
        `${path}?access_token=${token}&token=${token}&authorization=${token}`,
      )
      assert.deepStrictEqual([reply.status, codeOf(reply)], [403, "auth_token_format"])
    }
  })

  it("send headers that keep proxies and caches from holding events back, and no tag", async () => {
    const { token } = await server.current.player()
    const reader = await listen(token)
    assert.include(reader.headers, {
      "content-type": "text/event-stream",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    })
    assert.notProperty(reader.headers, "etag")
    assert.notProperty(reader.headers, "content-encoding")
    const again = await get(poll, token, { deadline: "0" }, { "if-none-match": "*" })
    assert.deepStrictEqual([again.status, again.headers["cache-control"]], [200, "no-store"])
  })

  it("answer HEAD without a place, or not at all where it would have to wait", async () => {
    const { token } = await server.current.player()
    const head = await server.current.call("HEAD", stream, { token })
    assert.deepStrictEqual([head.status, head.text, head.headers["content-type"]], [200, "", "text/event-stream"])
    assert.strictEqual(await count(), 0)
    const refused = await server.current.call("HEAD", poll, { token })
    assert.deepStrictEqual([refused.status, refused.headers["allow"]], [405, "GET"])
  })

  it("are five of a player, and as many of a process as is set; who goes makes room at once", async () => {
    const { token } = await server.current.player()
    const polls = Array.from({ length: 2 }, () => get(poll, token, { deadline: "60" }))
    const readers = [await listen(token), await listen(token), await listen(token)]
    await untilCount(5)
    for (const path of [poll, stream, `${base}/notification`]) {
      const reply = await get(path, token)
      assert.deepStrictEqual([reply.status, codeOf(reply)], [409, "too_many_listening_to_single_client"])
    }
    const others = [await server.current.player(), await server.current.player()]
    for (const other of others) await listen(other.token)
    const full = await get(stream, (await server.current.player()).token)
    assert.deepStrictEqual([full.status, codeOf(full)], [503, "connection_limit_reached"])
    assert.match(String(full.headers["retry-after"]), /^\d+$/)
    readers[0]?.leave()
    await untilCount(6)
    assert.strictEqual((await get(`${base}/notification`, token)).status, 200)
    server.current.advanceSeconds(61)
    assert.deepStrictEqual(
      (await Promise.all(polls)).map(({ status }) => status),
      [200, 200],
    )
  })

  it("hold no place of other requests while they wait", async () => {
    const { playerUuid, token } = await server.current.player()
    const waiting = [get(poll, token, { deadline: "60" }), get(poll, token, { deadline: "60" })]
    const reader = await listen(token)
    await untilCount(3)
    assert.strictEqual((await get(`${base}/notification`, token)).status, 200)
    await send(playerUuid, "all")
    await reader.until(1)
    for (const one of waiting) assert.strictEqual(((await one).json as Page).notifications.length, 1)
  })

  it("give their place back when a waiting client goes", async () => {
    const { token } = await server.current.player()
    const connection = await rawSocket(server.current.port)
    await connection.write(`GET ${poll}?deadline=900 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`)
    await untilCount(1)
    connection.socket.destroy()
    await untilCount(0)
    assert.strictEqual(await count(), 0)
  })

  it("go on in time when the clock of the machine is set back", async () => {
    const { token } = await server.current.player()
    const reader = await listen(token)
    const waiting = get(poll, token, { deadline: "60" })
    await untilCount(2)
    server.current.advanceSeconds(-3600)
    server.current.advanceSeconds(15)
    while (reader.comments() < 1) await new Promise(setImmediate)
    server.current.advanceSeconds(46)
    assert.strictEqual((await waiting).status, 200)
    reader.leave()
    await untilCount(0)
  })

  it("get a sign of life when nothing comes", async () => {
    const { playerUuid, token } = await server.current.player()
    const reader = await listen(token)
    for (let beats = 1; beats <= 3; beats++) {
      server.current.advanceSeconds(15)
      while (reader.comments() < beats) await new Promise(setImmediate)
    }
    await send(playerUuid, "after the silence")
    await reader.until(1)
    assert.deepStrictEqual(reader.events.length, 1)
  })

  it("hold a bounded number of bytes for a slow reader, cut it off, and resume it without loss", async () => {
    const { playerUuid, token } = await server.current.player()
    const reader = await listen(token)
    reader.pause()
    // More than the kernel holds for a reader who does not read.
    const TOTAL = 240
    const custom_data = Object.fromEntries(Array.from({ length: 15 }, (_, key) => [`k${key}`, "x".repeat(4096)]))
    for (let sent = 0; sent < TOTAL; sent++) {
      await server.current.run(
        Notifications.use((all) => all.append(playerUuid as PlayerUuid, { message: `${sent} `, custom_data })),
      )
    }
    while ((told.at(-1)?.queuedBytes ?? 0) === 0) await new Promise((later) => setTimeout(later, 5))
    const ONE_EVENT = 64 * 1024
    assert.isBelow(Math.max(...told.map(({ queuedBytes }) => queuedBytes)), 64 * 1024 + ONE_EVENT)
    while ((await count()) > 0) {
      server.current.advanceSeconds(16)
      await new Promise((later) => setTimeout(later, 5))
    }
    reader.resume()
    assert.strictEqual(await reader.ended, "cut off")
    const got = reader.events.length
    assert.isBelow(got, TOTAL)
    const again = await listen(token, {}, reader.lastId())
    await again.until(TOTAL - got)
    const numbers = [...messages(reader), ...messages(again)].map((message) => Number(message.split(" ")[0]))
    assert.deepStrictEqual(
      numbers,
      Array.from({ length: TOTAL }, (_, index) => index),
    )
    while (!told.some(({ streamsCutOff }) => streamsCutOff === 1)) await new Promise((later) => setTimeout(later, 5))
  })

  it("are told to the observers while there are any, and once more when there are none", async () => {
    const { playerUuid, token } = await server.current.player()
    const reader = await listen(token)
    const waiting = get(poll, token, { deadline: "60" })
    await untilCount(2)
    while (told.at(-1)?.polls !== 1) await new Promise((later) => setTimeout(later, 5))
    assert.include(told.at(-1), { streams: 1, polls: 1, queuedBytes: 0 })
    assert.match(server.current.log.access, /"event":"listeners","streams":1,"polls":1,"queued_bytes":0,/)
    await send(playerUuid, "counted")
    await waiting
    await reader.until(1)
    reader.leave()
    await untilCount(0)
    while (told.at(-1)?.streams !== 0) await new Promise((later) => setTimeout(later, 5))
    const { length } = told
    await new Promise((later) => setTimeout(later, 60))
    assert.strictEqual(told.length, length)
    assert.isAbove(
      told.reduce((sum, { bytesSent }) => sum + bytesSent, 0),
      0,
    )
  })
})

describe("a server that stops", () => {
  it("ends streams with a hint when to come back, and polls with the cursor to go on from", async () => {
    const server = await startServer(quickly)
    const { token } = await server.player()
    const reader = await readEvents(`${server.url}${stream}`, { token })
    const before = (await server.call("GET", `${poll}?deadline=0`, { token })).json as Page
    const waiting = readEvents(`${server.url}${poll}?deadline=900&exclude_before=${before.cursor}`, { token })
    while ((await server.run(Listeners.use((listeners) => listeners.count))) < 2) await new Promise(setImmediate)
    const begun = performance.now()
    const stopped = server.stop()
    const answered = await waiting
    assert.strictEqual(await answered.ended, "whole")
    assert.deepStrictEqual(JSON.parse(answered.text()), { notifications: [], cursor: before.cursor })
    assert.strictEqual(await reader.ended, "whole")
    assert.match(reader.text(), /\n\nretry: \d{4,5}\n\n$/)
    await stopped
    // drainSeconds are 20: the stop waited for nobody.
    assert.isBelow(performance.now() - begun, 15_000)
  })
})
