/** A world for the operations on a player as a whole: everything of the core, a catalog, and players who log in. */
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import { Clients } from "@garrison/core/client/Clients"
import * as Garrison from "@garrison/core/Garrison"
import { hostCaller } from "@garrison/core/kernel/Caller"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import type { Act } from "@garrison/core/operation/Act"
import { Orders } from "@garrison/core/order/Orders"
import { awaitChange } from "@garrison/core/overview/operations/awaitChange"
import { showOverview } from "@garrison/core/overview/operations/showOverview"
import { settingsInForce } from "@garrison/core/settings"
import * as Stores from "@garrison/sql/Stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { actBy } from "../../support/acts.ts"
import { POUCH_LOOT, smallCatalog } from "../../support/catalog.ts"
import type { DatabaseServices } from "../../support/databases.ts"
import { countingKdf } from "../../support/kdf.ts"
import { loginAnon, testSettings, whoIs } from "../../support/logins.ts"
import { preparedOn } from "../../support/prepared.ts"

/** An operator. */
export const ada: Act = { ...actBy("ada"), reason: "ticket 4711" }
/** Another operator. */
export const eve: Act = { ...actBy("eve"), reason: "ticket 4712" }

/** Every service on the database. */
const servicesOn = (database: Layer.Layer<DatabaseServices>) =>
  Garrison.layer.pipe(
    Layer.provideMerge(Stores.layer),
    Layer.provideMerge(settingsInForce({ ...testSettings, orderEntriesPerWindowMax: 1_000_000 })),
    Layer.provideMerge(Layer.merge(database, countingKdf().layer)),
  )

/** The services of a test of this world. */
export type WorldServices = Layer.Success<ReturnType<typeof servicesOn>>

const prepare = Effect.gen(function* () {
  yield* (yield* Clients).create({ clientId: "game", kind: "game", permissions: [], public: true }, actBy("setup"))
  yield* (yield* Catalogs).publish(smallCatalog, {}, actBy("setup"))
  const result = yield* loginAnon(1, { portal_display_name: "Grace", include_refresh: true })
  return { ...whoIs(result), refreshToken: result.refresh_token }
})

/** Runs a test with a player, who has logged in once, on a database that each test finds so. */
export const inWorldOn = (database: Layer.Layer<DatabaseServices>) => preparedOn(database, servicesOn, prepare)

/** The player whole. */
export const overviewOf = (player: PlayerUuid, act: Act = ada) => showOverview.run({ player_uuid: player }, act)

/** What changed since the mark. */
export const changedSince = (player: PlayerUuid, mark: string, seconds = 0, act: Act = ada) =>
  awaitChange.run({ player_uuid: player, mark, deadline_seconds: seconds }, act)

/** A pouch of gold, by an order of a server. */
export const orderPouch = (player: PlayerUuid) =>
  Orders.use((orders) =>
    orders.submit(
      player,
      { source: "IN_GAME", entries: [{ type: "fill_loot", loot_id: POUCH_LOOT, quantity: 1 }] },
      hostCaller("server"),
    ),
  )
