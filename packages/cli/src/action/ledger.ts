/** What `garrison ledger …` does. */
import { currentNames, noNames } from "@garrison/core/catalog/currentNames"
import { labelsBeside, type NamesBeside, namesFor } from "@garrison/core/catalog/namesBeside"
import { type Labels, withName } from "@garrison/core/catalog/rules/names"
import { LEDGER_FAULTS } from "@garrison/core/inventory/rules/ledger"
import { InventoryStore } from "@garrison/core/inventory/InventoryStore"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { formatTimestamp } from "@garrison/core/kernel/time/Timestamp"
import { list } from "@garrison/core/operation/show/Shown"
import { FAULTS_MAX, Ledger, type ProvenanceLine } from "@garrison/core/order/Ledger"
import { acceptUnsealed } from "@garrison/core/order/operations/acceptUnsealed"
import type { OrderEntry } from "@garrison/core/order/schema"
import { type FoundFault, type LedgerTotals, noTotals, verifyAll, verifyInto } from "@garrison/core/order/verifyAll"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { withDatabase, withVerification } from "../local.ts"
import type { OperationAnswer } from "../operate.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { counted } from "@garrison/core/operation/show/counted"
import { noSuchPlayer } from "../output/explain.ts"
import { present, printMessage, whileShowing } from "../output/print.ts"
import type { Said } from "../row/Code.ts"
import { showAnswer } from "../row/show.ts"
import { notCheckable } from "./audit.ts"
import { actOf, sayDryRun } from "./operator.ts"
import { limitOf } from "./limit.ts"
import { recordUpkeep } from "./upkeep.ts"

const signed = (delta: number): string => (delta < 0 ? String(delta) : `+${delta}`)

/** The other changes of the same entry, by record. */
const othersOf = ({ entry, line }: ProvenanceLine) =>
  (entry?.details ?? []).flatMap(({ inv_change: change }: OrderEntry["details"][number]) => {
    if (change === undefined || change.after.inventory_id === line.inventoryId) return []
    const delta = change.after.count - (change.before?.count ?? 0)
    return [{ inventory_id: change.after.inventory_id, item_id: change.after_item_id, delta }]
  })

const wire = (found: ProvenanceLine) => {
  const { entry, line, order, parentOrderId } = found
  return {
    revision: line.revision,
    created: formatTimestamp(line.created),
    item_id: line.itemId,
    delta: line.delta,
    count_after: line.countAfter,
    expires: line.expires === undefined ? undefined : formatTimestamp(line.expires),
    order_id: line.orderId,
    entry_id: line.entryId,
    parent_order_id: parentOrderId,
    source: order?.source,
    entry_type: entry?.type,
    loot_id: entry?.loot_id,
    submitter_uuid: line.submitterUuid,
    other_changes: othersOf(found),
  }
}

type Change = ReturnType<typeof wire>

const othersText = (others: Change["other_changes"], { item: label }: Labels): string => {
  const sums = new Map<number, number>()
  for (const { delta, item_id } of others) sums.set(item_id, (sums.get(item_id) ?? 0) + delta)
  return Array.from(sums, ([item, delta]) => `${signed(delta)} of ${label(item)}`).join(", ")
}

const entryText = ({ entry_id: entry, entry_type: type, loot_id: loot }: Change, names: NamesBeside["loot_names"]) => {
  if (entry === undefined) return "end of the session"
  return type === undefined || loot === undefined ? type : `${type} ${withName(loot, names?.[loot])}`
}

/** The changes of a record. */
const changeList = list({
  rows: ({ changes }: { readonly changes: ReadonlyArray<Change> } & NamesBeside) => changes,
  told: (change, names) => ({ ...change, labels: labelsBeside(names), loot: names.loot_names }),
  columns: [
    { name: "revision", kind: "count", of: ({ revision }) => revision },
    { name: "time", kind: "moment", of: ({ created }) => created },
    { name: "change", kind: "label", of: ({ count_after: count, delta }) => `${signed(delta)} to ${count}` },
    { name: "order_id", kind: "id", of: ({ order_id }) => order_id },
    { name: "source", kind: "label", of: ({ source }) => source, absent: "not stored" },
    { name: "entry", kind: "label", of: ({ loot, ...change }) => entryText(change, loot) },
    { name: "with", kind: "label", of: ({ labels, other_changes: others }) => othersText(others, labels) },
  ],
  empty: "The record has no change.",
})

const noSuchRecord = (player: string, record: string): CommandFailure =>
  new CommandFailure({
    kind: "notFound",
    sentence: `Player ${player} has no record ${record}.`,
    next: "garrison player inventory lists the records of a player.",
  })

interface RecordInput {
  readonly player_uuid: PlayerUuid
  readonly inventory_id: string
  readonly limit?: number
  readonly before?: number
}

/** Prints the changes of a record, each with its order. */
export const showLedger = Effect.fn("Ledger.show")(function* (input: RecordInput, said: Said) {
  const { before, inventory_id: record, player_uuid: player } = input
  const limit = yield* limitOf(Option.fromUndefinedOr(input.limit))
  const { lines, names } = yield* withDatabase(
    "read",
    Effect.gen(function* () {
      if ((yield* (yield* InventoryStore).owner(player)) === "not_found") return yield* noSuchPlayer(player)
      const found = yield* (yield* Ledger).provenance(player, record, before, limit)
      return { lines: found, names: said.json ? noNames : yield* currentNames }
    }),
  )
  if (lines.length === 0) return yield* noSuchRecord(player, record)
  const changes = lines.map(wire)
  const shown = { player_uuid: player, inventory_id: record.toLowerCase(), changes }
  return yield* showAnswer(changeList, said, { ...shown, ...namesFor(changes, names) })
})

const faultText = ({ expected, fault, field, found, inventory_id, item_id, order_id, player_uuid }: FoundFault) => {
  const what =
    inventory_id !== undefined ? `record ${inventory_id}` : order_id !== undefined ? `order ${order_id}` : "inventory"
  const item = item_id === undefined ? "" : ` of item ${item_id}`
  const values = expected === undefined ? "" : ` It should be ${expected}; stored is ${found ?? "nothing"}.`
  return `player ${player_uuid}, ${what}${item}${field === undefined ? "" : `, ${field}`}: ${LEDGER_FAULTS[fault]}${values}`
}

/** What the seals of orders say, and what they cannot say. */
const sealsText = ({ seals: { keyed, plain, unchecked, unsealed } }: LedgerTotals, missing: string | undefined) => [
  ...(keyed > 0 && missing === undefined ? [`${counted(keyed, "order")} with a keyed seal`] : []),
  ...(plain > 0 ? [`${counted(plain, "order")} with a plain seal, which a writer of the database can make too`] : []),
  ...(unsealed > 0 ? [`not checkable by a seal: ${counted(unsealed, "order")} from before orders were sealed`] : []),
  ...(missing === undefined ? [] : [`not checkable: ${counted(unchecked, "keyed seal")}, because ${missing}`]),
]

const report = (totals: LedgerTotals, missing: string | undefined): string => {
  const { changing, faults, ledgerRows, orders, players, records } = totals
  return [
    ...faults.map(faultText),
    ...changing.map((player) => `player ${player}: the inventory changed each time that it was read; verify it again`),
    `${counted(players, "player")}, ${counted(orders, "order")}, ${counted(records, "record")}, ` +
      `${counted(ledgerRows, "ledger row")}: ` +
      `${faults.length < FAULTS_MAX ? "" : "at least "}${counted(faults.length, "difference")}`,
    ...sealsText(totals, missing),
  ].join("\n")
}

const differing = (count: number): CommandFailure =>
  new CommandFailure({
    kind: "failure",
    sentence: `${counted(count, "difference")} between inventories, their ledger and their orders.`,
    next: "Nothing was changed. garrison ledger show lists the changes of a record.",
  })

/** The totals of one player. */
const verifyOne = Effect.fnUntraced(function* (player: PlayerUuid) {
  const totals = noTotals()
  yield* verifyInto(totals, player)
  return totals
})

/** The players that have orders without a seal that must have one. */
const unsealedPlayers = Effect.map(
  verifyAll(({ players }) => printMessage(`${players} players verified`)),
  ({ faults }) => new Set(faults.flatMap((one) => (one.fault === "seal_missing" ? [one.player_uuid] : []))),
)

type Accepted = OperationAnswer<typeof acceptUnsealed>

const acceptedText = (found: ReadonlyArray<Accepted>): string =>
  found.length === 0
    ? "Every order that must have a seal has one."
    : found
        .map(({ accepted, differences, orders, player_uuid: player }) =>
          differences > 0
            ? `player ${player}: nothing was sealed, because of ${counted(differences, "other difference")}`
            : `player ${player}: ${counted(accepted.length, "order")} sealed, of ${orders} that were verified`,
        )
        .join("\n")

interface PlayerInput {
  /** Undefined: every player. */
  readonly player_uuid?: PlayerUuid
}

/** Seals orders that were stored without a seal, player by player. Fails where a player has other differences. */
export const acceptOrders = Effect.fn("Ledger.accept")(function* ({ player_uuid: only }: PlayerInput, said: Said) {
  const act = yield* actOf(said)
  const work = Effect.gen(function* () {
    const players = only === undefined ? yield* unsealedPlayers : [only]
    return yield* Effect.forEach(players, (player) => acceptUnsealed.run({ player_uuid: player }, act))
  })
  const found = yield* withDatabase("upgrade", work).pipe(whileShowing("verifying"))
  yield* present(said.json, { players: found }, () => acceptedText(found))
  yield* sayDryRun(said)
  const different = found.reduce((sum, { differences }) => sum + differences, 0)
  return different > 0 ? yield* differing(different) : undefined
})

/**
 * Recomputes inventories from the ledger and the ledger from the orders, and prints every difference; fails when there
 * is one.
 */
export const verifyLedger = Effect.fn("Ledger.verify")(function* ({ player_uuid: player }: PlayerInput, said: Said) {
  const work =
    player === undefined ? verifyAll(({ players }) => printMessage(`${players} players verified`)) : verifyOne(player)
  const both = Effect.tap(
    Effect.all([work, Ledger.use(({ missing: reason }) => Effect.succeed(reason))]),
    ([{ changing: unread, faults: found }, key]) => {
      const isWhole = player === undefined && found.length === 0 && unread.length === 0 && key === undefined
      return isWhole ? recordUpkeep("ledger_verify") : Effect.void
    },
  )
  const [totals, missing] = yield* withVerification(both).pipe(whileShowing("verifying"))
  const { changing, faults, ledgerRows, orders, players, records } = totals
  const { unchecked: not_checkable, ...sealed } = totals.seals
  const seals = { ...sealed, not_checkable, missing }
  const data = { players, orders, records, ledger_rows: ledgerRows, differences: faults, changing, seals }
  yield* present(said.json, data, () => report(totals, missing))
  if (faults.length > 0) return yield* differing(faults.length)
  return missing === undefined ? undefined : yield* notCheckable(counted(orders, "order"))
})
