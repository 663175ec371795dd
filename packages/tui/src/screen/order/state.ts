/** One order, as it came about: its explanation, its replay, where its counts went, and its refunds. */
import type { RefusalJson } from "@garrison/core/operation/refusal"
import type { OperationAnswer, OperationName } from "../../operation.ts"
import type { Fact } from "../../part/facts.tsx"
import { refusalWords } from "../../part/refusal.ts"
import { isTabsAction, type TabsAction } from "../../part/tabs/keys.ts"
import { type Tab, updateTabs } from "../../part/tabs/state.ts"
import { isTreeAction, type TreeAction } from "../../part/tree/keys.ts"
import { currentNode, openTree, resizedTree, type TreeState, updateTree } from "../../part/tree/state.ts"
import { answerTo, ask, type Ask, type Params, type ScreenEvent, type Size, type Step, step } from "../../Screen.ts"
import { linksOf, nodesOf } from "../../part/tree/nodes.ts"
import { traceTree } from "@garrison/core/order/inventoryShow"
import type { Line } from "@garrison/core/operation/show/Shown"
import { explainedTree } from "@garrison/core/order/explainedShow"

/** What the screen of an order does at a key. */
export type OrderAction = TreeAction | TabsAction | "reload" | "refund" | "follow" | "maker" | "open"

/** The tabs. */
export const orderTabs = [
  { name: "explained", title: "How it came about" },
  { name: "traced", title: "Where it went" },
  { name: "replayed", title: "Replay" },
] as const satisfies ReadonlyArray<Tab>

/** The name of a tab. */
type TabName = (typeof orderTabs)[number]["name"]

/** What the screen of an order shows. */
export interface OrderState {
  /** Empty: it is not known yet whose order it is. */
  readonly player: string
  readonly orderId: string
  readonly at: number
  readonly size: Size
  readonly trees: Readonly<Record<TabName, TreeState>>
  /** The orders that nodes of a tree are about. */
  readonly links: Readonly<Record<TabName, ReadonlyMap<string, string>>>
  /** The tabs that have an answer. */
  readonly loaded: ReadonlySet<TabName>
  readonly explanation?: OperationAnswer<"order.explain">
  readonly refunds?: OperationAnswer<"order.refunds">
  readonly replay?: OperationAnswer<"order.replay">
  /** Why questions were refused, by their name. */
  readonly refusals: Readonly<Record<string, RefusalJson>>
}

/** Lines above the tree: the tabs, the facts, and a line between them and the tree. */
export const HEAD_ROWS = 9

const treeRows = ({ rows }: Size): number => Math.max(1, rows - HEAD_ROWS)

/** The name of the tab that is shown. */
export const shownTab = ({ at }: Pick<OrderState, "at">): TabName => orderTabs[at]?.name ?? "explained"

const idsOf = ({ orderId, player }: OrderState) => ({ player_uuid: player, order_id: orderId })

const head = (state: OrderState): ReadonlyArray<Ask> =>
  state.player === ""
    ? [ask("located", "order.locate", { order_id: state.orderId })]
    : [ask("explained", "order.explain", idsOf(state)), ask("refunds", "order.refunds", idsOf(state))]

/** What a tab needs that has no answer yet. A replay and a trace are made when somebody wants them. */
const asksOf = (state: OrderState, tab: TabName): ReadonlyArray<Ask> => {
  if (state.player === "" || state.loaded.has(tab)) return []
  if (tab === "traced") return [ask("traced", "inventory.trace", idsOf(state))]
  return tab === "replayed" ? [ask("replayed", "order.replay", idsOf(state))] : []
}

const noLinks: ReadonlyMap<string, string> = new Map()

/** The screen as it opens. */
export const openOrder = (
  { order_id: orderId = "", player_uuid: player = "" }: Params,
  size: Size,
): Step<OrderState> => {
  const empty = openTree([], treeRows(size))
  const state: OrderState = {
    player,
    orderId,
    at: 0,
    size,
    trees: { explained: empty, traced: empty, replayed: empty },
    links: { explained: noLinks, traced: noLinks, replayed: noLinks },
    loaded: new Set(),
    refusals: {},
  }
  return step(state, ...head(state))
}

const withTree = (state: OrderState, tab: TabName, lines: ReadonlyArray<Line>): OrderState => {
  const { cursor, open, roots, top } = state.trees[tab]
  const tree = openTree(nodesOf(lines), treeRows(state.size))
  // What was asked again keeps the place of the operator.
  const kept = roots.length === 0 ? tree : resizedTree({ ...tree, open, cursor, top }, tree.height)
  const { [tab]: _, ...refusals } = state.refusals
  const links = { ...state.links, [tab]: new Map(linksOf(lines)) }
  return { ...state, links, trees: { ...state.trees, [tab]: kept }, loaded: new Set(state.loaded).add(tab), refusals }
}

const replayLines = ({ differences, obstacle }: OperationAnswer<"order.replay">): ReadonlyArray<Line> => [
  ...(obstacle === undefined ? [] : [{ text: obstacle, tone: "bad" as const }]),
  ...differences.map(({ now = "nothing", order_id: order, path, stored = "nothing" }) => ({
    text: `order ${order}, ${path === "" ? "as a whole" : path}`,
    tone: "bad" as const,
    within: [{ text: `stored: ${stored}` }, { text: `now: ${now}` }],
  })),
]

const answered = (
  state: OrderState,
  event: Extract<ScreenEvent<OrderAction>, { readonly type: "answered" }>,
): OrderState => {
  switch (event.ask) {
    case "explained": {
      const explanation = answerTo("order.explain", event)
      return { ...withTree(state, "explained", explainedTree.lines(explanation)), explanation }
    }
    case "traced":
      return withTree(state, "traced", traceTree.lines(answerTo("inventory.trace", event)))
    case "replayed": {
      const replay = answerTo("order.replay", event)
      return { ...withTree(state, "replayed", replayLines(replay)), replay }
    }
    default:
      return { ...state, refunds: answerTo("order.refunds", event) }
  }
}

/** The order, when it is known whose it is. */
const located = (state: OrderState, player: string): Step<OrderState> => {
  const { located: _, ...refusals } = state.refusals
  const next: OrderState = { ...state, player, refusals }
  return step(next, ...head(next), ...asksOf(next, shownTab(next)))
}

/** Everything again. Tabs that nobody looks at forget their answer. */
const reloaded = (state: OrderState): Step<OrderState> => {
  const next: OrderState = { ...state, loaded: new Set() }
  return step(next, ...head(next), ...asksOf(next, shownTab(next)))
}

const refund = (state: OrderState): Step<OrderState> =>
  step(state, {
    type: "act",
    operation: "order.refund",
    inputs: [idsOf(state)],
    subjects: [`order ${state.orderId}`],
    fields: ["partial", "from_paid"],
  })

const orderScreenOf = (state: OrderState, orderId: string | undefined): Step<OrderState> =>
  orderId === undefined
    ? step(state)
    : step(state, { type: "open", screen: "order", params: { player_uuid: state.player, order_id: orderId } })

/** The order that refunds this one, or that this one refunds. */
export const relatedOrder = ({ refunds }: OrderState): string | undefined =>
  refunds?.refund_order_id ?? refunds?.refunded_order_id

/** The order that the node at the cursor is about. */
export const linkedOrder = (state: OrderState): string | undefined => {
  const tab = shownTab(state)
  const order = state.links[tab].get(currentNode(state.trees[tab])?.id ?? "")
  return order === state.orderId ? undefined : order
}

const acted = (state: OrderState, action: OrderAction): Step<OrderState> => {
  if (isTreeAction(action)) {
    const tab = shownTab(state)
    return step({ ...state, trees: { ...state.trees, [tab]: updateTree(state.trees[tab], action) } })
  }
  if (isTabsAction(action)) {
    const next = { ...state, at: updateTabs(state.at, orderTabs.length, action) }
    return step(next, ...asksOf(next, shownTab(next)))
  }
  switch (action) {
    case "reload":
      return reloaded(state)
    case "refund":
      return refund(state)
    case "follow":
      return orderScreenOf(state, relatedOrder(state))
    case "open":
      return orderScreenOf(state, linkedOrder(state))
    case "maker":
      return orderScreenOf(state, state.refunds?.parent_order_id)
  }
}

const resized = (state: OrderState, size: Size): OrderState => {
  const fit = (tree: TreeState) => resizedTree(tree, treeRows(size))
  const { explained, replayed, traced } = state.trees
  return { ...state, size, trees: { explained: fit(explained), traced: fit(traced), replayed: fit(replayed) } }
}

/** The screen after an event. */
export const updateOrder = (state: OrderState, event: ScreenEvent<OrderAction>): Step<OrderState> => {
  switch (event.type) {
    case "action":
      return acted(state, event.action)
    case "answered":
      return event.ask === "located"
        ? located(state, answerTo("order.locate", event).player_uuid)
        : step(answered(state, event))
    case "refused":
      return step({ ...state, refusals: { ...state.refusals, [event.ask]: event.refusal } })
    case "resized":
      return step(resized(state, event.size))
    case "changed":
      return reloaded(state)
    case "text":
    case "ticked":
      return step(state)
  }
}

const replayWords = ({ explanation, replay }: OrderState): Pick<Fact, "value" | "tone"> => {
  const isSame = replay?.is_same ?? explanation?.is_same
  if (isSame === undefined) return { value: "…" }
  return isSame
    ? { value: "the rules of this release come to the same order", tone: "good" }
    : { value: "the rules of this release come to another order; what is stored counts", tone: "warning" }
}

const owedWords = ({ refunds }: OrderState): string | undefined =>
  refunds?.owed
    .map(({ bucket, count, item_id: item }) => `${String(count)} of item ${String(item)} in ${bucket}`)
    .join(", ") || undefined

/** The facts above the tree. */
export const orderFacts = (state: OrderState): ReadonlyArray<Fact> => {
  const { explanation, orderId, player, refunds } = state
  const made = explanation && `${explanation.created_time}, ${explanation.source}`
  const catalog = explanation && `${String(explanation.catalog_version)}, ${explanation.platform ?? "by a server"}`
  return [
    { label: "order", value: orderId },
    { label: "player", value: player === "" ? "…" : player },
    { label: "made", value: made ?? "…" },
    { label: "catalog", value: catalog ?? "…" },
    { label: "replay", ...replayWords(state) },
    {
      label: "refund",
      value:
        refunds?.refund_order_id === undefined
          ? refunds?.refunded_order_id === undefined
            ? "none"
            : `it refunds order ${refunds.refunded_order_id}`
          : `order ${refunds.refund_order_id} refunds it`,
      tone: refunds?.refund_order_id === undefined ? undefined : "warning",
    },
    { label: "owed", value: owedWords(state) ?? "nothing", tone: owedWords(state) === undefined ? undefined : "bad" },
  ]
}

/** Why the shown tab has nothing to show; undefined: it has. */
export const orderRefusal = (state: OrderState): string | undefined => {
  const refusal = state.refusals["located"] ?? state.refusals[shownTab(state)]
  return refusal && refusalWords(refusal)
}

/** The operations without which the screen is of no use. */
export const orderOperations: ReadonlyArray<OperationName> = ["order.explain", "order.refunds"]
