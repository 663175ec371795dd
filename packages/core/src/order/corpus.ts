/**
 * A corpus of orders: lines of JSON with all that the orders need to be interpreted again, without a database. A later
 * release replays the corpus of an earlier one (guarantees R8).
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { taggedFrom } from "../catalog/publishable.ts"
import { link, type LinkedCatalog } from "../catalog/rules/linked.ts"
import type { PublishedCatalog } from "../catalog/rules/published.ts"
import { InventoryBucket } from "../catalog/schema.ts"
import type { HeldRecord } from "../inventory/schema.ts"
import { Platform } from "../kernel/Platform.ts"
import { ORDER_FEATURES } from "./enumerations.ts"
import { inWhole, repeat, type WholeRecords } from "./repeat.ts"
import { comparedWith, type RecordedOrder, type ReplayedOrder } from "./replay.ts"
import { storedOrderIn } from "./rules/wire/storedOrder.ts"

const HeldRecordFields = Schema.Struct({
  inventoryId: Schema.String,
  legacyInventoryId: Schema.BigInt,
  itemId: Schema.Int,
  type: Schema.Literals(["persistent", "transient"]),
  bucket: InventoryBucket,
  count: Schema.Int,
  acquired: Schema.Int,
  expires: Schema.UndefinedOr(Schema.Int),
  customData: Schema.UndefinedOr(Schema.Record(Schema.String, Schema.String)),
  revision: Schema.Int,
})

const Stated = Schema.Struct({
  entry: Schema.Int,
  count: Schema.Int,
  first: Schema.Array(Schema.Tuple([Schema.Int, Schema.Int])),
  coupon: Schema.optionalKey(Schema.Int),
})

const Evidence = Schema.Struct({
  catalogVersion: Schema.Int,
  platform: Schema.UndefinedOr(Platform),
  isServer: Schema.Boolean,
  disabled: Schema.Array(Schema.Literals(ORDER_FEATURES)),
  choices: Schema.Array(Schema.Int),
  promotions: Schema.Array(Schema.Struct({ isClaimed: Schema.Boolean, uses: Schema.Int })),
  applied: Schema.Array(Schema.Boolean),
  // Absent in a corpus of before.
  stated: Schema.Array(Stated).pipe(Schema.withDecodingDefaultKey(Effect.succeed([]))),
})

/** A catalog version in its normal form. The line comes before the first order of that version. */
const CatalogLine = Schema.Struct({ catalog: Schema.Int, published: Schema.Unknown })

/** The texts of a submitted order and of the orders that it made, and what it was decided from. */
const OrderLine = Schema.Struct({
  wires: Schema.NonEmptyArray(Schema.String),
  evidence: Evidence,
  records: Schema.Array(HeldRecordFields),
})

const Line = Schema.fromJsonString(Schema.toCodecJson(Schema.Union([CatalogLine, OrderLine])))
const encode = Schema.encodeSync(Line)
const decode = Schema.decodeUnknownEffect(Line)

/** The line of a catalog version. */
export const catalogLine = (version: number, published: PublishedCatalog): string =>
  encode({ catalog: version, published })

/** The line of an order. */
export const orderLine = ({ records, stored: { evidence, wires } }: RecordedOrder): string =>
  encode({ wires: wires as [string, ...Array<string>], evidence, records })

/** The records that an ask selects, oldest first. */
const answersFrom =
  (records: ReadonlyArray<HeldRecord>): WholeRecords =>
  (ask) =>
    Effect.sync(() =>
      records.filter(
        ({ inventoryId, itemId, legacyInventoryId }) =>
          ask.itemIds.includes(itemId) ||
          ask.inventoryIds.includes(inventoryId) ||
          ask.legacyInventoryIds.includes(legacyInventoryId),
      ),
    )

/**
 * Reads the lines of a corpus one after the other, and replays each order. undefined: the line has a catalog. Fails
 * when a line is not of a corpus.
 */
export const corpusReplay = () => {
  const catalogs = new Map<number, LinkedCatalog>()
  return Effect.fnUntraced(function* (text: string) {
    const line = yield* decode(text)
    if ("catalog" in line) {
      const published = yield* taggedFrom(line.published as PublishedCatalog)
      catalogs.set(line.catalog, link(line.catalog, published))
      return undefined
    }
    const { evidence, records, wires } = line
    const [first, ...made] = wires
    const order = storedOrderIn(first)
    const stored = {
      order,
      evidence,
      catalogVersion: evidence.catalogVersion,
      family: [order, ...made.map(storedOrderIn)] as const,
      wires,
    }
    const catalog = catalogs.get(evidence.catalogVersion)
    if (catalog === undefined) {
      const obstacle = `the corpus has no catalog ${evidence.catalogVersion} before the order`
      const replayed: ReplayedOrder = { orderId: order.order_id, differences: [], obstacle }
      return { player: order.player_uuid, replayed }
    }
    const replayed = comparedWith(stored, yield* repeat(stored, catalog, inWhole(answersFrom(records))))
    return { player: order.player_uuid, replayed }
  })
}
