/** The notifications of one player, as the player finds them: state and reducer. */
import type { RefusalJson } from "@garrison/core/operation/refusal"
import type { OperationAnswer } from "../../operation.ts"
import { isTableAction, type TableAction } from "../../part/table/keys.ts"
import {
  asking,
  currentRow,
  openTable,
  refreshedTable,
  refusedTable,
  resizedTable,
  restartedTable,
  type TableKind,
  type TableState,
  updateTable,
  withNextPage,
} from "../../part/table/state.ts"
import { answerTo, ask, type Params, type ScreenEvent, type Size, type Step, step } from "../../Screen.ts"
import { secondOf } from "../../part/time.ts"

/** What the screen of notifications does at a key. */
export type NotificationsAction = TableAction | "send" | "player" | "reload"

type Listed = OperationAnswer<"player.listNotifications">
type Notification = Listed["data"][number]

const PAGE = 100
const HEAD_LINES = 1

/** The table of notifications. */
export const notificationsTable: TableKind<Notification> = {
  id: (notification) => notification.notification_id,
  empty: "The player has no notifications.",
  isPaged: true,
  columns: [
    {
      name: "created",
      title: "Sent (UTC)",
      min: 19,
      ideal: 19,
      priority: 2,
      text: ({ created }) => secondOf(created),
      sort: false,
    },
    {
      name: "message",
      title: "Message",
      min: 20,
      ideal: 40,
      priority: 1,
      grows: true,
      text: ({ message }) => message,
      sort: false,
    },
    {
      name: "data",
      title: "Data",
      align: "right",
      min: 4,
      ideal: 4,
      priority: 3,
      text: (notification) => String(Object.keys(notification.custom_data ?? {}).length),
      sort: false,
    },
  ],
}

/** What the screen of notifications shows. */
export interface NotificationsState {
  readonly player: string
  /** The name of the player; undefined: it is not known yet. */
  readonly name: string | undefined
  readonly table: TableState<Notification>
  /** Lines for the notification at the cursor. */
  readonly detailLines: number
}

const asked = (state: NotificationsState): Step<NotificationsState> => {
  const wanted = asking(state.table)
  if (wanted === undefined) return step(state)
  const { cursor } = wanted.page
  const input = { player_uuid: state.player, limit: PAGE, ...(cursor !== undefined && { after: cursor }) }
  return step({ ...state, table: wanted.state }, ask("notifications", "player.listNotifications", input))
}

/** A third of the screen for the one at the cursor, whose message may be long. */
const detailLinesOf = ({ rows }: Size): number => Math.max(4, Math.floor(rows / 3))

const linesOf = (size: Size): number => Math.max(3, size.rows - HEAD_LINES - detailLinesOf(size))

/** The screen as it opens. */
export const openNotifications = ({ player_uuid: player = "" }: Params, size: Size): Step<NotificationsState> => {
  const opened = asked({
    player,
    name: undefined,
    table: openTable(notificationsTable, linesOf(size)),
    detailLines: detailLinesOf(size),
  })
  return step(opened.state, ask("player", "player.show", { player_uuid: player }), ...opened.requests)
}

/** The notification at the cursor. */
export const notificationAt = ({ table }: NotificationsState): Notification | undefined => currentRow(table)

const acted = (state: NotificationsState, action: NotificationsAction): Step<NotificationsState> => {
  if (isTableAction(action)) return asked({ ...state, table: updateTable(notificationsTable, state.table, action) })
  const { name = "", player } = state
  switch (action) {
    case "send":
      return step(state, {
        type: "act",
        operation: "notification.send",
        inputs: [{ player_uuid: player }],
        subjects: [name],
      })
    case "player":
      return step(state, { type: "open", screen: "player", params: { player_uuid: player } })
    case "reload":
      return asked({ ...state, table: restartedTable(state.table) })
  }
}

/** A refusal of the name alone leaves the list as it is. */
const refused = (state: NotificationsState, question: string, refusal: RefusalJson): Step<NotificationsState> =>
  step(question === "player" ? state : { ...state, table: refusedTable(state.table, refusal) })

/** The screen after an event. */
export const updateNotifications = (
  state: NotificationsState,
  event: ScreenEvent<NotificationsAction>,
): Step<NotificationsState> => {
  switch (event.type) {
    case "action":
      return acted(state, event.action)
    case "answered": {
      if (event.ask === "player") return step({ ...state, name: answerTo("player.show", event).display_name })
      const page = answerTo("player.listNotifications", event)
      return asked({ ...state, table: withNextPage(state.table, { rows: page.data, next: page.next ?? undefined }) })
    }
    case "refused":
      return refused(state, event.ask, event.refusal)
    case "resized":
      return asked({
        ...state,
        table: resizedTable(notificationsTable, state.table, linesOf(event.size)),
        detailLines: detailLinesOf(event.size),
      })
    case "changed":
      return asked({ ...state, table: refreshedTable(state.table) })
    case "text":
    case "ticked":
      return step(state)
  }
}
