/** The notification services over a database of the tests. */
import { CursorKey, Cursors } from "@garrison/core/kernel/wire/Cursors"
import { Broadcasts } from "@garrison/core/notification/Broadcasts"
import { Listeners } from "@garrison/core/notification/Listeners"
import { Notifications } from "@garrison/core/notification/Notifications"
import { defaultSettings, type DomainSettings, settingsInForce } from "@garrison/core/settings"
import * as SqlBroadcastStore from "@garrison/sql/notification/SqlBroadcastStore"
import * as SqlSignals from "@garrison/sql/signal/SqlSignals"
import * as SqlNotificationStore from "@garrison/sql/notification/SqlNotificationStore"
import * as SqlRoleStore from "@garrison/sql/permission/SqlRoleStore"
import * as Layer from "effect/Layer"
import type { DatabaseServices } from "./databases.ts"

/** Cursors as one deployment seals them. */
export const cursorsLayer = Cursors.layer.pipe(Layer.provide(Layer.succeed(CursorKey, new Uint8Array(32).fill(7))))

/** Everything from the service down, with these settings changed. */
export const notificationsLayer = (database: Layer.Layer<DatabaseServices>, changes: Partial<DomainSettings> = {}) =>
  Notifications.layer.pipe(
    Layer.provideMerge(Broadcasts.layer),
    Layer.provideMerge(
      Layer.mergeAll(
        Listeners.layer,
        cursorsLayer,
        SqlBroadcastStore.layer,
        SqlNotificationStore.layer,
        SqlRoleStore.layer,
        SqlSignals.layer,
      ),
    ),
    Layer.provide(settingsInForce({ ...defaultSettings, ...changes })),
    Layer.provideMerge(database),
  )
