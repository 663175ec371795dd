/** The parts of an answer that refunds and claw-backs share. */
import type { OwedCount } from "./OrderStore.ts"
import type { TracedUse } from "./provenance.ts"
import { entryOf, type Lacking, type RecordCount, type RecordWrite, type TakingPlan } from "./takingOrder.ts"

/** What took counts, as it is answered. */
export const useAnswer = ({ count, created, entryId, gave, orderId, source }: TracedUse) => ({
  order_id: orderId,
  ...(entryId !== undefined && { entry_id: entryId }),
  created,
  ...(source !== undefined && { source }),
  count,
  gave: gave.map((one) => ({ item_id: one.itemId, count: one.count })),
})

/** What is owed, as it is answered. */
export const owedAnswer = ({ bucket, count, itemId }: OwedCount) => ({ item_id: itemId, bucket, count })

const lackingAnswer = ({ uses, ...owed }: Lacking) => ({ ...owedAnswer(owed), uses: uses.map(useAnswer) })

const countAnswer = ({ bucket, count, inventoryId, itemId }: RecordCount) => ({
  inventory_id: inventoryId,
  item_id: itemId,
  bucket,
  count,
})

const writeAnswer = ({ after, before }: RecordWrite) => ({
  inventory_id: before.inventoryId,
  item_id: before.itemId,
  bucket: before.bucket,
  type: before.type,
  count_before: before.count,
  count_after: after.count,
  ...(before.expires !== undefined && { expires_before: before.expires }),
  ...(after.expires !== undefined && { expires_after: after.expires }),
  ...(after.customData !== undefined &&
    after.customData !== before.customData && { custom_data_after: after.customData }),
})

/** What is taken and given, as it is answered. */
export const planAnswer = ({ given, lacking, lapsed, taken, writes }: TakingPlan) => ({
  lacking: lacking.map(lackingAnswer),
  taken: taken.map(({ count, from, record }) => ({ ...countAnswer({ ...record, count }), from })),
  given: given.map(countAnswer),
  lapsed: lapsed.map(countAnswer),
  records: writes.filter((write) => entryOf(write) !== undefined).map(writeAnswer),
})
