/** What `garrison ledger …` does. */
import { LEDGER_FAULTS } from "@garrison/core/inventory/rules/ledger"
import { InventoryStore } from "@garrison/core/inventory/InventoryStore"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { formatTimestamp } from "@garrison/core/kernel/time/Timestamp"
import { FAULTS_MAX, Ledger, type ProvenanceLine } from "@garrison/core/order/Ledger"
import { acceptUnsealed } from "@garrison/core/order/operations/acceptUnsealed"
import type { OrderEntry } from "@garrison/core/order/schema"
import { type FoundFault, type LedgerTotals, noTotals, verifyAll, verifyInto } from "@garrison/core/order/verifyAll"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type CatalogNames, named } from "../document/catalogNames.ts"
import { withDatabase, withVerification } from "../local.ts"
import type { OperationAnswer } from "../operate.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { counted } from "../output/counted.ts"
import { noSuchPlayer } from "../output/explain.ts"
import { present, printMessage, whileShowing } from "../output/print.ts"
import { moment, table } from "../output/table.ts"
import { notCheckable } from "./audit.ts"
import { type ActInput, actOf, sayDryRun } from "./operator.ts"
import { currentNames } from "./currentNames.ts"
import { playerUuid } from "./identifiers.ts"
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

const othersText = (found: ProvenanceLine, { items }: CatalogNames): string => {
  const sums = new Map<number, number>()
  for (const { delta, item_id } of othersOf(found)) sums.set(item_id, (sums.get(item_id) ?? 0) + delta)
  return Array.from(sums, ([item, delta]) => `${signed(delta)} of item ${named(item, items)}`).join(", ") || "-"
}

const lootText = ({ entry, line }: ProvenanceLine, { loot }: CatalogNames): string =>
  line.entryId === undefined
    ? "end of the session"
    : entry === undefined
      ? "-"
      : entry.loot_id === undefined
        ? entry.type
        : `${entry.type} ${named(entry.loot_id, loot)}`

const forPeople = (lines: ReadonlyArray<ProvenanceLine>, names: CatalogNames): string =>
  table<ProvenanceLine>(
    [
      { heading: "REVISION", text: ({ line }) => String(line.revision) },
      { heading: "TIME", text: ({ line }) => moment(line.created) },
      { heading: "CHANGE", text: ({ line }) => `${signed(line.delta)} to ${line.countAfter}` },
      { heading: "ORDER_ID", text: ({ line }) => line.orderId },
      { heading: "SOURCE", text: ({ order }) => order?.source ?? "not stored" },
      { heading: "ENTRY", text: (line) => lootText(line, names) },
      { heading: "WITH", text: (line) => othersText(line, names) },
    ],
    lines,
  )

const noSuchRecord = (player: string, record: string): CommandFailure =>
  new CommandFailure({
    kind: "notFound",
    sentence: `Player ${player} has no record ${record}.`,
    next: "garrison player inventory lists the records of a player.",
  })

/** Prints the changes of a record, each with its order. */
export const showLedger = Effect.fn("Ledger.show")(function* (input: {
  readonly player: string
  readonly record: string
  readonly limit: Option.Option<number>
  readonly before: Option.Option<number>
  readonly json: boolean
}) {
  const player = yield* playerUuid(input.player)
  const limit = yield* limitOf(input.limit)
  const { lines, names } = yield* withDatabase(
    "read",
    Effect.gen(function* () {
      if ((yield* (yield* InventoryStore).owner(player)) === "not_found") return yield* noSuchPlayer(player)
      const before = Option.getOrUndefined(input.before)
      const found = yield* (yield* Ledger).provenance(player, input.record, before, limit)
      return { lines: found, names: yield* currentNames }
    }),
  )
  if (lines.length === 0) return yield* noSuchRecord(player, input.record)
  const data = { player_uuid: player, inventory_id: input.record.toLowerCase(), changes: lines.map(wire) }
  return yield* present(input.json, data, () => forPeople(lines, names))
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
  yield* Effect.catchTag(verifyInto(totals, player), "PlayerNotFound", () => Effect.fail(noSuchPlayer(player)))
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

/** Seals orders that were stored without a seal, player by player. Fails where a player has other differences. */
export const acceptOrders = Effect.fn("Ledger.accept")(function* (
  input: ActInput & { readonly player: Option.Option<string>; readonly json: boolean },
) {
  const only = Option.isSome(input.player) ? yield* playerUuid(input.player.value) : undefined
  const act = yield* actOf(input)
  const work = Effect.gen(function* () {
    const players = only === undefined ? yield* unsealedPlayers : [only]
    return yield* Effect.forEach(players, (player) => acceptUnsealed.run({ player_uuid: player }, act))
  })
  const found = yield* withDatabase("upgrade", work).pipe(
    Effect.catchTag("PlayerNotFound", () => Effect.fail(noSuchPlayer(input.player.pipe(Option.getOrElse(() => ""))))),
    whileShowing("verifying"),
  )
  yield* present(input.json, { players: found }, () => acceptedText(found))
  yield* sayDryRun(input)
  const different = found.reduce((sum, { differences }) => sum + differences, 0)
  return different > 0 ? yield* differing(different) : undefined
})

/**
 * Recomputes inventories from the ledger and the ledger from the orders, and prints every difference; fails when there
 * is one.
 */
export const verifyLedger = Effect.fn("Ledger.verify")(function* (input: {
  readonly player: Option.Option<string>
  readonly json: boolean
}) {
  const player = Option.isSome(input.player) ? yield* playerUuid(input.player.value) : undefined
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
  yield* present(input.json, data, () => report(totals, missing))
  if (faults.length > 0) return yield* differing(faults.length)
  return missing === undefined ? undefined : yield* notCheckable(counted(orders, "order"))
})
