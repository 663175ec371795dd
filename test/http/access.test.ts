/** Every route by every kind of caller: the declared answer and no other (guarantees R26). */
import { type OperationId, operations } from "@garrison/http/contract/operations"
import { assert, describe, it } from "@effect/vitest"
import { useServer } from "../support/server.ts"
import { codeOf, samples, sending } from "./samples.ts"

const server = useServer({ settings: { oddsPublished: true } })

const page = [
  "notification:playerid:*",
  "notification:playerid:read",
  "notification:playerid:self:*",
  "notification:playerid:self:read",
]

/**
 * Whose token each operation takes and which permissions it asks for, any of them (interface, sections 4.3, 4.4 and 5;
 * decisions, section 3), and whether the default role of players has one.
 */
const facts = {
  logout: ["any", [], "players"],
  portalUsers: ["player", [], "players"],
  linkPortalUser: ["player", [], "players"],
  unlinkPortalUser: ["player", [], "players"],
  updateCredentials: ["machine", ["accountOrg:config:edit", "account:config:edit"], "not players"],
  notificationPage: ["player", page, "players"],
  createNotification: ["any", ["notification:playerid:write", "operator:broadcast:player"], "not players"],
  vendors: ["any", ["catalog:read"], "players"],
  vendor: ["any", ["catalog:read"], "players"],
  pricePoints: ["any", ["catalog:read"], "players"],
  pricePoint: ["any", ["catalog:read"], "players"],
  vendorEtags: ["any", ["catalog:read"], "players"],
  lootOdds: ["any", ["catalog:read"], "players"],
  ownInventory: ["player", ["inv:read_inv:player:self", "inv:read_inv:player:any"], "players"],
  playerInventory: ["any", ["inv:read_inv:player:any", "operator:read:player"], "not players"],
  orderPage: ["player", ["inv:read_order:player:self", "inv:read_order:player:any"], "players"],
  submitOwnOrder: ["player", ["inv:create_order:player:self", "inv:create_order:player:any"], "players"],
  ownLevels: ["player", ["inv:read_inv:player:self", "inv:read_inv:player:any"], "players"],
  playerLevels: ["any", ["inv:read_inv:player:any", "operator:read:player"], "not players"],
  startSession: ["player", ["inv:create_order:player:self", "inv:create_order:player:any"], "players"],
  submitOrder: ["any", ["inv:create_order:player:any", "operator:spend:item"], "not players"],
  submitOrders: ["machine", ["inv:create_order:player:any", "operator:spend:item"], "not players"],
  quoteOwnOrder: ["player", ["inv:create_order:player:self", "inv:create_order:player:any"], "players"],
  quoteOrder: ["any", ["inv:create_order:player:any", "operator:spend:item"], "not players"],
  ownOrder: ["player", ["inv:read_order:player:self", "inv:read_order:player:any"], "players"],
  playerOrder: ["any", ["inv:read_order:player:any", "operator:read:order"], "not players"],
  explainOwnOrder: ["player", ["inv:read_order:player:self", "inv:read_order:player:any"], "players"],
  explainOrder: ["any", ["inv:read_order:player:any", "operator:read:order"], "not players"],
  playerPresence: ["any", ["presence:read", "presence:read:any"], "players"],
  playerPresences: ["any", ["presence:read", "presence:read:any"], "players"],
  ownPresence: ["player", ["presence:read", "presence:edit:self"], "players"],
  reportPresence: ["player", ["presence:edit:self"], "players"],
  presenceSettings: ["any", ["presence:read", "presence:edit:self"], "players"],
} as const

/** Operations that ask for nothing; those of a login by redirect refuse a sample that belongs to no login. */
const open = [
  "jwks",
  "publicKeys",
  "livez",
  "readyz",
  "openapi",
  "docs",
  "oauthLogin",
  "oauthResponse",
  "oauthResponseForm",
]

/** Operations about one order. Their samples name an order that was never submitted, so access ends in 404. */
const lookups: ReadonlySet<string> = new Set(["ownOrder", "playerOrder", "explainOwnOrder", "explainOrder"])

const isLetIn = (id: string, { status }: { readonly status: number }): boolean =>
  lookups.has(id) ? status === 404 : status < 300

const isGuarded = (id: string): id is keyof typeof facts => Object.hasOwn(facts, id)

const bearer = operations.filter(({ access }) => access.kind === "bearer")
/** Those that ask for a permission; logging out and linking are for everybody who is logged in. */
const guarded = bearer.filter(({ access }) => access.kind === "bearer" && access.anyOf.length > 0)
const AUTHENTICATION = /^(?:auth_.*|insufficient_permissions)$/

const call = async (id: OperationId, token: string | undefined) => {
  const { playerUuid } = await server.current.player("the player that routes are about")
  const sample = samples(playerUuid)[id]
  const { sent, target } = sending(sample)
  return server.current.call(sample.method, target, { token, ...sent })
}

describe("access", () => {
  it("asks of each operation exactly what is written down here", () => {
    const rules = Object.fromEntries(
      operations.map(({ access: rule, id }) => {
        return [id, rule.kind === "bearer" ? [rule.subject, [...rule.anyOf]] : rule.kind]
      }),
    )
    assert.deepStrictEqual(rules, {
      ...Object.fromEntries(Object.entries(facts).map(([id, [subject, anyOf]]) => [id, [subject, [...anyOf]]])),
      login: "client",
      exchangeToken: "client",
      ...Object.fromEntries(open.map((id) => [id, "open"])),
    })
  })

  it.each(bearer)("$id refuses a request without a token", async ({ id }) => {
    const reply = await call(id, undefined)
    assert.deepStrictEqual([reply.status, codeOf(reply)], [403, "auth_token_format"])
    assert.propertyVal(reply.json, "auth_success", false)
    assert.strictEqual(reply.headers["cache-control"], "no-store")
  })

  it.each(bearer)("$id refuses a broken token", async ({ id }) => {
    const reply = await call(id, "broken")
    assert.deepStrictEqual([reply.status, codeOf(reply)], [403, "auth_not_jwt"])
  })

  it.each(guarded)("$id refuses a machine without permissions", async ({ id }) => {
    const reply = await call(id, await server.current.machine())
    assert.deepStrictEqual([reply.status, codeOf(reply)], [403, "insufficient_permissions"])
    assert.propertyVal(reply.json, "auth_success", false)
  })

  it.each(guarded)("$id refuses a player without permissions", async ({ id }) => {
    const { token } = await server.current.playerWith()
    const reply = await call(id, token)
    assert.deepStrictEqual([reply.status, codeOf(reply)], [403, "insufficient_permissions"])
  })

  it.each(bearer)("$id lets an ordinary player in exactly where players belong", async ({ id }) => {
    const { token } = await server.current.player()
    const expected = isGuarded(id) && facts[id][2] === "players"
    const reply = await call(id, token)
    assert.strictEqual(reply.status !== 403, expected, reply.text)
    if (!expected) assert.strictEqual(codeOf(reply), "insufficient_permissions")
  })

  it.each(bearer)("$id lets the operator in, except on the routes of players", async ({ id }) => {
    const reply = await call(id, await server.current.machine("*"))
    const expected = isGuarded(id) && facts[id][0] !== "player"
    assert.strictEqual(isLetIn(id, reply), expected, reply.text)
    if (!expected) assert.deepStrictEqual([reply.status, codeOf(reply)], [403, "insufficient_permissions"])
  })

  it.each(bearer)("$id is enough for each permission that it names, alone", async ({ id }) => {
    if (!isGuarded(id)) throw new Error(`${id} is not among the facts`)
    const [subject, anyOf] = facts[id]
    for (const permission of anyOf) {
      const token =
        subject === "player"
          ? (await server.current.playerWith(permission)).token
          : await server.current.machine(permission)
      const reply = await call(id, token)
      assert.isTrue(isLetIn(id, reply), `${permission}: ${reply.text}`)
    }
  })

  it("keeps a player from acting on another with what it holds for itself", async () => {
    const { token } = await server.current.player()
    for (const id of ["submitOrder", "createNotification", "playerInventory"] as const) {
      assert.strictEqual(codeOf(await call(id, token)), "insufficient_permissions")
    }
  })

  it.each(operations.filter(({ access }) => access.kind === "open"))("$id needs no token", async (route) => {
    for (const token of [undefined, "broken", await server.current.machine()]) {
      const reply = await call(route.id, token)
      if (!route.id.startsWith("oauth")) assert.strictEqual(reply.status, 200)
      else assert.match(codeOf(reply) ?? "", /^(?:no_redirects_configured|failed_to_verify_state)$/)
    }
  })

  it.each(operations.filter(({ access }) => access.kind === "client"))(
    "$id takes no access token for the client's credentials",
    async ({ id }) => {
      assert.notMatch(codeOf(await call(id, undefined)) ?? "", AUTHENTICATION)
      for (const token of ["broken", await server.current.machine("*")]) {
        const reply = await call(id, token)
        assert.deepStrictEqual([reply.status, codeOf(reply)], [403, "client_credentials_invalid"])
      }
    },
  )

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
  })
})
