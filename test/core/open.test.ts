/** Garrison without Effect: what its promises resolve with, and what they reject with. */
import { type EmbeddedGarrison, GarrisonError, open, PlayerNotFound, StorageUnavailable } from "@garrison/core"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { postgres, sqlite, storage, StorageUrlInvalid } from "@garrison/sql"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { closedPort, LOOPBACK, LOOPBACK_HOST } from "../support/loopback.ts"
import { CHEST_LOOT, GOLD, POUCH_LOOT, smallCatalog, SWORD } from "../support/catalog.ts"
import { strangerUuid } from "../support/players.ts"
import { restOfLines, startChild } from "../sql/child.ts"

const folder = mkdtempSync(join(tmpdir(), "garrison-open-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
const freshFile = (): string => join(folder, `${++files}.db`)

/** What a promise rejects with. */
const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => assert.fail("it was not refused"),
    (failure: unknown) => failure,
  )

/** The refusal that a promise rejects with. */
const refusal = async (promise: Promise<unknown>): Promise<GarrisonError> => {
  const failure = await rejection(promise)
  assert.instanceOf(failure, GarrisonError)
  return failure
}

const device = (name: string) => ({
  grant_type: "anon",
  portal_access_token: name.padEnd(16, "-"),
  include_refresh: true,
})

const playerOf = async (garrison: EmbeddedGarrison, name: string): Promise<string> =>
  (await garrison.login(device(name))).active_player_uuid

const fill = (loot_id: number, quantity = 1) => ({ type: "fill_loot", loot_id, quantity }) as const

describe("an embedded Garrison", () => {
  let garrison: EmbeddedGarrison
  let player: string
  beforeAll(async () => {
    garrison = await open(sqlite(freshFile()))
    await garrison.publishCatalog(smallCatalog)
    player = await playerOf(garrison, "ada")
  })
  afterAll(() => garrison.close())

  it("links another way to log in, lists both, and takes one away again", async () => {
    const grace = await playerOf(garrison, "grace")
    const { portal_users } = await garrison.linkPortalUser(grace, device("her other device"))
    assert.lengthOf(portal_users, 2)
    assert.strictEqual(await playerOf(garrison, "her other device"), grace)
    assert.deepStrictEqual(await garrison.portalUsers(grace), { portal_users })
    const taken = await refusal(garrison.linkPortalUser(grace, device("ada")))
    assert.strictEqual(taken.code, "portal_user_taken")
    assert.deepInclude(taken.details.merge, { items_of_both: 0 })
    const [first, second] = portal_users
    assert(first !== undefined && second !== undefined)
    assert.deepStrictEqual(await garrison.unlinkPortalUser(grace, second), { portal_users: [first] })
    assert.strictEqual((await refusal(garrison.unlinkPortalUser(grace, first))).code, "last_portal_user")
    assert.strictEqual((await refusal(garrison.portalUsers(strangerUuid))).code, "resource_not_found")
    const unnamed = await refusal(garrison.unlinkPortalUser(grace, { platform: "Golf", portal_user_id: "" }))
    assert.strictEqual(unnamed.code, "invalid_input")
  })

  it("takes names where an order has ids, and says the nearest to one that nothing has", async () => {
    const buyer = await playerOf(garrison, "names")
    const named = { type: "create_new_persistent_inventory", item: "gold", quantity: 2 } as const
    const { entries } = await garrison.submitOrder(buyer, { entries: [named, { ...named, item: SWORD }] })
    assert.deepStrictEqual(
      entries.map(({ item_id, result }) => [item_id, result]),
      [
        [GOLD, "success"],
        [SWORD, "success"],
      ],
    )
    const quoted = await garrison.quoteOrder(buyer, { entries: [named] })
    assert.notProperty(quoted.entries[0], "item")
    const price = { currencies: [{ price_item: "glod", price: 1 }], price_coupon_item: "Sward" }
    const wrong = await refusal(
      garrison.submitOrder(buyer, {
        entries: [
          { type: "purchase_loot", loot: "pouhc", quantity: 1, purchase_price: price },
          { type: "purchase_dynamic_bundle", loot_id: 100, dynamic_bundle_loot: [100, "hat"], quantity: 1 },
          // @ts-expect-error a name and an id do not compile
          { ...named, item_id: 1 },
        ],
      }),
    )
    assert.deepStrictEqual(
      [wrong.code, wrong.details.detail?.map(({ loc, msg }) => `${loc.join(".")}: ${msg}`)],
      [
        "invalid_input",
        [
          "entries.0.loot: is unknown: the catalog has no loot pouhc",
          "entries.0.purchase_price.price_coupon_item: is unknown: the catalog has no item Sward; did you mean Sword?",
          "entries.0.purchase_price.currencies.0.price_item: is unknown: the catalog has no item glod; did you mean Gold?",
          "entries.1.dynamic_bundle_loot.1: is unknown: the catalog has no loot hat",
          "entries.2.item: cannot stand beside item_id: give one of them",
        ],
      ],
    )
    const ends = await garrison.submitOrders([{ player_uuid: buyer, entries: [named] }])
    assert.strictEqual(ends[0]?.order?.entries[0]?.item_id, GOLD)
    const many = await refusal(garrison.submitOrders([{ player_uuid: buyer, entries: [{ ...named, item: "no" }] }]))
    assert.deepStrictEqual(many.details.detail?.[0]?.loc, ["orders", 0, "entries", 0, "item"])
    assert.strictEqual((await garrison.odds("100")).loot_id, POUCH_LOOT)
    assert.match((await refusal(garrison.odds("poch"))).message, /the catalog has no loot poch/)
  })

  it("tells whose access token it is, until the session is ended", async () => {
    const { access_token, active_player_uuid, refresh_token = "" } = await garrison.login(device("eve"))
    const caller = await garrison.authenticate(access_token)
    assert.include(caller, { kind: "player", platform: "Anon" })
    assert.strictEqual<string | undefined>(caller.subject, active_player_uuid)
    await garrison.logout(access_token)
    const renewal = garrison.login({ grant_type: "refresh", portal_access_token: refresh_token })
    assert.strictEqual((await refusal(renewal)).code, "refresh_token_not_found")
    for (const token of ["", "nonsense", `${access_token}x`]) {
      assert.match((await refusal(garrison.authenticate(token))).code, /^auth_/)
    }
    assert.strictEqual((await refusal(garrison.logout(undefined as unknown as string))).code, "auth_token_format")
  })

  it("pages orders, each as it was answered when it was submitted", async () => {
    const buyer = await playerOf(garrison, "buyer")
    const submitted = []
    for (const quantity of [1, 2, 3]) {
      submitted.push(await garrison.submitOrder(buyer, { entries: [fill(POUCH_LOOT, quantity)] }))
    }
    const first = await garrison.orders(buyer, { limit: 2 })
    assert.deepStrictEqual(first.data, submitted.slice(0, 2))
    assert.deepInclude(first.page, { sort: "asc", limit: 2 })
    const { cursor = "" } = first.page
    assert.deepStrictEqual(await garrison.orders(buyer, { cursor }), {
      data: submitted.slice(2),
      page: { sort: "asc", limit: 10 },
    })
    assert.deepStrictEqual((await garrison.orders(buyer, { sort: "desc", limit: 1 })).data, submitted.slice(2))
    const created = submitted[1]?.created_time ?? ""
    for (const starting_position of [created, Date.parse(created) / 1000]) {
      assert.deepStrictEqual((await garrison.orders(buyer, { starting_position })).data, submitted.slice(1))
    }
    assert.strictEqual((await refusal(garrison.orders(buyer, { cursor: "x" }))).code, "invalid_input")
  })

  it("submits many orders, and answers each in its place", async () => {
    const [lin, mia] = [await playerOf(garrison, "lin"), await playerOf(garrison, "mia")]
    const reference = { client_order_ref_id: crypto.randomUUID() }
    const orders = [
      { player_uuid: lin, ...reference, entries: [fill(CHEST_LOOT)] },
      { player_uuid: strangerUuid, entries: [fill(POUCH_LOOT)] },
      { player_uuid: mia, entries: [fill(404), fill(POUCH_LOOT)] },
      { player_uuid: lin, ...reference, entries: [fill(CHEST_LOOT, 2)] },
    ]
    const [first, missing, second, conflict] = await garrison.submitOrders(orders)
    assert.deepStrictEqual([first?.order], [...(await garrison.orders(lin)).data])
    assert.deepStrictEqual([second?.order], [...(await garrison.orders(mia)).data])
    for (const [end, code] of [
      [missing, "resource_not_found"],
      [conflict, "order_ref_conflict"],
    ] as const) {
      assert.instanceOf(end?.error, GarrisonError)
      assert.strictEqual(end.error.code, code)
    }
    assert.deepStrictEqual((await garrison.submitOrders(orders.slice(0, 1)))[0], first)
    const broken = await refusal(garrison.submitOrders([{ player_uuid: lin, entries: [] }, {}] as never))
    assert.deepStrictEqual(
      broken.details.detail?.map(({ loc }) => loc.join(".")),
      ["orders.1.player_uuid", "orders.1.entries"],
    )
  })

  it("quotes an order with the odds of its entries, and stores nothing", async () => {
    const buyer = await playerOf(garrison, "counting buyer")
    const quote = await garrison.quoteExpected(buyer, { entries: [fill(CHEST_LOOT)] })
    assert.deepInclude(quote, { results: "expected", player_uuid: buyer })
    const { conditional, etag, exact, items } = await garrison.odds(CHEST_LOOT)
    assert.deepNestedInclude(quote, { etag, "entries[0].expected": { exact, items, conditional } })
    assert.deepStrictEqual((await garrison.orders(buyer)).data, [])
    const refused = await refusal(garrison.quoteExpected(buyer, { entries: [fill(CHEST_LOOT, 1001)] }))
    assert.deepStrictEqual([refused.code, refused.details.detail?.[0]?.loc], ["invalid_input", ["entries"]])
  })

  it("says what loot costs, and in a quote which price would match", async () => {
    const { price_points: points } = await garrison.pricePoints()
    const point = await garrison.pricePoint("sword / price")
    assert.deepStrictEqual(points["sword / price"], point)
    const [use] = point.loot
    assert.deepInclude(use, { use: "current", active: true })
    const [currency] = point.current_breakpoints[0]?.currencies ?? []
    assert.deepStrictEqual([currency?.price_item_id, currency?.price], [GOLD, 30])
    const buyer = await playerOf(garrison, "priced buyer")
    await garrison.submitOrder(buyer, { entries: [fill(POUCH_LOOT)] })
    const buying = (price: number) => ({
      entries: [
        {
          type: "purchase_loot" as const,
          loot_id: use?.loot_id ?? 0,
          quantity: 1,
          purchase_price: { currencies: [{ price_item_id: GOLD, price }] },
        },
      ],
    })
    const [wrong] = (await garrison.quoteOrder(buyer, buying(29))).entries
    assert.strictEqual(wrong?.result, "price_does_not_match")
    assert.deepStrictEqual(wrong?.price_expected, [{ price_item_id: GOLD, price: 30 }])
    const [bought] = (await garrison.submitOrder(buyer, buying(wrong?.price_expected?.[0]?.price ?? 0))).entries
    assert.strictEqual(bought?.result, "success")
    assert.notProperty(bought, "price_expected")
    assert.strictEqual((await refusal(garrison.pricePoint("sward"))).code, "resource_not_found")
  })

  it("quotes an order, and stores nothing", async () => {
    const buyer = await playerOf(garrison, "careful buyer")
    const quote = await garrison.quoteOrder(buyer, { entries: [fill(POUCH_LOOT, 2)] })
    assert.strictEqual(quote.entries[0]?.details?.[0]?.inv_change?.after.count, 100)
    assert.notProperty(quote, "order_id")
    assert.deepStrictEqual((await garrison.orders(buyer)).data, [])
    assert.strictEqual((await refusal(garrison.quoteOrder(strangerUuid, { entries: [] }))).code, "resource_not_found")
  })

  it("explains how an order came about, with the odds of its draws", async () => {
    const buyer = await playerOf(garrison, "curious buyer")
    const { order_id } = await garrison.submitOrder(buyer, { entries: [fill(CHEST_LOOT, 2), fill(POUCH_LOOT)] })
    const explanation = await garrison.explainOrder(buyer, order_id.toUpperCase())
    assert.deepInclude(explanation, { order_id, player_uuid: buyer, catalog_version: 1, is_same: true })
    const steps = explanation.entries.flatMap((entry) => entry.steps ?? [])
    assert.deepInclude(steps, {
      type: "rule",
      rule: "quantity_in_bounds",
      message: "The quantity 2 is from 1 to 1000000.",
      values: { quantity: 2, minimum: 1, maximum: 1_000_000 },
    })
    const draws = steps.flatMap((step) => ("steps" in step ? (step.steps ?? []) : []))
    assert.isTrue(draws.some((step) => step.type === "draw" && step.odds !== undefined))
    for (const unknown of ["junk", crypto.randomUUID()]) {
      assert.strictEqual((await refusal(garrison.explainOrder(buyer, unknown))).code, "resource_not_found")
    }
    assert.strictEqual((await refusal(garrison.explainOrder(player, order_id))).code, "resource_not_found")
    const wrong = await refusal(garrison.explainOrder("me", 1 as never))
    assert.deepStrictEqual(
      wrong.details.detail?.map(({ loc }) => loc),
      [["player_uuid"], ["order_id"]],
    )
  })

  it("begins an inventory session, once for each reference", async () => {
    const guest = await playerOf(garrison, "guest")
    const reference = { client_order_ref_id: crypto.randomUUID() }
    const session = await garrison.beginSession(guest, reference)
    assert.deepInclude(session, { source: "ENTITLEMENTS", player_uuid: guest, entries: [] })
    assert.deepStrictEqual(await garrison.beginSession(guest, reference), session)
    assert.notStrictEqual((await garrison.beginSession(guest)).order_id, session.order_id)
    assert.strictEqual((await refusal(garrison.beginSession(strangerUuid))).code, "resource_not_found")
  })

  it("shows the levels of a player", async () => {
    const levelled = await open(sqlite(freshFile()))
    const loot = { [POUCH_LOOT]: { item_id: GOLD, quantity: 15 } }
    await levelled.publishCatalog({
      items: { [GOLD]: { level_xp_table_id: 1 } },
      xp_tables: { 1: { levels: { 1: 10, 2: 20 } } },
      vendors: { 10: { type: "recipe", loot } },
    })
    const ada = await playerOf(levelled, "ada")
    await levelled.submitOrder(ada, { entries: [fill(POUCH_LOOT)] })
    assert.deepStrictEqual(await levelled.levels(ada), {
      levels: [{ item_id: GOLD, count: 15, level: 1, level_minimum: 10, next_level: 2, next_level_minimum: 20 }],
    })
    assert.strictEqual((await refusal(levelled.levels(strangerUuid))).code, "resource_not_found")
    await levelled.close()
  })

  it("answers the odds of a loot, for any player or for one", async () => {
    const fresh = await garrison.odds(CHEST_LOOT)
    const [gold, sword] = [
      { item_id: GOLD, expected: "15/4", at_least_one: "3/4", least: 5, most: 5 },
      { item_id: SWORD, expected: "1/4", at_least_one: "1/4", least: 1, most: 1 },
    ]
    assert.deepInclude(fresh, { loot_id: CHEST_LOOT, quantity: 1, exact: true, items: [gold, sword] })
    const owner = await playerOf(garrison, "owner of swords")
    const swords = { type: "create_new_persistent_inventory", item_id: SWORD, quantity: 3 } as const
    await garrison.submitOrder(owner, { entries: [swords] })
    const full = await garrison.odds(CHEST_LOOT, { player_uuid: owner })
    assert.deepStrictEqual(full.items, [{ item_id: GOLD, expected: "5", at_least_one: "1", least: 5, most: 5 }])
    // A made-up owner of as many has the same odds, and the sword is listed with its condition for each of them.
    assert.deepStrictEqual(await garrison.odds(CHEST_LOOT, { owning: "sword=3" }), full)
    const [sword3] = full.conditional ?? []
    assert.deepStrictEqual(
      sword3?.conditions.map(({ is_met, message }) => [message, is_met]),
      [[`the player has fewer than 3 of item Sword (${SWORD})`, false]],
    )
    assert.strictEqual(fresh.conditional?.[0]?.conditions[0]?.is_met, true)
    const wrong = await refusal(garrison.odds(CHEST_LOOT, { owning: "swort=3,gold", xp: "Gold=5" }))
    assert.strictEqual(wrong.code, "invalid_input")
    assert.deepStrictEqual(
      (wrong.details["detail"] as ReadonlyArray<{ readonly msg: string }>).map(({ msg }) => msg),
      [
        "the catalog has no item swort; did you mean Sword?",
        '"gold" must be ITEM=N: an item by id or name, and a count',
        "Gold has no levels: it has no level_xp_table. Name it in owning",
      ],
    )
    const both = await refusal(garrison.odds(CHEST_LOOT, { owning: "1=3", player_uuid: owner }))
    assert.strictEqual(both.code, "invalid_input")
    assert.strictEqual((await refusal(garrison.odds(999))).code, "resource_not_found")
    assert.strictEqual(
      (await refusal(garrison.odds(CHEST_LOOT, { player_uuid: strangerUuid }))).code,
      "resource_not_found",
    )
    assert.strictEqual((await refusal(garrison.odds(CHEST_LOOT, { quantity: 0 }))).code, "invalid_input")
  })

  it("shows what a player owns, page by page, as the order left it", async () => {
    const owner = await playerOf(garrison, "owner")
    assert.deepStrictEqual(await garrison.inventory(owner), { data: [], page: { limit: 50 } })
    const create = (item_id: number) => ({ type: "create_new_persistent_inventory", item_id, quantity: 3 }) as const
    const order = await garrison.submitOrder(owner, { entries: [create(GOLD), create(SWORD)] })
    const owned = order.entries.map(({ details: [detail] }) => ({
      item_id: detail?.inv_change?.after_item_id,
      ...detail?.inv_change?.after,
    }))
    const { data, page } = await garrison.inventory(owner, { limit: 1 })
    assert.deepStrictEqual<unknown>(data, owned.slice(0, 1))
    const rest = await garrison.inventory(owner, { cursor: page.cursor ?? "" })
    assert.deepStrictEqual<unknown>(rest, { data: owned.slice(1), page: { limit: 50 } })
    for (const query of [{ cursor: "x" }, { limit: 0 }, { limit: 101 }, { cursor: page.cursor ?? "", limit: 1.5 }]) {
      assert.strictEqual((await refusal(garrison.inventory(owner, query))).code, "invalid_input")
    }
    assert.strictEqual((await refusal(garrison.inventory(player, { cursor: page.cursor ?? "" }))).code, "invalid_input")
  })

  it("keeps integers beyond 2^53, in and out", async () => {
    const event = 2n ** 62n + 1n
    const order = await garrison.submitOrder(player, {
      entries: [{ ...fill(CHEST_LOOT), player_portal_event_id: event }],
    })
    assert.strictEqual(order.entries[0]?.player_portal_event_id, event)
    assert.deepStrictEqual((await garrison.orders(player, { sort: "desc", limit: 1 })).data[0], order)
  })

  it("takes presence reports, and shows presence as it is", async () => {
    const hidden = await playerOf(garrison, "hidden")
    const reported = await garrison.reportPresence(hidden, { status: "invisible", message: "in a cave" })
    assert.deepInclude(reported, { status: "invisible", message: "in a cave", online: false })
    assert.deepStrictEqual(await garrison.presence(hidden), reported)
    const cleared = await garrison.reportPresence(hidden, { status: "online", message: null })
    assert.deepInclude(cleared, { status: "online", online: true })
    assert.notProperty(cleared, "message")
    assert.deepInclude(await garrison.reportPresence(hidden), { status: "online" })
  })

  it("says what is missing", async () => {
    for (const attempt of [
      () => garrison.notify(strangerUuid, { message: "hello" }),
      () => garrison.submitOrder(strangerUuid, { entries: [fill(POUCH_LOOT)] }),
      () => garrison.presence(strangerUuid),
      () => garrison.reportPresence(strangerUuid),
      () => garrison.inventory(strangerUuid),
    ]) {
      const failure = await refusal(attempt())
      assert.deepInclude(failure, {
        code: "resource_not_found",
        message: "resource_not_found: There is no such player.",
      })
      assert.instanceOf(failure.cause, PlayerNotFound)
    }
    const empty = await open(sqlite(freshFile()))
    const unpublished = await refusal(
      empty.submitOrder(await playerOf(empty, "early"), { entries: [fill(POUCH_LOOT)] }),
    )
    assert.strictEqual(unpublished.message, "resource_not_found: No catalog has been published yet.")
    await empty.close()
  })

  it("lists the mistakes of input, and counts those that the message has no room for", async () => {
    const failure = await refusal(
      garrison.submitOrder("nobody", { entries: [{}, { type: "nonsense" }, fill(1, 1.5)] } as never),
    )
    assert.strictEqual(failure.code, "invalid_input")
    assert.strictEqual(failure.message, "invalid_input: player_uuid must be a UUID")
    const broken = await refusal(
      garrison.submitOrder(player, { entries: [{}, { type: "nonsense" }, fill(1, 1.5)] } as never),
    )
    assert.match(broken.message, /^invalid_input: entries\.0\.type is required; .*; and 2 more$/)
    assert.deepStrictEqual(
      broken.details.detail?.map(({ loc, type }) => [loc.join("."), type]),
      [
        ["entries.0.type", "missing"],
        ["entries.0.quantity", "missing"],
        ["entries.1.type", "enum"],
        ["entries.1.quantity", "missing"],
        ["entries.2.quantity", "int_type"],
      ],
    )
  })

  it("takes undefined and null as not given", async () => {
    const query = { start_at: undefined, page_size: null, exclude_before: undefined } as never
    assert.deepStrictEqual(await garrison.notifications(player, query), await garrison.notifications(player))
    assert.deepStrictEqual(await garrison.orders(player, { cursor: undefined }), await garrison.orders(player))
    const login = { ...device("unset"), include_refresh: undefined, portal_display_name: undefined }
    const unset = (await garrison.login(login, { address: undefined })).active_player_uuid
    const entry = { ...fill(POUCH_LOOT), vendor_etag: undefined, purchase_price: undefined, custom_data: undefined }
    const order = await garrison.submitOrder(unset, { source: undefined, is_transaction: undefined, entries: [entry] })
    assert.strictEqual(order.entries[0]?.result, "success")
    await garrison.notify(unset, { message: "hello", custom_data: undefined })
    await garrison.reportPresence(unset, { status: undefined, message: undefined })
  })

  it("tells the findings of a catalog that is refused, in the message and all of them in the details", async () => {
    const loot = Object.fromEntries([1, 2, 3, 4, 5].map((id) => [id, { item_id: 100 + id }]))
    const failure = await refusal(garrison.publishCatalog({ items: {}, vendors: { 1: { type: "recipe", loot } } }))
    assert.strictEqual(failure.code, "catalog_refused")
    assert.include(failure.message, "vendors.1.loot.1.item_id: nothing has the id or uuid that is referred to")
    assert.match(failure.message, /; and 2 more$/)
    assert.strictEqual(failure.details.report?.refusals, 5)
  })

  it("refuses values without end instead of falling over them", async () => {
    const cyclic: Record<string, unknown> = { message: "hello" }
    cyclic["custom_data"] = cyclic
    const bomb = Array.from({ length: 20 }).reduce<unknown>((inner) => ({ a: inner, b: inner }), {})
    for (const endless of [cyclic, { custom_data: bomb }, { custom_data: Array.from({ length: 1_000_000 }) }]) {
      assert.strictEqual((await refusal(garrison.notify(player, endless as never))).code, "invalid_input")
    }
    assert.strictEqual((await refusal(garrison.publishCatalog(cyclic))).code, "catalog_refused")
  })
})

describe("the details of a refused login", () => {
  it("name the agreements that are missing", async () => {
    const document = { version: 1, url: "https://example.org", sha256: "0".repeat(64), required: true }
    const garrison = await open(sqlite(freshFile()), { agreements: { eula: document, tos: document } })
    const failure = await refusal(garrison.login({ ...device("ada"), accept_tos: true }))
    assert.strictEqual(failure.code, "user_needs_agreements")
    assert.deepStrictEqual(failure.details, { needs_eula: true, needs_tos: false, needs_privacy_policy: false })
    await garrison.close()
  })
})

describe("open with arguments of another kind", () => {
  const storage = sqlite(":memory:")
  it.each([
    {
      given: ["game.db"],
      says: ['got a string. Write: open(sqlite("game.db"))', 'import { sqlite } from "@garrison/sql"'],
    },
    { given: ["sqlite:saves/game.db"], says: ['open(sqlite("saves/game.db"))'] },
    {
      given: ["postgres://me:secret@db/game"],
      says: ["open(postgres(url))", 'import { postgres } from "@garrison/sql"'],
    },
    { given: [undefined], says: ["got undefined", 'open(sqlite("game.db"))'] },
    { given: [{ file: "game.db" }], says: ["got an object", 'open(sqlite("game.db"))'] },
    { given: [sqlite], says: ["got a function. Call it"] },
    { given: [storage, storage], says: ["settings second", "Portals come third: open(storage, {}, portals)"] },
    { given: [storage, "fast"], says: ["settings second", "got a string"] },
    { given: [storage, {}, { alpha: {} }], says: ["portals third", "portals({ alpha: … })", "@garrison/portals"] },
  ])("says what to write: $says.0", async ({ given, says }) => {
    const { code, message } = await refusal((open as (...given: ReadonlyArray<unknown>) => Promise<unknown>)(...given))
    assert.strictEqual(code, "invalid_input")
    for (const part of says) assert.include(message, part)
    assert.notInclude(message, "secret")
  })
})

describe("settings given to open", () => {
  it("are in force", async () => {
    const garrison = await open(sqlite(freshFile()), { accessSecondsPlayer: 60 })
    assert.strictEqual((await garrison.login(device("ada"))).expires_in, 60)
    await garrison.close()
  })

  it("are refused, each wrong one by name, before the database is touched", async () => {
    const untouched = Layer.effectDiscard(Effect.die(new Error("the database was opened")))
    const storage = Layer.provideMerge(untouched, sqlite(freshFile()))
    const wrong = { accessSecondsPlayer: -5, agreements: null, acessSecondsMachine: 1 } as never
    const failure = await refusal(open(storage, wrong))
    assert.strictEqual(failure.code, "invalid_settings")
    for (const name of [
      "accessSecondsPlayer must be at least 1",
      "agreements",
      "acessSecondsMachine is not a setting; did you mean accessSecondsMachine?",
    ]) {
      assert.include(failure.message, name)
    }
    assert.lengthOf(failure.details.detail ?? [], 3)
  })
})

describe("a Garrison with a key secret", () => {
  it("opens with it, goes over to another, and says so when it is the wrong one, without repeating it", async () => {
    const storage = sqlite(freshFile())
    const [keySecret, other] = ["a-key-secret-of-an-embedding-host-1", "a-key-secret-of-an-embedding-host-2"]
    await (await open(storage, { keySecret })).close()
    for (const wrong of [{}, { keySecret: other }]) {
      const failure = await refusal(open(storage, wrong))
      assert.strictEqual(failure.code, "invalid_settings")
      assert.match(failure.message, /the keys in this database are encrypted/)
      assert.notInclude(failure.message, other)
    }
    await (await open(storage, { keySecret: other, keySecretPrevious: [keySecret] })).close()
    await (await open(storage, { keySecret: other })).close()
  })
})

describe("a Garrison whose database fails", () => {
  /** A database whose units of work die, once the test says of what. */
  const failing = () => {
    const fault: { defect?: unknown } = {}
    const disturbed = Layer.effect(
      Transaction,
      Effect.map(Transaction, ({ run, ...others }) => ({
        ...others,
        run: (unit) => Effect.suspend(() => ("defect" in fault ? Effect.die(fault.defect) : run(unit))),
      })),
    )
    return { fault, storage: Layer.provideMerge(disturbed, sqlite(freshFile())) }
  }

  it("says service_unavailable when storage cannot answer now, and an Error of its own for anything else", async () => {
    const { fault, storage } = failing()
    const garrison = await open(storage)
    const player = await playerOf(garrison, "ada")
    const attempt = () => garrison.notify(player, { message: "hello" })

    fault.defect = new StorageUnavailable("the disk is full")
    const unavailable = await refusal(attempt())
    assert.strictEqual(unavailable.code, "service_unavailable")
    assert.deepStrictEqual(unavailable.details, { retryAfterSeconds: 1 })
    assert.strictEqual(unavailable.cause, fault.defect)

    fault.defect = new RangeError("a bug")
    assert.strictEqual(await rejection(attempt()), fault.defect)

    fault.defect = "no error at all"
    const wrapped = await rejection(attempt())
    assert.instanceOf(wrapped, Error)
    assert.notInstanceOf(wrapped, GarrisonError)
    assert.strictEqual(wrapped.cause, fault.defect)

    delete fault.defect
    assert.strictEqual((await attempt()).message, "hello")
    await garrison.close()
  })

  it("cannot be opened: open says service_unavailable with the reason, and leaves nothing that keeps a process alive", async () => {
    const file = join(folder, "no", "such", "folder.db")
    const port = await closedPort()
    const urls = [`sqlite:${file}`, `sqlite:${folder}`, `postgres://garrison:secret@${LOOPBACK_HOST}:${port}/garrison`]
    const child = startChild("unreachable", urls, import.meta.dirname)
    const refused = (reason: string) => `service_unavailable: The database cannot be opened (${reason}).`
    assert.deepStrictEqual(await restOfLines(child), [
      refused(`cannot open the SQLite database ${file}: unable to open database file`),
      refused(`cannot open the SQLite database ${folder}: unable to open database file`),
      refused(`PgConnection: Failed to connect: connect ECONNREFUSED ${LOOPBACK}:${port}`),
    ])
    assert.strictEqual(await child.ended, 0)
  })

  it("says how long to wait, with the storage's failure as the cause", async () => {
    const failure = await refusal(open(sqlite(join(folder, "no", "such", "folder.db"))))
    assert.deepStrictEqual(failure.details, { retryAfterSeconds: 1 })
    assert.instanceOf(failure.cause, StorageUnavailable)
  })

  it("has a url that names none: open rejects with what the storage says", async () => {
    assert.instanceOf(await rejection(open(storage("mysql://somewhere"))), StorageUrlInvalid)
  })

  it.each([
    { of: "sqlite", made: () => sqlite(undefined as never), says: 'got undefined: sqlite("game.db")' },
    { of: "sqlite", made: () => sqlite({ file: "game.db" } as never), says: 'got object: sqlite("game.db")' },
    { of: "sqlite", made: () => sqlite(""), says: "got an empty text" },
    { of: "sqlite", made: () => sqlite("postgres://me:secret@db/game"), says: "write postgres(url) for this url" },
    { of: "sqlite", made: () => sqlite("sqlite:game.db"), says: 'the path alone: sqlite("game.db")' },
    { of: "postgres", made: () => postgres(undefined as never), says: "is the variable with it set?" },
    { of: "postgres", made: () => postgres("game.db"), says: 'for a file write sqlite("game.db")' },
  ])("is named by the wrong words: $of says $says", async ({ made, says }) => {
    const failure = await rejection(open(made()))
    assert.instanceOf(failure, StorageUrlInvalid)
    assert.include(failure.message, says)
    assert.notInclude(failure.message, "secret")
  })
})

describe("close", () => {
  it("lets calls under way end, and refuses those that come after it with the code closed", async () => {
    const file = freshFile()
    const garrison = await open(sqlite(file))
    const player = await playerOf(garrison, "ada")
    const underWay = [1, 2, 3].map((count) => garrison.notify(player, { message: `message ${count}` }))
    const closing = garrison.close()
    const late = await refusal(garrison.notifications(player))
    assert.deepInclude(late, { code: "closed", message: "closed: This Garrison has been closed." })
    assert.lengthOf(await Promise.all(underWay), 3)
    await closing
    assert.strictEqual((await refusal(garrison.login(device("ada")))).code, "closed")

    const again = await open(sqlite(file))
    assert.lengthOf((await again.notifications(player)).notifications, 3)
    await again.close()
  })

  it("is called by the end of a block that has the Garrison by await using", async () => {
    const file = freshFile()
    const used = await (async () => {
      await using garrison = await open(sqlite(file))
      assert.isString(await playerOf(garrison, "ada"))
      return garrison
    })()
    assert.strictEqual((await refusal(used.login(device("ada")))).code, "closed")
  })

  it("may be called twice", async () => {
    const garrison = await open(sqlite(freshFile()))
    const [first, second] = [garrison.close(), garrison.close()]
    assert.deepStrictEqual(await Promise.all([first, second, second.then(() => garrison.close())]), [
      undefined,
      undefined,
      undefined,
    ])
  })
})
