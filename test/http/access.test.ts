/**
 * The matrix of every operation and every kind of caller: each gets the declared answer and no other (guarantees R26).
 * `test/support/access.ts` says which that is.
 */
import { Restrictions } from "@garrison/core/restriction/Restrictions"
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { type RouteId, routes } from "@garrison/http/contract/routes"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { type Guarded, isGuarded, type Outcome, rules } from "../support/access.ts"
import { testAct } from "../support/acts.ts"
import type { Reply } from "../support/httpCaller.ts"
import { type LoggedIn, useServer } from "../support/server.ts"
import { codeOf, samples, sending } from "./samples.ts"

const server = useServer({ settings: { oddsPublished: true } })

/** Who calls, and about which player. */
interface Asking {
  readonly token: string | undefined
  /** The player that routes are about which name one. */
  readonly about: string
}

type Kind = "player" | "machine"

/** A kind of caller. */
interface Caller {
  /** New for each request, because a request may end the session that it is sent by. */
  readonly ask: () => Promise<Asking>
  /** The answer to a request that takes an access token. */
  readonly gets: (rule: Guarded) => Outcome
}

const MISSING: Outcome = [403, "insufficient_permissions"]
const refusedWith = (code: string) => (): Outcome => [403, code]

const isOfKind = ({ subject }: Guarded, kind: Kind): boolean => subject === "any" || subject === kind

/** The answer to a caller of a kind that holds what `enough` asks for, where a permission is asked for. */
const permitted =
  (kind: Kind, enough: (rule: Guarded) => boolean) =>
  (rule: Guarded): Outcome =>
    isOfKind(rule, kind) && (rule.anyOf.length === 0 || enough(rule)) ? rule.allowed : MISSING

let someone: Promise<LoggedIn> | undefined
/** The player that routes are about where the caller is nobody in particular. */
const anyPlayer = async () => (await (someone ??= server.current.player())).playerUuid

const oneself = ({ playerUuid, token }: LoggedIn): Asking => ({ token, about: playerUuid })
const asking = async (token: string | undefined): Promise<Asking> => ({ token, about: await anyPlayer() })

let old: Promise<string> | undefined
/** A token that the clock has outlived. The clock is moved once, and later tokens are younger. */
const expiredToken = () => {
  const expire = async () => {
    const { token } = await server.current.player()
    server.current.advanceSeconds(24 * 60 * 60)
    return token
  }
  return (old ??= expire())
}

const loggedOut = async (): Promise<LoggedIn> => {
  const player = await server.current.player()
  assert.strictEqual((await server.current.call("POST", "/users/v1/logout", { token: player.token })).status, 200)
  return player
}

const banned = async (): Promise<LoggedIn> => {
  const player = await server.current.player()
  const restriction = { type: "account_ban", reason: "cheating" } as const
  await server.current.run(
    Effect.flatMap(Restrictions, (restrictions) =>
      restrictions.addToPlayer(PlayerUuid.make(player.playerUuid), restriction, testAct),
    ),
  )
  return player
}

/** What operators hold who read, act, spend and broadcast. */
const OPERATORS = [
  "operator:read:*",
  "operator:act:*",
  "operator:spend:item",
  "operator:broadcast:player",
  "operator:broadcast:segment",
]

/** Every kind of caller. */
const callers: Readonly<Record<string, Caller>> = {
  "nobody in particular": { ask: () => asking(undefined), gets: refusedWith("auth_token_format") },
  "who sends nonsense": { ask: () => asking("nonsense"), gets: refusedWith("auth_not_jwt") },
  "who comes too late": { ask: async () => asking(await expiredToken()), gets: refusedWith("auth_token_expired") },
  "who has logged out": { ask: async () => oneself(await loggedOut()), gets: refusedWith("auth_token_expired") },
  "a banned player": { ask: async () => oneself(await banned()), gets: refusedWith("auth_token_expired") },
  "a player": {
    ask: async () => oneself(await server.current.player()),
    gets: permitted("player", ({ forPlayers }) => forPlayers),
  },
  "another player": {
    ask: async () => asking((await server.current.player()).token),
    gets: permitted("player", ({ forPlayers }) => forPlayers),
  },
  "a player without permissions": {
    ask: async () => oneself(await server.current.playerWith()),
    gets: permitted("player", () => false),
  },
  "a player with all permissions": {
    ask: async () => oneself(await server.current.playerWith("*")),
    gets: permitted("player", () => true),
  },
  "a machine without permissions": {
    ask: async () => asking(await server.current.machine()),
    gets: permitted("machine", () => false),
  },
  "a machine with the permissions of players": {
    ask: async () => asking(await server.current.machine("catalog:read", "presence:read", "presence:edit:self")),
    gets: permitted("machine", ({ anyOf }) => anyOf.some((one) => /^(?:catalog|presence):/.test(one))),
  },
  "an operator": {
    ask: async () => asking(await server.current.machine(...OPERATORS)),
    gets: permitted("machine", ({ anyOf }) => anyOf.some((one) => one.startsWith("operator:"))),
  },
  "an administrator": {
    ask: async () => asking(await server.current.machine("*")),
    gets: permitted("machine", () => true),
  },
}

const send = async (id: RouteId, { about, token }: Asking): Promise<Reply> => {
  const sample = samples(about)[id]
  const { sent, target } = sending(sample)
  return server.current.call(sample.method, target, { token, ...sent })
}

const outcomeOf = (reply: Reply): Outcome => {
  const code = codeOf(reply)
  return code === undefined ? [reply.status] : [reply.status, code]
}

/** What is wrong with a refusal of a caller, apart from its code. */
const isSilent = (reply: Reply): boolean => {
  const { auth_success, ...rest } = reply.json as Readonly<Record<string, unknown>>
  const isPlain = Object.keys(rest).toSorted().join() === "desc,error_code"
  return auth_success === false && isPlain && reply.headers["cache-control"] === "no-store"
}

const guarded = routes.filter(({ id }) => isGuarded(rules[id]))

describe("every operation", () => {
  it("asks for exactly what is written down", () => {
    const declared = routes.map(({ access, id }) => {
      return [id, access.kind === "bearer" ? { subject: access.subject, anyOf: [...access.anyOf] } : access.kind]
    })
    const written = Object.entries(rules).map(([id, rule]) => {
      if (isGuarded(rule)) return [id, { subject: rule.subject, anyOf: [...rule.anyOf] }]
      return [id, "open" in rule ? "open" : "client"]
    })
    assert.deepStrictEqual(Object.fromEntries(declared), Object.fromEntries(written))
  })

  it.each(routes)("answers every kind of caller as declared: $id", async ({ id }) => {
    const rule = rules[id]
    for (const [who, { ask, gets }] of Object.entries(callers)) {
      const given = await ask()
      const reply = await send(id, given)
      const noCredentials: Outcome = [403, "client_credentials_invalid"]
      const forClient = "client" in rule && given.token !== undefined ? noCredentials : undefined
      const expected = isGuarded(rule) ? gets(rule) : "open" in rule ? rule.open : (forClient ?? rule.client)
      assert.deepStrictEqual(outcomeOf(reply), expected, `${who}: ${reply.text.slice(0, 300)}`)
      if (isGuarded(rule) && expected[0] === 403) assert.isTrue(isSilent(reply), `${who}: ${reply.text}`)
    }
  })

  it.each(guarded)("takes each permission that it names, alone: $id", async ({ id }) => {
    const rule = rules[id] as Guarded
    for (const permission of rule.anyOf) {
      const tokens =
        rule.subject === "machine"
          ? [await server.current.machine(permission)]
          : [
              (await server.current.playerWith(permission)).token,
              ...(rule.subject === "any" ? [await server.current.machine(permission)] : []),
            ]
      for (const token of tokens) {
        assert.deepStrictEqual(outcomeOf(await send(id, await asking(token))), rule.allowed, permission)
      }
    }
  })
})

describe("what belongs to another player", () => {
  const call = (method: string, path: string, token: string, body?: unknown) =>
    server.current.call(method, path, { token, ...(body !== undefined && { body }) })

  it("is an order that nobody finds: the same answer as to one that was never submitted", async () => {
    const [owner, stranger] = [await server.current.player(), await server.current.player()]
    const order = { entries: [{ type: "fill_loot", loot_id: 100, quantity: 1 }] }
    const { json } = await call("POST", "/inventory/v1/player/me/order", owner.token, order)
    const { order_id: orderId } = json as { readonly order_id: string }
    const nobodys = "0c0c0c0c-0000-7000-8000-000000000000"
    for (const path of [
      (id: string) => `/inventory/v1/player/me/order/${id}`,
      (id: string) => `/inventory/v1/player/me/order/${id}/explain`,
    ]) {
      assert.strictEqual((await call("GET", path(orderId), owner.token)).status, 200)
      const [foreign, unknown] = [
        await call("GET", path(orderId), stranger.token),
        await call("GET", path(nobodys), stranger.token),
      ]
      assert.deepStrictEqual(outcomeOf(foreign), [404, "resource_not_found"])
      assert.strictEqual(foreign.text, unknown.text)
    }
    const { text } = await call("GET", "/inventory/v1/player/me/order", stranger.token)
    assert.notInclude(text, orderId)
  })

  it("is a cursor that is none", async () => {
    const [owner, stranger] = [await server.current.player(), await server.current.player()]
    const machine = await server.current.machine("*")
    const order = { entries: [{ type: "fill_loot", loot_id: 100, quantity: 1 }] }
    for (let count = 0; count < 2; count++) {
      const { playerUuid } = owner
      const message = { message: "for the owner alone" }
      await call("POST", `/notification/v1/playerid/${playerUuid}/notification`, machine, message)
      await call("POST", "/inventory/v1/player/me/order", owner.token, order)
    }
    const pageOf = async (path: string) => {
      const { json } = await call("GET", path, owner.token)
      const { cursor, page } = json as { readonly cursor?: string; readonly page?: { readonly cursor?: string } }
      return encodeURIComponent(cursor ?? page?.cursor ?? "")
    }
    const notifications = "/notification/v1/playerid/me/notification"
    const ofNotifications = await pageOf(`${notifications}?page_size=1`)
    for (const parameter of ["start_at", "exclude_before"]) {
      const path = `${notifications}?${parameter}=${ofNotifications}`
      assert.strictEqual((await call("GET", path, owner.token)).status, 200)
      assert.deepStrictEqual(outcomeOf(await call("GET", path, stranger.token)), [400, "bad_id"])
    }
    const ofOrders = `/inventory/v1/player/me/order?cursor=${await pageOf("/inventory/v1/player/me/order?limit=1")}`
    assert.strictEqual((await call("GET", ofOrders, owner.token)).status, 200)
    assert.strictEqual((await call("GET", ofOrders, stranger.token)).status, 422)
  })

  it("is a way to log in that one cannot take away", async () => {
    const [owner, stranger] = [await server.current.player(), await server.current.player()]
    const { json } = await call("GET", "/users/v1/me/link", owner.token)
    const found = JSON.stringify(json)
    const id = /"portal_user_id":"([^"]+)"/.exec(found)?.[1] ?? ""
    assert.notStrictEqual(id, "", found)
    const reply = await call("DELETE", `/users/v1/me/link/Anon/${encodeURIComponent(id)}`, stranger.token)
    assert.deepStrictEqual(outcomeOf(reply), [404, "resource_not_found"])
    assert.include((await call("GET", "/users/v1/me/link", owner.token)).text, id)
  })
})

describe("access", () => {
  it("of a banned player is refused at the next login too, by name", async () => {
    const secret = "the device of a player to be banned"
    const { playerUuid } = await server.current.player(secret)
    await server.current.run(
      Effect.flatMap(Restrictions, (restrictions) =>
        restrictions.addToPlayer(PlayerUuid.make(playerUuid), { type: "account_ban", reason: "cheating" }, testAct),
      ),
    )
    const body = { grant_type: "anon", portal_access_token: secret }
    const reply = await server.current.call("POST", "/users/v1/login", { body })
    assert.deepStrictEqual(outcomeOf(reply), [403, "user_auth_restricted"])
  })

  it("looks at authentication, then permission, then input, then existence", async () => {
    const { call, machine } = server.current
    const broken = { raw: "{", headers: { "content-type": "text/plain" } }
    const path = "/notification/v1/playerid/1/notification"
    const nobody = "/notification/v1/playerid/00000000-0000-4000-8000-000000000000/notification"
    const order = [
      await call("POST", path, broken),
      await call("POST", path, { ...broken, token: await machine() }),
      await call("POST", path, { ...broken, token: await machine("*") }),
      await call("POST", path, { raw: "{}", token: await machine("*") }),
      await call("POST", nobody, { raw: "{}", token: await machine("*") }),
      await call("POST", nobody, { body: { message: "" }, token: await machine("*") }),
    ]
    assert.deepStrictEqual(
      order.map(({ status }) => status),
      [403, 403, 415, 422, 422, 404],
    )
    // A route without a body, too.
    const query = "/inventory/v1/player/uuid/1/inventory?limit=none"
    const read = [undefined, await machine(), await machine("*")].map((token) => call("GET", query, { token }))
    assert.deepStrictEqual(
      (await Promise.all(read)).map(({ status }) => status),
      [403, 403, 422],
    )
  })
})
