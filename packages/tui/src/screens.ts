/** Every screen, in the order of the palette. */
import type { Screen } from "./Screen.ts"
import { auditScreen } from "./screen/audit.tsx"
import { catalogScreen } from "./screen/catalog/screen.ts"
import { clientsScreen } from "./screen/clients.ts"
import { comparisonScreen } from "./screen/comparison/screen.ts"
import { entryScreen } from "./screen/entry/screen.ts"
import { keysScreen } from "./screen/keys.ts"
import { logScreen } from "./screen/log.ts"
import { orderScreen } from "./screen/order/screen.ts"
import { ordersScreen } from "./screen/orders.ts"
import { playerScreen } from "./screen/player/screen.ts"
import { playersScreen } from "./screen/players.ts"
import { notificationsScreen } from "./screen/notifications.ts"
import { restrictionsScreen } from "./screen/restrictions.ts"
import { rotationScreen } from "./screen/rotation/screen.ts"
import { rolesScreen } from "./screen/roles.ts"
import { settingsScreen } from "./screen/settings.ts"
import { startScreen } from "./screen/start/screen.ts"

/** Every screen. The first one is shown at the start. */
export const screens: ReadonlyArray<Screen> = [
  startScreen,
  playersScreen,
  playerScreen,
  ordersScreen,
  orderScreen,
  catalogScreen,
  entryScreen,
  comparisonScreen,
  auditScreen,
  logScreen,
  settingsScreen,
  clientsScreen,
  rotationScreen,
  keysScreen,
  rolesScreen,
  restrictionsScreen,
  notificationsScreen,
]
