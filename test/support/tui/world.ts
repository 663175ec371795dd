/**
 * A small world to look at: the demo, some players and clients, and what operators did to them. Time and randomness are
 * frozen, so that its pictures are the same each time they are drawn.
 */
import { ShownSettings } from "@garrison/core/environment/shownSettings"
import * as Garrison from "@garrison/core/Garrison"
import type { RefusalJson } from "@garrison/core/operation/refusal"
import { localActor } from "@garrison/core/operation/Act"
import { type LocalLayer, makeLocalLayer } from "@garrison/core/operation/local"
import { operations } from "@garrison/core/operations"
import { defaultSettings, settingsInForce } from "@garrison/core/settings"
import { Logins } from "@garrison/core/login/Logins"
import { storage, type StorageServices } from "@garrison/sql/storage"
import type { OperationAnswer, OperationInput, OperationName } from "@garrison/tui/operation"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { join } from "node:path"
import { DEMO_GAME } from "../../../packages/cli/src/demo/names.ts"
import { prepareDemo } from "../../../packages/cli/src/demo/prepare.ts"
import { type CryptoServices, frozenRandomLayer } from "../crypto.ts"
import { temporaryFolder } from "../databases.ts"
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

/** A clock that stands where it is set. What waits, waits as ever, because storage does. */
const standingClock = (at: number) => {
  let now = at
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: () => now,
    currentTimeMillis: Effect.sync(() => now),
    currentTimeNanosUnsafe: () => BigInt(now) * 1_000_000n,
    currentTimeNanos: Effect.sync(() => BigInt(now) * 1_000_000n),
    monotonicTimeNanosUnsafe: () => Clock.Clock.defaultValue().monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: Clock.Clock.defaultValue().monotonicTimeNanos,
    sleep: (duration) => Clock.Clock.defaultValue().sleep(duration),
  }
  return {
    clock,
    pass: (minutes: number) =>
      Effect.sync(() => {
        now += minutes * 60_000
      }),
    set: (millis: number) =>
      Effect.sync(() => {
        now = millis
      }),
  }
}

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

/** Settings as the command shows them. */
const shownSettings = [
  ["storage", "postgres://garrison:***@db.example/garrison", "GARRISON_STORAGE", "Where everything is kept"],
  ["grantsEnabled", "anon, refresh, client_credentials", "garrison.yaml, line 4", "The grants that may be used"],
  ["accessSecondsPlayer", "3600 s", "default", "How long a player's access token is valid"],
  ["keySecret", "***", "GARRISON_KEY_SECRET", "Seals the secrets in the database"],
  ["port", "8443", "--port", "The port of the server"],
].map(([name = "", value = "", source = "", description = ""]) => {
  const environment = `GARRISON_${name.replaceAll(/[A-Z]/g, "_$&").toUpperCase()}`
  return { name, value, source, environment, description }
})

const begin = startMillis - 97 * 60_000

/** The world, and what runs operations in it, as the operator ada. */
export const makeWorld = Effect.gen(function* () {
  const { clock, pass, set } = standingClock(begin)
  const file = join(yield* temporaryFolder, "world.db")
  const settings = settingsInForce({
    ...defaultSettings,
    defaultClientId: DEMO_GAME,
    grantsEnabled: ["anon", "client_credentials", "refresh"],
  })
  const frozen = Layer.succeed(Clock.Clock, clock)
  const services = yield* Layer.build(
    Garrison.layer.pipe(
      Layer.provideMerge(frozenRandomLayer("world")),
      Layer.provideMerge(storage(`sqlite:${file}`)),
      Layer.provide(settings),
      Layer.provideMerge(frozen),
      Layer.provideMerge(Layer.succeed(ShownSettings, shownSettings)),
    ),
  )
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
