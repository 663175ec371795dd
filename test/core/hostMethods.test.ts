/** The methods of a host are rows over the operations, for the host itself and on behalf of others. */
import { defineCatalog, type EmbeddedGarrison, GarrisonError, type HostActor, open } from "@garrison/core"
import { type Hosted, hostCode, hostRows, notHosted, type Row } from "@garrison/core/hostRows"
import { operations } from "@garrison/core/operations"
import { sqlite } from "@garrison/sql"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { expectTypeOf } from "vitest"
import { GOLD, POUCH_LOOT, smallCatalog } from "../support/catalog.ts"
import { given, ofOne } from "../support/inputs.ts"

const codeOf = async (promise: Promise<unknown>): Promise<string | undefined> => {
  try {
    await promise
    return undefined
  } catch (failure) {
    return failure instanceof GarrisonError ? failure.code : String(failure)
  }
}

const loaded = async ({ operation }: Row): Promise<Hosted> =>
  typeof operation === "function" ? await operation() : operation

/** What every method takes, in its places, with the reason of an act. */
const argumentsOf = (row: Row, operation: Hosted): ReadonlyArray<unknown> => {
  const wanted: Readonly<Record<string, unknown>> = {
    ...Object.fromEntries(Object.entries(given).filter(([field]) => field in operation.input)),
    ...ofOne[operation.name],
  }
  const act = operation.isAudited ? { reason: "because" } : {}
  const own = new Set([...row.fields, ...Object.keys(row.fixed ?? {})])
  const left = Object.fromEntries(Object.entries(wanted).filter(([field]) => !own.has(field)))
  const object = row.after === "act" ? [left, act] : [{ ...left, ...act }]
  return [...row.fields.map((field) => wanted[field]), ...object]
}

/** Methods that find a rule of their own broken in this input. */
const RULED = new Set(["login", "linkPortalUser", "broadcast"])

type Methods = Readonly<Record<string, (...given: ReadonlyArray<unknown>) => Promise<unknown>>>

describe("the methods of a host", () => {
  let garrison: EmbeddedGarrison
  let player: string
  beforeAll(async () => {
    garrison = await open(sqlite(":memory:"))
    await garrison.publishCatalog(smallCatalog)
    const { active_player_uuid } = await garrison.login({ grant_type: "anon", portal_access_token: "0123456789abcdef" })
    player = active_player_uuid
  })
  afterAll(() => garrison.close())

  it("are one for each operation, or a reason says why there is none", async () => {
    const rows = await Promise.all(Object.values<Row>(hostRows).map(loaded))
    const said = [...new Set(rows.map(({ name }) => name)), ...Object.keys(hostCode), ...Object.keys(notHosted)]
    assert.deepStrictEqual(said.toSorted(), operations.map(({ name }) => name).toSorted())
    for (const name of [...Object.keys(hostRows), ...Object.values(hostCode)]) {
      assert.property(garrison, name.replace(/\(.*/, ""))
    }
  })

  describe("pass the operation what they are given, and refuse whoever may not", () => {
    it.each(Object.entries<Row>(hostRows))("%s", async (name, row) => {
      const operation = await loaded(row)
      const args = argumentsOf(row, operation)
      const needs = operation.isOpen !== true && operation.permissions.length > 0
      const nobody = garrison.as({ name: "nobody", permissions: [] }) as unknown as Methods
      if (needs) assert.strictEqual(await codeOf(nobody[name]!(...args)), "insufficient_permissions")
      const code = await codeOf((garrison as unknown as Methods)[name]!(...args))
      const ruled = RULED.has(name) ? ["invalid_input"] : []
      assert.include([undefined, ...operation.refusals, ...ruled], code)
    })
  })

  it("that are code refuse whoever may not", async () => {
    const nobody = garrison.as({ name: "nobody", permissions: ["catalog:read"] })
    const named = { entries: [{ type: "fill_loot", loot: "no such loot", quantity: 1 }] } as const
    assert.strictEqual(await codeOf(nobody.submitOrder(player, named)), "insufficient_permissions")
    assert.strictEqual(
      await codeOf(nobody.submitOrders([{ player_uuid: player, ...named }])),
      "insufficient_permissions",
    )
    assert.strictEqual(await codeOf(nobody.publishCatalog(smallCatalog)), "insufficient_permissions")
    assert.strictEqual(await codeOf(nobody.notificationStream(player).next()), "insufficient_permissions")
  })

  it("on behalf of somebody do what the permissions allow, and the audit names the actor", async () => {
    const support: HostActor = { name: "ada@support", permissions: ["operator:act:player", "operator:read:player"] }
    const ada = garrison.as(support)
    const restriction = await ada.restrict(player, { type: "account_lockout", reason: "shared account" })
    const [row] = (await garrison.audit({ operation: "restriction.add" })).rows
    assert.deepInclude(row, { actor_kind: "local", actor: "ada@support", reason: "shared account" })
    assert.strictEqual(await codeOf(ada.deletePlayer(player)), "insufficient_permissions")
    const [refused] = (await garrison.audit({ operation: "person.delete" })).rows
    assert.deepInclude(refused, { actor: "ada@support", outcome: "insufficient_permissions" })
    assert.strictEqual((await ada.restrictions()).restrictions[0]?.restriction_id, restriction.restriction_id)
    await ada.liftRestrictions(player)
    assert.notProperty(ada, "as")
  })

  it("on behalf of somebody answer what the permissions let one see", async () => {
    await garrison.reportPresence(player, { status: "invisible" })
    const friend = garrison.as({ name: "friend", permissions: ["presence:read"] })
    assert.strictEqual((await friend.presence(player)).status, "offline")
    assert.strictEqual((await garrison.presence(player)).status, "invisible")
  })

  it("take no actor with a permission that there is not", () => {
    for (const actor of [
      { name: "x", permissions: ["operator:everything"] },
      { name: "", permissions: [] },
      undefined,
    ]) {
      assert.throws(() => garrison.as(actor as never), GarrisonError, /invalid_input/)
    }
  })

  it("take the reason and the conditions of an act beside its input", async () => {
    const reasonless = { count: 5, type: "persistent" } as const
    assert.strictEqual(await codeOf(garrison.giveItem(player, GOLD, reasonless as never)), "invalid_input")
    const gift = { ...reasonless, reason: "a lost purchase" }
    await garrison.giveItem(player, "gold", { ...gift, dry_run: true })
    assert.lengthOf((await garrison.namedInventory(player)).data, 0)
    const { order: gifted } = await garrison.giveItem(player, "gold", gift)
    assert.deepStrictEqual(
      (await garrison.namedInventory(player)).data.map(({ count, item_id }) => [item_id, count]),
      [[GOLD, 5]],
    )
    await garrison.refundOrder(player, gifted.order_id, { reason: "a mistake" })
    const left = (await garrison.namedInventory(player)).data
    assert.deepStrictEqual(
      left.map(({ count }) => count),
      [0],
    )
    assert.strictEqual(await codeOf(garrison.rotateSigningKey("because" as never)), "invalid_input")
    const stale = garrison.rotateSigningKey({ if_revision: 1_000_000 })
    assert.strictEqual(await codeOf(stale), "changed")
    assert.strictEqual(
      await codeOf(garrison.restrict(player, { type: "account_ban", reason: 1 as never })),
      "invalid_input",
    )
  })

  it("find orders and read the catalog as operators do", async () => {
    const order = await garrison.submitOrder(player, {
      entries: [{ type: "fill_loot", loot_id: POUCH_LOOT, quantity: 1 }],
    })
    assert.deepStrictEqual(await garrison.order(player, order.order_id), order)
    assert.strictEqual((await garrison.searchOrders({ loot_id: POUCH_LOOT })).orders[0]?.order_id, order.order_id)
    assert.property((await garrison.readCatalog()).vendors["10"]?.loot, String(POUCH_LOOT))
  })
})

describe("a catalog in code", () => {
  const catalog = defineCatalog({
    items: { coins: {}, gem: { custom_data: { name: "Bright gem" } } },
    vendors: {
      kills: {
        loot: {
          imp: { item: "coins", quantity: 25 },
          giant: {
            always: [{ item: "gem" }],
            one_of: [
              { item: "coins", weight: 1 },
              { nothing: true, weight: 1 },
            ],
          },
        },
      },
    },
  })

  it("gives its names to orders, odds and answers", async () => {
    await using garrison = await open(sqlite(":memory:"))
    await garrison.publishCatalog(catalog)
    const credential = { grant_type: "anon", portal_access_token: "0123456789abcdef" }
    const { active_player_uuid: player } = await garrison.login(credential)
    const game = garrison.with(catalog)
    const entries = [{ type: "fill_loot", loot: "kills/imp", quantity: 1 }] as const
    const { item_names, loot_names, ...order } = await game.submitOrder(player, { entries })
    assert.deepStrictEqual(await garrison.order(player, order.order_id), order)
    const [entry] = order.entries
    expectTypeOf(item_names).toEqualTypeOf<Readonly<Record<string, "coins" | "gem" | "Bright gem">> | undefined>()
    assert.deepStrictEqual(loot_names, { [String(entry?.loot_id)]: "kills/imp" })
    assert.deepStrictEqual(Object.values(item_names ?? {}), ["coins"])
    const odds = await game.odds("giant")
    assert.sameMembers(Object.values(odds.item_names ?? {}), ["coins", "Bright gem"])
    assert.notProperty(await garrison.odds("kills/giant"), "item_names")
    const ada = garrison.as({ name: "ada", permissions: ["catalog:read"] }).with(catalog)
    assert.strictEqual(await codeOf(ada.odds("kills/imp")), "insufficient_permissions")
    const page = await game.inventory(player)
    assert.deepStrictEqual(page.item_names, item_names)
  })

  it("takes no name that it does not have", () => {
    type Game = ReturnType<typeof withCatalog>
    const withCatalog = (garrison: EmbeddedGarrison) => garrison.with(catalog)
    expectTypeOf<Parameters<Game["odds"]>[0]>().toEqualTypeOf<number | "imp" | "giant" | "kills/imp" | "kills/giant">()
    type Entry = Parameters<Game["submitOrder"]>[1]["entries"][number]
    expectTypeOf<{ type: "fill_loot"; loot: "kills/giant"; quantity: 1 }>().toExtend<Entry>()
    expectTypeOf<{ type: "fill_loot"; loot: "kills/gaint"; quantity: 1 }>().not.toExtend<Entry>()
    expectTypeOf<{ type: "create_new_persistent_inventory"; item: "gem"; quantity: 1 }>().toExtend<Entry>()
    expectTypeOf<{ type: "create_new_persistent_inventory"; item: "imp"; quantity: 1 }>().not.toExtend<Entry>()
    expectTypeOf<Parameters<Game["giveItem"]>[1]>().toEqualTypeOf<number | "coins" | "gem" | "Bright gem">()
  })
})
