/**
 * A small world to look at: the demo, some players and clients, and what operators did to them. Time and randomness are
 * frozen, so that its pictures are the same each time they are drawn.
 */
import type * as Garrison from "@garrison/core/Garrison"
import type { RefusalJson } from "@garrison/core/operation/refusal"
import { localActor } from "@garrison/core/operation/Act"
import { type LocalLayer, makeLocalLayer } from "@garrison/core/operation/local"
import { operations } from "@garrison/core/operations"
import { Logins } from "@garrison/core/login/Logins"
import type { StorageServices } from "@garrison/sql/storage"
import type { OperationAnswer, OperationInput, OperationName } from "@garrison/tui/operation"
import * as Effect from "effect/Effect"
import { join } from "node:path"
import { prepareDemo } from "../../../packages/cli/src/demo/prepare.ts"
import type { CryptoServices } from "../crypto.ts"
import { temporaryFolder } from "../databases.ts"
import { frozenGarrison } from "../frozenGarrison.ts"
import { startMillis } from "./driven.ts"

/** The names of the players besides those of the demo. */
const names = [
  "Björn Eisenhart",
  "mara_k",
  "Zoë 🏰",
  "日本の旅人",
  "xX_Shade_Xx",
  "Émile",
  "Tiếng Việt",
  "gob\u{202E}nil",
  "Nuria",
  "Pavel",
  "أمل",
  "o'Neill",
]

const logIn = (name: string, at: number) =>
  Logins.use((logins) =>
    logins.login(
      {
        portal_parent_access_token: "",
        portal_parent_display_name: "",
        grant_type: "anon",
        portal_access_token: `device-${String(at).padStart(32, "0")}`,
        portal_display_name: name,
      },
      { credentials: undefined, credentialsMalformed: false, address: `192.0.2.${at + 1}`, userAgent: "Game/1.4" },
    ),
  ).pipe(
    Effect.map((result) => result.active_player_uuid ?? ""),
    Effect.orDie,
  )

/** Runs an operation that must succeed. */
const runner =
  ({ run }: LocalLayer<OperationName>) =>
  <Name extends OperationName>(name: Name, input: OperationInput<Name>, reason?: string) =>
    Effect.orDie(
      Effect.mapError(
        run(name, input, reason === undefined ? {} : { reason }),
        (refusal: RefusalJson) => new Error(`${name}: ${refusal.message}`),
      ),
    ).pipe(Effect.map((answer) => answer as OperationAnswer<Name>))

const begin = startMillis - 97 * 60_000

/** The world, and what runs operations in it, as the operator ada. */
export const makeWorld = Effect.gen(function* () {
  const { pass, services, set } = yield* frozenGarrison(join(yield* temporaryFolder, "world.db"), "world", begin)
  return yield* Effect.provideContext(
    Effect.gen(function* () {
      yield* prepareDemo(false)
      const layer = yield* makeLocalLayer<Garrison.GarrisonServices | StorageServices | CryptoServices, OperationName>(
        operations,
        localActor("ada"),
      )
      const run = runner(layer)
      const players: Array<string> = []
      for (const [at, name] of names.entries()) {
        yield* pass(at < 5 ? 13 : 3)
        players.push(yield* logIn(name, at))
      }
      yield* run("client.create", {
        client_id: "matchmaker",
        kind: "machine",
        permissions: ["presence:read"],
        description: "Finds opponents",
      })
      yield* pass(6)
      yield* run("client.rotate", { client_id: "matchmaker", overlap_seconds: 86_400 }, "Every quarter.")
      const [shade = "", mara = ""] = [players[4], players[1]]
      yield* run(
        "restriction.add",
        { player_uuid: shade, type: "account_ban", note: "Sold gold." },
        "Sold gold in chat.",
      )
      yield* pass(4)
      yield* run("notification.create", { player_uuid: mara, message: "Your lost sword is back." }, "Ticket 4711")
      yield* set(startMillis)
      const demo = yield* run("player.search", { name: "Grace" })
      const grace = demo.players[0]?.player_uuid ?? ""
      const orders = yield* run("order.list", { player_uuid: grace })
      return { ...layer, players, order: { player_uuid: grace, order_id: orders.data[0]?.order_id ?? "" } }
    }),
    services,
  )
})
