/** How the client keeps its session: when it is renewed, once for all, and what is left when it cannot be. */
import { assert, describe, it } from "@effect/vitest"
import { type ClientSession, GarrisonError } from "@garrison/http/client"
import { renewalAt } from "@garrison/http/client/Session"
import { BEGIN, json, loggedIn, type Reaction, refused, scripted, type Sent, session } from "./scripted.ts"

const LOGIN = "/users/v1/login"

const tokenOf = ({ headers }: Sent): string => headers["authorization"]?.replace("Bearer ", "") ?? ""

const codeOf = async (promise: Promise<unknown>): Promise<string> => {
  try {
    await promise
  } catch (error) {
    if (error instanceof GarrisonError) return error.code
    throw error
  }
  return "answered"
}

/**
 * A server that takes the newest access token alone. A refresh token is good once, and its second use ends the session,
 * as if its grace were over: so a client that renews twice is found out.
 */
class StrictServer {
  newest = 0
  readonly #used = new Set<unknown>()
  #isEnded = false

  /** The access token of before is refused from now on; its refresh token stays. */
  expire(): void {
    this.newest++
  }

  end(): void {
    this.#isEnded = true
  }

  readonly react = (sent: Sent): Reaction => {
    if (sent.path !== LOGIN) {
      const isGood = tokenOf(sent) === `access-${this.newest}` && !this.#isEnded
      return isGood ? json(200, { interval: this.newest }) : refused(403, "auth_token_expired")
    }
    const { grant_type: grant, portal_access_token: token } = sent.body ?? {}
    if (grant === "refresh") {
      if (this.#used.has(token)) this.end()
      this.#used.add(token)
      if (this.#isEnded) return refused(403, "refresh_token_not_found")
    }
    this.#isEnded = false
    return loggedIn(++this.newest)
  }
}

const logins = (sent: ReadonlyArray<Sent>) => sent.filter(({ path }) => path === LOGIN).map(({ body }) => body)

describe("a session", () => {
  it("is kept by login, with a refresh token, and used by later calls", async () => {
    const stored: Array<ClientSession | undefined> = []
    const { client, sent } = scripted(new StrictServer().react, { onSession: (one) => void stored.push(one) })
    assert.isUndefined(client.session)
    await client.login({ grant_type: "anon", portal_access_token: "a-secret-of-this-device" })
    assert.deepStrictEqual(client.session, {
      accessToken: "access-1",
      refreshToken: "refresh-1",
      issuedAt: BEGIN,
      expiresAt: BEGIN + 900_000,
      subject: "player-0",
    })
    assert.deepStrictEqual(stored, [client.session])
    assert.isTrue(sent[0]?.body?.["include_refresh"])
    await client.presenceSettings()
    assert.deepStrictEqual(sent.map(tokenOf), ["", "access-1"])
  })

  it("is not there before a login: a call says so, and sends nothing", async () => {
    const { client, sent } = scripted(new StrictServer().react)
    assert.deepStrictEqual([await codeOf(client.presenceSettings()), sent.length], ["not_logged_in", 0])
    await codeOf(client.livez())
    assert.deepStrictEqual(
      sent.map(({ path }) => path),
      ["/livez"],
    )
  })

  it("names the client by HTTP Basic in logins, and in nothing else", async () => {
    const client_ = { clientId: "game", clientSecret: "a:b" }
    const { client, sent } = scripted(new StrictServer().react, { client: client_ })
    await client.login({ grant_type: "anon", portal_access_token: "x" })
    await client.presenceSettings()
    assert.deepStrictEqual(
      sent.map(({ headers }) => headers["authorization"]),
      [`Basic ${btoa("game:a%3Ab")}`, "Bearer access-1"],
    )
  })

  it("is renewed when it has ended, before the request is sent", async () => {
    const { client, sent, time } = scripted(new StrictServer().react, { session })
    time.now = session.expiresAt
    await client.presenceSettings()
    assert.deepStrictEqual(logins(sent), [
      { grant_type: "refresh", portal_access_token: "refresh-0", include_refresh: true },
    ])
    assert.deepStrictEqual(sent.map(tokenOf), ["", "access-1"])
  })

  it("that ends soon is renewed meanwhile, and the request does not wait", async () => {
    const { client, sent, time } = scripted(new StrictServer().react, { session })
    assert.strictEqual(renewalAt(session), session.expiresAt - 30_000)
    assert.strictEqual(renewalAt({ ...session, expiresAt: BEGIN + 20_000 }), BEGIN + 15_000)
    time.now = renewalAt(session) - 1
    await client.presenceSettings()
    assert.lengthOf(sent, 1)
    time.now++
    await client.presenceSettings()
    await new Promise(setImmediate)
    await client.presenceSettings()
    assert.sameMembers(sent.slice(1, 3).map(tokenOf), ["access-0", ""])
    assert.strictEqual(sent.map(tokenOf)[3], "access-1")
  })

  it("is renewed once for all requests that were refused, and each of them is sent once more", async () => {
    const server = new StrictServer()
    const { client, sent } = scripted(server.react, { session })
    server.expire()
    const order = { entries: [{ type: "fill_loot", loot_id: 1, quantity: 1 }] } as const
    const calls = Array.from({ length: 50 }, (_, at) =>
      at % 2 === 0 ? client.presenceSettings() : client.submitOwnOrder(order),
    )
    assert.deepStrictEqual(
      await Promise.all(calls.map(codeOf)),
      Array.from(calls, () => "answered"),
    )
    assert.lengthOf(logins(sent), 1)
    assert.lengthOf(sent, 101)
    // Orders that were refused are the same orders when they are sent once more.
    const ids = sent.flatMap(({ body }) =>
      body?.["client_order_ref_id"] === undefined ? [] : [body["client_order_ref_id"]],
    )
    assert.strictEqual(new Set(ids).size, 25)
  })

  it("whose token is refused for ever is not renewed for ever", async () => {
    const { client, sent } = scripted(
      ({ path }) => (path === LOGIN ? loggedIn(1) : refused(403, "auth_token_expired")),
      {
        session,
      },
    )
    assert.strictEqual(await codeOf(client.presenceSettings()), "auth_token_expired")
    assert.lengthOf(sent, 3)
  })

  it("is not renewed for what its player may not do", async () => {
    const { client, sent } = scripted(() => refused(403, "insufficient_permissions"), { session })
    assert.strictEqual(await codeOf(client.presenceSettings()), "insufficient_permissions")
    assert.lengthOf(sent, 1)
  })

  it("sends all tries of a renewal within eight seconds, because the grace of a refresh token is ten", async () => {
    const { client, sent, time } = scripted(() => "stalled", { session, retry: { triesMax: 100, totalSeconds: 1000 } })
    time.now = session.expiresAt
    assert.strictEqual(await codeOf(client.presenceSettings()), "timeout")
    assert.isAbove(sent.length, 1)
    assert.isBelow((sent.at(-1)?.at ?? 0) - 3600_000, 8000)
  })
})

describe("a session that cannot be renewed", () => {
  const ended = (options: Parameters<typeof scripted>[1] = {}) => {
    const server = new StrictServer()
    server.end()
    return scripted(server.react, { session, ...options })
  }

  it("is forgotten, and the call rejects with why", async () => {
    const stored: Array<unknown> = []
    const { client } = ended({ onSession: (one) => void stored.push(one) })
    assert.strictEqual(await codeOf(client.presenceSettings()), "refresh_token_not_found")
    assert.deepStrictEqual([client.session, stored], [undefined, [undefined]])
    assert.strictEqual(await codeOf(client.presenceSettings()), "not_logged_in")
  })

  it("is followed by the login that the game gives, once for all calls", async () => {
    let asked = 0
    const login = async () => {
      asked++
      return { grant_type: "anon", portal_access_token: "a-secret-of-this-device" }
    }
    const { client, sent } = ended({ login })
    const codes = await Promise.all(Array.from({ length: 10 }, () => codeOf(client.presenceSettings())))
    assert.deepStrictEqual([new Set(codes), asked], [new Set(["answered"]), 1])
    assert.deepStrictEqual(
      logins(sent).map((body) => body?.["grant_type"]),
      ["refresh", "anon"],
    )
  })

  it("stays where trying later may help, and where the player has to agree first", async () => {
    for (const code of ["user_needs_agreements", "authentication_limited", "internal_error"]) {
      const { client, time } = scripted(() => refused(403, code), { session })
      time.now = session.expiresAt
      assert.strictEqual(await codeOf(client.presenceSettings()), code)
      assert.deepStrictEqual(client.session, session, code)
    }
  })

  it("of a machine is followed by another login with its credentials", async () => {
    const machine = { grant_type: "client_credentials", portal_access_token: "id:secret" } as const
    const server = new StrictServer()
    const react = (sent: Sent) => {
      if (sent.path !== LOGIN) return server.react(sent)
      return json(200, { access_token: `access-${++server.newest}`, expires_in: 900, client_uuid: "machine-0" })
    }
    const { client, sent, time } = scripted(react)
    await client.login(machine)
    assert.strictEqual(client.session?.subject, "machine-0")
    time.now += 900_000
    await client.presenceSettings()
    assert.deepStrictEqual(logins(sent), [machine, machine])
  })
})

describe("the end of a session", () => {
  it("is told to the server and to the game", async () => {
    const stored: Array<unknown> = []
    const { client, sent } = scripted(() => json(200, { sessions_ended: 1 }), {
      session,
      onSession: (one) => void stored.push(one),
    })
    await client.logout()
    await client.logout()
    assert.deepStrictEqual(
      sent.map(({ path }) => path),
      ["/users/v1/logout"],
    )
    assert.deepStrictEqual([client.session, stored], [undefined, [undefined]])
  })

  it("is fine where the session had ended already", async () => {
    const { client } = scripted(
      ({ path }) => refused(403, path === LOGIN ? "user_auth_restricted" : "auth_token_expired"),
      {
        session: { ...session, refreshToken: "" },
      },
    )
    assert.strictEqual(await codeOf(client.logout()), "user_auth_restricted")
    assert.isUndefined(client.session)
  })

  it("counts, though a renewal is under way", async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const { client, time } = scripted(({ path }) => (path === LOGIN ? promise : json(200, {})), { session })
    time.now = renewalAt(session)
    const call = client.presenceSettings()
    await client.logout()
    resolve(loggedIn(1))
    await call
    await new Promise(setImmediate)
    assert.isUndefined(client.session)
  })
})

describe("windows that share a store", () => {
  it("go on with the stored session, and renew with the newest one", async () => {
    let stored: ClientSession | undefined = session
    const server = new StrictServer()
    const shared = {
      session: () => stored,
      onSession: (one: ClientSession | undefined) => void (stored = one),
    }
    const [one, other] = [scripted(server.react, shared), scripted(server.react, shared)]
    await one.client.presenceSettings()
    await other.client.presenceSettings()
    one.time.now = other.time.now = session.expiresAt
    await one.client.presenceSettings()
    // The other one still has the old refresh token in memory. Its use would end the session.
    await other.client.presenceSettings()
    assert.deepStrictEqual([logins(one.sent).length, logins(other.sent).length], [1, 0])
    assert.strictEqual(other.client.session?.refreshToken, "refresh-1")
  })

  it("do not go back to an older session that the store still has", async () => {
    const { client, sent, time } = scripted(new StrictServer().react, { session: () => session })
    time.now = session.expiresAt
    await client.presenceSettings()
    time.now += 900_000
    await client.presenceSettings()
    assert.deepStrictEqual(
      logins(sent).map((body) => body?.["portal_access_token"]),
      ["refresh-0", "refresh-1"],
    )
  })
})
