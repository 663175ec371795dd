/** The odds of the published catalog's loot and of the entries of orders (decisions, section 12). */
import * as Cache from "effect/Cache"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import { Catalogs } from "../catalog/Catalogs.ts"
import type { CatalogNotFound } from "../catalog/errors.ts"
import { withServicesOf } from "../kernel/work/withServicesOf.ts"
import { InventoryStore } from "../inventory/InventoryStore.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import { type InvalidDetail, InvalidInput } from "../kernel/input/Invalid.ts"
import type { WireJson } from "../kernel/wire/WireJson.ts"
import type { OrderRefused } from "../order/errors.ts"
import type { OrderRequest } from "../order/schema.ts"
import type { PermissionDenied } from "../permission/errors.ts"
import type { PlayerNotFound } from "../player/errors.ts"
import type { Caller } from "../kernel/Caller.ts"
import { activeLoot, lootOdds } from "./computeOdds.ts"
import { OddsBusy, OddsNotFound } from "./errors.ts"
import { makeExpectedQuote } from "./expectedQuote.ts"
import type { OddsState } from "./expectedOf.ts"
import { decodeOwned, type OwnedCount, type OwnedTexts, recordsOf } from "./owned.ts"
import { withPlayerRecords } from "./playerRecords.ts"
import { DrawsMade } from "./rules/draws.ts"
import type { LootOddsAnswer } from "./schema.ts"
import { OddsSettings } from "./settings.ts"

/** Answers that are kept, and for how long: `effective_from` and time frames make odds depend on the time. */
const ANSWERS_KEPT_MAX = 256
const KEPT_FOR = "1 minute"

const eitherPlayer: InvalidDetail = {
  loc: ["owning"],
  msg: "must be left out, as xp, where a player is named: it makes a player up",
  type: "value_error",
}

/** Most odds for everybody that are computed or wait for that, and when to ask again for further ones. */
const PUBLISHED_AT_ONCE_MAX = 8
const RETRY_AFTER_SECONDS = 5

/** A question about the current catalog. Equal questions are one key of the cache. */
type Question = readonly [version: number, lootId: number, quantity: number, owned: ReadonlyArray<OwnedCount>]

/** Makes the function that answers a question from memory, or computes it; beyond 8 at a time it is refused. */
const makeKept = Effect.fnUntraced(function* <E>(compute: (question: Question) => Effect.Effect<LootOddsAnswer, E>) {
  let underWay = 0
  const computeNew = Effect.fnUntraced(function* (question: Question) {
    if (underWay >= PUBLISHED_AT_ONCE_MAX) {
      return yield* new OddsBusy({
        code: "too_many_odds",
        retryAfterSeconds: RETRY_AFTER_SECONDS,
        limit: "publishedOddsAtOnce",
      })
    }
    underWay++
    return yield* Effect.ensuring(
      compute(question),
      Effect.sync(() => underWay--),
    )
  })
  const kept = yield* Cache.makeWith(
    (key: string) => computeNew(JSON.parse(key) as Question),
    // A refusal holds for its question alone.
    { capacity: ANSWERS_KEPT_MAX, timeToLive: (exit) => (Exit.isSuccess(exit) ? KEPT_FOR : 0) },
  )
  return (question: Question) => Cache.get(kept, JSON.stringify(question))
})

/** Odds of the catalog that is served. */
export class LootOdds extends Context.Service<
  LootOdds,
  {
    /**
     * The odds of `quantity` of a loot for a player who owns what `texts` say (default: nothing), from memory where
     * they were asked for before. They are up to a minute old. Fails with {@link OddsNotFound} unless the setting
     * `oddsPublished` is on, with {@link OddsBusy} while 8 others are computed or wait, and with {@link InvalidInput}
     * where a text names no item.
     */
    readonly published: (
      lootId: number,
      quantity: number,
      texts?: OwnedTexts,
    ) => Effect.Effect<LootOddsAnswer, OddsBusy | OddsNotFound | CatalogNotFound | InvalidInput>
    /**
     * The odds for a player with the inventory of `player`; undefined: for one who owns what `texts` say. `version`: in
     * that version of the catalog (default: the current one). Fails with {@link InvalidInput} when both are given, or a
     * text names no item.
     */
    readonly of: (
      lootId: number,
      quantity: number,
      player: PlayerUuid | undefined,
      version?: number,
      texts?: OwnedTexts,
    ) => Effect.Effect<LootOddsAnswer, OddsNotFound | CatalogNotFound | PlayerNotFound | InvalidInput>
    /**
     * Quotes an order with the odds of its entries in place of results. Each is that of the entry by itself, in the
     * player's present state. Follows the rules of `Orders.quote`, and is answered as that where no entry is looked at:
     * with the stored order of its reference, or beyond the rate. Stores nothing. Fails as `Orders.submit` does, and
     * with {@link InvalidInput} when the order has more than 10 entries, or orders more than 1,000 of loot in all, or
     * when a player asks and odds are not published. At most 8 run or wait at a time; further ones are answered as
     * beyond the rate.
     */
    readonly quote: (
      player: PlayerUuid,
      request: OrderRequest,
      by: Caller,
      address?: string,
    ) => Effect.Effect<
      { readonly wire: WireJson },
      InvalidInput | OrderRefused | PlayerNotFound | CatalogNotFound | PermissionDenied
    >
  }
>()("@garrison/core/odds/LootOdds") {
  static readonly layer = Layer.effect(
    LootOdds,
    Effect.gen(function* () {
      const catalogs = yield* Catalogs
      const { oddsPublished } = yield* OddsSettings
      const withStore = yield* withServicesOf(InventoryStore)
      // One computation of each kind at a time: those for everybody, those of quotes, and those of the host. So none
      // waits for another kind, and many questions do not take the processor from orders.
      const [lineOfPublished, lineOfQuotes, lineOfHost] = yield* Effect.all([
        Semaphore.make(1),
        Semaphore.make(1),
        Semaphore.make(1),
      ])
      const made = new DrawsMade()
      const notFound = new OddsNotFound({ code: "resource_not_found" })

      const found = Effect.fnUntraced(function* (lootId: number, version?: number) {
        const { linked } = yield* version === undefined ? catalogs.current : catalogs.version(version)
        const now = yield* Clock.currentTimeMillis
        const loot = activeLoot(linked, lootId, now)
        return loot === undefined ? yield* notFound : { linked, loot, now }
      })

      const compute = Effect.fnUntraced(function* (
        lootId: number,
        quantity: number,
        records: OddsState["records"],
        version?: number,
      ) {
        const { linked, loot, now } = yield* found(lootId, version)
        return yield* lootOdds(linked, loot, quantity, { now, records, platform: undefined, made })
      })

      const of = Effect.fn("LootOdds.of")(function* (
        lootId: number,
        quantity: number,
        player: PlayerUuid | undefined,
        version?: number,
        texts: OwnedTexts = {},
      ) {
        const { linked, now } = yield* found(lootId, version)
        const owned = yield* decodeOwned(linked, texts)
        if (player !== undefined && (texts.owning ?? texts.xp) !== undefined) {
          return yield* new InvalidInput({ detail: [eitherPlayer] })
        }
        const odds =
          player === undefined
            ? compute(lootId, quantity, recordsOf(owned), version)
            : withStore(withPlayerRecords(player, now, (records) => compute(lootId, quantity, records, version)))
        return yield* lineOfHost.withPermits(1)(odds)
      })

      const kept = yield* makeKept(([, lootId, quantity, owned]) =>
        lineOfPublished.withPermits(1)(compute(lootId, quantity, recordsOf(owned))),
      )

      const published = Effect.fn("LootOdds.published")(function* (
        lootId: number,
        quantity: number,
        texts: OwnedTexts = {},
      ) {
        if (!oddsPublished) return yield* notFound
        // Only loot that exists takes a place among the kept answers.
        const { linked } = yield* found(lootId)
        const question: Question = [linked.version, lootId, quantity, yield* decodeOwned(linked, texts)]
        return yield* kept(question)
      })

      const quote = yield* makeExpectedQuote(lineOfQuotes.withPermits(1), oddsPublished)

      return LootOdds.of({ published, of, quote })
    }),
  )
}
