/** What an order changed of a record, and the record without that change: its end, which others may have moved, too. */
import { assert, describe, it } from "@effect/vitest"
import type { HeldRecord } from "@garrison/core/inventory/schema"
import { gaveTimeAlone, type NetChange, netChanges, restored } from "@garrison/core/order/rules/refund/netChanges"
import type { OrderFamily, StoredChange } from "@garrison/core/order/rules/wire/storedOrder"

type State = StoredChange["after"]

const state = (inventory_id: string, count: number, expires?: number): State => ({
  inventory_id,
  legacy_inventory_id: 1n,
  type: "persistent",
  bucket: "none",
  count,
  acquired: 0,
  ...(expires !== undefined && { expires }),
})

const CREATED = 100

/** The change of an order of the time {@link CREATED}, from one end to another; `made`: the order made the record. */
const net = (from: number | "made" | undefined, to: number | undefined): NetChange => ({
  inventoryId: "record",
  itemId: 1,
  bucket: "none",
  type: "persistent",
  delta: 1,
  before: from === "made" ? undefined : state("record", 1, from),
  after: state("record", 2, to),
  created: CREATED,
})

const held = (expires: number | undefined): HeldRecord => ({
  inventoryId: "record",
  legacyInventoryId: 1n,
  itemId: 1,
  type: "persistent",
  bucket: "none",
  count: 2,
  acquired: 0,
  expires,
  customData: undefined,
  revision: 2,
})

describe("a record without the change of an order", () => {
  it.each([
    ["has the end of before, if nobody moved it since", net(200, 500), 500, 200],
    ["has no end, if it had none", net(undefined, 500), 500, undefined],
    ["keeps its end, if the order made it", net("made", 500), 500, 500],
    ["loses what the order added, if others moved the end on", net(200, 500), 900, 600],
    ["loses what the order gave it at first, if others moved the end on", net("made", 500), 900, 500],
    ["keeps what others added, if the order had taken time away", net(500, 200), 900, 900],
    ["keeps the end of others, if it had none before", net(undefined, 500), 900, 900],
    ["keeps the end of others, if the order took it away", net(500, undefined), 900, 900],
    ["has no end, if others took it away", net(200, 500), undefined, undefined],
  ] as const)("%s", (_, change, current, expected) => {
    const { count, expires } = restored(change, held(current), -1, 0)
    assert.deepStrictEqual({ count, expires }, { count: 1, expires: expected })
  })

  it("is empty from the moment of its end on, and keeps the end that it has", () => {
    const at = (now: number) => {
      const { count, expires } = restored(net(200, 500), held(500), -1, now)
      return { count, expires }
    }
    assert.deepStrictEqual(at(199), { count: 1, expires: 200 })
    assert.deepStrictEqual(at(200), { count: 0, expires: 500 })
  })

  it("loses time alone, if the order made it and others moved its end on", () => {
    assert.isTrue(gaveTimeAlone(net("made", 500), held(501)))
    assert.isFalse(gaveTimeAlone(net("made", 500), held(500)))
    assert.isFalse(gaveTimeAlone(net(200, 500), held(501)))
    assert.isFalse(gaveTimeAlone(net("made", undefined), held(501)))
  })
})

describe("the changes of an order", () => {
  const family = (...changes: ReadonlyArray<readonly [before: State | undefined, after: State]>): OrderFamily => [
    {
      order_id: "order",
      player_uuid: "player",
      created_time: CREATED,
      entries: [
        {
          entry_id: "entry",
          type: "fill_loot",
          quantity: 1,
          result: "success",
          details: changes.map(([before, after]) => ({
            type: "inventory_change",
            inv_change: { after, after_item_id: 1, ...(before !== undefined && { before, before_item_id: 1 }) },
          })),
        },
      ],
    } as unknown as OrderFamily[0],
  ]

  it("are one for each record: from before the first to after the last, the one that changed last first", () => {
    const nets = netChanges(
      family(
        [state("a", 1), state("a", 3)],
        [undefined, state("b", 4)],
        [state("c", 2), state("c", 5)],
        [state("a", 3), state("a", 7)],
        [state("c", 5), state("c", 2)],
      ),
    )
    assert.deepStrictEqual(
      nets.map(({ after, before, delta, inventoryId }) => [inventoryId, before?.count, after.count, delta]),
      [
        ["a", 1, 7, 6],
        ["b", undefined, 4, 4],
      ],
    )
  })
})
