/** What `garrison order replay` does. */
import { InventoryStore } from "@garrison/core/inventory/InventoryStore"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { HOUR_MILLIS, LATEST, parseTimestamp } from "@garrison/core/kernel/time/Timestamp"
import { Ledger } from "@garrison/core/order/Ledger"
import { corpusReplay } from "@garrison/core/order/corpus"
import { Replay, type ReplayedOrder, type ReplaySpan } from "@garrison/core/order/replay"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { digestLayer } from "@garrison/sql/Cryptography"
import { linesOf } from "../document/textFile.ts"
import { withDatabase } from "../local.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { counted } from "@garrison/core/operation/show/counted"
import { noSuchPlayer } from "../output/explain.ts"
import { printable, printData, printJson, printMessage, whileShowing } from "../output/print.ts"
import type { Said } from "../row/Code.ts"

/** Flags that say which orders. */
export interface ScopeInput {
  readonly player_uuid?: PlayerUuid
  readonly order_id?: string
  readonly day?: string
  readonly all?: boolean
  /** The player after whom it goes on. */
  readonly after_player_uuid?: PlayerUuid
}

/** Which orders are replayed: those of a player (one, or all), or those of every player after one. */
type Scope =
  | { readonly player: PlayerUuid; readonly orderId: string | undefined }
  | { readonly player: undefined; readonly after: PlayerUuid | undefined; readonly span: ReplaySpan }

const DAY_MILLIS = 24 * HOUR_MILLIS
const ALWAYS: ReplaySpan = { from: 0, before: LATEST }

const usage = (sentence: string, command = "replay"): CommandFailure =>
  new CommandFailure({ kind: "usage", sentence, next: `Run \`garrison order ${command} --help\` for examples.` })

const spanOf = (day: string, command: string): Effect.Effect<ReplaySpan, CommandFailure> => {
  const from = parseTimestamp(`${day}T00:00:00Z`)
  return typeof from === "number"
    ? Effect.succeed({ from, before: from + DAY_MILLIS })
    : Effect.fail(usage(`--day: "${day}" is not a day. A day looks like 2026-11-21.`, command))
}

/** Which orders the flags of `command` name. */
export const scopeOf = Effect.fnUntraced(function* (input: ScopeInput, command: "export" | "replay") {
  const { after_player_uuid: after, all = false, day, order_id: orderId, player_uuid: player } = input
  if (Number(player !== undefined) + Number(day !== undefined) + Number(all) !== 1) {
    const what = command === "replay" ? "A replay needs either a player, --day, --all or --corpus." : undefined
    return yield* usage(what ?? "An export needs either a player, --day or --all.", command)
  }
  if (player !== undefined) {
    if (after !== undefined) return yield* usage("--after goes with --day or --all.", command)
    return { player, orderId } satisfies Scope
  }
  return { player, after, span: day === undefined ? ALWAYS : yield* spanOf(day, command) } satisfies Scope
})

/** A difference, or why an order cannot be replayed (`obstacle`). */
interface Finding {
  readonly player_uuid: PlayerUuid
  readonly order_id: string
  readonly path?: string
  readonly stored?: string | undefined
  readonly now?: string | undefined
  readonly obstacle?: string
}

interface Totals {
  /** At most {@link FINDINGS_MAX} of the `found`. */
  readonly findings: Array<Finding>
  found: number
  players: number
  orders: number
  different: number
  notReplayable: number
  /** The last player of which every order was replayed. */
  done: PlayerUuid | undefined
}

/** Most findings that are listed. */
const FINDINGS_MAX = 1000
/** Orders that are replayed between two messages about the progress. */
const ORDERS_BETWEEN_MESSAGES = 10_000
/** Players that are looked up at once. */
const PAGE_PLAYERS = 500

const findingsOf = (player_uuid: PlayerUuid, replayed: ReplayedOrder): ReadonlyArray<Finding> => {
  const { differences, obstacle, orderId } = replayed
  if (obstacle !== undefined) return [{ player_uuid, order_id: orderId, obstacle }]
  return differences.map(({ now, orderId: order_id, path, stored }) => ({
    player_uuid,
    order_id,
    path: path.join("."),
    stored,
    now,
  }))
}

const findingText = ({ now, obstacle, order_id, path = "", player_uuid, stored }: Finding): string => {
  const what =
    obstacle === undefined
      ? `${path === "" ? "the order" : path}: stored is ${stored ?? "nothing"}; the rules come to ${now ?? "nothing"}`
      : `not replayable: ${obstacle}`
  return printable(`player ${player_uuid}, order ${order_id}: ${what}`)
}

/** Counts what was replayed. People see findings at once, so that an interruption loses none. */
const count = Effect.fnUntraced(function* (totals: Totals, player: PlayerUuid, replayed: ReplayedOrder, json: boolean) {
  totals.orders++
  if (replayed.obstacle !== undefined) totals.notReplayable++
  else if (replayed.differences.length > 0) totals.different++
  for (const finding of findingsOf(player, replayed)) {
    if (totals.found++ >= FINDINGS_MAX) continue
    totals.findings.push(finding)
    if (!json) yield* printData(findingText(finding))
  }
  if (totals.orders % ORDERS_BETWEEN_MESSAGES === 0) yield* printMessage(`${totals.orders} orders replayed`)
})

const replayPlayer = Effect.fnUntraced(function* (totals: Totals, player: PlayerUuid, span: ReplaySpan, json: boolean) {
  const orders = (yield* Replay).orders(player, span)
  yield* Stream.runForEach(orders, (replayed) => count(totals, player, replayed, json))
  totals.players++
  totals.done = player
})

/** Walks over the players of a scope, with the span of their orders. */
export const eachPlayer = Effect.fnUntraced(function* <E, R>(
  scope: Scope,
  use: (player: PlayerUuid, span: ReplaySpan) => Effect.Effect<void, E, R>,
) {
  if (scope.player !== undefined) {
    if ((yield* (yield* InventoryStore).owner(scope.player)) === "not_found") return yield* noSuchPlayer(scope.player)
    return yield* use(scope.player, ALWAYS)
  }
  const ledger = yield* Ledger
  for (let { after } = scope; ;) {
    const players: ReadonlyArray<PlayerUuid> = yield* ledger.owners(after, PAGE_PLAYERS)
    for (const player of players) yield* use(player, scope.span)
    after = players.at(-1)
    if (players.length < PAGE_PLAYERS) return
  }
})

const replayScope = Effect.fnUntraced(function* (totals: Totals, scope: Scope, json: boolean) {
  if (scope.player === undefined || scope.orderId === undefined) {
    return yield* eachPlayer(scope, (player, span) => replayPlayer(totals, player, span, json))
  }
  const { orderId, player } = scope
  if ((yield* (yield* InventoryStore).owner(player)) === "not_found") return yield* noSuchPlayer(player)
  const replayed = yield* (yield* Replay).order(player, orderId)
  totals.players++
  return yield* count(totals, player, replayed, json)
})

const report = ({ different, findings, found, notReplayable, orders, players }: Totals, millis: number): string =>
  [
    ...(found > findings.length ? [`${counted(found - findings.length, "further finding")} not listed`] : []),
    `${counted(players, "player")}, ${counted(orders, "order")} in ${(millis / 1000).toFixed(1)} s: ` +
      `${orders - different - notReplayable} the same, ${different} different, ${notReplayable} not replayable`,
  ].join("\n")

const summary = ({ different, findings, found, notReplayable, orders, players }: Totals, millis: number) => ({
  players,
  orders,
  same: orders - different - notReplayable,
  different,
  not_replayable: notReplayable,
  duration_ms: millis,
  findings,
  findings_left_out: found - findings.length,
})

const notTheSame = ({ different, notReplayable, orders }: Totals): CommandFailure =>
  new CommandFailure({
    kind: "failure",
    sentence: `${different + notReplayable} of ${counted(orders, "order")} did not come to what is stored.`,
    next: "Nothing was changed. garrison order explain shows the steps of an order.",
  })

const interrupted = ({ done, orders }: Totals): Effect.Effect<void> =>
  printMessage(
    `Interrupted after ${counted(orders, "order")}.` +
      (done === undefined ? "" : ` --after ${done} goes on with the next player.`),
  )

/** Replays the orders of a corpus. */
const replayCorpus = Effect.fnUntraced(function* (totals: Totals, file: string, json: boolean) {
  const replay = corpusReplay()
  let [number, last] = [0, ""]
  yield* Stream.runForEach(linesOf(file, "corpus"), (line) =>
    Effect.gen(function* () {
      number++
      const read = yield* Effect.mapError(replay(line), () => notOfCorpus(file, number))
      if (read === undefined) return
      if (read.player !== last) totals.players++
      last = read.player
      yield* count(totals, read.player, read.replayed, json)
    }),
  )
})

const notOfCorpus = (file: string, line: number): CommandFailure =>
  new CommandFailure({
    kind: "usage",
    sentence: `${file}, line ${line} is not a line of a corpus.`,
    next: "garrison order export writes a corpus.",
  })

interface ReplayInput extends ScopeInput {
  readonly corpus?: string
}

/** What the flags ask for. */
const workOf = Effect.fnUntraced(function* ({ corpus, ...input }: ReplayInput, json: boolean) {
  if (corpus !== undefined) {
    const { after_player_uuid: after, all = false, day, player_uuid: player } = input
    if (player !== undefined || day !== undefined || all || after !== undefined) {
      return yield* usage("--corpus goes without a player, --day, --all and --after.")
    }
    return (totals: Totals) => Effect.provide(replayCorpus(totals, corpus, json), digestLayer)
  }
  const scope = yield* scopeOf(input, "replay")
  return (totals: Totals) => {
    totals.done = scope.player === undefined ? scope.after : undefined
    return withDatabase("read", replayScope(totals, scope, json))
  }
})

/** Replays stored orders and prints every difference; fails when there is one. */
export const replayOrders = Effect.fn("Order.replay")(function* (input: ReplayInput, { json }: Said) {
  const work = yield* workOf(input, json)
  const findings: Array<Finding> = []
  const totals: Totals = {
    findings,
    found: 0,
    players: 0,
    orders: 0,
    different: 0,
    notReplayable: 0,
    done: undefined,
  }
  const began = yield* Clock.currentTimeMillis
  yield* work(totals).pipe(
    Effect.onInterrupt(() => interrupted(totals)),
    whileShowing("replaying"),
  )
  const millis = (yield* Clock.currentTimeMillis) - began
  yield* json ? printJson(summary(totals, millis)) : printData(report(totals, millis))
  return totals.different + totals.notReplayable === 0 ? undefined : yield* notTheSame(totals)
})
