/** Where the rows of each noun are: a run loads those of its own. */
import type { Code } from "./Code.ts"
import type { Row } from "./Row.ts"

interface RowModule {
  readonly rows: Readonly<Record<string, Row | Code>>
}

/** The module of each noun. */
export const rowModules: Readonly<Record<string, () => Promise<RowModule>>> = {
  audit: () => import("../rows/audit.ts"),
  catalog: () => import("../rows/catalog.ts"),
  client: () => import("../rows/client.ts"),
  key: () => import("../rows/key.ts"),
  ledger: () => import("../rows/ledger.ts"),
  notify: () => import("../rows/notify.ts"),
  order: () => import("../rows/order.ts"),
  player: () => import("../rows/player.ts"),
  role: () => import("../rows/role.ts"),
  session: () => import("../rows/session.ts"),
}
