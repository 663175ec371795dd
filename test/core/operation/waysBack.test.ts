/**
 * The way back of every act: it is taken, as the JSON of the answer names it, on a real database, here or in
 * `reverse.test.ts`; or the act is listed with the reason why there is none.
 */
import { assert, describe, it } from "@effect/vitest"
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import { listVersions } from "@garrison/core/catalog/operations/listVersions"
import { Clients } from "@garrison/core/client/Clients"
import { listClients } from "@garrison/core/client/operations/listClients"
import * as Garrison from "@garrison/core/Garrison"
import { listInventory } from "@garrison/core/inventory/operations/listInventory"
import { hostCaller } from "@garrison/core/kernel/Caller"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { writerOf } from "@garrison/core/operation/answer"
import type { Act } from "@garrison/core/operation/Act"
import type { AnyOperation } from "@garrison/core/operation/Operation"
import { operations } from "@garrison/core/operations"
import { Orders } from "@garrison/core/order/Orders"
import { putRole } from "@garrison/core/role/operations/putRole"
import { settingsInForce } from "@garrison/core/settings"
import * as Stores from "@garrison/sql/Stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { actBy } from "../../support/acts.ts"
import { onEachDatabase } from "../../support/databases.ts"
import { countingKdf } from "../../support/kdf.ts"
import { loginAnon, testSettings, whoIs } from "../../support/logins.ts"
import { orderIn } from "../../support/orders.ts"

/** Acts that cannot be undone, and why. */
const irreversible: Readonly<Record<string, string>> = {
  "signingKey.rotate": "the former key has been replaced in every copy of the key set, and would sign without notice",
  "client.rotate": "only the hash of the former secret is kept, and the new one has been shown",
  "client.retireSecret": "only the hash of the secret was kept",
  "client.remove": "its secrets are gone, and its sessions have ended",
  "client.updateOwn": "a machine changes itself; an operator edits or rotates it",
  "person.delete": "what is deleted must not come back",
  "restriction.release": "the portal user belongs to nobody, whom a restriction could be given to",
  "player.endSessions": "an ended session stays ended; the player logs in again",
  "account.create": "an account is restricted, or deleted with its person",
  "account.changePassword": "only a hash of the former password was kept",
  "audit.accept": "the row stands as it did before, and the audit says who accepted it",
  "ledger.accept": "the orders vouch for each other as before, and the audit says who took them over",
  "notification.broadcast": "players may have read it",
  "notification.send": "the player may have read it",
}

const item = (name: string) => ({
  items: { 1: { type: "unit", custom_data: { name } } },
  vendors: { 1: { type: "recipe", loot: { 1: { item_id: 1, quantity: 5, is_claimable_by_client: true } } } },
})

const setup = actBy("setup")

const prepare = Effect.gen(function* () {
  const clients = yield* Clients
  yield* clients.create({ clientId: "game", kind: "game", permissions: [], public: true }, setup)
  yield* clients.create(
    { clientId: "tool", kind: "machine", permissions: ["presence:read"], description: "A tool" },
    setup,
  )
  yield* (yield* Catalogs).publish(item("Coin"), {}, setup)
  yield* (yield* Catalogs).publish(item("Gold"), {}, setup)
  yield* putRole.run({ role_id: 7, name: "moderator", permissions: ["catalog:read"] }, setup)
  const player = whoIs(yield* loginAnon(1)).playerUuid
  const given = { type: "create_new_persistent_inventory", item_id: 1, quantity: 9 } as const
  const { wire } = yield* (yield* Orders).submit(player, { entries: [given] }, hostCaller("tool"))
  const { order_id: orderId } = yield* orderIn(wire)
  return { player, orderId }
})
type World = Effect.Success<typeof prepare>

/** How many the player has of each item. */
const itemsOf = Effect.fnUntraced(function* (player: PlayerUuid) {
  const { data } = yield* listInventory.run({ player_uuid: player }, setup)
  const counts = new Map<number, number>()
  for (const row of data as ReadonlyArray<unknown>) {
    const { count, item_id: id } = typeof row === "string" ? JSON.parse(row) : row
    counts.set(id, (counts.get(id) ?? 0) + Number(count))
  }
  return Object.fromEntries(counts)
})

/** Everything that the acts below may change, without counts of changes and times. */
const stateOf = Effect.fnUntraced(function* ({ player }: World) {
  const { clients } = yield* listClients.run({}, setup)
  const { versions } = yield* listVersions.run({}, setup)
  return {
    clients: clients.map((client) => ({ ...client, created: 0, revision: 0, uses_known_until: 0 })),
    version: versions.find(({ current }) => current)?.version,
    items: yield* itemsOf(player),
  }
})

/** Acts whose way back `reverse.test.ts` takes. */
const taken = [
  "role.put",
  "player.setRole",
  "restriction.add",
  "restriction.lift",
  "restriction.setEnd",
  "person.link",
  "person.unlink",
  "person.merge",
  "person.unmerge",
]

/** An input for each other act that can be undone. */
const reversible: Readonly<Record<string, (world: World) => object>> = {
  "client.create": () => ({ client_id: "new", kind: "machine", permissions: [] }),
  "client.edit": () => ({ client_id: "tool", description: null, permissions: [], grants: ["*"] }),
  "client.setDisabled": () => ({ client_id: "tool", disabled: true }),
  "client.editRedirects": () => ({ client_id: "game", redirect_uris: ["https://a.example/"], pkce_exempt: true }),
  "client.setRole": () => ({ client_id: "tool", role_id: 7 }),
  "catalog.publish": () => ({ document: item("Silver") }),
  "catalog.republish": () => ({ version: 1 }),
  "item.give": ({ player }) => ({ player_uuid: player, item_id: 1, count: 3 }),
  "item.take": ({ player }) => ({ player_uuid: player, item_id: 1, count: 3 }),
  "order.refund": ({ orderId, player }) => ({ player_uuid: player, order_id: orderId }),
  "inventory.clawBack": ({ player }) => ({ player_uuid: player, item_id: 1, count: 4 }),
}

type Services = Garrison.GarrisonServices | Garrison.GarrisonRequirements | Layer.Success<typeof Stores.layer>

const table: ReadonlyArray<AnyOperation<string, Services>> = operations

const named = (name: string): AnyOperation<string, Services> => {
  const found = table.find((operation) => operation.name === name)
  if (found === undefined) throw new Error(`there is no operation ${name}`)
  return found
}

const hasReverse = ({ answer }: AnyOperation): boolean =>
  "fields" in answer.schema && "reverse" in Object(answer.schema.fields)

describe("every audited act", () => {
  const audited = table.filter(({ isAudited }) => isAudited)

  it("is here with its way back, or with the reason why there is none", () => {
    assert.sameMembers(
      audited.map(({ name }) => name),
      [...Object.keys(irreversible), ...Object.keys(reversible), ...taken],
    )
  })

  it("answers with `reverse` exactly if there is a way back, and no read does", () => {
    assert.sameMembers(
      table.filter(hasReverse).map(({ name }) => name),
      [...Object.keys(reversible), ...taken],
    )
  })
})

onEachDatabase((database, layer) => {
  const services = Garrison.layer.pipe(
    Layer.provideMerge(Stores.layer),
    Layer.provideMerge(settingsInForce(testSettings)),
    Layer.provideMerge(Layer.merge(layer, countingKdf().layer)),
  )

  /** Runs an operation as a face does: from JSON, and to JSON. */
  const run = Effect.fnUntraced(function* (operation: AnyOperation<string, Services>, input: object, act: Act) {
    const answered = yield* operation.run(yield* operation.decode(input), act)
    return JSON.parse(writerOf(operation.answer)(answered)) as { readonly reverse?: unknown }
  })

  describe(`the way back on ${database}`, () => {
    for (const [name, inputOf] of Object.entries(reversible)) {
      it.effect(`of ${name} leads to what was before`, () =>
        Effect.gen(function* () {
          const world = yield* prepare
          const act: Act = { ...actBy("ada"), reason: "because" }
          const operation = named(name)
          const wanted = inputOf(world)
          const before = yield* stateOf(world)
          const rehearsed = yield* run(operation, wanted, { ...act, dryRun: true })
          assert.deepStrictEqual(yield* stateOf(world), before)
          const { reverse } = yield* run(operation, wanted, act)
          assert.notDeepEqual(yield* stateOf(world), before, "the act changes what is compared")
          const { input: back, operation: by } = Object(reverse)
          assert.isTrue(named(by).isAudited, by)
          assert.strictEqual(Object(rehearsed.reverse).operation, by)
          yield* run(named(by), back, { ...act, reason: "undo: because" })
          assert.deepStrictEqual(yield* stateOf(world), before)
        }).pipe(Effect.provide(Layer.fresh(services))),
      )
    }
  })
})
