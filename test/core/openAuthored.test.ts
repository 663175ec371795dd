/** A host publishes a catalog as designers write it: with names, forms and a lock file. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { type EmbeddedGarrison, GarrisonError, open } from "@garrison/core"
import { sqlite } from "@garrison/sql"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const world = {
  items: { coins: {}, sword: {} },
  vendors: {
    kills: {
      loot: {
        goblin: {
          always: [{ item: "coins", quantity: 2 }],
          sometimes: [{ item: "sword", chance: "1/4", when: { lacks: "sword" } }],
        },
      },
    },
  },
}

/** The same with a sword that is called blade, and keeps its id if `was` says so. */
const renamed = (blade: object) => ({
  ...world,
  items: { coins: {}, blade },
  vendors: { kills: { loot: { goblin: { always: [{ item: "coins", quantity: 2 }, { item: "blade" }] } } } },
})

const device = { grant_type: "anon", portal_access_token: "the-device-of-ada" } as const

const refusal = (promise: Promise<unknown>): Promise<GarrisonError> =>
  promise.then(
    () => assert.fail("it was not refused"),
    (failure: unknown) => (failure instanceof GarrisonError ? failure : assert.fail(String(failure))),
  )

describe("publishCatalog of a host", () => {
  const folder = mkdtempSync(join(tmpdir(), "garrison-authored-"))
  let garrison: EmbeddedGarrison
  let player: string
  beforeAll(async () => {
    garrison = await open(sqlite(join(folder, "game.db")))
    player = (await garrison.login(device)).active_player_uuid
  })
  afterAll(async () => {
    await garrison.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const goblin = async () =>
    garrison.submitOrder(player, { entries: [{ type: "fill_loot", loot: "kills/goblin", quantity: 1 }] })

  const idsOwned = async () =>
    new Map((await garrison.inventory(player)).data.map((record) => [record.item_id, record.count]))

  it("takes names and forms, and players get what the document says", async () => {
    assert.strictEqual(await garrison.publishCatalog(world), 1)
    assert.strictEqual((await goblin()).entries[0]?.result, "success")
    // The order of the keys, and a value that is not given, make no other document.
    assert.strictEqual(
      await garrison.publishCatalog({ vendors: world.vendors, items: world.items, promotions: null }),
      1,
    )
    assert.include([...(await idsOwned()).values()], 2)
  })

  it("keeps the ids of a lock file, in which a renamed entry is the same", async () => {
    const lock = { lock_version: 1, ids: { item: { coins: 5, sword: 77 } } }
    await garrison.publishCatalog(renamed({ was: "sword" }), { lock, reason: "a better name" })
    await goblin()
    assert.strictEqual((await idsOwned()).get(77), 1)
    assert.strictEqual((await idsOwned()).get(5), 2)
  })

  it("tells the mistakes in what the host wrote: by its own paths, with what to write instead", async () => {
    const misspelt = { ...world, items: { ...world.items, gem: { availabilty_flags: 1 } } }
    const broken = { ...misspelt, promotions: { HI: { loot: "goblin" } } }
    const failure = await refusal(garrison.publishCatalog(broken))
    assert.strictEqual(failure.code, "catalog_refused")
    assert.include(failure.message, "promotions.HI.loot: nothing has the name that is referred to: goblin")
    const findings = failure.details.report?.findings ?? []
    assert.deepStrictEqual(
      findings.map(({ code, fix, path }) => [code, path.join("."), fix]),
      [
        ["name_unknown", "promotions.HI.loot", "write kills/goblin"],
        ["unknown_field", "items.gem.availabilty_flags", "write availability_flags"],
      ],
    )
    assert.notProperty(findings[0], "file")
    assert.strictEqual((await refusal(garrison.publishCatalog(misspelt))).code, "catalog_refused")
    assert.isAbove(await garrison.publishCatalog(misspelt, { allow_unknown: true }), 2)
  })

  it("refuses forms that expand into too much, a lock file that cannot be right, and another etag", async () => {
    const range = { item: "coins", quantity: { min: 1, max: 99 } }
    const many = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`l${index}`, range]))
    const large = await refusal(garrison.publishCatalog({ items: { coins: {} }, vendors: { v: { loot: many } } }))
    assert.strictEqual(large.details.report?.findings[0]?.code, "form_too_large")
    const twice = { lock_version: 1, ids: { item: { coins: 5, sword: 5 } } }
    for (const lock of [5, {}, { lock_version: 2 }, twice]) {
      assert.strictEqual((await refusal(garrison.publishCatalog(world, { lock }))).code, "invalid_input")
    }
    const stale = await refusal(garrison.publishCatalog(world, { if_match: '"other"' }))
    assert.strictEqual(stale.code, "catalog_etag_mismatch")
  })

  it("refuses what is no document, and does not fall over it", async () => {
    const cyclic: Record<string, unknown> = { items: { coins: {} } }
    cyclic["vendors"] = { v: { loot: { a: { always: [cyclic] } } } }
    const thrown = {
      items: { coins: {} },
      get vendors(): never {
        throw new Error("no")
      },
    }
    for (const value of [null, 5, [], "items: {}", cyclic, { items: { coins: Symbol("x") } }]) {
      assert.strictEqual((await refusal(garrison.publishCatalog(value))).code, "catalog_refused")
    }
    const unplain = { ...world, items: { ...world.items, gem: { custom_data: { name: Symbol("gem") } } } }
    const { details } = await refusal(garrison.publishCatalog(unplain))
    assert.include(
      (details.report?.findings ?? []).map(({ code }) => code),
      "not_plain_data",
    )
    assert.instanceOf(await garrison.publishCatalog(thrown).catch((failure: unknown) => failure), Error)
  })
})
