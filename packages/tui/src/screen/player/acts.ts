/** The acts on a player, as data: what each asks for, on which tab it takes the row at the cursor. */
import { actKeys } from "../../actKeys.ts"
import type { OperationName } from "../../operation.ts"
import type { WantAct } from "../../Screen.ts"
import type { Row, Whole } from "./tabs.ts"

/** An act of the screen. */
export type PlayerAct =
  | "restrict"
  | "lift"
  | "role"
  | "endSessions"
  | "link"
  | "unlink"
  | "merge"
  | "unmerge"
  | "give"
  | "take"
  | "clawBack"
  | "refund"
  | "notify"

/** An act: its operation, and what it takes of a row. */
interface Declared {
  readonly operation: OperationName
  readonly keys: ReadonlyArray<string>
  readonly sentence: string
  readonly word?: string
  /** The tab whose row the act takes fields of; elsewhere it asks for them. */
  readonly tab?: string
  readonly fields?: (row: Row) => Row
  /** What to do first, where the act is of no use without a row of its tab. */
  readonly without?: string
  /** True: no revision of the person is checked, because the operation has none. */
  readonly hasNoRevision?: true
}

const itemOf = ({ inventory_id: record, item_id: item }: Row): Row => ({ item_id: item, inventory_id: record })

/** The acts, in the order of help. */
export const playerActs: Readonly<Record<PlayerAct, Declared>> = {
  restrict: {
    operation: "restriction.add",
    keys: [actKeys.restrict],
    sentence: "Restrict the person: ban, lock, deny",
    word: "ban",
  },
  lift: {
    operation: "restriction.lift",
    keys: [actKeys.lift],
    sentence: "Lift the restriction of the row, or all that are in force",
    tab: "restrictions",
    fields: ({ active, restriction_id: id }) => (active === true ? { restriction_id: id } : {}),
  },
  role: { operation: "player.setRole", keys: [actKeys.role], sentence: "Give the player another role", word: "role" },
  endSessions: {
    operation: "player.endSessions",
    keys: [actKeys.end],
    sentence: "End the session of the row, or all sessions",
    tab: "sessions",
    fields: ({ session_id: session }) => ({ session_id: session }),
  },
  link: { operation: "person.link", keys: [actKeys.link], sentence: "Give the person a way to log in" },
  unlink: {
    operation: "person.unlink",
    keys: [actKeys.unlink],
    sentence: "Take the way to log in of the row from the person",
    tab: "identities",
    fields: ({ environment, platform, portal_user_id: user }) => ({
      platform,
      portal_user_id: user,
      ...(environment !== undefined && { environment }),
    }),
    without: "Go to a portal user of the tab Identities first.",
  },
  merge: { operation: "person.merge", keys: [actKeys.merge], sentence: "Merge another person into this one" },
  unmerge: { operation: "person.unmerge", keys: [actKeys.unmerge], sentence: "Undo the last merge of the person" },
  give: {
    operation: "item.give",
    keys: [actKeys.give],
    sentence: "Give an item: the one of the row, or another",
    word: "give",
    tab: "inventory",
    fields: ({ item_id: item }) => ({ item_id: item }),
  },
  take: {
    operation: "item.take",
    keys: [actKeys.take],
    sentence: "Take from the record of the row, or of an item",
    word: "take",
    tab: "inventory",
    fields: itemOf,
  },
  clawBack: {
    operation: "inventory.clawBack",
    keys: [actKeys.clawBack],
    sentence: "Claw an item back, wherever it went",
    tab: "inventory",
    fields: ({ item_id: item }) => ({ item_id: item }),
    hasNoRevision: true,
  },
  refund: {
    operation: "order.refund",
    keys: [actKeys.refund],
    sentence: "Refund the order of the row",
    tab: "orders",
    fields: ({ order_id: order }) => ({ order_id: order }),
    without: "Go to an order of the tab Orders first.",
    hasNoRevision: true,
  },
  notify: {
    operation: "notification.send",
    keys: [actKeys.notify],
    sentence: "Send the player a notification",
    word: "notify",
  },
}

/** Whether an action of the screen is an act. */
export const isPlayerAct = (action: string): action is PlayerAct => action in playerActs

/** Where the cursor is. */
export interface Cursor {
  readonly tab: string
  readonly row: Row | undefined
}

/** The act that is wanted, or why it cannot be. */
export const actOf = (
  action: PlayerAct,
  player: string,
  whole: Whole | undefined,
  { row, tab }: Cursor,
): WantAct | string => {
  const { fields, hasNoRevision, operation, tab: own, without } = playerActs[action]
  const isOwnRow = own === tab && row !== undefined && row["is_player"] !== true
  if (without !== undefined && !isOwnRow) return without
  if (whole === undefined) return "The player is not known yet."
  const taken = isOwnRow ? (fields?.(row) ?? {}) : {}
  return {
    type: "act",
    operation,
    inputs: [{ player_uuid: player, ...taken }],
    subjects: [whole.display_name],
    ...(hasNoRevision !== true && { ifRevision: whole.revision }),
  }
}
