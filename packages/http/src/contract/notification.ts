/** Notifications (interface, section 4.4; decisions, section 9). */
import { Text } from "@garrison/core/kernel/Field"
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import {
  Notification,
  NotificationInput,
  NotificationPage,
  PAGE_SIZE_DEFAULT,
  PageSize,
} from "@garrison/core/notification/schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { authenticationCodes } from "./authentication.ts"
import { conditionalHeaders, etagHeader, idempotencyHeaders } from "./headers.ts"
import { conditionalRefusals, refusals, refusalsWithBody } from "./responses.ts"

/** What `notificationPage` is asked for with. */
export const notificationPageQuery = {
  page_size: Schema.optionalKey(
    PageSize.annotate({ default: PAGE_SIZE_DEFAULT, description: "How many notifications the page holds at most." }),
  ),
  start_at: Schema.optionalKey(
    Text.annotate({ description: "Opaque. Results start at this index, inclusive; absent: at the latest." }),
  ),
  exclude_before: Schema.optionalKey(
    Text.annotate({ description: "Opaque. Every notification up to and including this one is left out." }),
  ),
}

/** The path of `createNotification`. */
export const recipientParams = { player_uuid: PlayerUuid }

const notificationPage = HttpApiEndpoint.get("notificationPage", "/notification/v1/playerid/me/notification", {
  query: notificationPageQuery,
  headers: conditionalHeaders,
  success: HttpApiSchema.WithHeaders(NotificationPage, etagHeader),
  error: refusals({
    400: ["bad_id"],
    403: authenticationCodes,
    409: ["too_many_listening_to_single_client"],
    ...conditionalRefusals,
    503: ["connection_limit_reached"],
  }),
}).annotateMerge(
  OpenApi.annotations({
    identifier: "notificationPage",
    summary: "Page of the caller's notifications",
    description:
      "Newest first. The cursor of the answer is the `start_at` of the next older page; on the last page it is an end " +
      "marker, whose page is empty. Clients poll this regularly, with If-None-Match.",
  }),
)

const createNotification = HttpApiEndpoint.post(
  "createNotification",
  "/notification/v1/playerid/:player_uuid/notification",
  {
    params: recipientParams,
    headers: idempotencyHeaders,
    payload: NotificationInput,
    success: Notification,
    error: refusalsWithBody({
      403: authenticationCodes,
      404: ["resource_not_found"],
      409: ["idempotency_key_conflict"],
    }),
  },
).annotateMerge(
  OpenApi.annotations({
    identifier: "createNotification",
    summary: "Send a notification to a player",
    description: "Appends to the player's list. Answers with the notification as the player will see it.",
  }),
)

/** The operations under `/notification/v1`. */
export const notification = HttpApiGroup.make("notification")
  .add(notificationPage, createNotification)
  .annotateMerge(OpenApi.annotations({ title: "notification", description: "Notifications to players." }))
