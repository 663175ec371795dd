/** Notifications over HTTP (interface, section 4.4). */
import { Notifications } from "@garrison/core/notification/Notifications"
import { encodeNotificationPage } from "@garrison/core/notification/rules"
import { PAGE_SIZE_DEFAULT } from "@garrison/core/notification/schema"
import * as Effect from "effect/Effect"
import { CACHE, json } from "../request/Answer.ts"
import type { Handler } from "../request/Handler.ts"
import { conditional } from "./conditional.ts"

/** The page of the caller. Each notification is sent as it was encoded when it was created. */
export const notificationPage = Effect.map(
  Notifications,
  (notifications): Handler<"notificationPage"> =>
    ({ query }, request) =>
      Effect.map(
        notifications.page(request.caller.subject, {
          ...query,
          page_size: query.page_size ?? PAGE_SIZE_DEFAULT,
        }),
        (page) => conditional(request, encodeNotificationPage(page), CACHE.personal),
      ),
)

/** Sends a notification to a player. */
export const createNotification = Effect.map(
  Notifications,
  (notifications): Handler<"createNotification"> =>
    ({ body, params }) =>
      Effect.map(notifications.append(params.player_uuid, body), ({ wire }) => json(200, wire)),
)
